"""The page of fields is made from the source, and nothing public is without a word."""

import pytest

from tests.docs import fields_page


def test_the_page_is_up_to_date() -> None:
    written = fields_page.PAGE.read_text("utf-8")
    assert written == fields_page.text(), "run `python -m tests.docs.fields_page`"


class Bare:
    """Has a field that nobody explains."""

    field: int


def test_what_is_not_explained_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fields_page, "SHOWN", (Bare,))
    with pytest.raises(fields_page.Unexplained, match="field"):
        fields_page.text()
