"""By what an action is known in a program: its name, or where it has none the number of its decision."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl import program as ir
from rulesdsl.engine.core.sites import AlternativeSite, OneSite, ParamSite, Site

Key = tuple[str, int, int, *tuple[object, ...]]
"""The action's name, or where it has none the decision's number and which of its alternatives; and so on."""


def asks_what_to_do(site: Site) -> bool:
    """Whether the first stage is what to do; where only one thing can be done, and there is nothing to choose
    about it, it is a stage for those who take every step.
    """
    return (
        site.parts is None
        and not site.merged
        and (len(site.alternatives) > 1 or site.decide.decline or not site.alternatives[0].params)
    )


def params_in_turn(site: Site) -> Iterator[tuple[int, int, ParamSite]]:
    """The parameters that are chosen one after the other."""
    if site.parts is not None:
        return
    for index, alternative in enumerate(site.alternatives):
        for place, param in enumerate(alternative.params):
            yield index, place, param


def key_of_doing(site: Site, index: int) -> Key:
    """The same wherever an action is offered; of several by one name in one decision which of them."""
    named = site.alternatives[index].alternative.name
    if not named:
        return ("", site.decide.point, index)
    before = sum(alternative.alternative.name == named for alternative in site.alternatives[:index])
    return (named, 0, before)


def key_of_move(site: Site, index: int) -> Key:
    name, point, before, *_ = key_of_doing(site, index)
    params = site.alternatives[index].params
    types = tuple((param.param.var.name, ir.member_type(param.param.var.type)) for param in params)
    return name, point, before, "move", types


def key_of_param(site: Site, index: int, parameter: int) -> Key:
    alternative: AlternativeSite = site.alternatives[index]
    param = alternative.params[parameter]
    named = alternative.alternative.name
    inner = ir.member_type(param.param.var.type)
    return (named, 0 if named else site.decide.point, 0 if named else index, param.param.var.name, inner)


def may_be_unseen(param: ParamSite) -> bool:
    return param.hides if isinstance(param, OneSite) else param.spec.hides
