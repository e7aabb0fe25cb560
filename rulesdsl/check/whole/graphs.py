"""Maps: whether every node can be reached from the others."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl import program as ir
from rulesdsl.check.whole.findings import Checked, finding, listed
from rulesdsl.diagnostics.model import Diagnostic


def unconnected_graphs(checked: Checked) -> Iterator[Diagnostic]:
    # Cells hang together without links.
    boards = {graph.of for graph in checked.program.graphs.values() if graph.shape != "links"}
    for name, graph in checked.program.graphs.items():
        if graph.shape != "links" or graph.node_count < 2 or graph.of in boards:
            continue
        parts = components(graph)
        if len(parts) < 2:
            continue
        parts.sort(key=lambda part: (-len(part), part))
        apart = [node for part in parts[1:] for node in part]
        symbol = checked.world.symbols[name]
        yield finding(
            "graph-not-connected",
            symbol.span,
            f"{len(apart)} of the {graph.node_count} places of `{name}` cannot be reached from the others: "
            f"{listed([_label(checked, graph, node) for node in sorted(apart)])}",
            f"falls into {len(parts)} parts",
            hint="add the links that are missing",
        )


def components(graph: ir.Graph) -> list[list[int]]:
    """The nodes in groups that hang together."""
    parent = list(range(graph.node_count))

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for first, other in graph.links:
        parent[root(first)] = root(other)
    groups: dict[int, list[int]] = {}
    for node in range(graph.node_count):
        groups.setdefault(root(node), []).append(node)
    return list(groups.values())


def _label(checked: Checked, graph: ir.Graph, node: int) -> str:
    match graph.of:
        case ir.NodeDomain(name):
            return checked.program.nodes[name][node]
        case ir.PieceDomain():
            return checked.world.piece_names[
                checked.world.piece_name_of[checked.elaboration.declarations.members(graph.of)[node]]
            ]
        case _:
            return str(node + 1)
