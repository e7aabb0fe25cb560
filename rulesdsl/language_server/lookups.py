"""What is answered at once, from what was read last: pages, names, proposals, symbols, hints, lenses."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulesdsl.language_server import answers
from rulesdsl.language_server.completion import Proposal, proposals
from rulesdsl.language_server.documents import Desk, Document
from rulesdsl.language_server.reading import Spot
from rulesdsl.language_server.session import PLAY, RUN_EXAMPLE, Server
from rulesdsl.language_server.symbols import SYMBOLS, nested

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


def answer_at_once(server: Server) -> None:
    """Questions that wait for nothing."""
    session, desk = server.session, server.session.desk

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        one = server.document(params.text_document.uri)
        found = None if one is None else answers.hover(desk, one, server.position_of(one, params.position))
        if found is None:
            return None
        spot, text = found
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), server.range_of(spot))

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=[".", "["], resolve_provider=False),
    )
    def completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        one = server.document(params.text_document.uri)
        if one is None or not one.is_game:
            return lsp.CompletionList(is_incomplete=False, items=[])
        line, column = server.position_of(one, params.position)
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
        one = server.document(params.text_document.uri)
        if one is None:
            return []
        position = server.position_of(one, params.position)
        return [server.location(spot) for spot in answers.declared_at(desk, one, position)]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        one = server.document(params.text_document.uri)
        index = None if one is None else desk.index_for(one.path)
        if one is None or index is None:
            return []
        offset = desk.offset_then(index, one.path, server.position_of(one, params.position))
        found = None if offset is None else index.named_at(one.path, offset)
        places = index.things[found[1]] if found is not None else ()
        spots = desk.spots_now(index, (place for place in places if place.file == one.path))
        return [lsp.DocumentHighlight(server.range_of(spot)) for spot in spots]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        one = server.document(params.text_document.uri)
        if one is None:
            return []
        return nested(
            [
                lsp.DocumentSymbol(
                    found.name or found.sort,
                    SYMBOLS.get(found.sort, lsp.SymbolKind.Variable),
                    server.range_of(whole),
                    server.range_of(name),
                    detail=f"{found.sort}: {found.detail}" if found.detail else found.sort,
                    children=[],
                )
                for found, whole, name in answers.symbols(desk, one)
            ]
        )

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def inlay_hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        one = server.document(params.text_document.uri)
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
                    server.range_of(Spot(one.path, (line, end), (line, end))).start,
                    said,
                    padding_left=True,
                    tooltip="\n".join(text for _, text in cited),
                )
            )
        return hints

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def code_lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        one = server.document(params.text_document.uri)
        if one is None or one.index is None:
            return []
        lenses = []
        if session.plays:
            head = server.range_of(Spot(one.path, (0, 0), (0, 0)))
            lenses.append(lsp.CodeLens(head, lsp.Command("play", PLAY, arguments=[one.uri])))
        for found, _, name in answers.symbols(desk, one):
            if found.sort == "example":
                command = lsp.Command("run example", RUN_EXAMPLE, arguments=[one.uri, found.name])
                lenses.append(lsp.CodeLens(server.range_of(name), command))
        return lenses


def _rank(proposal: Proposal) -> int:
    return 0 if proposal.first else 2 if proposal.sort == "function" else 1


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
