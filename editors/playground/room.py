"""The room of the playground: a text is checked, and one person plays it with bots, in one process."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

from rulesdsl.bots import Greedy
from rulesdsl.checked_game import Game
from rulesdsl.diagnostics.model import Report, Severity
from rulesdsl.engine.decisions.demands import demands
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.views.offering import time_of
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_file
from rulesdsl.program_walk import asks_for_text
from rulesdsl.score_sheet import score_sheet
from rulesdsl.server.moments import Late
from rulesdsl.server.pages import at_the_table
from rulesdsl.server.session import Session
from rulesdsl.table import explanations
from rulesdsl.table.design import Design, design_of
from rulesdsl.table.lit import NOWHERE, Lit, pointed
from rulesdsl.table.page import parts, story_items, table
from rulesdsl.table.scene import Scene, Seat
from rulesdsl.texts import ASKS_FOR_A_TEXT

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn")
PLACE = Path("/games/playground.game")
"""What stands on the page lies in a folder with the tables of the examples."""
ME = 0


class Room:
    """One text, and the game that is played of it."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.design: Design | None = None
        self.pointing = "", NOWHERE

    def check(self, text: str) -> str:
        """What is wrong, as JSON: places in characters, and repairs."""
        report, _ = self._checked(text, every_setting=True)
        found = []
        for one in report:
            here = one.span.source.name.endswith("playground.game")
            where = "" if here else f"{Path(one.span.source.name).name}, line {one.span.line}: "
            edits = one.fix.edits if one.fix is not None else ()
            found.append(
                {
                    "from": one.span.start if here else 0,
                    "to": one.span.end if here else 0,
                    "severity": "error" if one.severity is Severity.ERROR else "warning",
                    "code": one.code,
                    "message": where + one.message + (f"\nhelp: {one.hint}" if one.hint else ""),
                    "title": one.fix.title if one.fix is not None and here else "",
                    "edits": [[edit.span.start, edit.span.end, edit.text] for edit in edits],
                }
            )
        return json.dumps(found)

    def _checked(self, text: str, *, every_setting: bool) -> tuple[Report, Game | None]:
        report = Report()
        game = check_file(PLACE, Files(texts={PLACE: text.encode()}), report, every_setting=every_setting)
        return report, game

    def begin(self, text: str, players: int, seed: int) -> str:
        """A new game, as a page; or what keeps it from being played, as JSON in either case."""
        report, game = self._checked(text, every_setting=False)
        if game is None or report.has_errors:
            return json.dumps({"trouble": "This cannot be played yet: mend the errors first."})
        count = min(max(players, game.players[0]), game.players[-1])
        program = game.program(count)
        if asks_for_text(program):
            return json.dumps({"trouble": f"This cannot be played here: {ASKS_FOR_A_TEXT}."})
        bots = {seat: Greedy() for seat in range(1, count)}
        names = (*NAMES, *(f"Seat {seat + 1}" for seat in range(len(NAMES), count)))[:count]
        self.session = Session.begin(program, seed, names, bots)
        self.design = design_of(game, program)
        self._go_on()
        page = at_the_table(game.title, table(self._scene()), "/table", None, "")
        players_of = [game.players[0], game.players[-1]]
        return json.dumps({"page": str(page), "players": players_of, "playing": count})

    def _go_on(self) -> None:
        session = self.session
        assert session is not None
        while (step := session.step()) is not None:
            if step.choice is not None:
                option = session.option_of(step.choice)
                if option is None:
                    session.drop_ahead(step.seat)
                else:
                    session.take(option, step.choice)
                continue
            option = session.bot_choice(session.state.clone(), step.seat)
            session.take(option, session.choice_of(option))

    def _scene(self) -> Scene:
        session, design = self.session, self.design
        assert session is not None
        assert design is not None
        question, decision, deciding = session.question(ME), session.decision(ME), session.deciding()
        position = None if question is None else question.state
        number = "" if question is None else question.number
        wanted: tuple[str, ...] = ()
        time = None
        if position is not None and decision is not None:
            labels = Labels.of(session.state.plan.layout, session.names)
            wanted, time = tuple(map(str, demands(position, decision, labels))), time_of(position)
        return Scene(
            view=session.seen(ME),
            design=design,
            seats=tuple(
                Seat(name, "" if seat == ME else "greedy", here=True)
                for seat, name in enumerate(session.names)
            ),
            viewer=ME,
            demands=wanted,
            time=time,
            question=number,
            pointing=self.pointing[1] if self.pointing[0] == number else NOWHERE,
            note_only=question is not None and question.state is None,
            answered=any(one == ME and decided for one, decided in deciding),
            deciding=deciding,
            sheet=score_sheet(session.state, ME, session.names),
            story=tuple(session.story(ME)),
            back="Take back" if session.back_to(ME) is not None else "",
            trouble=f"The game cannot go on: {session.broken}" if session.broken else "",
        )

    def shown(self) -> str:
        """The parts of the table, as its script takes them."""
        scene = self._scene()
        made = {name: str(part) for name, part in parts(scene).items()}
        story = [str(item) for item in story_items(scene)]
        return json.dumps(
            {
                "parts": made,
                "story": story,
                "afresh": True,
                "question": scene.question,
                "over": scene.view.over,
            }
        )

    def told(self, what: str, given: str) -> str:
        """What the page of the table asks for; as JSON what is to be said."""
        session = self.session
        assert session is not None
        data = json.loads(given)
        said: dict[str, object] = {"said": ""}
        if what == "answer":
            said["said"] = self._answer(str(data["question"]), int(data["option"]))
        elif what == "point":
            scene = self._scene()
            if scene.question == data["question"]:
                lit = Lit.of(scene.view.decision, scene.design, scene.pointing)
                self.pointing = scene.question, pointed(lit, data)
        elif what == "back":
            kept = session.back_to(ME)
            if kept is not None:
                self.session = session.shortened(kept)
                self._go_on()
        elif what == "hint" and (question := session.question(ME)) is not None and question.state is not None:
            option = Greedy().choose(question.state.clone(), ME, Dice(session.seed))
            said = {"said": "This is what the greedy bot would do.", "option": option}
        elif what == "brings":
            said["said"] = "\n".join(explanations.brings(session.position(ME), session.names))
        elif what == "why":
            asked = str(data["asked"])
            said["said"] = "\n".join(explanations.why_not(session.position(ME), asked, session.names))
        return json.dumps(said)

    def _answer(self, question: str, option: int) -> str:
        session = self.session
        assert session is not None
        try:
            kind, choice, at = session.answer(ME, question, option)
        except Late as late:
            return str(late)
        if kind == "ahead":
            session.answer_ahead(choice)
        else:
            session.take(at, choice)
        self._go_on()
        return ""


def look() -> str:
    """The styles and the script of the table, as JSON."""
    table_files = resources.files("rulesdsl.table")
    return json.dumps(
        {name: table_files.joinpath(f"table.{name}").read_text("utf-8") for name in ("css", "js")}
    )


room = Room()
