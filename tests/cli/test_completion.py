import subprocess
from pathlib import Path

import pytest

from tests.cli.program import INSTALLED, Run


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
    return [line.partition(",")[2] for line in rulesdsl().out.splitlines() if line]


def test_commands_are_completed(rulesdsl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert complete(rulesdsl, monkeypatch, "expl") == ["explain"]


def test_options_are_completed(rulesdsl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "--format" in complete(rulesdsl, monkeypatch, "list", "--f")


def test_codes_are_completed(rulesdsl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert complete(rulesdsl, monkeypatch, "explain", "unknown-zo") == ["unknown-zone"]


def test_bots_are_completed(rulesdsl: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "wander.prefer").touch()
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "away.prefer").touch()
    for command in ("run", "play", "trace", "simulate", "compare"):
        assert complete(rulesdsl, monkeypatch, command, "--bot", "gr") == ["greedy"]
    assert complete(rulesdsl, monkeypatch, "run", "--bot", "m") == ["mcts", "mcts:200"]
    assert complete(rulesdsl, monkeypatch, "run", "--bot", "p") == ["prefer:wander.prefer"]
    # As bash hands it over: the last of its words is what is replaced.
    words = ("run", "--bot", "prefer", ":")
    assert complete(rulesdsl, monkeypatch, *words) == ["wander.prefer"]
    assert complete(rulesdsl, monkeypatch, *words, "w") == ["wander.prefer"]
    assert complete(rulesdsl, monkeypatch, *words, "far/") == ["far/away.prefer"]
    assert complete(rulesdsl, monkeypatch, "run", "--bot", "=", "gr") == ["greedy"]
    assert complete(rulesdsl, monkeypatch, "run", "--bot=gr") == ["greedy"]
    (tmp_path / "high.py").touch()
    (tmp_path / "far" / "low.py").touch()
    assert complete(rulesdsl, monkeypatch, "run", "--bot", "h") == ["high.py"]
    assert complete(rulesdsl, monkeypatch, "run", "--bot", "far/") == ["far/low.py"]


def test_seats_are_completed(rulesdsl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert complete(rulesdsl, monkeypatch, "run", "--seat", "2", "=", "gr") == ["greedy"]
    assert complete(rulesdsl, monkeypatch, "run", "--seat", "2=gr") == ["2=greedy"]
    assert complete(rulesdsl, monkeypatch, "play", "--seat", "2", "=", "y") == ["you"]
    assert complete(rulesdsl, monkeypatch, "run", "--seat", "2", "=", "y") == []
    seats = complete(rulesdsl, monkeypatch, "run", "--players", "3", "--seat", "")
    assert [seat for seat in seats if seat.endswith("greedy")] == ["1=greedy", "2=greedy", "3=greedy"]
    # And nothing else has changed.
    assert complete(rulesdsl, monkeypatch, "list", "--format", "=", "js") == ["json"]


def test_bash_itself_completes_a_seat(tmp_path: Path) -> None:
    """The words as bash cuts them, and what it does with the answer."""
    (tmp_path / "wander.prefer").touch()
    script = f"""
        PATH={INSTALLED.parent}:$PATH
        eval "$(rulesdsl completion bash)"
        for line in "rulesdsl run --seat 2=gr" "rulesdsl run --seat 2=prefer:w"; do
            COMP_WORDS=($(sed 's/[=:]/ & /g' <<< "$line")); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
            COMPREPLY=(); _rulesdsl_completion rulesdsl; echo "${{COMPREPLY[@]}}"
        done
    """
    shown = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["greedy", "wander.prefer"], shown.stderr
