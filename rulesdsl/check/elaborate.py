"""The driver of the checker: every part of the file in order, then the whole program."""

from __future__ import annotations

from collections.abc import Callable

from rulesdsl.check.core import DataReader
from rulesdsl.check.domains import UNREAD
from rulesdsl.check.folding import constant
from rulesdsl.check.places_matter import places_that_matter
from rulesdsl.check.scope import Place, Scope, UnknownName
from rulesdsl.check.symbols import (
    EnumSymbol,
    OptionSymbol,
    PhaseSymbol,
    ScoreSymbol,
    UnionSymbol,
)
from rulesdsl.check.winning import Winning
from rulesdsl.diagnostics.model import Report
from rulesdsl.program import (
    Do,
    Domain,
    EnumDomain,
    Example,
    FlagDomain,
    IntDomain,
    Local,
    Proc,
    Program,
    Rule,
    Score,
    State,
    Winner,
    Zone,
)
from rulesdsl.program_walk import calls_of, everything, times_read
from rulesdsl.source import Span
from rulesdsl.syntax import ast

DEFAULT_STEP_LIMIT = 1_000_000


class Elaboration(Winning):
    """One tree at one number of players and one setting of the options."""

    before_program: Callable[[], None] | None = None
    """Called when everything is known, to add formulas of one's own."""

    def run(self, fingerprint: str = "", *, examples: tuple[ast.ExampleDecl, ...] = ()) -> Program:
        self.declare_world()
        self.declare_phases()
        self.declare_zones()
        self.find_renewals()
        self.build_definitions()
        self.build_scores()
        for decl in self.actions.values():
            self.build_action(decl)
        self.build_routines()
        zones, zone_rules = self.build_zones()
        states = self.build_states()
        rules = self._rules(zone_rules)
        flow = self._flow()
        if flow is not None:
            self.procs["flow"] = flow
        winner = self.winner()
        self._every_action_once()
        # What examples and preferences read besides makes no other game.
        roots = (tuple(self.procs.values()), tuple(self.formulas.values()), tuple(rules), tuple(zones))
        zones = places_that_matter(zones, roots, self.formulas, self.told_apart)
        told = tuple(self.build_example(one) for one in examples)
        self._check_calls()
        if self.before_program is not None:
            self.before_program()
        return self._program(fingerprint, zones, states, rules, winner, told)

    def declare_world(self) -> None:
        """What there is: kinds, options, definitions, data."""
        self._begin()
        self.declare_kinds()
        self.declare_options()
        self.declare_definitions()
        self.build_world()

    def _begin(self) -> None:
        self.actions, self.menus, self.routines = {}, {}, {}
        self.score_rows, self.renewals = {}, {}
        self.offered, self.used_menus, self.called = set(), set(), set()
        self.sorted_vars = set()
        self.recorded, self.ended = set(), set()
        self.called_by_nobody = []
        self.phase_nodes, self.told_apart = {}, {}
        for decl in self.tree.declarations:
            match decl:
                case ast.ActionDecl():
                    if decl.name.text in self.actions:
                        self._twice(decl.name.span, decl.name.text, self.actions[decl.name.text].name.span)
                        continue
                    self.actions[decl.name.text] = decl
                case ast.MenuDecl():
                    self.menus[decl.name.text] = decl
                case ast.RoutineDecl():
                    self.routines.setdefault(decl.name.text, []).append(decl)
                case _:
                    pass
        for decl in self.actions.values():
            for menu in decl.menus:
                if menu.text not in self.menus:
                    self.unknown(menu.span, menu.text, "menu", self.menus, code="unknown-action")

    def declare_options(self) -> None:
        for decl in self.tree.declarations:
            if not isinstance(decl, ast.OptionDecl):
                continue
            domain = self.type_of(decl.type)
            self.build_first(domain)
            value = self.options.get(decl.name.text)
            if domain == UNREAD:
                self.unread.add(decl.name.text)
                value = 0
            if value is None:
                try:
                    default = self.coerced(
                        self.expr(decl.default, Scope(), domain), domain, decl.default.span
                    )
                    known = constant(default)
                except UnknownName:
                    known = None
                value = known if known is not None else next(iter(self.members(domain)), 0)
            self.declare(OptionSymbol(decl.name.text, decl.name.span, decl, value, domain))

    def _rules(self, zone_rules: dict[str, list[Rule]]) -> list[Rule]:
        rules: list[Rule] = []
        for decl in self.tree.declarations:
            if isinstance(decl, ast.ZoneDecl):
                rules.extend(zone_rules.pop(decl.name.text, ()))
            elif isinstance(decl, ast.AlwaysDecl):
                rule = self.build_rule(decl)
                if rule is not None:
                    rules.append(rule)
        return rules

    def _flow(self) -> Proc | None:
        flows = [decl for decl in self.tree.declarations if isinstance(decl, ast.FlowDecl)]
        if not flows:
            self.error(
                "no-flow",
                self.tree.headings[0].span if self.tree.headings else self.tree.span,
                "nothing says how this game is played",
                "no `flow`",
                hint="add `flow` with the lines of the game below it",
            )
            return None
        for extra in flows[1:]:
            self._twice(extra.span, "flow", flows[0].span)
        scope = Scope(you=None, place=Place(in_flow=True))
        body = self.block(flows[0].body.lines, scope)
        return Proc("flow", "flow", None, (), body, (), flows[0].span)

    def _every_action_once(self) -> None:
        """Heads of actions that nothing offers are looked at as well."""
        for decl in self.actions.values():
            if decl.name.text in self.offered or self.report.has_errors:
                # What offers it may stand in a line that could not be understood.
                continue
            self.error(
                "action-never-offered",
                decl.name.span,
                f"nothing offers the action `{decl.name.text}`",
                "never offered",
                hint=f"write `must {decl.name.text}` or `may {decl.name.text}` in the flow,"
                " or put it in a menu",
            )

    def _check_calls(self) -> None:
        """Routines that say `you` must be called where somebody acts; nothing may call itself."""
        uses: dict[str, bool] = {}

        def says_you(name: str, seen: frozenset[str]) -> bool:
            proc = self.procs.get(name)
            if proc is None or proc.you is None or name in seen:
                return False
            if name not in uses:
                # To hand `you` on to a routine that does not say it is not to say it.
                mine = Local(proc.you)
                handed_on = [one for one in everything(proc.body) if isinstance(one, Do) and one.you == mine]
                uses[name] = times_read(proc.body, proc.you) > len(handed_on) or any(
                    says_you(one.proc, seen | {name}) for one in handed_on
                )
            return uses[name]

        for routine, span in self.called_by_nobody:
            if says_you(f"routine {routine}", frozenset()):
                self.error(
                    "outside-a-turn",
                    span,
                    f"`{routine}` says `you`, but nobody acts here",
                    "whose?",
                    hint="call it below `player p`, `each player in turn`, or in a turn",
                )
        in_circles: set[str] = set()
        for name, proc in self.procs.items():
            if name in in_circles:
                continue
            seen: set[str] = set()
            todo = list(calls_of(proc.body))
            while todo:
                one = todo.pop()
                if one == name:
                    in_circles |= seen
                    self.error(
                        "circular-definition",
                        self._name_of(name) or proc.span or self.tree.span,
                        f"`{name.split(' ', 1)[1]}` leads back to itself",
                        "a circle",
                        hint="routines and actions may not call themselves, only phases can loop",
                    )
                    break
                if one in seen:
                    continue
                seen.add(one)
                inner = self.procs.get(one)
                if inner is not None:
                    todo.extend(calls_of(inner.body))

    def _name_of(self, proc: str) -> Span | None:
        """Where the action or routine of a proc has its name."""
        sort, name = proc.split(" ")[:2] if " " in proc else (proc, "")
        if sort == "action":
            return self.actions[name].name.span
        return self.routines[name][0].name.span if sort == "routine" else None

    # ------------------------------------------------------------ the program

    def _program(
        self,
        fingerprint: str,
        zones: list[Zone],
        states: list[State],
        rules: list[Rule],
        winner: Winner | None,
        examples: tuple[Example, ...],
    ) -> Program:
        title = next((h.title.value for h in self.tree.headings if isinstance(h, ast.TitleLine)), "")
        limit = next(
            (h.value for h in self.tree.headings if isinstance(h, ast.LimitLine) and h.name.text == "steps"),
            DEFAULT_STEP_LIMIT,
        )
        scores: list[Score] = []
        for name in self.score_rows:
            symbol = self.symbols.get(name)
            if not isinstance(symbol, ScoreSymbol) or f"now {name}" not in self.formulas:
                continue
            columns = 1
            if symbol.each is not None:
                phase = self.symbols.get(symbol.each)
                if isinstance(phase, PhaseSymbol) and phase.most <= 60:
                    columns = phase.most
                elif not isinstance(phase, PhaseSymbol):
                    known = [n for n, s in self.symbols.items() if isinstance(s, PhaseSymbol)]
                    each = symbol.decl.each
                    if each is not None:
                        self.unknown(each.span, each.text, "phase", known, "unknown-phase")
            counted = isinstance(symbol.decl, ast.ScoreDecl)
            cited = tuple(n.text for n in symbol.decl.cite.rules) if symbol.decl.cite is not None else ()
            scores.append(Score(name, symbol.each, f"now {name}", columns, counted, cited))
        options = [symbol for symbol in self.symbols.values() if isinstance(symbol, OptionSymbol)]
        return Program(
            title=title,
            players=self.players,
            options=tuple((symbol.name, symbol.value) for symbol in options),
            option_words={symbol.name: option_word(self, symbol) for symbol in options},
            step_limit=limit,
            fingerprint=fingerprint,
            enums=dict(self.enums),
            nodes=dict(self.nodes),
            piece_kinds=tuple(self.kinds),
            piece_names=tuple(self.piece_names),
            piece_name_ids=tuple(self.piece_ids),
            unions={n: s.kinds for n, s in self.symbols.items() if isinstance(s, UnionSymbol)},
            piece_name_of=tuple(self.piece_name_of),
            graphs=dict(self.graphs),
            tables=dict(self.tables),
            zones=tuple(zones),
            states=tuple(states),
            formulas=dict(self.formulas),
            scores=tuple(scores),
            winner=winner,
            rules=tuple(rules),
            procs=dict(self.procs),
            phases=tuple(n for n, s in self.symbols.items() if isinstance(s, PhaseSymbol)),
            action_names=tuple(self.actions),
            points=self.points,
            examples=examples,
        )


def option_value(elaboration: Elaboration, decl: ast.OptionDecl, text: str) -> int | None:
    """An option's value as written on a command line, None if it is none."""
    domain: Domain = elaboration.type_of(decl.type)
    match domain:
        case FlagDomain():
            return {"yes": 1, "no": 0}.get(text)
        case IntDomain(low, high):
            return int(text) if text.lstrip("-").isdigit() and low <= int(text) <= high else None
        case EnumDomain(name):
            symbol = elaboration.symbols[name]
            case_ = getattr(symbol, "cases", {}).get(text)
            return None if case_ is None else int(case_.first)
        case _:
            return None


def option_word(elaboration: Elaboration, option: OptionSymbol) -> str:
    """What is written on a command line for the value that an option has."""
    match option.type:
        case FlagDomain():
            return "yes" if option.value else "no"
        case EnumDomain(name):
            symbol = elaboration.symbols[name]
            words = symbol.cases.items() if isinstance(symbol, EnumSymbol) else ()
            said = (word for word, case_ in words if case_.first == option.value)
            return next(said, elaboration.enums[name][option.value])
        case _:
            return str(option.value)


def elaborate(
    tree: ast.GameFile,
    players: int,
    options: dict[str, int],
    read_data: DataReader,
    report: Report,
    *,
    fingerprint: str = "",
    examples: tuple[ast.ExampleDecl, ...] = (),
) -> Program:
    """A program from a tree; what is wrong is in the report."""
    return Elaboration(tree, players, options, read_data, report).run(fingerprint, examples=examples)
