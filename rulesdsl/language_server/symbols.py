"""The names that a file declares, as an outline."""

from __future__ import annotations

from lsprotocol import types as lsp

SYMBOLS = {
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


def nested(listed: list[lsp.DocumentSymbol]) -> list[lsp.DocumentSymbol]:
    """Symbols inside those that hold them."""
    listed.sort(key=lambda symbol: (_place(symbol.range.start), [-part for part in _place(symbol.range.end)]))
    top: list[lsp.DocumentSymbol] = []
    stack: list[lsp.DocumentSymbol] = []
    for symbol in listed:
        while stack and _place(stack[-1].range.end) < _place(symbol.range.end):
            stack.pop()
        children = stack[-1].children if stack else top
        assert isinstance(children, list)
        children.append(symbol)
        stack.append(symbol)
    return top


def _place(position: lsp.Position) -> tuple[int, int]:
    return position.line, position.character
