"""The texts that a line of an example names for a parameter that is written."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.operations import Op


def texts_named(alternative: ir.Alternative, param: ir.OneParam) -> ir.ConstSeq | None:
    """None if the line says nothing of it: then it could be anything."""
    assert isinstance(param.domain, ir.AnyText)
    texts = [
        text.value
        for checks in alternative.checks
        for check in checks
        if check.wanted
        and isinstance(check.test, ir.Apply)
        and check.test.op is Op.SAME_TEXT
        and ir.Local(param.var) in check.test.args
        for text in check.test.args
        if isinstance(text, ir.Const)
    ]
    return ir.ConstSeq(tuple(texts), param.domain.type) if texts else None
