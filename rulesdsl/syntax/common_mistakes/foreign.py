"""Words that other languages have, and what is written instead."""

# Words with which no line begins, and what is written instead.
FOREIGN_LINES = {
    "while": "write `phase NAME` with `until …` below it, or `repeat … times`",
    "loop": "write `phase NAME` with `until …` below it, or `repeat … times`",
    "return": "a routine gives nothing back; write a `define` for what is computed",
    "print": 'write `say "…"`',
    "increase": "write `add … to …`",
    "increment": "write `add 1 to …`",
    "gain": "write `add … to …`",
    "decrease": "write `remove … from …`",
    "decrement": "write `remove 1 from …`",
    "reduce": "write `remove … from …`",
    "subtract": "write `remove … from …`",
    "pay": "write `remove … from your …`, or in an action `cost remove … from your …`",
    "spend": "write `remove … from your …`, or in an action `cost remove … from your …`",
    "lose": "write `remove … from …`",
    "discard": "write `move … to …`",
    "put": "write `move … to …`",
    "place": "write `move … to …`",
    "take": "write `move … to …`",
    "give": "write `move … to …`",
    "return_to": "write `move … to …`",
    "var": "write `let … = …`, or declare a `state`",
    "const": "write `let … = …`, or declare a `define`",
    "break": "write `end` and the name of the phase",
    "stop": "write `end` and the name of the phase, or `end game`",
    "exit": "write `end` and the name of the phase, or `end game`",
    "pass": "write `nothing`, or `may` for what a player can leave undone",
    "skip": "write `nothing`",
    "call": "write `do …`",
    "run": "write `do …`",
    "reveal": "write `show …` or `flip … face up`",
    "turn_over": "write `flip … face up`",
    "select": "write `choose … from …`",
    "pick": "write `choose … from …`",
    "throw": "write `roll … from 1..6`",
    "otherwise": "an `if` among the lines goes on with `else`",
    "switch": "write `depending on …`",
    "match": "write `depending on …`",
    "next": "leave it out: `each player in turn` and `turn of each player` go on by themselves",
    "wait": "write `nothing`, or leave it out",
    "look": "who sees a zone is said where it is declared, `seen by …`; `show … to …` shows it once",
    "swap": "write two lines: `move … to …` the one way, and back",
    "only": "write `when …`",
    "require": "write `when …`",
    "requires": "write `when …`",
    "needs": "write `when …`",
    "effect": "leave it out: the lines of an action are what it does",
    "wins": "write `end game`; `winner` says who wins",
    "everyone": "write `each player in turn`, and below it what they do",
    "everybody": "write `each player in turn`, and below it what they do",
}

FOREIGN_DECLARATIONS = {
    "title": 'write `game "…"`',
    "enum": "write `values NAME: …`",
    "type": "write `values NAME: …`",
    "card": "write `pieces NAME …`",
    "cards": "write `pieces NAME …`",
    "component": "write `pieces NAME …`",
    "components": "write `pieces NAME …`",
    "token": "write `pieces NAME …`",
    "piece": "write `pieces NAME …`",
    "board": "write `places NAME …`",
    "place": "write `places NAME …`",
    "space": "write `places NAME …`",
    "nodes": "write `places NAME …`",
    "edges": "write `links NAME of …`",
    "deck": "write `zone deck: pile of …`",
    "pile": "write `zone NAME: pile of …`",
    "hand": "write `zone hand per Player: set of …`",
    "var": "write `state NAME: TYPE`",
    "variable": "write `state NAME: TYPE`",
    "let": "write `define NAME = …`",
    "const": "write `define NAME = …`",
    "constant": "write `define NAME = …`",
    "def": "write `define NAME = …`, or `routine NAME` for what is done",
    "function": "write `define NAME = …`, or `routine NAME` for what is done",
    "procedure": "write `routine NAME`",
    "effect": "write `routine NAME`",
    "rule": 'write `always NAME`, or `rules "…"` for the list of rules',
    "trigger": "write `always NAME`",
    "setup": "write it as the first lines of `flow`",
    "test": 'write `example "…"`',
    "win": "write `winner most total`",
    "points": "write `score NAME = …`",
    "tie": "write it behind the winner: `winner most total, then most …, then shared`",
    "ties": "write it behind the winner: `winner most total, then most …, then shared`",
    "tiebreaker": "write it behind the winner: `winner most total, then most …, then shared`",
    "import": 'a file stands alone; data comes with `from "….csv"`',
    "include": 'a file stands alone; data comes with `from "….csv"`',
    "player": "write `players 2..4`",
}

# Names that other languages have for what has another name here; the grammar takes them for names.
FOREIGN_NAMES = {
    "else": "otherwise",
    "default": "otherwise",
    "true": "yes",
    "false": "no",
    "null": "none",
    "nil": "none",
    "undefined": "none",
    "me": "you",
    "self": "you",
    "my": "your",
    "everyone": "players",
    "everybody": "players",
    "all": "players",
    "anyone": "players",
    "opponents": "others",
    "len": "count",
    "length": "count",
    "size": "count",
    "sorted": "ranked",
    "abs": "difference",
    "any": "some",
    "random": "write `choose x from … by chance`, or `roll x from 1..6`",
    "nothing": "write `none`; in an example, who does nothing `declines`",
    "p": "write `your …` for whoever it is about, or go through all of them: `p in players`",
    "player": "write `you` (`your …`) for whoever it is about, or go through all: `p in players`",
    "range": "write `1..3` for the numbers from 1 to 3",
}

# What is no action here: whoever may do something may leave it undone.
FOREIGN_ACTIONS = dict.fromkeys(
    ("pass", "skip", "nothing", "decline", "wait", "end_turn"),
    "write `may …` alone: whoever does not want to, declines",
)

# Kinds of values that other languages have.
YES_OR_NO = "write `yes or no`"
FOREIGN_TYPES = {
    **dict.fromkeys(
        ("number", "numbers", "integer", "int", "Int", "Integer", "Number", "points"),
        "write the range of the number: `0..10`",
    ),
    **dict.fromkeys(
        ("bool", "boolean", "Boolean", "Bool", "flag", "true", "false", "True", "False"), YES_OR_NO
    ),
    **dict.fromkeys(
        ("string", "text", "String", "str"), "texts are no values: declare `values NAME: …` for what can be"
    ),
}

# What decides who wins, by the words others have for it.
FOREIGN_RANKS = {
    **dict.fromkeys(("highest", "largest", "biggest", "greatest", "best", "max", "maximum", "more"), "most"),
    **dict.fromkeys(("lowest", "fewest", "smallest", "min", "minimum", "less", "fewer"), "least"),
    **dict.fromkeys(("draw", "tie", "tied", "share", "split", "equal"), "shared"),
}
