"""Errors as a translator could make them, planted in the text of functions before they are translated."""

import ast
from collections.abc import Mapping
from typing import ClassVar


class _Planted(ast.NodeTransformer):
    """Changes a text; what it was handed stays as it is."""


class OtherBranch(_Planted):
    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        return ast.copy_location(ast.If(node.test, node.orelse or [ast.Pass()], node.body), node)


class NoElse(_Planted):
    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        return ast.copy_location(ast.If(node.test, node.body, []), node)


class OneTurnOfWhile(_Planted):
    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        return ast.copy_location(ast.While(node.test, [*node.body, ast.Break()], []), node)


class OneTurnOfFor(_Planted):
    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        return ast.copy_location(ast.For(node.target, node.iter, [*node.body, ast.Break()], []), node)


class OnAfterBreak(_Planted):
    def visit_Break(self, node: ast.Break) -> ast.AST:
        return ast.copy_location(ast.Pass(), node)


class OnAfterContinue(_Planted):
    def visit_Continue(self, node: ast.Continue) -> ast.AST:
        return ast.copy_location(ast.Pass(), node)


class LeftByContinue(_Planted):
    def visit_Continue(self, node: ast.Continue) -> ast.AST:
        return ast.copy_location(ast.Break(), node)


class NothingAdded(_Planted):
    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        return ast.copy_location(ast.Pass(), node)


class NoLinesThatOnlyDo(_Planted):
    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return ast.copy_location(ast.Pass(), node)


class PartsInAnotherOrder(_Planted):
    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        match node.targets, node.value:
            case [ast.Tuple(elts=[first, second])], ast.Tuple():
                turned = ast.Tuple([second, first], ast.Store())
                return ast.copy_location(ast.Assign([turned], node.value), node)
            case _:
                return node


class NoMembersChanged(_Planted):
    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        is_member = isinstance(node.targets[0], ast.Subscript)
        return ast.copy_location(ast.Pass(), node) if is_member else node


class NothingGivenBack(_Planted):
    def visit_Return(self, node: ast.Return) -> ast.AST:
        return ast.copy_location(ast.Return(ast.Constant(0)), node)


class OtherValue(_Planted):
    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        return ast.copy_location(ast.IfExp(node.test, node.orelse, node.body), node)


class AllForAny(_Planted):
    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return ast.copy_location(ast.BoolOp(other, node.values), node)


class NoNot(_Planted):
    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return node.operand if isinstance(node.op, ast.Not) else node


class FirstOfAChain(_Planted):
    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        return ast.copy_location(ast.Compare(node.left, node.ops[:1], node.comparators[:1]), node)


class NotWithin(_Planted):
    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        turned = [ast.NotIn() if isinstance(op, ast.In) else op for op in node.ops]
        return ast.copy_location(ast.Compare(node.left, turned, node.comparators), node)


class NoConditionInLists(_Planted):
    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        return ast.comprehension(node.target, node.iter, [], 0)


class PartsToTheEnd(_Planted):
    def visit_Slice(self, node: ast.Slice) -> ast.AST:
        return ast.copy_location(ast.Slice(node.lower, None, node.step), node)


class PartsFromTheBeginning(_Planted):
    def visit_Slice(self, node: ast.Slice) -> ast.AST:
        return ast.copy_location(ast.Slice(None, node.upper, node.step), node)


class _OtherFunction(_Planted):
    names: ClassVar[Mapping[str, str]]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node.func:
            case ast.Name(id=name) if name in self.names:
                function = ast.Name(self.names[name], ast.Load())
                return ast.copy_location(ast.Call(function, node.args, node.keywords), node)
            case _:
                return node


class LeastForMost(_OtherFunction):
    names: ClassVar = {"max": "min", "min": "max"}


class SomeForAll(_OtherFunction):
    names: ClassVar = {"any": "all", "all": "any"}


class NotInOrder(_Planted):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node.func:
            case ast.Name(id="sorted"):
                return node.args[0]
            case _:
                return node


LINES_AND_FORMULAS: Mapping[str, type[ast.NodeTransformer]] = {
    "the other branch": OtherBranch,
    "no else": NoElse,
    "one turn of a while": OneTurnOfWhile,
    "one turn of a for": OneTurnOfFor,
    "on after a break": OnAfterBreak,
    "on after a continue": OnAfterContinue,
    "left by a continue": LeftByContinue,
    "nothing added": NothingAdded,
    "no lines that only do": NoLinesThatOnlyDo,
    "parts in another order": PartsInAnotherOrder,
    "no members changed": NoMembersChanged,
    "nothing given back": NothingGivenBack,
    "the other value": OtherValue,
    "all for any": AllForAny,
    "no not": NoNot,
    "the first of a chain": FirstOfAChain,
    "not within": NotWithin,
    "no condition in lists": NoConditionInLists,
    "parts to the end": PartsToTheEnd,
    "parts from the beginning": PartsFromTheBeginning,
    "the least for the most": LeastForMost,
    "some for all": SomeForAll,
    "not in order": NotInOrder,
}


class LeftOut(ast.NodeTransformer):
    """A call that is a line of its own is not made; how often it was there is counted."""

    def __init__(self, called: str) -> None:
        self.called = called
        self.count = 0

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == self.called:
            self.count += 1
            return ast.copy_location(ast.Pass(), node)
        return node
