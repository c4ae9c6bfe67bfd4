"""What a chat message may hold: the golden cases, and what holds for every text."""

import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from puntobanco.errors import BadSettings
from puntobanco.server.chat.text import CODE_POINTS_MAX, MARKS_MAX, PARTS_MAX, characters, plain, plain_name
from puntobanco.server.chat.unwanted import WORD_LETTERS_MAX, WORDS_MAX, UnwantedWords, read_words
from tests.game.golden import golden

CASES = golden("chat.json")
UNWANTED = CASES["unwanted"]
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
ANY = st.text() | st.text(
    alphabet=[
        *"ab \n<&>",
        *TURNING,
        *"\u200b\u200c\u200d\ufeff\u0301\u0334\u0335\u3164\U0001f468\U0001f3fb\U0001f1f2가\u11a8\U000e0041\ufe0f\u09c7\u09be\u09bc\u0903",
    ]
)


@pytest.mark.parametrize("case", CASES["messages"], ids=lambda case: case["id"])
def test_a_message_is_kept_and_counted_as_the_golden_cases_say(case: dict[str, Any]) -> None:
    assert plain(case["text"]) == case["plain"]
    assert characters(case["plain"]) == case["characters"]


@pytest.mark.parametrize("case", CASES["names"], ids=lambda case: case["id"])
def test_a_name_is_shown_as_the_golden_cases_say(case: dict[str, Any]) -> None:
    assert plain_name(case["name"]) == case["plain"]


@given(ANY)
def test_what_is_plain_stays_as_it_is(text: str) -> None:
    assert plain(plain(text)) == plain(text)
    assert plain_name(plain_name(text)) == plain_name(text)


@given(ANY)
def test_nothing_plain_is_a_control_or_turns_the_text_round_it(text: str) -> None:
    kept = plain(text)
    assert all(unicodedata.category(letter) not in ("Cc", "Cf", "Zl", "Zp") or letter in "\u200c\u200d" for letter in kept)
    assert not set(kept) & {*TURNING, "\ufeff", "\u3164"}
    assert kept == kept.strip() == unicodedata.normalize("NFC", kept)


@given(st.text(alphabet=st.characters(codec="ascii", categories=["L", "N", "P", "S"]), min_size=1))
def test_ascii_stays_letter_by_letter_and_markup_is_nothing_special(text: str) -> None:
    assert plain(text) == text
    assert characters(text) == len(text)


@given(ANY)
def test_a_text_has_at_most_as_many_characters_as_code_points_and_none_only_when_it_is_empty(text: str) -> None:
    kept = plain(text)
    assert len(kept) / PARTS_MAX <= characters(kept) <= len(kept)


@given(st.integers(0, 50))
def test_no_letter_carries_more_marks_than_may_be(marks: int) -> None:
    for mark in ("\u0334", "\u20dd", "\u0903"):
        assert plain("x" + mark * marks) == "x" + mark * min(marks, MARKS_MAX)


@given(st.sampled_from(["\U0001f3fb", "\u0903", "\u200d\U0001f600", "\ufe0f", "\u0334", "\u200d→", "\U0001f1e6"]))
def test_no_message_of_all_its_code_points_passes_as_a_few_characters(part: str) -> None:
    kept = plain("a" + part * CODE_POINTS_MAX)
    assert characters(kept) >= len(kept) / PARTS_MAX
    assert len(kept) <= 2 * MARKS_MAX + 1 or characters(kept[:CODE_POINTS_MAX]) > CODE_POINTS_MAX / PARTS_MAX


@given(st.text(alphabet="damn" + "".join(map(chr, (0x301, 0x336, 0x20DD, 0xFE0F, 0x180B, 0xE0100, 0xE34, 0x903))), max_size=30))
def test_no_mark_hides_an_unwanted_word(text: str) -> None:
    words = UnwantedWords(["damn"])
    bare = "".join(letter for letter in text if letter in "damn")
    assert words.found_in(plain(text)) == words.found_in(bare)


@pytest.mark.parametrize("text", UNWANTED["found"])
def test_an_unwanted_word_is_found_whatever_its_case_and_width(text: str) -> None:
    assert UnwantedWords(UNWANTED["words"]).found_in(plain(text))


@pytest.mark.parametrize("text", UNWANTED["not_found"])
def test_part_of_another_word_is_no_unwanted_word(text: str) -> None:
    assert not UnwantedWords(UNWANTED["words"]).found_in(plain(text))


@given(ANY)
def test_without_a_list_nothing_is_unwanted(text: str) -> None:
    assert not UnwantedWords().found_in(text)


@given(st.lists(st.text()), st.text())
def test_any_list_of_words_can_be_asked_about_any_text(words: list[str], text: str) -> None:
    UnwantedWords(words).found_in(text)


def test_a_file_of_words_has_one_a_line_and_comments(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("# ours\n\nDamn  # mild\ntwo words\n", encoding="utf-8")
    words = read_words(file)
    assert [words.found_in(text) for text in ("damn", "two  words", "mild", "ours")] == [True, True, False, False]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("ok\n" + "x" * (WORD_LETTERS_MAX + 1), "line 2: is longer"),
        ("\u200b", "line 1: "),
        ("".join(f"w{n}\n" for n in range(WORDS_MAX + 1)), f"more than {WORDS_MAX} words"),
    ],
)
def test_a_file_of_words_that_cannot_be_used_is_named_with_the_line(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "words.txt"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(BadSettings, match=said) as raised:
        read_words(file)
    assert str(file) in str(raised.value)


def test_a_file_of_words_that_is_no_text_or_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="No such file"):
        read_words(tmp_path / "none")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(BadSettings, match="is not UTF-8"):
        read_words(tmp_path / "bytes")
