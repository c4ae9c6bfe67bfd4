"""What a chat message may hold, and how long it is. Pure: text in, text out; nothing in it ever means markup.

A message is plain text. What could change how the text around it is drawn is taken out: control and bidirectional characters, byte
order marks, tags, fillers that look like nothing. The client counts by the same rule (``web/src/chattext.ts``), and both read the
cases in ``golden/chat.json``.
"""

import re
import unicodedata

CHARACTERS_MAX = 200
"""The longest message, in characters as users count them: a letter with its marks, an emoji with its parts, is one."""

CODE_POINTS_MAX = 800
"""The longest message in code points, so that characters of many parts have an end too."""

MARKS_MAX = 4
"""Marks on one letter that take no room of their own, and as many that do; more of them are taken off."""

PARTS_MAX = 12
"""Code points of one character: a family of four, each with a skin tone, has 11. What goes on after that counts as another."""

_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc")
"""What is drawn as nothing, or stands for something that is not there, and belongs to no category of its own."""

_JOINERS = "\u200c\u200d"
_JOINED_TO_NOTHING = re.compile(rf"[{_JOINERS}]{{2,}}|(?<!\S)[{_JOINERS}]|[{_JOINERS}](?!\S)")
_PICTURE = re.compile("[\u2190-\u2bff\U0001f000-\U0001faff]")
_TONE = re.compile("[\U0001f3fb-\U0001f3ff]")
_SELECTOR = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_SPACES = re.compile(r"[^\S\x1c-\x1f\x85]+")
_NAME_LETTERS_MAX = 40


def plain(text: str) -> str:
    """A message as it is kept and shown: NFC, in one line, without what is invisible or turns text round, without outer blanks.

    What is plain stays as it is. It may be empty. Joiners stay between two characters, where emoji and some scripts need them.
    """
    return _tidied(text, keep=_JOINERS)


def plain_name(name: str) -> str:
    """A name as it is shown: as `plain`, without joiners and selectors, so that no two names look the same that are not."""
    return _tidied(_SELECTOR.sub("", name), keep="")[:_NAME_LETTERS_MAX].strip()


def _tidied(text: str, *, keep: str) -> str:
    spaced = _SPACES.sub(" ", text)
    seen = "".join(letter for letter in spaced if letter in keep or not _is_unseen(letter))
    joined = _JOINED_TO_NOTHING.sub("", _SPACES.sub(" ", seen))
    marked = _fewer_marks(unicodedata.normalize("NFC", joined))
    # Once more: where a mark between two others was taken off, those may be one.
    return _SPACES.sub(" ", unicodedata.normalize("NFC", marked)).strip()


def _is_unseen(letter: str) -> bool:
    """Whether a character is a control, a format, a tag, a private one or none at all, or a blank that is no space.

    What this Python does not know yet stays: it may be a new emoji.
    """
    none_at_all = ord(letter) & 0xFFFE == 0xFFFE or "\ufdd0" <= letter <= "\ufdef"
    hidden = unicodedata.category(letter) in ("Cc", "Cf", "Co", "Cs") or "\U000e0000" <= letter <= "\U000e00ff"
    return hidden or none_at_all or letter in _INVISIBLE


def _fewer_marks(text: str) -> str:
    kept, above, beside = [], 0, 0
    for letter in text:
        category = unicodedata.category(letter)
        if category[0] != "M":
            above = beside = 0
        elif category == "Mc":
            beside += 1
        else:
            above += 1
        if above <= MARKS_MAX and beside <= MARKS_MAX:
            kept.append(letter)
    return "".join(kept)


def characters(text: str) -> int:
    """How many characters a plain text has, as its writer counts them."""
    count, parts, before, flags = 0, 0, "", 0
    for letter in text:
        flags = flags + 1 if "\U0001f1e6" <= letter <= "\U0001f1ff" else 0
        if 0 < parts < PARTS_MAX and (_extends(before, letter) or (flags and flags % 2 == 0)):
            parts += 1
        else:
            count, parts = count + 1, 1
        before = letter
    return count


def _extends(before: str, letter: str) -> bool:
    """Whether a character is part of the one before it: a mark, a joiner, a picture after one, a skin tone of a picture."""
    if _TONE.match(letter) and _PICTURE.match(before) and not _TONE.match(before):
        return True
    if before == "\u200d" and _PICTURE.match(letter):
        return True
    return unicodedata.category(letter)[0] == "M" or letter in _JOINERS
