"""The server: what a client sends is handed to the rooms that know it, and what they say is sent back."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import re
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO, TypeVar
from urllib.parse import quote

from attrs import define, field
from lsprotocol import types as lsp
from pygls.exceptions import PyglsError
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from rulesdsl.index.model import Index
from rulesdsl.index.rename import CannotRename, Named, named_at, refuse_name
from rulesdsl.language_server import answers
from rulesdsl.language_server.completion import Proposal, proposals
from rulesdsl.language_server.documents import GAME, Desk, Document, normalised
from rulesdsl.language_server.moved import Position
from rulesdsl.language_server.reading import (
    Finding,
    Repair,
    Spot,
    declared_in_files,
    formatted,
    indexes_of,
    read_quickly,
    read_thoroughly,
    run_examples,
)
from rulesdsl.project.settings import OWN_FILE, SHARED_FILE
from rulesdsl.syntax.table import grammar
from rulesdsl.version import __version__

# Seconds of rest after a change before a text is read, and before it is looked at thoroughly.
QUICKLY, THOROUGHLY = 0.12, 0.5
LONGEST = 120
"""Seconds that a process may read; one that takes longer is started anew."""
MOST_FILES = 2_000
WATCHED = ("*.{game,csv,md,json}", OWN_FILE, SHARED_FILE)
"""What may change a game beside what is open: the parts of games, baselines, settings."""
RUN_EXAMPLE, PLAY = "rulesdsl.runExample", "rulesdsl.play"
_BASE = re.compile(r'^variant\s+"[^"\n]*"\s+of\s+"', re.MULTILINE)

Given = TypeVar("Given")
_SYMBOLS = {
    "zone": lsp.SymbolKind.Array,
    "state": lsp.SymbolKind.Variable,
    "option": lsp.SymbolKind.Boolean,
    "definition": lsp.SymbolKind.Function,
    "kind of values": lsp.SymbolKind.Enum,
    "kind of pieces": lsp.SymbolKind.Class,
    "kind of places": lsp.SymbolKind.Class,
    "kind of links": lsp.SymbolKind.Class,
    "table": lsp.SymbolKind.Struct,
    "attribute": lsp.SymbolKind.Field,
    "result": lsp.SymbolKind.Field,
    "key": lsp.SymbolKind.Key,
    "action": lsp.SymbolKind.Method,
    "routine": lsp.SymbolKind.Function,
    "menu": lsp.SymbolKind.Namespace,
    "standing rule": lsp.SymbolKind.Event,
    "phase": lsp.SymbolKind.Module,
    "flow": lsp.SymbolKind.Module,
    "score": lsp.SymbolKind.Number,
    "note": lsp.SymbolKind.Number,
    "winner": lsp.SymbolKind.Constant,
    "example": lsp.SymbolKind.String,
    "rule": lsp.SymbolKind.Key,
}
_ITEMS = {
    "word": lsp.CompletionItemKind.Keyword,
    "function": lsp.CompletionItemKind.Function,
    "rule": lsp.CompletionItemKind.Reference,
    "code": lsp.CompletionItemKind.EnumMember,
    "value": lsp.CompletionItemKind.EnumMember,
    "attribute": lsp.CompletionItemKind.Field,
    "action": lsp.CompletionItemKind.Method,
    "definition": lsp.CompletionItemKind.Function,
    "routine": lsp.CompletionItemKind.Function,
}


@define(eq=False)
class Reader:
    """A process that reads, one text after the other; a new one where it broke."""

    _pool: ProcessPoolExecutor | None = None

    async def ask(self, question: Callable[..., Given], *given: object) -> Given | None:
        """None where the process came to no answer: it was stopped, or it took too long."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        pool = self._pool
        try:
            future: Future[Given] = pool.submit(question, *given)
            return await asyncio.wait_for(asyncio.wrap_future(future), LONGEST)
        except (BrokenExecutor, TimeoutError):
            self._pool = None
            self._end(pool)
            return None

    @staticmethod
    def _end(pool: ProcessPoolExecutor) -> None:
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    def close(self) -> None:
        if self._pool is not None:
            self._end(self._pool)
            self._pool = None


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
        super().__init__("rulesdsl", __version__)
        self.session = Session()


def path_of(uri: str) -> str:
    return str(Path(to_fs_path(uri) or uri))


def uri_of(path: str) -> str:
    return from_fs_path(path) or f"file://{quote(path)}"


def make_server() -> Server:
    """A server that knows what to answer."""
    server = Server()
    session, desk = server.session, server.session.desk

    def document(uri: str) -> Document | None:
        return desk.documents.get(path_of(uri))

    # ---- positions: the protocol counts as the client likes, the rooms count characters

    def position_of(one: Document, position: lsp.Position) -> Position:
        codec = server.workspace.position_codec
        found = codec.position_from_client_units(one.lines, position)
        lines = one.lines
        line = min(found.line, len(lines) - 1)
        return line, min(found.character, len(lines[line]))

    def range_of(spot: Spot, index: Index | None = None) -> lsp.Range:
        lines = desk.text_of(spot.file, index).split("\n")
        codec = server.workspace.position_codec

        def there(position: Position) -> lsp.Position:
            line = min(position[0], len(lines) - 1)
            plain = lsp.Position(line, min(position[1], len(lines[line])))
            return codec.position_to_client_units(lines, plain)

        return lsp.Range(there(spot.first), there(spot.last))

    def location(spot: Spot, index: Index | None = None) -> lsp.Location:
        return lsp.Location(uri_of(spot.file), range_of(spot, index))

    # ---- reading

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
                    uri_of(file), [diagnostic(found) for found in sorted(told, key=_order)]
                )
            )

    def diagnostic(found: Finding) -> lsp.Diagnostic:
        return lsp.Diagnostic(
            range_of(found.spot),
            found.message,
            severity=lsp.DiagnosticSeverity.Error if found.error else lsp.DiagnosticSeverity.Warning,
            code=found.code or None,
            code_description=None if found.page is None else lsp.CodeDescription(found.page),
            source="rulesdsl",
            related_information=[
                lsp.DiagnosticRelatedInformation(location(spot), text) for spot, text in found.because
            ],
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
        one = document(params.text_document.uri)
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

    # ---- answers

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        one = document(params.text_document.uri)
        found = None if one is None else answers.hover(desk, one, position_of(one, params.position))
        if found is None:
            return None
        spot, text = found
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), range_of(spot))

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=[".", "["], resolve_provider=False),
    )
    def completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        one = document(params.text_document.uri)
        if one is None or not one.is_game:
            return lsp.CompletionList(is_incomplete=False, items=[])
        line, column = position_of(one, params.position)
        before = "\n".join([*one.lines[:line], one.lines[line][:column]])
        inside = _around(desk, one, line)
        found = proposals(before, one.index, inside, variant=one.is_variant)
        items = [
            lsp.CompletionItem(
                proposal.text,
                kind=_ITEMS.get(proposal.sort, lsp.CompletionItemKind.Variable),
                detail=f"{proposal.sort}: {proposal.detail}" if proposal.detail else proposal.sort,
                sort_text=f"{_rank(proposal)}{proposal.text}",
            )
            for proposal in found
        ]
        return lsp.CompletionList(is_incomplete=False, items=items)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        one = document(params.text_document.uri)
        if one is None:
            return []
        position = position_of(one, params.position)
        return [location(spot) for spot in answers.declared_at(desk, one, position)]

    async def thing_at(uri: str, position: lsp.Position) -> tuple[Named, list[Index]] | None:
        """What is named at a place, by all files of the workspace that are made of the same ones."""
        one = document(uri)
        index = None if one is None else desk.index_for(one.path)
        if one is not None and one.is_game and (index is None or not _is_current(index, desk)):
            reading = await session.quick.ask(read_quickly, one.path, desk.texts)
            index = None if reading is None else reading.index
        if one is None or index is None:
            return None
        offset = desk.offset_then(index, one.path, position_of(one, position))
        first = None if offset is None else named_at([index], one.path, offset)
        if offset is None or first is None:
            return None
        files = {place.file for place in first.places}
        games = [path for path in workspace_games(server) if path != one.path]
        more = await session.quick.ask(indexes_of, _related(games, files, desk), desk.texts) or ()
        # What is not read as it is now is left out: its places would be wrong.
        indexes = [other for other in (index, *more) if _is_current(other, desk)]
        if index not in indexes:
            return None
        thing = named_at(indexes, one.path, offset)
        return None if thing is None else (thing, indexes)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        found = await thing_at(params.text_document.uri, params.position)
        if found is None:
            return []
        thing, indexes = found
        declared = {one.place for one in thing.definitions}
        spots = []
        for place in thing.places:
            index = next(one for one in indexes if place.file in one.texts)
            spot = desk.spot_now(index, place)
            if spot is not None and (params.context.include_declaration or place not in declared):
                spots.append(location(spot, index))
        return spots

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        one = document(params.text_document.uri)
        if one is None or not answers.declared_at(desk, one, position_of(one, params.position)):
            return None
        word = answers.word_at(one, position_of(one, params.position))
        return None if word is None else range_of(word[0])

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        found = await thing_at(params.text_document.uri, params.position)
        if found is None:
            server.window_show_message(
                lsp.ShowMessageParams(lsp.MessageType.Warning, "There is no name here that could be changed.")
            )
            return None
        thing, indexes = found
        try:
            refuse_name(params.new_name, thing, indexes)
            _refuse_files(thing, server)
        except CannotRename as problem:
            said = f"Not renamed: {problem}."
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, said))
            return None
        changes: dict[str, list[lsp.TextEdit]] = {}
        for place in thing.places:
            index = next(one for one in indexes if place.file in one.texts)
            spot = desk.spot_now(index, place)
            assert spot is not None
            changes.setdefault(uri_of(place.file), []).append(
                lsp.TextEdit(range_of(spot, index), params.new_name)
            )
        return lsp.WorkspaceEdit(changes=changes)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        one = document(params.text_document.uri)
        index = None if one is None else desk.index_for(one.path)
        if one is None or index is None:
            return []
        offset = desk.offset_then(index, one.path, position_of(one, params.position))
        found = None if offset is None else index.named_at(one.path, offset)
        places = index.things[found[1]] if found is not None else ()
        spots = desk.spots_now(index, (place for place in places if place.file == one.path))
        return [lsp.DocumentHighlight(range_of(spot)) for spot in spots]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        one = document(params.text_document.uri)
        if one is None:
            return []
        return _nested(
            [
                lsp.DocumentSymbol(
                    found.name or found.sort,
                    _SYMBOLS.get(found.sort, lsp.SymbolKind.Variable),
                    range_of(whole),
                    range_of(name),
                    detail=f"{found.sort}: {found.detail}" if found.detail else found.sort,
                    children=[],
                )
                for found, whole, name in answers.symbols(desk, one)
            ]
        )

    @server.feature(lsp.WORKSPACE_SYMBOL)
    async def workspace_symbols(params: lsp.WorkspaceSymbolParams) -> list[lsp.SymbolInformation]:
        known = [one.index for one in desk.games() if one.index is not None]
        files = {file for index in known for file in index.texts}
        rest = [path for path in workspace_games(server) if path not in files]
        known.extend(await session.quick.ask(declared_in_files, rest, desk.texts) or ())
        found: dict[Any, lsp.SymbolInformation] = {}
        for index in known:
            for one in index.definitions:
                if one.inside is None and one.sort in _SYMBOLS and params.query.lower() in one.name.lower():
                    spot = desk.spot_now(index, one.place)
                    if spot is not None:
                        found[one.place] = lsp.SymbolInformation(
                            location(spot, index), one.name, _SYMBOLS[one.sort], container_name=one.sort
                        )
        return list(found.values())[:500]

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    async def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        one = document(params.text_document.uri)
        if one is None or not one.is_game:
            return []
        text = one.text
        new = await session.quick.ask(formatted, one.path, text)
        if new is None or new == text or one.text != text:
            return []
        lines = one.lines
        whole = Spot(one.path, (0, 0), (len(lines) - 1, len(lines[-1])))
        return [lsp.TextEdit(range_of(whole), new)]

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def code_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        one = document(params.text_document.uri)
        if one is None:
            return []
        first, last = position_of(one, params.range.start), position_of(one, params.range.end)
        actions = []
        told = {found for other in desk.documents.values() for found in other.published.get(one.path, ())}
        for found in sorted(told, key=_order):
            repair = found.repair
            if repair is not None and found.spot.first[0] <= last[0] and first[0] <= found.spot.last[0]:
                actions.append(
                    lsp.CodeAction(
                        repair.title,
                        kind=lsp.CodeActionKind.QuickFix,
                        diagnostics=[diagnostic(found)],
                        edit=lsp.WorkspaceEdit(changes=_changes(repair)),
                        is_preferred=repair.certain,
                    )
                )
        return actions

    def _changes(repair: Repair) -> dict[str, list[lsp.TextEdit]]:
        changes: dict[str, list[lsp.TextEdit]] = {}
        for spot, text in repair.edits:
            changes.setdefault(uri_of(spot.file), []).append(lsp.TextEdit(range_of(spot), text))
        return changes

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def inlay_hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        one = document(params.text_document.uri)
        if one is None:
            return []
        first, last = params.range.start.line, params.range.end.line
        by_line: dict[int, list[tuple[Spot, str]]] = {}
        for spot, text in answers.citations(desk, one):
            if first <= spot.first[0] <= last:
                by_line.setdefault(spot.first[0], []).append((spot, text))
        hints = []
        for line, cited in by_line.items():
            end = len(one.lines[line])
            said = "; ".join(_short(text) for _, text in cited)
            hints.append(
                lsp.InlayHint(
                    range_of(Spot(one.path, (line, end), (line, end))).start,
                    said,
                    padding_left=True,
                    tooltip="\n".join(text for _, text in cited),
                )
            )
        return hints

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def code_lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        one = document(params.text_document.uri)
        if one is None or one.index is None:
            return []
        lenses = []
        if session.plays:
            head = range_of(Spot(one.path, (0, 0), (0, 0)))
            lenses.append(lsp.CodeLens(head, lsp.Command("play", PLAY, arguments=[one.uri])))
        for found, _, name in answers.symbols(desk, one):
            if found.sort == "example":
                command = lsp.Command("run example", RUN_EXAMPLE, arguments=[one.uri, found.name])
                lenses.append(lsp.CodeLens(range_of(name), command))
        return lenses

    @server.command(RUN_EXAMPLE)
    async def run_example(uri: str, title: str) -> list[str]:
        path = path_of(uri)
        lines = await session.thorough.ask(run_examples, path, desk.texts, title)
        said = list(lines or (f'there is no example "{title}"',))
        fine = all(line.startswith("ok") for line in said)
        server.window_show_message(
            lsp.ShowMessageParams(lsp.MessageType.Info if fine else lsp.MessageType.Warning, "\n".join(said))
        )
        return said

    return server


def _rank(proposal: Proposal) -> int:
    return 0 if proposal.first else 2 if proposal.sort == "function" else 1


def _order(found: Finding) -> tuple[Position, str, str]:
    return found.spot.first, found.code, found.message


def _short(text: str) -> str:
    words = text.partition(". ")[0]
    return words if len(words) <= 60 else words[:59].rsplit(" ", 1)[0] + " …"


def _around(desk: Desk, one: Document, line: int) -> tuple[str, int, int] | None:
    """Where a line stood in the text that was read last: by the nearest line above that was there."""
    index = one.index
    if index is None or one.path not in index.texts:
        return None
    for above in range(line, max(-1, line - 200), -1):
        offset = desk.offset_then(index, one.path, (above, 0))
        if offset is not None:
            return one.path, offset, offset
    return None


def _nested(listed: list[lsp.DocumentSymbol]) -> list[lsp.DocumentSymbol]:
    """Symbols inside those that hold them."""
    listed.sort(key=lambda one: (_place(one.range.start), [-part for part in _place(one.range.end)]))
    top: list[lsp.DocumentSymbol] = []
    stack: list[lsp.DocumentSymbol] = []
    for one in listed:
        while stack and _place(stack[-1].range.end) < _place(one.range.end):
            stack.pop()
        children = stack[-1].children if stack else top
        assert isinstance(children, list)
        children.append(one)
        stack.append(one)
    return top


def _place(position: lsp.Position) -> tuple[int, int]:
    return position.line, position.character


def workspace_games(server: LanguageServer) -> list[str]:
    """The game files in the folders that are open in the editor."""
    found: list[str] = []
    folders = [to_fs_path(folder.uri) for folder in server.workspace.folders.values()]
    for folder in folders or [server.workspace.root_path]:
        if folder is None:
            continue
        for path in Path(folder).rglob(f"*{GAME}"):
            inside = path.relative_to(folder).parts
            if not any(part.startswith(".") or part == "node_modules" for part in inside):
                found.append(str(path))
            if len(found) >= MOST_FILES:
                return found
    return found


def _related(games: Iterable[str], files: set[str], desk: Desk) -> list[str]:
    """Games that may be made of one of the files: variants, and what names one of them."""
    names = {Path(file).name for file in files}
    return [
        path
        for path in games
        if path in files or _BASE.search(text := desk.text_of(path)) or any(name in text for name in names)
    ]


def _is_current(index: Index, desk: Desk) -> bool:
    return all(desk.text_of(file, index) == text for file, text in index.texts.items())


def _refuse_files(thing: Named, server: LanguageServer) -> None:
    folders = [Path(to_fs_path(folder.uri) or "/") for folder in server.workspace.folders.values()]
    for place in thing.places:
        if folders and not any(Path(place.file).is_relative_to(folder) for folder in folders):
            raise CannotRename(f"it is named in {place.file}, which is not in the folder that is open")


def _refreshes(server: LanguageServer) -> bool:
    workspace = server.client_capabilities.workspace
    return bool(workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support)


def serve(questions: BinaryIO, replies: BinaryIO) -> None:
    """Answer until the client says that it is done; both streams are closed then."""
    logging.basicConfig(level=logging.ERROR)
    make_server().start_io(questions, replies)
