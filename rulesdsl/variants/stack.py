"""A game below variants below variants: read from the file on top down to the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import field, frozen

from rulesdsl.diagnostics import Diagnostic, Fix, Label, Report, did_you_mean
from rulesdsl.diagnostics.fixes import as_meant
from rulesdsl.library import SUFFIX, base_of, shipped_games
from rulesdsl.named_files import OtherKind, OutsideFolder, not_there
from rulesdsl.source import Source, SourceError
from rulesdsl.syntax import ast, parse
from rulesdsl.variants.agreement import put_beside

FileReader = Callable[[Path], Source]
"""The text of a file; raises `OSError` where there is none and `SourceError` where it is no text."""


def read_stack(
    path: Path,
    read: FileReader,
    report: Report,
    *,
    more: Sequence[Path] = (),
    cache_dir: Path | None = None,
) -> tuple[ast.GameFile, list[ast.VariantFile]] | None:
    """The game at the bottom of a file, and the variants above it, to be applied in this order.

    `path` is a game or a variant; `more` are variants of the same game, put on top one after the other,
    each with what it is built on itself. None if the report now says why there is nothing. Raises
    `OSError` if `path` or one of `more` is not there.
    """
    shelf = _Shelf(read, report, cache_dir)
    stack = shelf.stack(path)
    for top in more:
        above = shelf.stack(top)
        if stack is None or above is None:
            continue
        if not above.variants:
            label = Label(above.game.headings[0].span, "no variant")
            hint = f'a variant begins with `variant "NAME" of "{stack.bottom.name}"`'
            message = f"{top.name} is a game, not a variant of one"
            report.add(Diagnostic("unknown-base", message, label, (), hint))
            stack = None
        elif above.bottom != stack.bottom:
            head = above.variants[0].base
            message = f"this is built on {above.bottom.name}, not on {stack.bottom.name}"
            label = Label(head.span, "another game")
            hint = "put on a game only variants of it"
            report.add(Diagnostic("unknown-base", message, label, (), hint))
            stack = None
        else:
            known = set(stack.paths)
            beside = [
                variant_file
                for file, variant_file in zip(stack.paths, stack.variants, strict=True)
                if file not in above.paths
            ]
            added = [
                (file, put_beside(stack.game, beside, item, report))
                for file, item in zip(above.paths, above.variants, strict=True)
                if file not in known
            ]
            stack = _Stack(
                stack.game,
                stack.bottom,
                (*stack.variants, *(entry for _, entry in added)),
                (*stack.paths, *(file for file, _ in added)),
            )
    return None if stack is None else (stack.game, list(stack.variants))


@frozen
class _Stack:
    """`paths` are the files of the variants, in the same order; `bottom` is the game's."""

    game: ast.GameFile
    bottom: Path
    variants: tuple[ast.VariantFile, ...] = ()
    paths: tuple[Path, ...] = ()


@frozen
class _Shelf:
    read: FileReader
    report: Report
    cache_dir: Path | None
    _parsed: dict[Path, ast.GameFile | ast.VariantFile | None] = field(factory=dict, init=False)

    def stack(self, path: Path) -> _Stack | None:
        place: Path = path
        tree = self._tree(place)
        below: list[tuple[Path, ast.VariantFile]] = []
        while isinstance(tree, ast.VariantFile):
            below.append((place.resolve(), tree))
            pair = self._base(place, tree.base)
            if pair is None:
                return None
            place, tree = pair
            if place.resolve() in [file for file, _ in below]:
                self._circle(below)
                return None
        if tree is None:
            return None
        below.reverse()
        variants = tuple(variant_file for _, variant_file in below)
        return _Stack(tree, place.resolve(), variants, tuple(file for file, _ in below))

    def _base(
        self, variant: Path, name: ast.Text
    ) -> tuple[Path, ast.GameFile | ast.VariantFile | None] | None:
        """Beside the variant, else among the shipped games."""
        fix: Fix | None = None
        try:
            path = base_of(variant, name.value)
            return path, self._tree(path)
        except OutsideFolder as problem:
            message, label = str(problem), "outside of the folder"
            hint: str | None = "a base is a shipped game, or lies in the folder of its variant, or below it"
        except OtherKind as problem:
            message, label = str(problem), "no game"
            hint = f"a base is a shipped game, or a file beside this one whose name ends in `{SUFFIX}`"
        except OSError:
            shipped = shipped_games()
            missing = not_there(variant.parent / name.value, name.value)
            message = f"{missing} beside this one, and no shipped game of that name"
            label = "not found"
            fix = as_meant(name.span, name.value, (f"{word}{SUFFIX}" for word in shipped))
            hint = did_you_mean(name.value.removesuffix(SUFFIX), shipped) or (
                "a base is a file beside this one or below, or a shipped game: "
                + ", ".join(f"`{word}`" for word in shipped)
            )
        self.report.add(Diagnostic("unknown-base", message, Label(name.span, label), (), hint, fix))
        return None

    def _tree(self, path: Path) -> ast.GameFile | ast.VariantFile | None:
        try:
            key = path.resolve()
        except (RuntimeError, ValueError):
            # Links in a circle, or characters that no file has in its name.
            raise FileNotFoundError(path) from None
        if key not in self._parsed:
            try:
                source = self.read(path)
            except SourceError as error:
                self.report.add(Diagnostic.of_source_error(error))
                self._parsed[key] = None
            else:
                tree = parse(source, self.report, cache_dir=self.cache_dir)
                if isinstance(tree, ast.VariantFile):
                    if not tree.title.value.strip():
                        self.report.add(_untitled(tree))
                    if not tree.changes:
                        self.report.add(_empty(tree))
                self._parsed[key] = tree
        return self._parsed[key]

    def _circle(self, below: list[tuple[Path, ast.VariantFile]]) -> None:
        names = [file.name for file, _ in below]
        *others, last = (variant_file for _, variant_file in below)
        self.report.add(
            Diagnostic(
                "circular-variant",
                f"{' is built on '.join([*names, last.base.value])}, so there is no game below",
                Label(last.base.span, "back to where it began"),
                tuple(Label(other.base.span, "built on this") for other in others),
                "one of them has to be built on a game",
            )
        )


def _untitled(variant: ast.VariantFile) -> Diagnostic:
    return Diagnostic(
        "incomplete-head",
        "nothing says what this variant is called",
        Label(variant.title.span, "no text"),
        (),
        "write its name between the quotation marks",
    )


def _empty(variant: ast.VariantFile) -> Diagnostic:
    return Diagnostic(
        "empty-variant",
        f'"{variant.title.value}" changes nothing of its base',
        Label(variant.title.span, "no change below"),
        (),
        f"write what is different; `rulesdsl show {variant.base.value}` lists what can be set",
    )
