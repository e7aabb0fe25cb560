"""What a writer says to readers before the game begins: the comment below the head of the file."""

from rulesdsl.syntax import ast, comments


def preface(tree: ast.GameFile) -> str:
    """The first paragraph of comments between the head and the first declaration; "" if there is none.

    A comment that ends in dashes, or is nothing but dashes, is a heading of what follows.
    """
    source = tree.span.source
    end = max((line.span.end for line in tree.headings if line.span.source == source), default=0)
    own = [declaration.span.start for declaration in tree.declarations if declaration.span.source == source]
    words: list[str] = []
    last = None
    for comment in comments(source):
        alone = source.line_text(comment.line).lstrip().startswith("#")
        text = comment.text.lstrip("#").strip()
        if comment.start < end or not alone or "---" in text:
            continue
        if comment.start > min(own, default=comment.start) or (last is not None and comment.line > last + 1):
            break
        words.append(text)
        last = comment.line
    return " ".join(words)
