"""The options of a game as they are told to those who may set them."""

from attrs import asdict, frozen

from rulesdsl.syntax import ast


@frozen
class OptionInWords:
    """`alternate_direction=no  (yes or no)  Direction changes every round`"""

    name: str
    values: str
    default: str
    text: str

    def __str__(self) -> str:
        description = f": {self.text}" if self.text else ""
        return f"--option {self.name}={self.default}  ({self.values}){description}"

    def as_data(self) -> dict[str, str]:
        return asdict(self)


def options_in(tree: ast.GameFile) -> tuple[OptionInWords, ...]:
    """In the order of the file."""
    return tuple(
        OptionInWords(
            declaration.name.text,
            " ".join(declaration.type.span.text.split()),
            " ".join(declaration.default.span.text.split()),
            declaration.text.value if declaration.text else "",
        )
        for declaration in tree.all(ast.OptionDecl)
    )
