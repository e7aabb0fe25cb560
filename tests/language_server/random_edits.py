"""Somebody types at random in a game file and asks about it after every edit; every answer is timed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from attrs import frozen
from lsprotocol import types as lsp

from rulesdsl.engine.dice import Dice
from tests.language_server.editor import Editor

TYPED = ("x", "\n", "  ", '"', "(", "your ", ".", "[", "action a\n", "é😀", "end ", "\t", "# ", "", "")
BEGUN_ANEW = 40
"""So many edits, and the file is as it was: nobody asks about a heap of rubble."""
READ_AFTER = 20
"""So many edits, and something is asked that has to wait for the text to be read."""
Asked = Callable[[Editor, lsp.TextDocumentIdentifier, lsp.Position], object]


@frozen
class Answer:
    kind: str
    seconds: float
    """Until it was there."""
    work: float
    """What the server itself worked for it: nothing where no machine tells."""


def _line(place: lsp.Position) -> lsp.Range:
    return lsp.Range(lsp.Position(place.line, 0), place)


AT_ONCE: Mapping[str, Asked] = {
    "hover": lambda editor, file, place: editor.ask(
        editor.client.text_document_hover_async(lsp.HoverParams(file, place))
    ),
    "completion": lambda editor, file, place: editor.completion_at(file.uri, place),
    "definition": lambda editor, file, place: editor.ask(
        editor.client.text_document_definition_async(lsp.DefinitionParams(file, place))
    ),
    "inlay hints": lambda editor, file, _: editor.hints(file.uri),
    "symbols": lambda editor, file, _: editor.symbols(file.uri),
    "code lenses": lambda editor, file, _: editor.lenses(file.uri),
    "highlight": lambda editor, file, place: editor.ask(
        editor.client.text_document_document_highlight_async(lsp.DocumentHighlightParams(file, place))
    ),
    "quick fixes": lambda editor, file, place: editor.ask(
        editor.client.text_document_code_action_async(
            lsp.CodeActionParams(file, _line(place), lsp.CodeActionContext([]))
        )
    ),
}
AFTER_READING: Mapping[str, Asked] = {
    "references": lambda editor, file, place: editor.ask(
        editor.client.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(True), file, place)
        )
    ),
    "formatting": lambda editor, file, _: editor.formatted(file.uri),
    "rename": lambda editor, file, place: editor.ask(
        editor.client.text_document_rename_async(lsp.RenameParams(file, place, "another_name"))
    ),
}


def answers(editor: Editor, path: Path, edits: int, dice: Dice) -> Iterator[Answer]:
    """So many random edits of a file, each with an answer that is made at once, some with one that is not."""
    uri = editor.open(path)
    editor.read(uri)
    good = editor.texts[uri]
    file = lsp.TextDocumentIdentifier(uri)
    at_once, after_reading = list(AT_ONCE.items()), list(AFTER_READING.items())

    def timed(kind: str, asked: Asked) -> Answer:
        lines = editor.texts[uri].split("\n")
        number = dice.below(len(lines))
        place = lsp.Position(number, dice.below(len(lines[number].encode("utf-16-le")) // 2 + 1))
        worked, begun = editor.server_work(), perf_counter()
        asked(editor, file, place)
        taken = perf_counter() - begun
        return Answer(kind, taken, editor.server_work() - worked)

    for edit in range(edits):
        text = good if edit % BEGUN_ANEW == 0 else editor.texts[uri]
        at = dice.below(len(text))
        editor.type(uri, text[:at] + TYPED[dice.below(len(TYPED))] + text[at + dice.below(4) :])
        yield timed(*at_once[edit % len(at_once)])
        if edit % READ_AFTER == READ_AFTER - 1:
            yield timed(*after_reading[edit // READ_AFTER % len(after_reading)])
    editor.close_file(uri)


def slow(times: Iterable[float]) -> float:
    """What 95 of 100 do not exceed, in milliseconds."""
    return quantiles(times, n=20)[-1] * 1000
