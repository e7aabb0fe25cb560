"""Every code there is, one line each: its severity, what it says, the area it belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType

from attrs import frozen

from rulesdsl.diagnostics.suggest import suggest


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@frozen
class Entry:
    """A kind of diagnostic."""

    code: str
    severity: Severity
    summary: str
    area: str


class UnknownCode(LookupError):
    """A code that is in no line of the catalogue."""

    def __init__(self, code: str) -> None:
        nearest = suggest(code, CATALOGUE)
        super().__init__(f"there is no code `{code}`" + (f"; did you mean `{nearest}`?" if nearest else ""))
        self.code = code
        self.suggestion = nearest


def _entries(severity_by_sign: Mapping[str, Severity], table: str) -> Iterable[Entry]:
    area = ""
    for line in table.strip().splitlines():
        if line.startswith("["):
            area = line.strip("[]")
        elif line:
            sign, code, summary = line.split(maxsplit=2)
            yield Entry(code, severity_by_sign[sign], summary, area)


# E is an error: the file breaks a promise of the language, or some table of players would one day
# find the game stuck, stopped or undecided. W is a warning: the game can be played to its end as it
# is written, and only what the writer meant is in doubt. That is why `idle-allow` warns (the game
# is untouched), and `bad-example` does not (an example that nobody can follow proves nothing).
_TABLE = """
[syntax]
E syntax-error              the text cannot be read at this place
E bad-indentation           a line is indented less, more or otherwise than its block
E unclosed-bracket          a bracket is opened and never closed, or closed by another kind
E unclosed-string           a text in quotation marks does not end on its line
E bad-character             a character that has no meaning in the language
E too-deep                  brackets or blocks lie inside each other more often than the limit
E file-too-large            a file is larger than the limit
E not-text                  a file is not text in UTF-8
E misplaced-declaration     a declaration or a clause stands where it cannot stand
E unknown-language          a file is written in a version of the language that is not read here
E incomplete-head           the head of a file lacks its title or its number of players

[names]
E unknown-name              a name that is declared nowhere
E duplicate-name            a name is declared twice
E shadowed-name             a name hides another one that is also visible here
E unclear-name              a name belongs to the thing that is gone through, and to something else
W unused-name               a name is declared and never used
E unknown-attribute         something is asked for an attribute that it does not have
E unknown-zone              a zone is named that is declared nowhere
E unknown-action            an action is named that is declared nowhere
E unknown-phase             a phase is named that is declared nowhere
E missing-owner             something that each player has is used without saying whose
E missing-index             something that there are several of is used without saying which
E name-is-a-word            a name is also a word of the language
E circular-definition       a definition needs itself
E outside-a-turn            `you` is used where nobody acts

[types]
E type-mismatch             a value of one type stands where another type is needed
E wrong-argument-count      something is given more or fewer arguments than it takes
E unknown-argument          something is given an argument by a name that it does not take
E out-of-range              a value lies outside the range it has to stay in
E range-too-wide            a number is larger than the limit, or can become so
E may-be-none               a value that may be `none` is used where there must be one
E mixed-comparison          things of different sorts are compared, or several things with one
E not-a-zone                something is used as a zone and is none
E not-a-set                 something is used as many values and is one value
E incomplete-cases          a value that can occur is in none of the cases
E repeated-case             a case that an earlier case has already taken
W always-true               a condition that holds whatever happens
W always-false              a condition that never holds whatever happens

[data]
E data-file-missing         a data file is not there
E data-file-outside         a data file lies outside the folder of the game
E data-file-unreadable      what is named as a table or a rule list is something else
E data-column-missing       a data file lacks a column that is declared
W pieces-read-alike         different pieces of a kind are called the same
W unread-column             a column that nothing reads, though its name looks as if it were meant
E data-bad-value            a cell of a data file holds no value of its type
E data-missing-cell         a cell of a data file is empty and must not be
E data-duplicate-key        two rows of a data file have the same key
E table-gap                 a table has no row for a value that can be looked up
E table-overlap             two rows of a table hold for the same value
E player-count-not-covered  a case is missing for a number of players that can play

[zones]
E pieces-without-zone       pieces that are in no zone when the game begins
E pieces-in-two-zones       pieces that are in more than one zone when the game begins
W zone-never-filled         nothing is ever put into a zone
W zone-never-read           nothing ever looks at or takes from a zone
E zone-overflow             a zone can be given more than it holds, and nothing says what happens then
E deck-too-small            a pile has too few pieces for what is dealt from it

[flow]
E empty-menu                a menu is offered that has no actions
W action-never-offered      an action that no player is ever offered
E phase-unreachable         a phase that the game never comes to
E endless-phase             a phase that nothing can end
W unasked-repeat            a phase that does the same again and again, because something could stop it
W only-passes-left          a position in which every way on is to pass
W idle-line                 a line that changes nothing
W unreachable-line          a line that is never carried out
E end-never-reached         an end of a phase or of the game that no play can reach
W may-be-full               pieces that come to lie where perhaps no room is left
E unclear-cost              a cost line of which nobody can say beforehand whether it can be paid
W may-find-nothing          a choice that must be made, and there may be nothing to choose from
W may-run-dry               a draw that comes again and again from what nothing fills
E no-flow                   a game that does not say how it is played
E lost-change               a number is changed twice at the same moment, and only the last change would count
E shared-change-in-secret   players who act at the same time change something they share
E not-one-choice            whole moves that cannot be offered as one choice
E decision-not-allowed-here a player is asked where nobody can be asked
W restless-rule             a standing rule that never makes its own condition false

[scoring]
E score-not-counted         a score that is in no total, or is never written down
E tie-left-open             players can be equal after the last tie-break
W rank-decides-nothing      a way to rank players that never tells one from another
E no-winner                 a game that does not say who wins

[secrets]
E information-leak          something a player sees depends on what that player may not see
W telling-effect            something that all see is done only because of what not all may see
E secret-not-kept           a name stands for something secret when a decision is made, and no state keeps it
W chance-in-the-open        what chance gives is seen by all, and then kept as a secret

[graphs]
W graph-not-connected       some places cannot be reached from the others
E link-to-unknown           a link leads to a place that does not exist

[rules]
E unknown-rule              a rule is cited that is not in the rule list
W uncited-rule              a rule of the list that no line cites
W cite-in-comment           a comment that looks as if it cited a rule
E rule-list-missing         the rule list of the game is not there

[examples]
E bad-example               an example that nobody could follow

[variants]
E unknown-base              a variant names a game that is not there
E circular-variant          a variant that is built on itself
E variant-target-missing    a variant changes something that its base does not have
E variant-conflict          two changes of the same thing that cannot both hold
E variant-changes-nothing   a change that leaves everything as it was
W empty-variant             a variant that changes nothing at all
W variants-disagree         two variants, put on one game together, change the same thing in two ways

[limits]
E too-many-values           there are more values, pieces, zones or rows than the limit
E state-too-large           a game whose state is larger than the limit
E too-much-work             ranges gone through inside each other have more combinations than the limit

[allow]
W idle-allow                an `# allow` comment that allows nothing
E allow-error               an `# allow` comment for an error, which cannot be allowed
"""

CATALOGUE: Mapping[str, Entry] = MappingProxyType(
    {entry.code: entry for entry in _entries({"E": Severity.ERROR, "W": Severity.WARNING}, _TABLE)}
)


def entry(code: str) -> Entry:
    """The line of a code; `UnknownCode` when there is none."""
    try:
        return CATALOGUE[code]
    except KeyError:
        raise UnknownCode(code) from None
