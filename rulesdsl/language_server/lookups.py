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
        document = server.document(params.text_document.uri)
        answer = (
            None
            if document is None
            else answers.hover(desk, document, server.position_of(document, params.position))
        )
        if answer is None:
            return None
        spot, text = answer
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), server.range_of(spot))

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=[".", "["], resolve_provider=False),
    )
    def completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        document = server.document(params.text_document.uri)
        if document is None or not document.is_game:
            return lsp.CompletionList(is_incomplete=False, items=[])
        line, column = server.position_of(document, params.position)
        before = "\n".join([*document.lines[:line], document.lines[line][:column]])
        inside = _around(desk, document, line)
        proposed = proposals(before, document.index, inside, variant=document.is_variant)
        items = [
            lsp.CompletionItem(
                proposal.text,
                kind=_ITEMS.get(proposal.sort, lsp.CompletionItemKind.Variable),
                detail=f"{proposal.sort}: {proposal.detail}" if proposal.detail else proposal.sort,
                sort_text=f"{_rank(proposal)}{proposal.text}",
            )
            for proposal in proposed
        ]
        return lsp.CompletionList(is_incomplete=False, items=items)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        document = server.document(params.text_document.uri)
        if document is None:
            return []
        position = server.position_of(document, params.position)
        return [server.location(spot) for spot in answers.declared_at(desk, document, position)]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        document = server.document(params.text_document.uri)
        index = None if document is None else desk.index_for(document.path)
        if document is None or index is None:
            return []
        offset = desk.offset_then(index, document.path, server.position_of(document, params.position))
        named = None if offset is None else index.named_at(document.path, offset)
        places = index.things[named[1]] if named is not None else ()
        spots = desk.spots_now(index, (place for place in places if place.file == document.path))
        return [lsp.DocumentHighlight(server.range_of(spot)) for spot in spots]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        document = server.document(params.text_document.uri)
        if document is None:
            return []
        return nested(
            [
                lsp.DocumentSymbol(
                    definition.name or definition.sort,
                    SYMBOLS.get(definition.sort, lsp.SymbolKind.Variable),
                    server.range_of(whole),
                    server.range_of(name),
                    detail=f"{definition.sort}: {definition.detail}"
                    if definition.detail
                    else definition.sort,
                    children=[],
                )
                for definition, whole, name in answers.symbols(desk, document)
            ]
        )

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def inlay_hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        document = server.document(params.text_document.uri)
        if document is None:
            return []
        first, last = params.range.start.line, params.range.end.line
        by_line: dict[int, list[tuple[Spot, str]]] = {}
        for spot, text in answers.citations(desk, document):
            if first <= spot.first[0] <= last:
                by_line.setdefault(spot.first[0], []).append((spot, text))
        hints = []
        for line, cited in by_line.items():
            end = len(document.lines[line])
            rules = "; ".join(_short(text) for _, text in cited)
            hints.append(
                lsp.InlayHint(
                    server.range_of(Spot(document.path, (line, end), (line, end))).start,
                    rules,
                    padding_left=True,
                    tooltip="\n".join(text for _, text in cited),
                )
            )
        return hints

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def code_lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        document = server.document(params.text_document.uri)
        if document is None or document.index is None:
            return []
        lenses = []
        if session.plays:
            head = server.range_of(Spot(document.path, (0, 0), (0, 0)))
            lenses.append(lsp.CodeLens(head, lsp.Command("play", PLAY, arguments=[document.uri])))
        for definition, _, name in answers.symbols(desk, document):
            if definition.sort == "example":
                command = lsp.Command("run example", RUN_EXAMPLE, arguments=[document.uri, definition.name])
                lenses.append(lsp.CodeLens(server.range_of(name), command))
        return lenses


def _rank(proposal: Proposal) -> int:
    return 0 if proposal.first else 2 if proposal.sort == "function" else 1


def _short(text: str) -> str:
    words = text.partition(". ")[0]
    return words if len(words) <= 60 else words[:59].rsplit(" ", 1)[0] + " …"


def _around(desk: Desk, document: Document, line: int) -> tuple[str, int, int] | None:
    """Where a line stood in the text that was read last: by the nearest line above that was there."""
    index = document.index
    if index is None or document.path not in index.texts:
        return None
    for above in range(line, max(-1, line - 200), -1):
        offset = desk.offset_then(index, document.path, (above, 0))
        if offset is not None:
            return document.path, offset, offset
    return None
