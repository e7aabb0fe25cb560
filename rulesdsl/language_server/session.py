"""The server, what it remembers between two messages, and places as its client counts them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import quote

from attrs import define, field
from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from rulesdsl.index.model import Index
from rulesdsl.language_server.documents import Desk, Document
from rulesdsl.language_server.moved import Position
from rulesdsl.language_server.reader import Reader
from rulesdsl.language_server.reading import Spot
from rulesdsl.version import __version__

RUN_EXAMPLE, PLAY = "rulesdsl.runExample", "rulesdsl.play"
"""Commands in code lenses: the first is carried out here, the second by the client."""


@define(eq=False)
class Session:
    """What the server remembers between two messages."""

    desk: Desk = field(factory=Desk)
    quick: Reader = field(factory=Reader)
    thorough: Reader = field(factory=Reader)
    waiting: dict[str, asyncio.Task[None]] = field(factory=dict)
    plays: bool = False
    """Whether the client can open a game to be played."""


class Server(LanguageServer):
    def __init__(self) -> None:
        # The whole text with every change: of a part, client and library need not agree what ends a line.
        super().__init__("rulesdsl", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.session = Session()

    def document(self, uri: str) -> Document | None:
        return self.session.desk.documents.get(path_of(uri))

    # ---- positions: the protocol counts as the client likes, the rooms count characters

    def position_of(self, document: Document, position: lsp.Position) -> Position:
        codec = self.workspace.position_codec
        units = codec.position_from_client_units(document.lines, position)
        lines = document.lines
        line = min(units.line, len(lines) - 1)
        return line, min(units.character, len(lines[line]))

    def range_of(self, spot: Spot, index: Index | None = None) -> lsp.Range:
        lines = self.session.desk.text_of(spot.file, index).split("\n")
        codec = self.workspace.position_codec

        def there(position: Position) -> lsp.Position:
            line = min(position[0], len(lines) - 1)
            plain = lsp.Position(line, min(position[1], len(lines[line])))
            return codec.position_to_client_units(lines, plain)

        return lsp.Range(there(spot.first), there(spot.last))

    def location(self, spot: Spot, index: Index | None = None) -> lsp.Location:
        return lsp.Location(uri_of(spot.file), self.range_of(spot, index))


def path_of(uri: str) -> str:
    return str(Path(to_fs_path(uri) or uri))


def uri_of(path: str) -> str:
    return from_fs_path(path) or f"file://{quote(path)}"
