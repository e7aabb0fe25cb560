"""Documents are opened, changed and closed; what is wrong with them is told while somebody types."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import PyglsError

from rulesdsl.language_server.documents import Document, normalised
from rulesdsl.language_server.moved import Position
from rulesdsl.language_server.reading import Finding, read_quickly, read_thoroughly
from rulesdsl.language_server.session import PLAY, Server, path_of, uri_of
from rulesdsl.project.settings import OWN_FILE, SHARED_FILE
from rulesdsl.syntax.table import grammar

# Seconds of rest after a change before a text is read, and before it is looked at thoroughly.
QUICKLY, THOROUGHLY = 0.12, 0.5
WATCHED = ("*.{game,csv,md,json}", OWN_FILE, SHARED_FILE)
"""What may change a game beside what is open: the parts of games, baselines, settings."""


def follow_documents(server: Server) -> None:
    """The server hears of what is typed, and says what is wrong with it."""
    session, desk = server.session, server.session.desk

    def changed(one: Document) -> None:
        own = {one.path} if one.is_game else set()
        for game in {other.path for other in desk.built_on(one.path)} | own:
            known = session.waiting.get(game)
            if known is not None:
                known.cancel()
            session.waiting[game] = reading = asyncio.ensure_future(read(game))
            reading.add_done_callback(ended)

    def ended(reading: asyncio.Task[None]) -> None:
        """What breaks while nobody waits for an answer is told all the same."""
        problem = None if reading.cancelled() else reading.exception()
        if isinstance(problem, Exception):
            server.report_server_error(problem, PyglsError)

    async def read(path: str) -> None:
        await asyncio.sleep(QUICKLY)
        one = desk.documents.get(path)
        if one is None:
            return
        texts = desk.texts
        reading = await session.quick.ask(read_quickly, path, texts)
        one = desk.documents.get(path)
        if one is None or reading is None:
            return
        if reading.index is not None:
            one.index = reading.index
        if reading.findings:
            publish(one, reading.findings)
        elif reading.index is not None:
            publish(one, [found for found in one.findings if found.stays])
        await asyncio.sleep(THOROUGHLY - QUICKLY)
        thorough = await session.thorough.ask(read_thoroughly, path, texts)
        one = desk.documents.get(path)
        if one is not None and thorough is not None and desk.texts == texts:
            one.findings, one.settings = thorough.findings, thorough.settings
            publish(one, one.findings)
            if hasattr(server, "workspace_inlay_hint_refresh") and _refreshes(server):
                server.workspace_inlay_hint_refresh(None)

    def publish(one: Document, findings: Iterable[Finding]) -> None:
        by_file: dict[str, list[Finding]] = {one.path: []}
        for found in findings:
            by_file.setdefault(found.spot.file, []).append(found)
        before = set(one.published)
        one.published = {file: tuple(listed) for file, listed in by_file.items()}
        for file in before | set(by_file):
            told = {found for other in desk.documents.values() for found in other.published.get(file, ())}
            server.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(
                    uri_of(file), [as_diagnostic(server, found) for found in sorted(told, key=by_place)]
                )
            )

    # ---- the life of a document

    @server.feature(lsp.INITIALIZED)
    async def initialized(_params: lsp.InitializedParams) -> None:
        grammar()
        watched = server.client_capabilities.workspace
        files = watched.did_change_watched_files if watched else None
        if files and files.dynamic_registration:
            watchers = [lsp.FileSystemWatcher(f"**/{pattern}") for pattern in WATCHED]
            options = lsp.DidChangeWatchedFilesRegistrationOptions(watchers)
            wanted = lsp.Registration("watched", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            await server.client_register_capability_async(lsp.RegistrationParams([wanted]))

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        options: Any = params.initialization_options
        commands = options.get("commands", ()) if isinstance(options, dict) else ()
        session.plays = isinstance(commands, list) and PLAY in commands

    @server.feature(lsp.SHUTDOWN)
    def shutdown(_params: None) -> None:
        for task in session.waiting.values():
            task.cancel()
        session.quick.close()
        session.thorough.close()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
        opened = params.text_document
        path = path_of(opened.uri)
        one = Document(path, opened.uri, normalised(opened.text), opened.version)
        desk.documents[path] = one
        changed(one)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
        one = server.document(params.text_document.uri)
        if one is not None:
            one.text = normalised(server.workspace.get_text_document(params.text_document.uri).source)
            one.version = params.text_document.version
            changed(one)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def did_save(_params: lsp.DidSaveTextDocumentParams) -> None:
        pass

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(params: lsp.DidChangeWatchedFilesParams) -> None:
        for path in {path_of(change.uri) for change in params.changes}:
            for one in list(desk.read_anew_after(path)):
                changed(one)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        one = desk.documents.get(path)
        if one is not None:
            publish(one, ())
            del desk.documents[path]
            waiting = session.waiting.pop(path, None)
            if waiting is not None:
                waiting.cancel()


def as_diagnostic(server: Server, found: Finding) -> lsp.Diagnostic:
    return lsp.Diagnostic(
        server.range_of(found.spot),
        found.message,
        severity=lsp.DiagnosticSeverity.Error if found.error else lsp.DiagnosticSeverity.Warning,
        code=found.code or None,
        code_description=None if found.page is None else lsp.CodeDescription(found.page),
        source="rulesdsl",
        related_information=[
            lsp.DiagnosticRelatedInformation(server.location(spot), text) for spot, text in found.because
        ],
    )


def by_place(found: Finding) -> tuple[Position, str, str]:
    return found.spot.first, found.code, found.message


def _refreshes(server: Server) -> bool:
    workspace = server.client_capabilities.workspace
    return bool(workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support)
