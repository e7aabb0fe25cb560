"""Decision points into Python: which alternatives are legal, and which values each parameter may take.

For an alternative with parameters p1..pn these functions are written: `rest_k` (can p(k+1)..pn be
completed, the first k being given), and for each stage of a decision the values of one parameter that can
be completed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.engine.analysis.hidden_choices import may_hide
from rulesdsl.engine.codegen.choices import as_fresh_list, candidates, selection
from rulesdsl.engine.codegen.comprehensions import require
from rulesdsl.engine.codegen.expressions import Emitter
from rulesdsl.engine.codegen.sets import is_free, write_exists, write_spec
from rulesdsl.engine.codegen.whole_moves import digits_of, moves_of, parts_lines, size_of
from rulesdsl.engine.core.codes import DONE, WRITE
from rulesdsl.engine.core.sites import AlternativeSite, OneSite, ParamSite, Site, SomeSite
from rulesdsl.engine.core.texts_named import texts_named
from rulesdsl.operations import Op
from rulesdsl.program_walk import nodes_in

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.generator import Generator
    from rulesdsl.engine.codegen.segments import SegmentEmitter


def part_value(self: Emitter, param: ir.SomeParam, part: ir.SetPart) -> str:
    """One summary of a set that is already chosen."""
    chosen = ir.Local(param.var)
    return self.expr(ir.Over(part.op, part.var, chosen, None, None, part.value, part.result.type))


def conditions(alternative: ir.Alternative, known: int) -> tuple[ir.Condition, ...]:
    """Those that can be tested as soon as so many parameters are known."""
    return alternative.checks[known] if known < len(alternative.checks) else ()


def outer_variables(alternative: ir.Alternative) -> tuple[ir.Var, ...]:
    """The variables from outside that conditions, domains and limits read."""
    bound: set[int] = set()
    read: dict[int, ir.Var] = {}
    roots = (alternative.params, alternative.checks)
    for node in nodes_in(roots):
        match node:
            case ir.Local(var=var):
                read.setdefault(var.number, var)
            case ir.OneParam(var=var) | ir.SomeParam(var=var) | ir.Over(var=var) | ir.Let(var=var):
                bound.add(var.number)
            case ir.SetPart(var=var, result=result):
                bound.update((var.number, result.number))
            case _:
                inner = getattr(node, "var", None)
                if isinstance(inner, ir.Var):
                    bound.add(inner.number)
    return tuple(var for number, var in read.items() if number not in bound)


class AlternativeWriter:
    """Writes the functions of one alternative. Every one takes the cells, the outer variables, and then,
    for each
    earlier parameter, its value (of a set: the members or None, and its summaries)."""

    def __init__(self, gen: Generator, alternative: ir.Alternative) -> None:
        self.gen = gen
        self.alternative = alternative
        self.outer = outer_variables(alternative)
        self.number = gen.fresh()
        self._specs: dict[int, str] = {}
        self.chooser = gen.chooser_of(alternative)

    def given(self, known: int) -> list[ir.Var]:
        """The variables that hold what is settled once so many parameters are known."""
        result = list(self.outer)
        for param in self.alternative.params[:known]:
            result.append(param.var)
            if isinstance(param, ir.SomeParam):
                result += [part.result for part in param.parts or ()]
        return result

    def names(self, known: int) -> str:
        return "".join(f", v{var.number}" for var in self.given(known))

    def emitter(self, known: int) -> Emitter:
        emitter = Emitter(self.gen)
        for var in self.given(known):
            emitter.bind(var)
        return emitter

    def rest(self, known: int) -> str | None:
        """The function that tells whether the parameters after so many can be completed; None:
        nothing left.
        """
        params = self.alternative.params
        if known == len(params):
            return None
        name = f"rest{self.number}_{known}"
        if name in self.gen.functions:
            return name
        self.gen.functions[name] = []
        param = params[known]
        if isinstance(param, ir.OneParam) and param.is_written:
            texts = texts_named(self.alternative, param)
            if not texts:
                # It is the last, and nobody goes through all that could be written.
                self.gen.functions[name] = [f"def {name}(C{self.names(known)}):", "    return True"]
                return name
            param = evolve(param, domain=texts)
        emitter = self.emitter(known)
        if isinstance(param, ir.OneParam):
            tests = tuple(condition.test for condition in conditions(self.alternative, known + 1))
            memo = self.memo(known + 1)
            if memo:
                emitter.put("if M is None: M = {}")
            with candidates(emitter, param, tests) as open_:
                if open_ and self.checked(emitter, known + 1, "continue", memo):
                    emitter.put("return True")
            emitter.put("return False")
        else:
            write_exists(self, emitter, known, param)
        memo = f"{memo}=None" if (memo := self.memo(known)) else ""
        self.gen.functions[name] = [f"def {name}(C{self.names(known)}{memo}):", *emitter.lines]
        return name

    def checked(self, emitter: Emitter, known: int, otherwise: str, memo: str = "") -> bool:
        """The conditions that can be tested now, and whether the rest can be completed."""
        for condition in conditions(self.alternative, known):
            if not require(emitter, condition.test, otherwise):
                return False
        rest = self.rest(known)
        if rest is not None:
            emitter.put(f"if not {rest}(C{self.names(known)}{memo}): {otherwise}")
        return True

    def legal(self) -> str:
        """The function that tells whether the alternative is legal."""
        name = f"legal{self.number}"
        if name not in self.gen.functions:
            emitter = self.emitter(0)
            if self.checked(emitter, 0, "return False"):
                emitter.put("return True")
            self.gen.functions[name] = [f"def {name}(C{self.names(0)}):", *emitter.lines]
        return name

    def conditions(self, known: int) -> tuple[ir.Condition, ...]:
        """Those that can be tested as soon as so many parameters are known."""
        return conditions(self.alternative, known)

    def spec(self, known: int) -> str:
        """The object that says how to choose the set that is parameter number `known`."""
        if known not in self._specs:
            self._specs[known] = write_spec(self, known)
        return self._specs[known]

    def hides(self, known: int) -> bool:
        """Whether there may be pieces to choose from that the chooser cannot tell apart."""
        return may_hide(self.gen.layout, self.alternative.params[known], self.chooser)

    def memo(self, known: int) -> str:
        """The further argument of `rest`: what the choices of a set have in common, where one comes later."""
        return (
            ", M" if any(isinstance(param, ir.SomeParam) for param in self.alternative.params[known:]) else ""
        )


def writer_of(gen: Generator, alternative: ir.Alternative) -> AlternativeWriter:
    if id(alternative) not in gen.writers:
        gen.writers[id(alternative)] = AlternativeWriter(gen, alternative)
    return gen.writers[id(alternative)]


def legal_call(self: Emitter, alternative: ir.Alternative) -> str:
    """Whether an alternative is legal, as part of an expression."""
    writer = writer_of(self.gen, alternative)
    outer = "".join(f", {self.var(var)}" for var in writer.outer)
    return f"{writer.legal()}({self.cells}{outer})"


class SiteWriter:
    """Writes the functions of one decision point; they read what is settled from the cells."""

    def __init__(self, segments: SegmentEmitter, decide: ir.Decide) -> None:
        self.gen = segments.gen
        self.copy = segments.copy
        self.decide = decide
        self.number = len(self.gen.sites)
        self.gen.sites.append(None)

    def _emitter(self) -> Emitter:
        emitter = Emitter(self.gen, copy=self.copy)
        self.gen.frame.segment = ("site", self.number)
        return emitter

    def text(self, text: ir.Text | None) -> str | None:
        if text is None:
            return None
        name = f"words{self.gen.fresh()}"
        emitter = self._emitter()
        emitter.put(f"return {emitter.words(text)}")
        self.gen.site_functions[name] = [f"def {name}(C):", *emitter.lines]
        return name

    def function(self, prefix: str, emitter: Emitter) -> str:
        name = f"{prefix}{self.gen.fresh()}"
        self.gen.site_functions[name] = [f"def {name}(C):", *emitter.lines]
        return name

    def settle_sets(self, emitter: Emitter, alternative: ir.Alternative, known: int) -> None:
        """Names for the summaries of the sets already chosen."""
        for param in alternative.params[:known]:
            if isinstance(param, ir.SomeParam):
                for part in param.parts or ():
                    text = part_value(emitter, param, part)
                    emitter.put(f"{emitter.bind(part.result)} = {text}")

    def legal(self, writer: AlternativeWriter) -> str:
        emitter = self._emitter()
        outer = "".join(f", {emitter.var(var)}" for var in writer.outer)
        emitter.put(f"return {writer.legal()}(C{outer})")
        return self.function("can", emitter)

    def one(self, writer: AlternativeWriter, known: int, param: ir.OneParam) -> str:
        """The function that lists the values of a parameter."""
        alternative = writer.alternative
        emitter = self._emitter()
        self.settle_sets(emitter, alternative, known)
        if known == 0:
            # Of a decision that may be declined or has one alternative, legality is settled here.
            for condition in conditions(alternative, 0):
                require(emitter, condition.test, "return []")
        given = "".join(f", {emitter.var(var)}" for var in writer.given(known))
        fresh = emitter.fresh()
        checks = conditions(alternative, known + 1)
        rest = writer.rest(known + 1)
        memo = writer.memo(known + 1)
        if memo:
            emitter.put("M = {}")
        name = f"v{param.var.number}"
        with selection(emitter, param, tuple(condition.test for condition in checks)) as (domain, where):
            tests = [expr for expr in (where, *(condition.test for condition in checks)) if expr is not None]
            lines, text = emitter.capture(lambda: emitter.logic(Op.AND, tuple(tests)))
            if not lines:
                if rest is not None:
                    text = (
                        f"{rest}(C{given}, {name}{memo})"
                        if text == "True"
                        else f"{text} and {rest}(C{given}, {name}{memo})"
                    )
                if text == "True":
                    emitter.put(f"{fresh} = {domain if param.prefer else as_fresh_list(domain)}")
                else:
                    emitter.put(f"{fresh} = []")
                    emitter.put(f"for {name} in {domain}:")
                    emitter.put(f"    if {text}: {fresh}.append({name})")
            else:
                emitter.put(f"{fresh} = []")
                with emitter.block(f"for {name} in {domain}:"):
                    if all(require(emitter, test) for test in tests):
                        if rest is not None:
                            emitter.put(f"if not {rest}(C{given}, {name}{memo}): continue")
                        emitter.put(f"{fresh}.append({name})")
        if self.gen.alike_possible(param.var.type):
            emitter.put(f"return P.unlike(C, {fresh})")
        else:
            emitter.put(f"return {fresh}")
        return self.function("options", emitter)

    def written(self, writer: AlternativeWriter, known: int) -> str:
        """The function that says whether a text can be written."""
        emitter = self._emitter()
        self.settle_sets(emitter, writer.alternative, known)
        for condition in conditions(writer.alternative, 0) if known == 0 else ():
            require(emitter, condition.test, "return []")
        emitter.put(f"return [{WRITE}]")
        return self.function("options", emitter)

    def accepts(self, writer: AlternativeWriter, known: int, param: ir.OneParam) -> str:
        """The function that says whether a text meets the conditions."""
        emitter = self._emitter()
        self.settle_sets(emitter, writer.alternative, known)
        name = emitter.bind(param.var)
        tests = (param.where, *(condition.test for condition in conditions(writer.alternative, known + 1)))
        if all(require(emitter, test, "return False") for test in tests):
            emitter.put("return True")
        function = f"accepts{self.gen.fresh()}"
        self.gen.site_functions[function] = [f"def {function}(C, {name}):", *emitter.lines]
        return function

    def free(self, writer: AlternativeWriter, known: int, param: ir.SomeParam) -> str:
        """The function that lists what may come next in a set of which only the size matters."""
        alternative = writer.alternative
        emitter = self._emitter()
        address = self.gen.frame.slot(self.copy, param.var)
        self.settle_sets(emitter, alternative, known)
        if known == 0:
            for condition in conditions(alternative, 0):
                require(emitter, condition.test, "return []")
        require(emitter, param.where, "return []")
        for condition in conditions(alternative, known + 1):
            require(emitter, condition.test, "return []")
        rest = writer.rest(known + 1)
        if rest is not None:
            given = "".join(f", {emitter.var(var)}" for var in writer.given(known))
            unknown = ", None" * (1 + len(param.parts or ()))
            emitter.put(f"if not {rest}(C{given}{unknown}): return []")
        low, high = emitter.atom(emitter.expr(param.low)), emitter.atom(emitter.expr(param.high))
        members = emitter.atom(as_fresh_list(emitter.expr(param.domain)))
        emitter.put(f"n = C[{address}]")
        emitter.put(f"if n >= {high}: return [{DONE}]")
        emitter.put(f"i = {members}.index(C[{address}+n]) + 1 if n else 0")
        emitter.put(f"k = {low} - n")
        emitter.put(f"found = {members}[i:max(i, len({members}) - max(0, k - 1))]")
        emitter.put(f"if k <= 0: found.append({DONE})")
        emitter.put("return found")
        return self.function("options", emitter)

    def moves(self, writers: list[AlternativeWriter]) -> str:
        """The function that lists the codes of all whole moves."""
        emitter = self._emitter()
        codes, before = emitter.fresh(), 0
        for writer in writers:
            outer = "".join(f", {emitter.var(var)}" for var in writer.outer)
            call = f"{moves_of(writer)}(C{outer})"
            if before:
                emitter.put(f"for code in {call}: {codes}.append(code + {before})")
            else:
                emitter.put(f"{codes} = {call}")
            before += size_of(digits_of(writer))
        emitter.put(f"return {codes}")
        return self.function("moves_here", emitter)

    def parts(self, writers: list[AlternativeWriter]) -> str:
        """The function that says what such a code stands for."""
        name = f"parts{self.gen.fresh()}"
        self.gen.site_functions[name] = [f"def {name}(code):", *parts_lines(writers)]
        return name

    def some(self, writer: AlternativeWriter, known: int) -> str:
        """The function that gives what was settled before a set is chosen."""
        emitter = self._emitter()
        self.settle_sets(emitter, writer.alternative, known)
        values = "".join(f"{emitter.var(var)}, " for var in writer.given(known))
        emitter.put(f"return ({values})")
        return self.function("args", emitter)


def emit_site(
    self: SegmentEmitter, decide: ir.Decide, bodies: list[int], after: int
) -> tuple[str, int, str | None]:
    """The name and number of a decision point, and the function of the values it begins with, if it
    does so.
    """
    gen, frame = self.gen, self.gen.frame
    kept = frame.segment
    writer = SiteWriter(self, decide)
    prompt = writer.text(decide.prompt)
    alternatives: list[
        tuple[ir.Alternative, str, list[tuple[ir.Param, str, str | None, int, str]], str, int]
    ] = []
    for alternative, body in zip(decide.alternatives, bodies, strict=True):
        functions = writer_of(gen, alternative)
        params: list[tuple[ir.Param, str, str | None, int, str]] = []
        for known, param in enumerate(alternative.params):
            asked = writer.text(param.prompt)
            address = frame.slot(self.copy, param.var)
            if isinstance(param, ir.OneParam) and param.is_written:
                accepts = writer.accepts(functions, known, param)
                params.append((param, writer.written(functions, known), asked, address, accepts))
            elif isinstance(param, ir.OneParam):
                hides = "hides" if functions.hides(known) else ""
                params.append((param, writer.one(functions, known, param), asked, address, hides))
            else:
                unlike = not gen.alike_possible(param.var.type) and not functions.hides(known)
                free = writer.free(functions, known, param) if unlike and is_free(functions, known) else ""
                params.append(
                    (param, writer.some(functions, known), asked, address, functions.spec(known) + " " + free)
                )
        title = writer.text(alternative.title)
        assert title is not None
        alternatives.append((alternative, writer.legal(functions), params, title, body))
    frame.segment = kept
    gen.gone_on_at |= {after, *bodies}
    number = writer.number
    [only, *others] = decide.alternatives
    merged = not others and decide.decline and bool(only.params) and not decide.is_question
    writers = [writer_of(gen, alternative) for alternative in decide.alternatives]
    moves = writer.moves(writers) if decide.whole else ""
    parts = writer.parts(writers) if decide.whole else ""

    def link(space: dict[str, Any]) -> None:
        alternative_sites: list[AlternativeSite] = []
        for alternative, legal, params, title, body in alternatives:
            sites: list[ParamSite] = []
            for param, function, asked, address, spec in params:
                words_of = None if asked is None else space[asked]
                if isinstance(param, ir.OneParam):
                    accepts = space[spec] if param.is_written else None
                    hides = bool(spec) and accepts is None
                    sites.append(OneSite(param, address, space[function], words_of, hides, accepts))
                else:
                    room = max(1, param.var.type.bound) if isinstance(param.var.type, ir.SeqDomain) else 1
                    described, free = spec.split(" ")
                    options = space[free] if free else None
                    sites.append(
                        SomeSite(param, address, room, space[described], options, space[function], words_of)
                    )
            names = gen.program.action_names
            number_of = names.index(alternative.name) if alternative.name in names else -1
            alternative_sites.append(
                AlternativeSite(alternative, number_of, space[legal], tuple(sites), space[title], body)
            )
        words_of = None if prompt is None else space[prompt]
        params_of_first = alternative_sites[0].params
        first = params_of_first[0] if len(alternative_sites) == 1 and len(params_of_first) == 1 else None
        quick = isinstance(first, OneSite) and not (
            first.hides or first.accepts is not None or decide.is_question or decide.whole
        )
        address = first.address if first is not None and quick else 0
        site = Site(
            number,
            writer.copy,
            decide,
            tuple(alternative_sites),
            words_of,
            after,
            merged,
            space[moves] if moves else None,
            space[parts] if parts else None,
            quick,
            address,
            alternative_sites[0].body,
        )
        gen.sites[number] = site
        space[f"site{number}"] = site

    gen.site_links.append(link)
    if moves:
        return f"site{number}", number, moves
    if others or not only.params or decide.is_question:
        return f"site{number}", number, None
    first, function, _, _, described = alternatives[0][2][0]
    if isinstance(first, ir.OneParam) and first.is_written:
        return f"site{number}", number, None

    options = ("" if described else function) if isinstance(first, ir.OneParam) else described.split(" ")[1]
    return f"site{number}", number, options or None
