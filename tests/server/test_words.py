"""What the server says to players: every refusal in all three languages, and the language that is asked for."""

import re

import pytest

from puntobanco.server.words import Language, in_credits, language_of, sentence
from puntobanco.table.commands import Code, Rejection

HAN = re.compile("[\u3400-\u9fff]")
SIMPLIFIED_ONLY = "闲庄对门间这进请张台无读讯账户冻结过数须为总额银开关会员续余补达单号时动让说语从来书"
TRADITIONAL_ONLY = "閒莊對門間這進請張枱無讀訊帳戶凍結過數須為總額銀開關會員續餘補達單號時動讓說語從來書"


def figures(code: Code) -> Rejection:
    return Rejection(code=code, limit=123_450, left=67_800, closes_at=1)


def only(letters: str, others: str) -> set[str]:
    return set(letters) - set(others)


@pytest.mark.parametrize("code", Code)
def test_every_code_has_a_sentence_in_every_language(code: Code) -> None:
    said = {language: sentence(figures(code), language) for language in Language}
    assert len(said) == 3
    for language, words in said.items():
        assert words == words.strip()
        assert words.endswith("." if language is Language.ENGLISH else "。")
        assert "{" not in words
        assert "None" not in words
    assert not HAN.search(said[Language.ENGLISH])
    assert said[Language.ENGLISH].isascii()
    assert HAN.search(said[Language.TRADITIONAL])
    assert not only(SIMPLIFIED_ONLY, TRADITIONAL_ONLY) & set(said[Language.TRADITIONAL])
    assert not only(TRADITIONAL_ONLY, SIMPLIFIED_ONLY) & set(said[Language.SIMPLIFIED])
    numbers = [re.findall(r"\d[\d,.]*\d", words) for words in said.values()]
    assert numbers[0] == numbers[1] == numbers[2], "the same figures in every language"


def test_amounts_are_shown_in_credits_and_rounds_as_they_are() -> None:
    assert "1,234.50" in sentence(figures(Code.OVER_MAXIMUM), Language.ENGLISH)
    assert "678" in sentence(figures(Code.OVER_MAXIMUM), Language.TRADITIONAL)
    assert sentence(Rejection(code=Code.ROUND_CAP, limit=60), Language.ENGLISH) == "This bet is taken until round 60 of the shoe."
    assert [in_credits(cents) for cents in (0, 1, 100, 99_999, 123_456_700)] == ["0", "0.01", "1", "999.99", "1,234,567"]


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        (None, Language.ENGLISH),
        ("", Language.ENGLISH),
        ("*", Language.ENGLISH),
        ("fr-CH, de;q=0.9", Language.ENGLISH),
        ("en", Language.ENGLISH),
        ("en-GB,zh-TW;q=0.9", Language.ENGLISH),
        ("fr,zh-TW;q=0.9,en;q=0.8", Language.TRADITIONAL),
        ("zh", Language.SIMPLIFIED),
        ("zh-CN", Language.SIMPLIFIED),
        ("zh-SG", Language.SIMPLIFIED),
        ("zh-Hans", Language.SIMPLIFIED),
        ("zh-Hans-HK", Language.SIMPLIFIED),
        ("zh-Hant", Language.TRADITIONAL),
        ("zh-Hant-TW", Language.TRADITIONAL),
        ("ZH-hk", Language.TRADITIONAL),
        ("zh_TW", Language.TRADITIONAL),
        ("zh-MO", Language.TRADITIONAL),
        (";;;,,, ;q=", Language.ENGLISH),
    ],
)
def test_the_language_is_the_first_of_ours_that_is_asked_for(accept: str | None, language: Language) -> None:
    assert language_of(accept) is language
