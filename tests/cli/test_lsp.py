"""`rulesdsl lsp`: the protocol itself is tried in tests/language_server."""

import subprocess
import sys


def _run(command: str, *, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", command, "lsp"],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_without_the_library_it_says_what_to_install() -> None:
    hidden = "import sys; sys.modules['pygls'] = None; "
    made = _run(f"{hidden}from rulesdsl.cli.main import main; main()")
    assert made.returncode == 2
    assert "pip install 'rulesdsl[lsp]'" in made.stderr


def test_it_answers_and_ends_when_it_is_told_to() -> None:
    params = '{"processId":null,"rootUri":null,"capabilities":{}}'
    body = f'{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{params}}}'
    done = '{"jsonrpc":"2.0","id":2,"method":"shutdown"}'
    end = '{"jsonrpc":"2.0","method":"exit"}'
    given = "".join(f"Content-Length: {len(one)}\r\n\r\n{one}" for one in (body, done, end))
    made = _run("from rulesdsl.cli.main import main; main()", given=given)
    assert '"hoverProvider"' in made.stdout
    assert (made.returncode, made.stderr) == (0, "")
