"""The packages that pyproject.toml lists by hand are the folders that there are."""

import tomllib
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def setuptools_table(checkout: Path) -> dict[str, Any]:
    with (checkout / "pyproject.toml").open("rb") as file:
        table: dict[str, Any] = tomllib.load(file)["tool"]["setuptools"]
    return table


def python_folders(checkout: Path, package_dir: dict[str, str]) -> dict[str, Path]:
    """Every folder with modules in it, by the name it is installed under."""
    found = {}
    for package, folder in package_dir.items():
        top = checkout / folder
        for path in sorted({module.parent for module in top.rglob("*.py")}):
            found[".".join((package, *path.relative_to(top).parts))] = path
    return found


def test_the_list_is_the_folders(checkout: Path, setuptools_table: dict[str, Any]) -> None:
    folders = python_folders(checkout, setuptools_table["package-dir"])
    assert setuptools_table["packages"] == sorted(folders)


def test_every_folder_is_a_package(checkout: Path, setuptools_table: dict[str, Any]) -> None:
    folders = python_folders(checkout, setuptools_table["package-dir"])
    assert [name for name, path in folders.items() if not (path / "__init__.py").is_file()] == []


def test_data_is_listed_for_packages(setuptools_table: dict[str, Any]) -> None:
    assert set(setuptools_table["package-data"]) <= set(setuptools_table["packages"])
