"""What is said between the table and those who play at it: shown, asked, answered."""

import shlex
import sys
from pathlib import Path
from textwrap import wrap

import click
from attrs import define, evolve

from rulesdsl import program as ir
from rulesdsl.bots import Greedy
from rulesdsl.engine.decisions.options import reading_for
from rulesdsl.engine.decisions.stages import Decision
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.attributes import Attributes
from rulesdsl.engine.labels.english import counted, listed
from rulesdsl.engine.views.looking import look
from rulesdsl.engine.views.scores import standing_now
from rulesdsl.engine.views.short import short_text
from rulesdsl.engine.views.view import view
from rulesdsl.program_walk import asks_for_text
from rulesdsl.score_sheet import score_sheet
from rulesdsl.texts import ASKS_FOR_A_TEXT, TextRefused

from .exit_status import CannotDo, ExitStatus
from .faults import show_fault
from .offer import Offer, Offered, offer
from .output_options import for_a_person, width
from .refusals import refusal
from .saved_games import SavedGame, free_name, mark
from .score_table import show_sheet
from .sitting import Sitting, Undone
from .story import Story

HELP = """\
  NUMBER or WORDS    take that option; the beginning of its words is enough
  table              the whole table as you may see it
  look NAME          one card, place or zone: what is printed on it, where it is
  options            what you can do now
  why WORDS          why you cannot do that, or not choose that: the clause that forbids it
  hint               what a bot would do
  undo               take your last choice back, and what bots did since, where nothing hidden or
                     random was revealed
  score              the score sheet as it stands, as far as you may know
  save FILE          keep the game in a file
  quit               end here; the game is kept
  help               this"""


MOST_LOOKED = 8
"""So many things of one beginning are shown."""


class Left(Exception):
    """Nobody answers any more; the game is kept, or could not be."""

    def __init__(self, status: ExitStatus) -> None:
        super().__init__(status)
        self.status = status


@define
class Conversation:
    sitting: Sitting
    template: SavedGame
    saved_as: Path | None
    kept: int = -1
    """How many choices were made when the game was last saved."""
    listening: int | None = None

    def hold(self) -> ExitStatus:
        """Until the game is over; `Left` when somebody leaves before."""
        sitting = self.sitting
        if self.saved_as is not None:
            self.kept = sitting.done
        try:
            while sitting.state.decision is not None:
                decision = sitting.state.decision
                if sitting.table.bots[decision.player] is None:
                    self._ask(decision)
                else:
                    self._let_bot_choose()
        except Fault as fault:
            self._tell(self._listener())
            show_fault(fault)
            self._keep_on_leaving()
            return ExitStatus.FAULT_IN_PLAY
        except (KeyboardInterrupt, click.Abort):
            click.echo()
            self._keep_on_leaving()
            return ExitStatus.INTERRUPTED
        except BrokenPipeError:
            # Nobody reads where the game is kept; whoever looks finds it.
            if self.kept != sitting.done:
                self._write(self.saved_as or free_name(self._stem()))
            raise
        self._tell(self._listener())
        click.echo()
        show_sheet(score_sheet(sitting.state, None, sitting.table.names))
        return ExitStatus.FINE

    def _let_bot_choose(self) -> None:
        try:
            self.sitting.let_bot_choose()
        except CannotDo:
            # A bot of somebody's own errs: it can be mended, and the game gone on with.
            self._tell(self._listener())
            self._keep_on_leaving()
            raise

    def _listener(self) -> int:
        return self.sitting.people[0] if self.listening is None else self.listening

    # ------------------------------------------------------------------ one decision

    def _ask(self, decision: Decision) -> None:
        player = decision.player
        if self.listening != player:
            self._hand_over(player)
        self._tell(player)
        if self.sitting.is_fresh:
            click.echo()
            self._show_table(player)
        made = self._offer(decision)
        self._show_offer(made, decision)
        while not self._answered(made, decision):
            pass

    def _hand_over(self, player: int) -> None:
        """Another person decides now, who may know other things than the one before."""
        if len(self.sitting.people) > 1 and self.listening is not None:
            name = self.sitting.table.names[player]
            if sys.stdin.isatty():
                click.pause(f"\n{name}, it is for you to decide: press a key when you sit here.")
                click.clear()
            else:
                click.echo(f"\n{name} decides.")
        self.listening = player

    def _answered(self, made: Offer, decision: Decision) -> bool:
        """Ask once; is the decision made, or the position another one?"""
        typed = self._read()
        if not typed:
            return False
        if decision.written is not None and not typed.startswith("/"):
            return self._write_text(typed)
        meant = made.meant(typed.removeprefix("/") if decision.written is not None else typed)
        if isinstance(meant, Offered):
            self.sitting.choose(meant.index)
            return True
        word, _, rest = typed.removeprefix("/").partition(" ")
        rest = rest.strip()
        player = decision.player
        match word.lower():
            case "help" | "?":
                click.echo(HELP)
            case "table":
                self._show_table(player, whole=True)
            case "look":
                self._look(rest, player)
            case "options":
                self._show_offer(made, decision)
            case "score":
                click.echo(score_sheet(self.sitting.state, player, self.sitting.table.names).to_text())
            case "why":
                self._say_why(rest)
            case "hint":
                self._hint(made, player)
            case "undo":
                undone = self.sitting.undo(player, anyway=rest.lower() == "anyway")
                if isinstance(undone, Undone):
                    self._tell_undone(undone, player)
                    return True
                click.echo(f"that cannot be taken back: {undone}")
            case "save":
                self._save_by_wish(rest)
            case "quit" | "exit":
                self._keep_on_leaving()
                raise Left(ExitStatus.FINE)
            case _ if meant:
                several = ", ".join(f"{option.key} {option.text}" for option in meant[:8])
                click.echo(f"that can be {several}{', ...' if len(meant) > 8 else ''}")
            case _ if decision.written is not None:
                click.echo(f"there is no command `{typed}`; {_written(decision.written)}")
            case _:
                click.echo(f"there is no option `{typed}`; type {_keys(made)}, or `help`")
        return False

    def _write_text(self, typed: str) -> bool:
        """Is the text taken?"""
        try:
            self.sitting.choose(typed)
        except TextRefused as refused:
            click.echo(refused)
            return False
        return True

    def _read(self) -> str:
        name = self.sitting.table.names[self._listener()]
        prompt = click.style(f"{name}> ", bold=True)
        try:
            if sys.stdin.isatty():
                return input(prompt).strip()
            click.echo(prompt, nl=False)
            line = sys.stdin.readline()
        except EOFError:
            line = ""
        if not line:
            click.echo()
            self._keep_on_leaving()
            raise Left(ExitStatus.FINE)
        # What is piped in is shown, so that the output can be read by itself.
        click.echo(line.rstrip("\n"))
        return line.strip()

    # ------------------------------------------------------------------ showing

    def _tell(self, player: int) -> None:
        """What has happened since."""
        lines = self.sitting.news(player)
        if lines:
            story = Story(self.sitting.narrators[player], self.sitting.table.names)
            click.echo()
            story.show(lines)

    def _tell_undone(self, undone: Undone, player: int) -> None:
        others = [self.sitting.table.names[seat] for seat in undone.players if seat != player]
        also = f", and what {listed(others)} did since" if others else ""
        click.echo(f"taken back{also}{':' if undone.lines else ''}")
        story = Story(self.sitting.narrators[player], self.sitting.table.names)
        story.show([f"  {line}" for line in undone.lines])

    def _show_table(self, player: int, *, whole: bool = False) -> None:
        """In short, as it is shown before a decision; the whole of it on demand."""
        sitting = self.sitting
        seen = evolve(view(sitting.state, player, sitting.table.names), decision=None)
        line = "─" * min(width(), 80)
        click.echo(click.style(line, dim=True) if for_a_person() else line)
        if whole:
            click.echo(seen.to_text(width()))
            return
        decision = sitting.state.decision
        offered = () if decision is None else decision.options
        pieces = [param for param in offered if isinstance(param.type, ir.PieceDomain) and not param.unseen]
        click.echo(
            short_text(
                seen,
                Attributes.of(sitting.labels, sitting.aside),
                width(),
                now=standing_now(reading_for(sitting.state, player)),
                offered=frozenset(
                    sitting.labels.piece(piece.value)
                    for piece in pieces
                    if piece.kind == "value" and piece.value >= 0
                ),
            )
        )

    def _show_offer(self, made: Offer, decision: Decision) -> None:
        name = self.sitting.table.names[decision.player]
        click.echo()
        if made.doing:
            click.echo(click.style(made.doing, dim=True))
        if not made.prompt:
            made = evolve(made, prompt=f"{name}, what do you do?")
        elif made.prompt.startswith("("):
            made = evolve(made, prompt=f"{name}, what do you do? {made.prompt}")
        for index, line in enumerate(made.lines(width())):
            click.echo(click.style(line, bold=True) if index == 0 else line)
        if decision.written is not None:
            click.echo(f"  {_written(decision.written)}")

    def _offer(self, decision: Decision) -> Offer:
        made = offer(self.sitting.state, decision, self.sitting.labels, self.sitting.aside)
        if decision.written is None:
            return made
        # What stands beside a text is a command: a number could be meant as a text.
        beside = (option for option in made.options if decision.options[option.index].kind != "text")
        return evolve(made, options=tuple(evolve(option, key=f"/{option.text}") for option in beside))

    # ------------------------------------------------------------------ what can be asked for

    def _say_why(self, asked: str) -> None:
        if not asked:
            click.echo("why what? Name an action, a piece or a place, as in `why ACTION` or `why PIECE`")
            return
        for line in refusal(self.sitting.state, asked, self.sitting.table.names):
            click.echo(line)

    def _look(self, wanted: str, player: int) -> None:
        sitting = self.sitting
        if not wanted:
            click.echo("look at what? Name a card, a place or a zone, as in `look NAME`")
            return
        seen = view(sitting.state, player, sitting.table.names)
        shown = look(sitting.labels, seen, wanted, sitting.aside)
        if not shown:
            click.echo(f"there is nothing called `{wanted}`")
        for shown_line in shown[:MOST_LOOKED]:
            for line in shown_line.lines():
                for part in wrap(line, width(), subsequent_indent="    ", break_on_hyphens=False):
                    click.echo(part)
        if len(shown) > MOST_LOOKED:
            click.echo(f"... and {len(shown) - MOST_LOOKED} more begin so")

    def _hint(self, made: Offer, player: int) -> None:
        if asks_for_text(self.sitting.program):
            click.echo(f"there is no hint: {ASKS_FOR_A_TEXT}")
            return
        stream = Dice((self.sitting.table.seed + self.sitting.done) % 2**64)
        chosen = Greedy().choose(self.sitting.state, player, stream)
        option = next(option for option in made.options if option.index == chosen)
        answer = option.text if option.text == option.key else f"{option.key}: {option.text}"
        click.echo(f"the greedy bot would take {answer}")

    def _save_by_wish(self, wanted: str) -> None:
        try:
            names = shlex.split(wanted)
        except ValueError:
            names = [wanted]
        path = Path(names[0]).expanduser() if names else self.saved_as or free_name(self._stem())
        try:
            self._save(path)
        except (CannotDo, OSError) as error:
            click.echo(f"not saved: {error}", err=True)

    def _save(self, path: Path) -> None:
        self._write(path)
        click.echo(f"saved; go on with: rulesdsl play --resume {shlex.quote(str(path))}")

    def _write(self, path: Path) -> None:
        evolve(
            self.template,
            choices=tuple(self.sitting.record.choices),
            position=mark(self.sitting.state),
        ).write(path)
        self.saved_as, self.kept = path, self.sitting.done

    def _keep_on_leaving(self) -> None:
        """Nothing is lost when somebody leaves: what is not saved yet is saved."""
        if self.kept == self.sitting.done:
            click.echo(f"the game is kept in {self.saved_as}")
            return
        if self.sitting.done == 0:
            click.echo("the game had not begun; nothing to keep")
            return
        self._save(self.saved_as or free_name(self._stem()))

    def _stem(self) -> str:
        return Path(self.template.file).stem


def _written(most: int) -> str:
    """What can be typed where a text is asked for."""
    return f"write up to {counted(most, 'letter')}; what begins with a / is a command, as `/help` is"


def _keys(made: Offer) -> str:
    """What can be typed: `a number from 1 to 7`, or `1`."""
    keys = [option.key for option in made.options]
    return f"a number from {keys[0]} to {keys[-1]}" if not made.numbers else f"one of {', '.join(keys)}"
