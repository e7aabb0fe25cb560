"""The bytes that wasmtime runs are run by a browser, and come to the same cells there."""

import base64
from pathlib import Path
from typing import Any

import pytest

from rulesdsl.engine.plan import Plan
from rulesdsl.native.compiler import Part, compiled
from rulesdsl.native.machine import Machine, Module, Stopped
from rulesdsl.native.unit import told_at
from tests.browser.driving import Browser
from tests.loading import load, without_texts

CHECKOUT = Path(__file__).parent.parent.parent
CLASSICS = without_texts((CHECKOUT / "examples" / "classics").glob("*.game"))
GAMES = 100
LENGTHY, FEW = {"chess", "gin_rummy"}, 4
"""Of which fewer are played in the usual tests."""
FROM_TEXT = "const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));"
MADE = f"""
const done = arguments[arguments.length - 1];
{FROM_TEXT}
WebAssembly.instantiate(bytes).then(
  (made) => {{ window.machine = made.instance.exports; done(""); }}, (error) => done(String(error)));
"""
CALLED = """
try {
  const given = window.machine[arguments[0]](...arguments[1].map(BigInt));
  return [String(given ?? 0), ""];
} catch (error) { return ["0", String(error)]; }
"""
WRITTEN = f"{FROM_TEXT} new Uint8Array(window.machine.memory.buffer).set(bytes, arguments[1]);"
READ = """
const bytes = new Uint8Array(window.machine.memory.buffer, arguments[0], arguments[1] - arguments[0]);
let text = "";
for (let at = 0; at < bytes.length; at += 32768) {
  text += String.fromCharCode(...bytes.subarray(at, at + 32768));
}
return btoa(text);
"""


class PageMemory:
    def __init__(self, page: Browser) -> None:
        self.page = page

    def write(self, _store: object, data: bytearray, start: int) -> None:
        self.page.driver.execute_script(WRITTEN, base64.b64encode(data).decode(), start)

    def read(self, _store: object, start: int, stop: int) -> bytes:
        return base64.b64decode(self.page.driver.execute_script(READ, start, stop))


class PageMachine(Machine):
    """The machine in a page, with the same orders."""

    def __init__(self, plan: Plan, part: Part, page: Browser) -> None:
        self.plan, self.part = plan, part
        code, self.gaps = compiled(plan, part)
        self.told_at = told_at(plan)
        self._store: Any = None
        self._memory: Any = PageMemory(page)
        self.page = page
        text = base64.b64encode(code).decode()
        assert page.driver.execute_async_script(MADE, text) == ""

    def for_games(self, *, whole: bool = False) -> Module:
        assert self.part is (Part.CELLS if whole else Part.OUTCOMES)
        return self

    def buffer(self, address: int, size: int) -> memoryview:
        return memoryview(self._memory.read(self._store, address, address + size))

    def call(self, name: str, *values: int) -> int:
        given, error = self.page.driver.execute_script(CALLED, name, [str(value) for value in values])
        if error:
            raise Stopped(error)
        return int(given)


@pytest.mark.parametrize("file", CLASSICS, ids=lambda file: file.stem)
def test_plays_the_same_games(file: Path, page: Browser, pytestconfig: pytest.Config) -> None:
    plan = Plan(load(file).program())
    there = PageMachine(plan, Part.CELLS, page)
    assert there.gaps == []
    here = Machine(plan)
    games = range(FEW if file.stem in LENGTHY and not pytestconfig.getoption("--long") else GAMES)
    assert list(there.games(games, whole=True)) == list(here.games(games, whole=True))


def test_a_trap_is_one_there_too(page: Browser) -> None:
    plan = Plan(load(CHECKOUT / "examples/classics/tic_tac_toe.game").program(2))
    there = PageMachine(plan, Part.STEPS, page)
    there.begin(1)
    with pytest.raises(Stopped):
        there.choose(9)
