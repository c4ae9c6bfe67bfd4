"""The house's own reasons, and the page's words for them."""

import re
from pathlib import Path

from puntobanco.table import reasons

PAGE = Path(__file__).resolve().parent.parent.parent / "web/src/i18n/reasons.ts"
LANGUAGES = ("en", "zh-Hant", "zh-Hans")


def test_every_reason_of_the_house_has_words_in_every_language_and_no_words_stand_alone() -> None:
    codes = {value for name, value in vars(reasons).items() if name.isupper() and isinstance(value, str)}
    _, _, rest = PAGE.read_text(encoding="utf-8").partition("MACHINE_REASONS")
    table, _, _ = rest.partition("\n};")
    entries = dict(re.findall(r"^  (\w+): \{$(.*?)^  \},$", table, re.MULTILINE | re.DOTALL))
    assert set(entries) == codes
    assert set(reasons.OF_A_ROUND) <= codes
    for code, words in entries.items():
        said = dict(re.findall(r'^    "?([\w-]+)"?: "(.+)",$', words, re.MULTILINE))
        assert tuple(said) == LANGUAGES, code
