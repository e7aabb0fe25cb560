"""Maps: whether every node can be reached from the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulesdsl import program as ir
from rulesdsl.check.whole.findings import Checked, finding, listed
from rulesdsl.diagnostics.model import Diagnostic


def unconnected_graphs(checked: Checked) -> Iterator[Diagnostic]:
    """Places that no link leads to. Several kinds of links join the same places together: ferries, or walls,
    need not reach those that roads do.
    """
    # Cells hang together without links.
    boards = {graph.of for graph in checked.program.graphs.values() if graph.shape != "links"}
    by_places: dict[ir.Domain, dict[str, ir.Graph]] = {}
    for name, graph in checked.program.graphs.items():
        if graph.shape == "links" and graph.node_count > 1 and graph.of not in boards:
            by_places.setdefault(graph.of, {})[name] = graph
    for graphs in by_places.values():
        names = sorted(graphs, key=lambda name: -len(graphs[name].links))
        graph = graphs[names[0]]
        parts = components(graph.node_count, [link for each in graphs.values() for link in each.links])
        if len(parts) < 2:
            continue
        parts.sort(key=lambda part: (-len(part), part))
        apart = [node for part in parts[1:] for node in part]
        symbols = [checked.world.symbols[name] for name in names]
        yield finding(
            "graph-not-connected",
            symbols[0].span,
            f"{len(apart)} of the {graph.node_count} places of {' and '.join(f'`{name}`' for name in names)} "
            f"cannot be reached from the others: "
            f"{listed([_label(checked, graph, node) for node in sorted(apart)])}",
            f"falls into {len(parts)} parts"
            if len(names) == 1
            else f"together they fall into {len(parts)} parts",
            because=tuple((symbol.span, "joins the same places") for symbol in symbols[1:]),
            hint="add the links that are missing",
        )


def components(nodes: int, links: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The nodes in groups that hang together."""
    parent = list(range(nodes))

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for first, other in links:
        parent[root(first)] = root(other)
    groups: dict[int, list[int]] = {}
    for node in range(nodes):
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
