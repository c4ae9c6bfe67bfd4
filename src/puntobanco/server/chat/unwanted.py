"""The words that a house does not want in its chat: a host's list, matched by whole words whatever their case, width or accents."""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from puntobanco.errors import BadHouse, BadSettings
from puntobanco.house_files import read_text

WORDS_MAX = 5_000
"""Words of a list."""

WORD_LETTERS_MAX = 60
"""Letters of a word of a list."""

_HAN = "\u2e80-\u2fdf\u3005\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Scripts that are written without blanks between words: a word of these is found wherever it stands."""

_VOICED = "\u3099\u309a"
"""The marks that make another kana of one."""

_LETTER = rf"[^\W_{_HAN}]"
_UNBROKEN = re.compile(f"[{_HAN}]")


class UnwantedWords:
    """A list of words, or of phrases. An empty one wants everything."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        folded = sorted({found for word in words if (found := _folded(word))}, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(_pattern, folded))) if folded else None

    def found_in(self, text: str) -> bool:
        """Whether a plain text holds one of the words."""
        return self._pattern is not None and self._pattern.search(_folded(text)) is not None


def read_words(path: Path) -> UnwantedWords:
    """The words of a file, one a line; ``#`` begins a comment. Raises `BadSettings` that names the file and the line."""
    try:
        text = read_text(str(path))
    except BadHouse as error:
        raise BadSettings("; ".join(f"{path}: {reason}" for _, reason in error.faults)) from None
    words = []
    for number, line in enumerate(text.splitlines(), 1):
        word = line.partition("#")[0].strip()
        if len(word) > WORD_LETTERS_MAX:
            raise BadSettings(f"{path}: line {number}: is longer than {WORD_LETTERS_MAX} letters; write one word or phrase a line")
        if word and not _folded(word):
            raise BadSettings(f"{path}: line {number}: {word!r} holds nothing that can be seen")
        words.append(word)
    if sum(map(bool, words)) > WORDS_MAX:
        raise BadSettings(f"{path}: has more than {WORDS_MAX} words")
    return UnwantedWords(words)


def _folded(text: str) -> str:
    """A text by which words are compared: case, width and strange marks do not count, nor what cannot be seen between letters."""
    seen = "".join(letter for letter in text if unicodedata.category(letter) != "Cf")
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", seen).casefold())
    return " ".join(unicodedata.normalize("NFKC", _without_marks(apart)).split())


def _without_marks(text: str) -> str:
    """A text without accents, selectors and whatever else can be put on a letter; marks of the letter's own script are letters."""
    kept, script = [], ""
    for letter in text:
        if unicodedata.category(letter)[0] != "M":
            kept.append(letter)
            script = _script(letter)
        elif _script(letter) == script or (letter in _VOICED and script in ("HIRAGANA", "KATAKANA")):
            kept.append(letter)
    return "".join(kept)


def _script(letter: str) -> str:
    """The script of a letter or mark, as its name begins; marks of all scripts are of none."""
    return unicodedata.name(letter, "").partition(" ")[0]


def _pattern(word: str) -> str:
    """A whole word: no letter or figure of a spaced script stands before or after it."""
    before = "" if _UNBROKEN.match(word[0]) else rf"(?<!{_LETTER})"
    after = "" if _UNBROKEN.match(word[-1]) else rf"(?!{_LETTER})"
    return before + re.escape(word) + after
