import subprocess

import pytest

from tests.cli.program import Run


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell_asks_rulesdsl(rulesdsl: Run, shell: str) -> None:
    shown = rulesdsl("completion", shell)
    assert (shown.status, shown.err) == (0, "")
    assert f"_RULESDSL_COMPLETE={shell}_complete" in shown.out


def test_the_script_is_one_that_bash_understands(rulesdsl: Run) -> None:
    subprocess.run(["bash", "-n"], input=rulesdsl("completion", "bash").out, text=True, check=True)


def complete(rulesdsl: Run, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """What bash is offered for the last word."""
    monkeypatch.setenv("_RULESDSL_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(("rulesdsl", *words)))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    return [line.partition(",")[2] for line in rulesdsl().out.splitlines()]


def test_commands_are_completed(rulesdsl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert complete(rulesdsl, monkeypatch, "expl") == ["explain"]


def test_options_are_completed(rulesdsl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "--format" in complete(rulesdsl, monkeypatch, "list", "--f")


def test_codes_are_completed(rulesdsl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert complete(rulesdsl, monkeypatch, "explain", "unknown-zo") == ["unknown-zone"]
