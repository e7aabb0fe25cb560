"""Names in all files of the workspace: where they are used, other names, symbols by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from rulesdsl.index.model import Index
from rulesdsl.index.rename import CannotRename, Named, named_at, refuse_name
from rulesdsl.language_server import answers
from rulesdsl.language_server.documents import Desk
from rulesdsl.language_server.reading import declared_in_folders, indexes_related_to, read_quickly
from rulesdsl.language_server.session import Server, uri_of
from rulesdsl.language_server.symbols import SYMBOLS


def answer_for_all_files(server: Server) -> None:
    """Questions about a name, wherever it stands."""
    session, desk = server.session, server.session.desk

    async def thing_at(uri: str, position: lsp.Position) -> tuple[Named, list[Index]] | None:
        """What is named at a place, by all files of the workspace that are made of the same ones."""
        document = server.document(uri)
        index = None if document is None else desk.index_for(document.path)
        if document is not None and document.is_game and (index is None or not _is_current(index, desk)):
            reading = await session.quick.ask(read_quickly, document.path, desk.texts)
            index = None if reading is None else reading.index
        if document is None or index is None:
            return None
        offset = desk.offset_then(index, document.path, server.position_of(document, position))
        first = None if offset is None else named_at([index], document.path, offset)
        if offset is None or first is None:
            return None
        files = {place.file for place in first.places}
        more = (
            await session.quick.ask(indexes_related_to, files, document.path, _folders(server), desk.texts)
            or ()
        )
        # What is not read as it is now is left out: its places would be wrong.
        indexes = [other for other in (index, *more) if _is_current(other, desk)]
        if index not in indexes:
            return None
        thing = named_at(indexes, document.path, offset)
        return None if thing is None else (thing, indexes)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        named = await thing_at(params.text_document.uri, params.position)
        if named is None:
            return []
        thing, indexes = named
        declared = {definition.place for definition in thing.definitions}
        spots = []
        for place in thing.places:
            index = next(index for index in indexes if place.file in index.texts)
            spot = desk.spot_now(index, place)
            if spot is not None and (params.context.include_declaration or place not in declared):
                spots.append(server.location(spot, index))
        return spots

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        document = server.document(params.text_document.uri)
        if document is None or not answers.declared_at(
            desk, document, server.position_of(document, params.position)
        ):
            return None
        word = answers.word_at(document, server.position_of(document, params.position))
        return None if word is None else server.range_of(word[0])

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        named = await thing_at(params.text_document.uri, params.position)
        if named is None:
            server.window_show_message(
                lsp.ShowMessageParams(lsp.MessageType.Warning, "There is no name here that could be changed.")
            )
            return None
        thing, indexes = named
        try:
            refuse_name(params.new_name, thing, indexes)
            _refuse_files(thing, server)
        except CannotRename as problem:
            message = f"Not renamed: {problem}."
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, message))
            return None
        changes: dict[str, list[lsp.TextEdit]] = {}
        for place in thing.places:
            index = next(index for index in indexes if place.file in index.texts)
            spot = desk.spot_now(index, place)
            assert spot is not None
            changes.setdefault(uri_of(place.file), []).append(
                lsp.TextEdit(server.range_of(spot, index), params.new_name)
            )
        return lsp.WorkspaceEdit(changes=changes)

    @server.feature(lsp.WORKSPACE_SYMBOL)
    async def workspace_symbols(params: lsp.WorkspaceSymbolParams) -> list[lsp.SymbolInformation]:
        known = [game.index for game in desk.games() if game.index is not None]
        files = {file for index in known for file in index.texts}
        known.extend(await session.quick.ask(declared_in_folders, _folders(server), files, desk.texts) or ())
        symbols: dict[Any, lsp.SymbolInformation] = {}
        for index in known:
            for definition in index.definitions:
                if (
                    definition.inside is None
                    and definition.sort in SYMBOLS
                    and params.query.lower() in definition.name.lower()
                ):
                    spot = desk.spot_now(index, definition.place)
                    if spot is not None:
                        symbols[definition.place] = lsp.SymbolInformation(
                            server.location(spot, index),
                            definition.name,
                            SYMBOLS[definition.sort],
                            container_name=definition.sort,
                        )
        return list(symbols.values())[:500]


def _folders(server: LanguageServer) -> list[str]:
    """Those that are open in the editor."""
    named = [to_fs_path(folder.uri) for folder in server.workspace.folders.values()]
    return [folder for folder in named or [server.workspace.root_path] if folder is not None]


def _is_current(index: Index, desk: Desk) -> bool:
    return all(desk.text_of(file, index) == text for file, text in index.texts.items())


def _refuse_files(thing: Named, server: LanguageServer) -> None:
    folders = _folders(server)
    for place in thing.places:
        if folders and not any(Path(place.file).is_relative_to(folder) for folder in folders):
            raise CannotRename(f"it is named in {place.file}, which is not in the folder that is open")
