"""The server put together: who answers what a client sends."""

from __future__ import annotations

import logging
from typing import BinaryIO

from rulesdsl.language_server.across_files import answer_for_all_files
from rulesdsl.language_server.actions import carry_out
from rulesdsl.language_server.diagnosing import follow_documents
from rulesdsl.language_server.lookups import answer_at_once
from rulesdsl.language_server.session import Server


def make_server() -> Server:
    """A server that knows what to answer."""
    server = Server()
    follow_documents(server)
    answer_at_once(server)
    answer_for_all_files(server)
    carry_out(server)
    return server


def serve(questions: BinaryIO, replies: BinaryIO) -> None:
    """Answer until the client says that it is done; both streams are closed then."""
    logging.basicConfig(level=logging.ERROR)
    make_server().start_io(questions, replies)
