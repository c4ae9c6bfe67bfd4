// What a chat message may hold and how long it is: the server's rule (server/chat/text.py), for the counter beside the input. Pure.
// Both sides read the cases in golden/chat.json.

const SPACES = /(?:(?!\ufeff)\s)+/g;
const UNSEEN =
  /(?!\u200c|\u200d)(?:[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}]|[\u{e0000}-\u{e00ff}]|\u034f|[\u115f\u1160]|\u17b4|\u17b5|\u2800|\u3164|\uffa0|\ufffc)/gu;
const JOINED_TO_NOTHING = /(?:\u200c|\u200d){2,}|(?<![^ ])(?:\u200c|\u200d)|(?:\u200c|\u200d)(?![^ ])/g;
const MARKS_MAX = 4;
const PARTS_MAX = 12;
const PICTURE = /[\u2190-\u2bff\u{1f000}-\u{1faff}]/u;
const TONE = /[\u{1f3fb}-\u{1f3ff}]/u;
const PART = /\p{M}|\u200c|\u200d/u;
const FLAG = /[\u{1f1e6}-\u{1f1ff}]/u;

/** A message as the server will keep it. */
export function plain(text: string): string {
  const seen = text.replace(SPACES, " ").replace(UNSEEN, "").replace(SPACES, " ").replace(JOINED_TO_NOTHING, "");
  return fewerMarks(seen.normalize("NFC")).normalize("NFC").replace(SPACES, " ").trim();
}

function fewerMarks(text: string): string {
  let kept = "";
  let above = 0;
  let beside = 0;
  for (const letter of text) {
    if (!/\p{M}/u.test(letter)) above = beside = 0;
    else if (/\p{Mc}/u.test(letter)) beside += 1;
    else above += 1;
    if (above <= MARKS_MAX && beside <= MARKS_MAX) kept += letter;
  }
  return kept;
}

/** How many characters a plain text has, as its writer counts them. */
export function characters(text: string): number {
  let count = 0;
  let parts = 0;
  let before = "";
  let flags = 0;
  for (const letter of text) {
    flags = FLAG.test(letter) ? flags + 1 : 0;
    const part = extend(before, letter) || (flags > 0 && flags % 2 === 0);
    if (part && parts > 0 && parts < PARTS_MAX) {
      parts += 1;
    } else {
      count += 1;
      parts = 1;
    }
    before = letter;
  }
  return count;
}

/** Whether a character is part of the one before it: a mark, a joiner, a picture after one, a skin tone of a picture. */
function extend(before: string, letter: string): boolean {
  const toned = TONE.test(letter) && PICTURE.test(before) && !TONE.test(before);
  const joined = before === "\u200d" && PICTURE.test(letter);
  return toned || joined || PART.test(letter);
}
