"""The driver of the checker: every part of the file in order, then the whole program."""

from __future__ import annotations

from collections.abc import Callable

from rulesdsl import program as ir
from rulesdsl.check.decisions.checker import Decisions
from rulesdsl.check.declarations.checker import Declarations
from rulesdsl.check.domains import UNREAD
from rulesdsl.check.examples.checker import Examples
from rulesdsl.check.expressions.checker import Expressions
from rulesdsl.check.folding import constant
from rulesdsl.check.positional_zones import places_that_matter
from rulesdsl.check.reporter import Reporter
from rulesdsl.check.scope import Place, Scope, UnknownName
from rulesdsl.check.statements.checker import Statements
from rulesdsl.check.symbols import (
    EnumSymbol,
    OptionSymbol,
    PhaseSymbol,
    ScoreSymbol,
    UnionSymbol,
)
from rulesdsl.check.winning import Winning
from rulesdsl.check.world import DataReader, Output, Usage, World
from rulesdsl.check.zones.checker import Zones
from rulesdsl.diagnostics.model import Report
from rulesdsl.syntax import ast

DEFAULT_STEP_LIMIT = 1_000_000


class Elaboration:
    """One tree at one number of players and one setting of the options."""

    _rules_made: tuple[str, list[ir.Zone], list[ir.State], list[ir.Rule], ir.Winner | None]
    before_program: Callable[[], None] | None = None
    """Called when everything is known, to add formulas of one's own."""

    def __init__(
        self,
        tree: ast.GameFile,
        players: int,
        options: dict[str, int],
        read_data: DataReader,
        report: Report,
    ) -> None:
        self.world = World(tree, players, options, read_data)
        self.usage = Usage()
        self.output = Output()
        self.reporter = Reporter(report)
        self.declarations = Declarations(self.world, self.usage, self.output, self.reporter)
        self.expressions = Expressions(self.declarations)
        self.statements = Statements(self.expressions)
        self.decisions = Decisions(self.statements)
        self.zones = Zones(self.statements)
        self.examples = Examples(self.decisions, self.zones)
        self.winning = Winning(self.expressions)
        self.declarations.expressions = self.expressions
        self.statements.decisions = self.decisions

    def run(self, fingerprint: str = "", *, examples: tuple[ast.ExampleDecl, ...] = ()) -> ir.Program:
        self.declare_world()
        self.statements.turns.declare_phases()
        self.zones.declared.declare_zones()
        self.zones.declared.find_renewals()
        self.expressions.definitions.build_definitions()
        self.expressions.definitions.build_scores()
        for decl in self.world.actions.values():
            self.decisions.actions.build_action(decl)
        self.decisions.routines.build_routines()
        zones, zone_rules = self.zones.declared.build_zones()
        states = self.zones.states.build_states()
        states += self.declarations.growing.states()
        rules = self.declarations.growing.rules() + self._rules(zone_rules)
        flow = self._flow()
        if flow is not None:
            self.output.procs["flow"] = flow
        winner = self.winning.winner()
        self._every_action_once()
        self.decisions.repeated_calls.write_out()
        # What examples and preferences read besides makes no other game.
        roots = (
            tuple(self.output.procs.values()),
            tuple(self.output.formulas.values()),
            tuple(rules),
            tuple(zones),
        )
        zones = places_that_matter(zones, roots, self.output.formulas, self.world.told_apart)
        self._rules_made = fingerprint, zones, states, rules, winner
        return self.with_examples(examples)

    def with_examples(self, examples: tuple[ast.ExampleDecl, ...]) -> ir.Program:
        """The program of the rules, which have been gone through, with these examples."""
        checked_examples = tuple(self.examples.lines.build_example(example) for example in examples)
        self.decisions.routines.called_where_nobody_acts()
        if self.before_program is not None:
            self.before_program()
        return self._program(*self._rules_made, checked_examples)

    def declare_world(self) -> None:
        """What there is: kinds, options, definitions, data."""
        self._begin()
        self.declarations.kinds.declare_kinds()
        self.declare_options()
        self.expressions.definitions.declare_definitions()
        self.declarations.components.build_world()

    def _begin(self) -> None:
        for decl in self.world.tree.declarations:
            match decl:
                case ast.ActionDecl():
                    if decl.name.text in self.world.actions:
                        self.declarations.cells.declared_twice(
                            decl.name.span, decl.name.text, self.world.actions[decl.name.text].name.span
                        )
                        continue
                    self.world.actions[decl.name.text] = decl
                case ast.MenuDecl():
                    self.world.menus[decl.name.text] = decl
                case ast.RoutineDecl():
                    self.world.routines.setdefault(decl.name.text, []).append(decl)
        for decl in self.world.actions.values():
            for menu in decl.menus:
                if menu.text in self.world.menus:
                    self.reporter.means(menu.span, self.world.menus[menu.text].name.span)
                else:
                    self.reporter.unknown(
                        menu.span, menu.text, "menu", self.world.menus, code="unknown-action"
                    )

    def declare_options(self) -> None:
        for decl in self.world.tree.all(ast.OptionDecl):
            domain = self.declarations.types.known_type(decl.type)
            self.declarations.kinds.build_first(domain)
            value = self.world.options.get(decl.name.text)
            if domain == UNREAD:
                self.world.unread.add(decl.name.text)
                value = 0
            if value is None:
                try:
                    default = self.expressions.typed(decl.default, Scope(), domain)
                    known = constant(default)
                except UnknownName:
                    known = None
                value = known if known is not None else next(iter(self.declarations.members(domain)), 0)
            self.declarations.declare(OptionSymbol(decl.name.text, decl.name.span, decl, value, domain))

    def _rules(self, zone_rules: dict[str, list[ir.Rule]]) -> list[ir.Rule]:
        rules: list[ir.Rule] = []
        for decl in self.world.tree.declarations:
            if isinstance(decl, ast.ZoneDecl):
                rules.extend(zone_rules.pop(decl.name.text, ()))
            elif isinstance(decl, ast.AlwaysDecl):
                rule = self.zones.declared.build_rule(decl)
                if rule is not None:
                    rules.append(rule)
        return rules

    def _flow(self) -> ir.Proc | None:
        flows = self.world.tree.all(ast.FlowDecl)
        if not flows:
            self.reporter.error(
                "no-flow",
                self.world.tree.headings[0].span if self.world.tree.headings else self.world.tree.span,
                "nothing says how this game is played",
                "no `flow`",
                hint="add `flow` with the lines of the game below it",
            )
            return None
        for extra in flows[1:]:
            self.declarations.cells.declared_twice(extra.span, "flow", flows[0].span)
        scope = Scope(you=None, place=Place(in_flow=True))
        body = self.statements.block(flows[0].body.lines, scope)
        return ir.Proc("flow", "flow", None, (), body, (), flows[0].span)

    def _every_action_once(self) -> None:
        """Heads of actions that nothing offers are looked at as well."""
        for decl in self.world.actions.values():
            if decl.name.text in self.usage.offered or self.reporter.report.has_errors:
                # What offers it may stand in a line that could not be understood.
                continue
            self.reporter.error(
                "action-never-offered",
                decl.name.span,
                f"nothing offers the action `{decl.name.text}`",
                "never offered",
                hint=f"write `must {decl.name.text}` or `may {decl.name.text}` in the flow,"
                " or put it in a menu",
            )

    # ------------------------------------------------------------ the program

    def _program(
        self,
        fingerprint: str,
        zones: list[ir.Zone],
        states: list[ir.State],
        rules: list[ir.Rule],
        winner: ir.Winner | None,
        examples: tuple[ir.Example, ...],
    ) -> ir.Program:
        title = next((h.title.value for h in self.world.tree.all(ast.TitleLine)), "")
        limit = next(
            (h.value for h in self.world.tree.all(ast.LimitLine) if h.name.text == "steps"),
            DEFAULT_STEP_LIMIT,
        )
        scores: list[ir.Score] = []
        for name in self.world.score_rows:
            symbol = self.world.symbols.get(name)
            if not isinstance(symbol, ScoreSymbol) or f"now {name}" not in self.output.formulas:
                continue
            columns = 1
            if symbol.each is not None:
                phase = self.world.symbols.get(symbol.each)
                if isinstance(phase, PhaseSymbol) and symbol.decl.each is not None:
                    self.reporter.means(symbol.decl.each.span, phase.span)
                if isinstance(phase, PhaseSymbol) and phase.most <= 60:
                    columns = phase.most
                elif not isinstance(phase, PhaseSymbol):
                    known = [s.name for s in self.world.all(PhaseSymbol)]
                    each = symbol.decl.each
                    if each is not None:
                        self.reporter.unknown(each.span, each.text, "phase", known, "unknown-phase")
            counted = isinstance(symbol.decl, ast.ScoreDecl)
            cited = tuple(n.text for n in symbol.decl.cite.rules) if symbol.decl.cite is not None else ()
            scores.append(ir.Score(name, symbol.each, f"now {name}", columns, counted, cited))
        options = self.world.all(OptionSymbol)
        return ir.Program(
            title=title,
            players=self.world.players,
            options=tuple((symbol.name, symbol.value) for symbol in options),
            option_words={symbol.name: option_word(self, symbol) for symbol in options},
            step_limit=limit,
            fingerprint=fingerprint,
            enums=dict(self.world.enums),
            nodes=dict(self.world.nodes),
            piece_kinds=tuple(self.world.kinds),
            piece_names=tuple(self.world.piece_names),
            piece_name_ids=tuple(self.world.piece_ids),
            unions={n: s.kinds for n, s in self.world.symbols.items() if isinstance(s, UnionSymbol)},
            piece_name_of=tuple(self.world.piece_name_of),
            graphs=dict(self.world.graphs),
            tables=dict(self.world.tables),
            words=dict(self.world.words),
            zones=tuple(zones),
            states=tuple(states),
            formulas=dict(self.output.formulas),
            scores=tuple(scores),
            winner=winner,
            rules=tuple(rules),
            procs=dict(self.output.procs),
            phases=tuple(s.name for s in self.world.all(PhaseSymbol)),
            action_names=tuple(self.world.actions),
            points=self.output.points,
            examples=examples,
        )


def option_value(elaboration: Elaboration, decl: ast.OptionDecl, text: str) -> int | None:
    """An option's value as written on a command line, None if it is none."""
    domain: ir.Domain = elaboration.declarations.type_of(decl.type)
    match domain:
        case ir.FlagDomain():
            return {"yes": 1, "no": 0}.get(text)
        case ir.IntDomain(low, high):
            return int(text) if text.lstrip("-").isdigit() and low <= int(text) <= high else None
        case ir.EnumDomain(name):
            symbol = elaboration.world.symbols[name]
            case_ = getattr(symbol, "cases", {}).get(text)
            return None if case_ is None else int(case_.first)
        case _:
            return None


def option_word(elaboration: Elaboration, option: OptionSymbol) -> str:
    """What is written on a command line for the value that an option has."""
    match option.type:
        case ir.FlagDomain():
            return "yes" if option.value else "no"
        case ir.EnumDomain(name):
            symbol = elaboration.world.symbols[name]
            words = symbol.cases.items() if isinstance(symbol, EnumSymbol) else ()
            matching = (word for word, case_ in words if case_.first == option.value)
            return next(matching, elaboration.world.enums[name][option.value])
        case _:
            return str(option.value)
