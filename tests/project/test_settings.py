"""Files of settings: what they say, and how mistakes in them are told."""

from pathlib import Path

import pytest

from rulesdsl.project import SETTINGS, BadSettings, game_files_in, project_of


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(text: str, name: str = "rulesdsl.toml") -> None:
    Path(name).write_text(text, "utf-8")


@pytest.mark.parametrize("name", ["rulesdsl.toml", "pyproject.toml"])
def test_settings_stand_in_either_file_and_say_where(name: str) -> None:
    head = "" if name == "rulesdsl.toml" else '[project]\nname = "x"\n\n[tool.rulesdsl]\n'
    table = "severity" if name == "rulesdsl.toml" else "tool.rulesdsl.severity"
    written(f'{head}line-length = 80\n[{table}]\nrules = "off"\n', name)
    project = project_of(Path())
    found = project.setting("line-length")
    assert (found.value, str(found.file), found.line) == (80, name, head.count("\n") + 1)
    assert project.setting("severity").value == {"rules": "off"}
    assert project.setting("games").file is None


@pytest.mark.parametrize("text", ["", "[tool.other]\nx = 1\n", "broken = \n", "[tool]\nrulesdsl2 = 1\n"])
def test_a_pyproject_of_others_is_no_project(text: str) -> None:
    written(text, "pyproject.toml")
    assert not project_of(Path()).exists


def test_the_nearest_file_holds() -> None:
    written("games = 5\n")
    Path("inner").mkdir()
    written("line-length = 60\n", "inner/rulesdsl.toml")
    assert project_of(Path("inner")).setting("line-length").value == 60
    assert project_of(Path("inner")).setting("games").value == SETTINGS["games"].usual
    Path("other").mkdir()
    assert project_of(Path("other")).setting("games").value == 5


def test_folders_have_settings_of_their_own_and_the_inner_one_decides() -> None:
    written(
        'line-length = 90\n[severity]\nrules = "off"\n[folders.drafts]\nstrict = true\n'
        'severity = { unused-name = "error" }\n[folders."drafts/old"]\nstrict = false\nline-length = 50\n'
    )
    project = project_of(Path())
    values = {
        name: [project.setting(key, Path(name)).value for key in ("strict", "line-length")]
        for name in ("a.game", "drafts/a.game", "drafts/old/a.game", "draftsmen/a.game")
    }
    assert values == {
        "a.game": [False, 90],
        "drafts/a.game": [True, 90],
        "drafts/old/a.game": [False, 50],
        "draftsmen/a.game": [False, 90],
    }
    both = {"rules": "off", "unused-name": "error"}
    assert project.setting("severity", Path("drafts/old/a.game")).value == both


WRONG = {
    "line-lenght = 80": "rulesdsl.toml:1: there is no setting `line-lenght`; did you mean `line-length`?",
    "line_length = 80": "rulesdsl.toml:1: there is no setting `line_length`; did you mean `line-length`?",
    "colour = 1": "rulesdsl.toml:1: there is no setting `colour`; there is files, exclude, severity, strict,"
    " line-length, bot, games, baseline, documentation, folders",
    "line-length = 4": "rulesdsl.toml:1: `line-length` is a whole number from 40 to 400",
    "strict = 1": "rulesdsl.toml:1: `strict` is `true` or `false`",
    'files = "games"': 'rulesdsl.toml:1: `files` is a list of paths, such as ["games", "drafts/*.game"]',
    'files = ["../x"]': "rulesdsl.toml:1: `files` is a path in this folder, which `../x` is not",
    'files = ["C:/x"]': "rulesdsl.toml:1: `files` is a path in this folder, which `C:/x` is not",
    'baseline = "/etc/x"': "rulesdsl.toml:1: `baseline` is a path in this folder, which `/etc/x` is not",
    'bot = "me.py"': "rulesdsl.toml:1: `bot` is no Python file: a bot that is a program is named on the"
    " command line",
    'bot = "gredy"': "rulesdsl.toml:1: `bot` names no bot: there is no bot `gredy` (did you mean `greedy`?);"
    " there are random, random-moves, greedy, mcts, mcts:N and prefer:FILE",
    'bot = "nobody"': "rulesdsl.toml:1: `bot` names no bot: there is no bot `nobody`;"
    " there are random, random-moves, greedy, mcts, mcts:N and prefer:FILE",
    'bot = "mcts:much"': "rulesdsl.toml:1: `bot` names no bot: `mcts:much` says no number of iterations;"
    " one looks like `mcts:200`",
    '[folders.a]\nbot = "gredy"': "rulesdsl.toml:2: `bot` names no bot: there is no bot `gredy`"
    " (did you mean `greedy`?); there are random, random-moves, greedy, mcts, mcts:N and prefer:FILE",
    'documentation = "x"': "rulesdsl.toml:1: `documentation` is an address with `{code}` in it, such as"
    " https://example.org/codes/{code}/",
    '\n[severity]\nunused-nam = "off"': "rulesdsl.toml:3: there is no warning and no area with warnings"
    " `unused-nam`; did you mean `unused-name`?",
    '[severity]\nunknown-name = "off"': "rulesdsl.toml:2: `unknown-name` is an error, and stays one: only"
    " what warns can be told to do otherwise",
    '[severity]\nunused-name = "eror"': "rulesdsl.toml:2: `unused-name` is `error`, `warning` or `off`;"
    " did you mean `error`?",
    '[folders.a]\nfiles = ["x"]': "rulesdsl.toml:2: `files` holds for the whole project, not for one folder",
    "[folders.a]\nstric = true": "rulesdsl.toml:2: there is no setting `stric`; did you mean `strict`?",
    "[tool.rulesdsl]\nstrict = true": "rulesdsl.toml:1: settings stand by themselves in rulesdsl.toml:"
    " `[tool.rulesdsl]` is for pyproject.toml",
    "strict = true\nstrict = false": "rulesdsl.toml:2: this is no TOML: Cannot overwrite a value",
    "strict =": "rulesdsl.toml:1: this is no TOML: Invalid value",
    "[folders]\na = 1": 'rulesdsl.toml:1: `folders` has a table for each folder: [folders."drafts"]',
}


@pytest.mark.parametrize("text", WRONG, ids=WRONG)
def test_a_mistake_is_told_with_its_line_and_what_may_have_been_meant(text: str) -> None:
    written(text)
    with pytest.raises(BadSettings) as bad:
        project_of(Path())
    assert str(bad.value) == WRONG[text]


@pytest.mark.parametrize(
    "text", ['bot = "prefer:link"', 'bot = "prefer:inside/far.txt"', 'baseline = "link"']
)
def test_a_link_leads_nowhere_else(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "far.txt").write_text("not for others", "utf-8")
    Path("link").symlink_to(elsewhere / "far.txt")
    Path("inside").symlink_to(elsewhere)
    written(text)
    with pytest.raises(BadSettings, match="leads out of it, by a link"):
        project_of(Path())


def test_all_mistakes_are_told_at_once() -> None:
    written("a = 1\nb = 2\nstrict = 3\n")
    with pytest.raises(BadSettings) as bad:
        project_of(Path())
    assert [str(one).split(": ")[0] for one in bad.value.complaints] == [
        "rulesdsl.toml:1",
        "rulesdsl.toml:2",
        "rulesdsl.toml:3",
    ]


@pytest.mark.parametrize("text", ["strict = ", "= 1", "a = {", "\x00", "[[severity]]", "folders = 1"])
def test_what_cannot_be_read_is_said(text: str) -> None:
    written(text)
    with pytest.raises(BadSettings, match=r"rulesdsl\.toml"):
        project_of(Path())


def test_two_files_of_settings_in_one_folder_are_refused() -> None:
    written("games = 5\n")
    written("[tool.rulesdsl]\ngames = 6\n", "pyproject.toml")
    with pytest.raises(BadSettings, match="keep one of them"):
        project_of(Path())


def test_settings_may_begin_with_the_mark_that_windows_writes() -> None:
    Path("rulesdsl.toml").write_text("games = 5\r\n", "utf-8-sig", newline="")
    assert project_of(Path()).setting("games").value == 5


def test_paths_that_meet_nothing_are_known_with_what_may_have_been_meant() -> None:
    files('files = ["gmaes", "**/c.game"]\nexclude = ["*.txt"]\n[folders."games/odl"]\nstrict = true\n')
    found = [(path, said.line, meant) for path, said, meant in project_of(Path()).meets_nothing()]
    assert found == [("gmaes", 1, "games"), ("*.txt", 2, None), ("games/odl", 4, "games/old")]


def files(text: str) -> list[str]:
    for name in ("a.game", "games/b.game", "games/old/c.game", "games/c.txt", ".x/d.game", "v/e.game"):
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", "utf-8")
    Path("v/pyvenv.cfg").write_text("", "utf-8")
    written(text)
    return [path.as_posix() for path in project_of(Path()).game_files()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["a.game", "games/b.game", "games/old/c.game"]),
        ('files = ["games"]', ["games/b.game", "games/old/c.game"]),
        ('files = ["*.game"]', ["a.game"]),
        ('files = ["games/*.game"]', ["games/b.game"]),
        ('files = ["**/c.game"]', ["games/old/c.game"]),
        ('exclude = ["**/old"]', ["a.game", "games/b.game"]),
        ('exclude = ["games/?.game"]', ["a.game", "games/old/c.game"]),
    ],
)
def test_the_files_of_a_project(text: str, expected: list[str]) -> None:
    assert files(text) == expected


def test_a_folder_is_searched_for_what_lies_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "private.game").write_text("nobody's business", "utf-8")
    (folder / "sub" / "own.game").write_text("", "utf-8")
    (folder / "out.game").symlink_to(tmp_path / "private.game")
    (folder / "sub" / "out.game").symlink_to(Path("..", "..", "private.game"))
    (folder / "within.game").symlink_to(folder / "sub" / "own.game")
    (folder / "nowhere.game").symlink_to(folder / "nowhere.game")
    found = [path.relative_to(folder).as_posix() for path in game_files_in(folder)]
    assert found == ["within.game", "sub/own.game"]
