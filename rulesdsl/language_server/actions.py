"""What is done on request: the layout, repairs, examples that are run."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulesdsl.language_server.diagnosing import as_diagnostic, by_place
from rulesdsl.language_server.documents import GAME
from rulesdsl.language_server.reading import Repair, Spot, formatted, run_examples
from rulesdsl.language_server.session import RUN_EXAMPLE, Server, path_of, uri_of


def carry_out(server: Server) -> None:
    """What somebody asks to be done."""
    session, desk = server.session, server.session.desk

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    async def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        document = server.document(params.text_document.uri)
        if document is None or not document.is_game:
            return []
        text = document.text
        new = await session.quick.ask(formatted, document.path, text)
        if new is None or new == text or document.text != text:
            return []
        lines = document.lines
        whole = Spot(document.path, (0, 0), (len(lines) - 1, len(lines[-1])))
        return [lsp.TextEdit(server.range_of(whole), new)]

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def code_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        document = server.document(params.text_document.uri)
        if document is None:
            return []
        first, last = (
            server.position_of(document, params.range.start),
            server.position_of(document, params.range.end),
        )
        actions = []
        findings = {
            finding for other in desk.documents.values() for finding in other.published.get(document.path, ())
        }
        for finding in sorted(findings, key=by_place):
            repair = finding.repair
            if repair is not None and finding.spot.first[0] <= last[0] and first[0] <= finding.spot.last[0]:
                actions.append(
                    lsp.CodeAction(
                        repair.title,
                        kind=lsp.CodeActionKind.QuickFix,
                        diagnostics=[as_diagnostic(server, finding)],
                        edit=lsp.WorkspaceEdit(changes=_changes(repair)),
                        is_preferred=repair.certain,
                    )
                )
        return actions

    def _changes(repair: Repair) -> dict[str, list[lsp.TextEdit]]:
        changes: dict[str, list[lsp.TextEdit]] = {}
        for spot, text in repair.edits:
            changes.setdefault(uri_of(spot.file), []).append(lsp.TextEdit(server.range_of(spot), text))
        return changes

    @server.command(RUN_EXAMPLE)
    async def run_example(uri: str, title: str) -> list[str]:
        path = path_of(uri)
        if not path.endswith(GAME):
            results = [f"{uri} is no game file"]
        else:
            lines = await session.thorough.ask(run_examples, path, desk.texts, title)
            results = list(lines or (f'there is no example "{title}"',))
        fine = all(line.startswith("ok") for line in results)
        server.window_show_message(
            lsp.ShowMessageParams(
                lsp.MessageType.Info if fine else lsp.MessageType.Warning, "\n".join(results)
            )
        )
        return results
