"""An editor without a screen: it opens files, types in them and asks the server, as a real client does."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pytest_lsp import LanguageClient, make_test_lsp_client

Given = TypeVar("Given")
PATIENCE = 240
COMMAND = "from rulesdsl.cli.main import main; main()"


class Editor:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.loop = asyncio.new_event_loop()
        self.client: LanguageClient = make_test_lsp_client()
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.ask(self._start())

    async def _start(self) -> None:
        await self.client.start_io(sys.executable, "-c", COMMAND, "lsp")
        said = await self.client.initialize_session(
            lsp.InitializeParams(
                capabilities=lsp.ClientCapabilities(),
                process_id=os.getpid(),
                workspace_folders=[lsp.WorkspaceFolder(self.folder.as_uri(), "games")],
                initialization_options={"commands": ["rulesdsl.play"]},
            )
        )
        sync = said.capabilities.text_document_sync
        assert isinstance(sync, lsp.TextDocumentSyncOptions)
        self.sync = sync.change

    def ask(self, question: Awaitable[Given]) -> Given:
        async def answered() -> Given:
            return await asyncio.wait_for(question, PATIENCE)

        return self.loop.run_until_complete(answered())

    def server_work(self) -> float:
        """For how many seconds the server, not its readers, has worked so far; 0 where no machine tells."""
        server = self.client._server
        try:
            assert server is not None
            said = Path(f"/proc/{server.pid}/schedstat").read_text("ascii")
        except OSError:
            return 0
        return int(said.split()[0]) / 1e9

    @property
    def broken(self) -> list[str]:
        """What the server said of itself."""
        return [one.message for one in self.client.messages if "Error in server" in one.message]

    def close(self) -> None:
        self.ask(self.client.shutdown_session())
        self.loop.close()

    # ---- documents

    def open(self, path: Path, text: str | None = None) -> str:
        uri = path.as_uri()
        self.texts[uri] = path.read_text("utf-8") if text is None else text
        self.versions[uri] = 1
        item = lsp.TextDocumentItem(uri, "game", 1, self.texts[uri])
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return uri

    def type(self, uri: str, text: str) -> None:
        """The text is changed as the server wants it said: whole, so that both have the same one."""
        self.texts[uri] = text
        self.versions[uri] += 1
        version = lsp.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(version, [change]))

    def close_file(self, uri: str) -> None:
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(_document(uri)))

    def changed_on_disk(self, path: Path) -> None:
        event = lsp.FileEvent(path.as_uri(), lsp.FileChangeType.Changed)
        self.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))

    def diagnostics_when(
        self, uri: str, wanted: Callable[[list[lsp.Diagnostic]], object]
    ) -> list[lsp.Diagnostic]:
        """The first that meet the condition."""

        self.wait_until(
            lambda: uri in self.client.diagnostics and bool(wanted(list(self.client.diagnostics[uri])))
        )
        return list(self.client.diagnostics[uri])

    def read(self, uri: str) -> None:
        """Waits until the server knows what is named in a file."""

        self.wait_until(lambda: bool(self.symbols(uri)))

    def wait_until(self, holds: Callable[[], bool]) -> None:
        begun = time.monotonic()
        while not holds():
            assert time.monotonic() - begun < PATIENCE
            self.ask(asyncio.sleep(0.1))

    # ---- places: `|` is put before the character that is meant

    def place(self, uri: str, mark: str) -> lsp.Position:
        before, _, behind = mark.partition("|")
        text = self.texts[uri]
        assert text.count(before + behind) >= 1, mark
        return _position(text, text.index(before + behind) + len(before))

    def hover(self, uri: str, mark: str) -> str:
        found = self.ask(
            self.client.text_document_hover_async(lsp.HoverParams(_document(uri), self.place(uri, mark)))
        )
        if found is None:
            return ""
        assert isinstance(found.contents, lsp.MarkupContent)
        return found.contents.value

    def definition(self, uri: str, mark: str) -> list[str]:
        params = lsp.DefinitionParams(_document(uri), self.place(uri, mark))
        return _shown(self.ask(self.client.text_document_definition_async(params)))

    def references(self, uri: str, mark: str) -> list[str]:
        params = lsp.ReferenceParams(lsp.ReferenceContext(True), _document(uri), self.place(uri, mark))
        return _shown(self.ask(self.client.text_document_references_async(params)))

    def completion(self, uri: str, mark: str) -> dict[str, str]:
        return self.completion_at(uri, self.place(uri, mark))

    def completion_at(self, uri: str, place: lsp.Position) -> dict[str, str]:
        params = lsp.CompletionParams(_document(uri), place)
        found = self.ask(self.client.text_document_completion_async(params))
        assert isinstance(found, lsp.CompletionList)
        return {item.label: item.detail or "" for item in found.items}

    def rename(self, uri: str, mark: str, new: str) -> dict[str, list[lsp.TextEdit]]:
        params = lsp.RenameParams(_document(uri), self.place(uri, mark), new)
        found = self.ask(self.client.text_document_rename_async(params))
        return {} if found is None else {key: list(edits) for key, edits in (found.changes or {}).items()}

    def symbols(self, uri: str) -> list[str]:
        found = self.ask(
            self.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(_document(uri)))
        )
        return [one.name for one in found or ()]

    def hints(self, uri: str) -> list[str]:
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(self.texts[uri].count("\n") + 1, 0))
        found = self.ask(
            self.client.text_document_inlay_hint_async(lsp.InlayHintParams(_document(uri), whole))
        )
        return [str(one.label) for one in found or ()]

    def lenses(self, uri: str) -> list[lsp.Command]:
        found = self.ask(self.client.text_document_code_lens_async(lsp.CodeLensParams(_document(uri))))
        return [one.command for one in found or () if one.command is not None]

    def actions(self, uri: str, mark: str) -> list[lsp.CodeAction]:
        place = self.place(uri, mark)
        params = lsp.CodeActionParams(_document(uri), lsp.Range(place, place), lsp.CodeActionContext([]))
        found = self.ask(self.client.text_document_code_action_async(params))
        return [one for one in found or () if isinstance(one, lsp.CodeAction)]

    def formatted(self, uri: str) -> str:
        params = lsp.DocumentFormattingParams(_document(uri), lsp.FormattingOptions(2, True))
        found = self.ask(self.client.text_document_formatting_async(params))
        return applied(self.texts[uri], [] if found is None else list(found))

    def command(self, name: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the command gives
        params = lsp.ExecuteCommandParams(name, arguments=list(arguments))
        return self.ask(self.client.workspace_execute_command_async(params))


def applied(text: str, edits: list[lsp.TextEdit]) -> str:
    """A text with edits of it made."""
    lines = text.split("\n")

    def offset(place: lsp.Position) -> int:
        return sum(len(line) + 1 for line in lines[: place.line]) + place.character

    for edit in sorted(edits, key=lambda one: offset(one.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


def _document(uri: str) -> lsp.TextDocumentIdentifier:
    return lsp.TextDocumentIdentifier(uri)


def _position(text: str, offset: int) -> lsp.Position:
    before = text[:offset]
    return lsp.Position(before.count("\n"), len(re.split("\n", before)[-1].encode("utf-16-le")) // 2)


def _shown(found: Any) -> list[str]:  # noqa: ANN401 - one place, several, or none
    listed = found if isinstance(found, (list, tuple)) else [found] if found is not None else []
    return sorted(f"{one.uri.rsplit('/', 1)[-1]}:{one.range.start.line + 1}" for one in listed)
