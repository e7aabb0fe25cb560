"""The search for what forbids an action: its parameters are tried, and the clause that came furthest told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations

import attrs
from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.texts_named import texts_named
from rulesdsl.engine.evaluation.operations import number, sequence
from rulesdsl.engine.evaluation.position import Hidden
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.explanation.condition_terms import failing_part, span_of, text_of, values_seen
from rulesdsl.engine.explanation.named_values import words_of, words_of_value
from rulesdsl.engine.explanation.possible import is_called
from rulesdsl.engine.labels.english import are_many, as_typed, plain
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.operations import Impossible, Op
from rulesdsl.source import Span
from rulesdsl.texts import MOST_LETTERS, TextRefused, cleaned, number_of

MOST_CHOICES = 5000
"""How many choices of parameters are looked at to find what forbids all of them."""


MOST_NAMED = 12
"""Of more values that can be chosen only the number is told."""


@frozen
class Reason:
    """Why not. `clause` is the text of the rule, `values` what it saw, name and value in words."""

    text: str
    clause: str = ""
    span: Span | None = None
    values: tuple[tuple[str, str], ...] = ()


@define
class Search:
    """`settled`: the parameters that have been chosen; `picked`: the members so far of the set that is being
    chosen, to which the argument of its name adds.
    """

    labels: Labels
    reading: Reading
    alternative: ir.Alternative
    arguments: Mapping[str, str] = field(factory=dict)
    settled: Mapping[str, ev.Content] = field(factory=dict)
    open_set: str = ""
    picked: tuple[int, ...] = ()
    deepest: int = -1
    found: Reason | None = None
    looked_at: int = 0

    def reason(self) -> Reason | None:
        """What forbids every choice; None if the conditions allow one."""
        if self._legal(0):
            return self._kept_back()
        reason = self.found or Reason("no choice is possible", span=self.alternative.span)
        if self.looked_at <= MOST_CHOICES:
            return reason
        tried = f"none of the first {MOST_CHOICES:,} choices will do, and there are more"
        return attrs.evolve(reason, text=f"{tried}; of those tried: {reason.text}")

    def _legal(self, index: int) -> bool:
        """Whether the parameters from this one on can be chosen; keeps the reason that came furthest."""
        for check in self.alternative.checks[index]:
            if check.wanted and not self.reading.holds(check.test):
                # Of a parameter that came to what is wanted, the reasons of those after it count more.
                self._note(index - 1, self._not_there(self.alternative.params[index - 1], check))
                return False
            if not self._meets(check.test, check.span, index):
                return False
        if index == len(self.alternative.params):
            return True
        param = self.alternative.params[index]
        if self._is_anything(param):
            return True
        for value in self._candidates(param, index):
            self.reading.choose(param, value)
            if self._legal(index + 1):
                return True
        return False

    def _is_anything(self, param: ir.Param) -> bool:
        """Whether a text is written of which nothing is said: it comes last, and some will do."""
        return (
            isinstance(param, ir.OneParam)
            and param.is_written
            and param.var.name not in self.arguments
            and texts_named(self.alternative, param) is None
        )

    def _is_enough(self) -> bool:
        self.looked_at += 1
        return self.looked_at > MOST_CHOICES

    def _meets(self, test: ir.Expr, span: Span | None, depth: int) -> bool:
        try:
            if self.reading.holds(test):
                return True
        except Hidden:
            self._note(depth, self._unknown(span))
            return False
        except Impossible as impossible:
            self._note(depth, Reason(str(impossible), text_of(span), span))
            return False
        if depth > self.deepest:
            self._note(depth, self._refusal(test, span))
        return False

    def _note(self, depth: int, reason: Reason) -> None:
        if depth > self.deepest:
            self.deepest = depth
            self.found = reason if reason.span else attrs.evolve(reason, span=self.alternative.span)

    @staticmethod
    def _unknown(span: Span | None) -> Reason:
        clause = text_of(span)
        message = f"`{clause}`" if clause else "this"
        return Reason(f"{message} depends on something that may not be known", clause, span)

    def _not_there(self, param: ir.Param, check: ir.Condition) -> Reason:
        """What an example names cannot be chosen: it is not there, or does not fit."""
        clause, what = text_of(check.span), plain(param.var.name)
        if isinstance(param, ir.SomeParam) and self._all_there(param, check.test):
            message = f"`{clause}` cannot be chosen as `{text_of(_whole_span(param))}`"
            return Reason(message, clause, check.span)
        if isinstance(param, ir.OneParam):
            members = tuple(value for value in self.reading.offered(param) if isinstance(value, int))
        else:
            members = sequence(self.reading.value(param.domain))
        there = self.labels.value(members, param.domain.type, self.reading.knows)
        message = f"`{clause}` cannot be chosen; there is {there}"
        if isinstance(param, ir.OneParam) and (named := _number_named(param, check.test)) is not None:
            if named not in sequence(self.reading.value(param.domain)):
                whole = text_of(_domain_span(param))
                message = f"`{clause}` is not in `{whole}`, out of which {what} is chosen; there is {there}"
            elif members and clause != f"{named}":
                # It is a part of what is written there, and other conditions leave only these.
                message = f"`{clause}` cannot be chosen: for {what} there is only {there}"
        return Reason(message, clause, check.span, ((what, there),))

    def _all_there(self, param: ir.SomeParam, test: ir.Expr) -> bool:
        """Whether all members of a set that is named are there to be chosen."""
        if not isinstance(test, ir.Apply) or test.op is not Op.SAME_NAMES:
            return False
        _, named = test.args
        domain = sequence(self.reading.value(param.domain))
        members = sequence(self.reading.value(named))
        names = self.reading.program.piece_name_of
        pieces = isinstance(param.domain.type, ir.SeqDomain) and isinstance(
            param.domain.type.of, ir.PieceDomain
        )
        by_name = isinstance(named.type, ir.SeqDomain) and isinstance(named.type.of, ir.PieceNameDomain)
        if pieces and by_name:
            domain = tuple(names[piece] for piece in domain)
        return not Counter(members) - Counter(domain)

    def _refusal(self, test: ir.Expr, span: Span | None) -> Reason:
        culprit = failing_part(self.reading, test)
        place = span_of(culprit) or span
        values = values_seen(self.labels, self.reading, culprit)
        clause = text_of(span) or text_of(place)
        message = f"`{clause}` does not hold" if clause else "a condition does not hold"
        return Reason(message + _listed(values), clause, span or place, values)

    # ------------------------------------------------------------------ parameters

    def _candidates(self, param: ir.Param, index: int) -> Iterator[ev.Content]:
        """The values to try: the one given, or all that meet the parameter's own conditions."""
        if param.var.name in self.settled:
            yield self.settled[param.var.name]
            return
        try:
            if isinstance(param, ir.OneParam) and param.is_written:
                yield from self._texts(param, index)
                return
            domain = sequence(self.reading.value(param.domain))
            match param:
                case ir.OneParam():
                    yield from self._values(param, domain, index)
                case ir.SomeParam():
                    yield from self._sets(param, domain, index)
        except Hidden:
            self._note(index, self._unknown(_domain_span(param)))
        except Impossible as impossible:
            span = _domain_span(param)
            self._note(index, Reason(str(impossible), text_of(span), span))

    def _texts(self, param: ir.OneParam, index: int) -> Iterator[ev.Content]:
        """The text that is meant, if it meets the parameter's own condition."""
        given, named = self.arguments.get(param.var.name), texts_named(self.alternative, param)
        texts = sequence(self.reading.value(named)) if named is not None else ()
        if given is not None:
            try:
                texts = (number_of(cleaned(given, MOST_LETTERS)),)
            except TextRefused as refused:
                self._note(index, Reason(str(refused)))
        for text in texts:
            self.reading.choose(param, text)
            if param.where is None or self._meets(param.where, _where_span(param), index):
                yield text

    def _values(self, param: ir.OneParam, domain: tuple[int, ...], index: int) -> Iterator[ev.Content]:
        given = self.arguments.get(param.var.name)
        if given is not None:
            for value in self._called(given, param, domain, index):
                self.reading.choose(param, value)
                if param.where is None or self._meets(param.where, _where_span(param), index):
                    yield value
            return
        if not domain:
            self._nothing_there(param, index)
        fits = False
        for value in domain:
            if self._is_enough():
                break
            if self._meets_own(param, value):
                fits = True
                yield value
        if domain and not fits:
            self._none_fits(param, index)

    def _meets_own(self, param: ir.OneParam, value: ev.Content) -> bool:
        self.reading.choose(param, value)
        return param.where is None or self.reading.holds(param.where)

    def _sets(self, param: ir.SomeParam, domain: tuple[int, ...], index: int) -> Iterator[ev.Content]:
        low, high = number(self.reading.value(param.low)), number(self.reading.value(param.high))
        given = self.arguments.get(param.var.name)
        is_open = param.var.name == self.open_set
        picked = self.picked if is_open else ()
        if given is not None:
            left = [value for value in domain if value not in picked]
            for word in words_of(given, self.labels, param.domain.type):
                values = self._called(word, param, tuple(left), index)
                if not values:
                    return
                left.remove(values[0])
                picked += (values[0],)
            if not is_open:
                low, high = self._whole_set(param, low, high, picked, index)
        if not domain and low > 0:
            self._nothing_there(param, index)
        rest = [value for value in domain if value not in picked]
        fits = False
        sizes = range(max(low, 0, len(picked)), min(high, len(domain)) + 1)
        for more in chain.from_iterable(combinations(rest, size - len(picked)) for size in sizes):
            if self._is_enough():
                break
            members = tuple(sorted((*picked, *more)))
            if self._suits(param, members, index, alone=given is not None and not is_open):
                fits = True
                yield members
        if not fits:
            self._none_fits(param, index)

    def _whole_set(
        self, param: ir.SomeParam, low: int, high: int, members: Sequence[int], index: int
    ) -> tuple[int, int]:
        """The size of the set that was given, if there may be so many; else no size at all."""
        if low <= len(members) <= high:
            return len(members), len(members)
        span = _whole_span(param)
        wanted = f"{low}" if low == high else f"{low} to {high}"
        message = f"{wanted} of them are to be chosen, not {len(members)}"
        self._note(index, Reason(message, text_of(span), span, ((plain(param.var.name), f"{len(members)}"),)))
        return 1, 0

    def _suits(self, param: ir.SomeParam, members: tuple[int, ...], index: int, *, alone: bool) -> bool:
        """Whether a set meets its own conditions; why not is kept of one that was named as a whole."""
        self.reading.choose(param, members)
        if alone and param.where is not None and not self._meets(param.where, _where_span(param), index):
            return False
        if self.reading.fits(param, members):
            return True
        if alone:
            span = _where_span(param)
            message = "nothing needless may be chosen here, and less would do"
            self._note(index, Reason(message, text_of(span), span))
        return False

    def _nothing_there(self, param: ir.Param, index: int) -> None:
        span = _domain_span(param)
        message = f"there is no {plain(param.var.name)} to choose: nothing is there"
        self._note(index, Reason(message, text_of(span), span))

    def _none_fits(self, param: ir.Param, index: int) -> None:
        what = plain(param.var.name)
        if param.where is None:
            span = _whole_span(param)
            self._note(index, Reason(f"there is no {what} that fits", text_of(span), span))
            return
        own: set[ir.Var] = {param.var}
        if isinstance(param, ir.SomeParam) and param.parts is not None:
            own |= {part.result for part in param.parts}
        values = values_seen(self.labels, self.reading, param.where, own)
        span = _where_span(param)
        clause = text_of(span)
        meets = "meet" if isinstance(param, ir.SomeParam) and are_many(what) else "meets"
        message = f"no {what} {meets} `{clause}`" if clause else f"there is no {what} that fits"
        self._note(index, Reason(message + _listed(values), clause, span, values))

    def _called(self, word: str, param: ir.Param, domain: tuple[int, ...], index: int) -> list[int]:
        """The values of that name; that there are none is noted."""
        assert isinstance(param.domain.type, ir.SeqDomain)
        of: ir.Domain = param.domain.type.of
        knows = self.reading.knows
        values = [value for value in domain if is_called(self.labels, knows, value, of, word)]
        if not values:
            values = [value for value in domain if self._has_words(param, value, word)]
        if not values:
            span = _domain_span(param)
            there = self.labels.value(domain, param.domain.type, knows)
            what = plain(param.var.name)
            taken = [item for item in self.picked if param.var.name == self.open_set]
            message = f"`{word}` is not among {there}"
            if len(domain) > MOST_NAMED:
                message = f"`{word}` is none of the {len(domain)} that there are to choose"
            if any(is_called(self.labels, knows, item, of, word) for item in taken):
                message = f"`{word}` is chosen already"
            self._note(index, Reason(message, text_of(span), span, ((what, word),)))
        return values

    def _has_words(self, param: ir.Param, value: int, word: str) -> bool:
        """Whether the game has words of its own for a value, and these are meant."""
        if not isinstance(param, ir.OneParam) or param.called is None:
            return False
        words = words_of_value(param, value, self.reading, self.labels)
        return words is not None and as_typed(words) == as_typed(word)

    # ------------------------------------------------------------------ preferences

    def _kept_back(self) -> Reason | None:
        """That a value which would do is kept back by a preference."""
        for param in self.alternative.params:
            if isinstance(param, ir.OneParam) and param.prefer and param.var.name not in self.settled:
                value = self.reading.variables[param.var.number]
                try:
                    reason = self._left_out(param, value)
                except (Hidden, Impossible):
                    continue
                if reason is not None:
                    return reason
        return None

    def _left_out(self, param: ir.OneParam, value: ev.Content) -> Reason | None:
        """The preference that leaves this value out."""
        domain = sequence(self.reading.value(param.domain))
        left: list[ev.Content] = [item for item in domain if self._meets_own(param, item)]
        places = param.places.prefer if param.places is not None else ()
        for number_of_wish, wish in enumerate(param.prefer):
            left = self.reading.preferred(param, wish, left)
            if value not in left:
                span = places[number_of_wish] if places else None
                clause = f"prefer {text_of(span)}" if span else "prefer"
                named = self.labels.value(_numbers(left), param.domain.type, self.reading.knows)
                what = plain(param.var.name)
                return Reason(f"`{clause}` leaves only {named}", clause, span, ((what, named),))
        return None


def _numbers(values: Sequence[ev.Content]) -> tuple[int, ...]:
    return tuple(value for value in values if isinstance(value, int))


def _listed(values: tuple[tuple[str, str], ...]) -> str:
    return ": " + ", ".join(f"{name} is {value}" for name, value in values) if values else ""


def _domain_span(param: ir.Param) -> Span | None:
    return param.places.domain if param.places is not None else span_of(param.domain)


def _where_span(param: ir.Param) -> Span | None:
    if param.places is not None and param.places.where is not None:
        return param.places.where
    return None if param.where is None else span_of(param.where)


def _whole_span(param: ir.Param) -> Span | None:
    return None if param.places is None else param.places.whole


def _number_named(param: ir.OneParam, test: ir.Expr) -> int | None:
    """The number that is named for a parameter, if it is one."""
    named = [
        part.value for part in (test.args if isinstance(test, ir.Apply) else ()) if isinstance(part, ir.Const)
    ]
    of = ir.member_type(param.domain.type)
    return named[0] if len(named) == 1 and isinstance(of, ir.IntDomain) and _domain_span(param) else None
