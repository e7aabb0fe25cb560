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
WATCHED = ("*.{game,csv,md,txt,json}", OWN_FILE, SHARED_FILE)
"""What may change a game beside what is open: the parts of games, baselines, settings."""


def follow_documents(server: Server) -> None:
    """The server hears of what is typed, and says what is wrong with it."""
    session, desk = server.session, server.session.desk

    def changed(document: Document) -> None:
        own = {document.path} if document.is_game else set()
        for game in {other.path for other in desk.built_on(document.path)} | own:
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
        document = desk.documents.get(path)
        if document is None:
            return
        texts = desk.texts
        reading = await session.quick.ask(read_quickly, path, texts)
        document = desk.documents.get(path)
        if document is None or reading is None:
            return
        if reading.index is not None:
            document.index = reading.index
        if reading.findings:
            publish(document, reading.findings)
        elif reading.index is not None:
            publish(document, [finding for finding in document.findings if finding.stays])
        await asyncio.sleep(THOROUGHLY - QUICKLY)
        thorough = await session.thorough.ask(read_thoroughly, path, texts)
        document = desk.documents.get(path)
        if document is not None and thorough is not None and desk.texts == texts:
            document.findings, document.settings = thorough.findings, thorough.settings
            publish(document, document.findings)
            if hasattr(server, "workspace_inlay_hint_refresh") and _refreshes(server):
                server.workspace_inlay_hint_refresh(None)

    def publish(document: Document, findings: Iterable[Finding]) -> None:
        by_file: dict[str, list[Finding]] = {document.path: []}
        for finding in findings:
            by_file.setdefault(finding.spot.file, []).append(finding)
        before = set(document.published)
        document.published = {file: tuple(listed) for file, listed in by_file.items()}
        for file in before | set(by_file):
            published = {
                finding for other in desk.documents.values() for finding in other.published.get(file, ())
            }
            server.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(
                    uri_of(file),
                    [as_diagnostic(server, finding) for finding in sorted(published, key=by_place)],
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
        document = Document(path, opened.uri, normalised(opened.text), opened.version)
        desk.documents[path] = document
        changed(document)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
        document = server.document(params.text_document.uri)
        if document is not None:
            document.text = normalised(server.workspace.get_text_document(params.text_document.uri).source)
            document.version = params.text_document.version
            changed(document)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def did_save(_params: lsp.DidSaveTextDocumentParams) -> None:
        pass

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(params: lsp.DidChangeWatchedFilesParams) -> None:
        for path in {path_of(change.uri) for change in params.changes}:
            for document in list(desk.read_anew_after(path)):
                changed(document)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        document = desk.documents.get(path)
        if document is not None:
            publish(document, ())
            del desk.documents[path]
            waiting = session.waiting.pop(path, None)
            if waiting is not None:
                waiting.cancel()


def as_diagnostic(server: Server, finding: Finding) -> lsp.Diagnostic:
    return lsp.Diagnostic(
        server.range_of(finding.spot),
        finding.message,
        severity=lsp.DiagnosticSeverity.Error if finding.error else lsp.DiagnosticSeverity.Warning,
        code=finding.code or None,
        code_description=None if finding.page is None else lsp.CodeDescription(finding.page),
        source="rulesdsl",
        related_information=[
            lsp.DiagnosticRelatedInformation(server.location(spot), text) for spot, text in finding.because
        ],
    )


def by_place(finding: Finding) -> tuple[Position, str, str]:
    return finding.spot.first, finding.code, finding.message


def _refreshes(server: Server) -> bool:
    workspace = server.client_capabilities.workspace
    return bool(workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support)
