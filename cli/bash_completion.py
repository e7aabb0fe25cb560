"""Completion in bash, which hands over what stands around `=` and `:` as words of their own."""

import os
from itertools import pairwise

from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

JOINTS = frozenset("=:")


class Bash(BashComplete):
    """`2=gr` is one word to us; bash has three of it, and only the last is replaced."""

    before = ""
    """Of the word that is completed, what bash leaves as it is."""

    def get_completion_args(self) -> tuple[list[str], str]:
        given = split_arg_string(os.environ["COMP_WORDS"])
        word_index = int(os.environ["COMP_CWORD"])
        words = [*given[1:word_index], given[word_index] if word_index < len(given) else ""]
        whole = [words[0]]
        self.before = ""
        for last, word in pairwise(words):
            if _is_joint(word) or (_is_joint(last) and word):
                self.before = whole[-1]
                whole[-1] += word
            else:
                self.before = ""
                whole.append(word)
        if _is_joint(words[-1]):
            self.before = whole[-1]
        return whole[:-1], whole[-1]

    def format_completion(self, item: CompletionItem) -> str:
        return f"{item.type},{item.value.removeprefix(self.before)}"


def _is_joint(word: str) -> bool:
    return bool(word) and set(word) <= JOINTS


def use_it() -> None:
    add_completion_class(Bash)
