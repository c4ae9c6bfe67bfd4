// What a chat message may hold and how long it is: the server's rule (server/chat/text.py), for the counter beside the input. Pure.
// Both sides read the cases in golden/chat.json.

const SPACES = /(?:(?!\ufeff)\s)+/g;
const UNSEEN =
  /(?!\u200c|\u200d)(?:[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}]|[\u{e0000}-\u{e00ff}]|\u034f|[\u115f\u1160]|\u17b4|\u17b5|\u2800|\u3164|\uffa0|\ufffc)/gu;
const JOINED_TO_NOTHING = /(?:\u200c|\u200d){2,}|(?<![^ ])(?:\u200c|\u200d)|(?:\u200c|\u200d)(?![^ ])/g;
const MARKS_MAX = 4;
const TOO_MANY_MARKS = new RegExp(`([\\p{Mn}\\p{Me}]{${MARKS_MAX}})[\\p{Mn}\\p{Me}]+`, "gu");
const PICTURE = /[\u2190-\u2bff\u{1f000}-\u{1faff}]/u;
const PART = /\p{M}|\u200c|\u200d|[\u{1f3fb}-\u{1f3ff}]/u;
const FLAG = /[\u{1f1e6}-\u{1f1ff}]/u;

/** A message as the server will keep it. */
export function plain(text: string): string {
  const seen = text.replace(SPACES, " ").replace(UNSEEN, "").replace(SPACES, " ").replace(JOINED_TO_NOTHING, "");
  return seen.normalize("NFC").replace(TOO_MANY_MARKS, "$1").replace(SPACES, " ").trim();
}

/** How many characters a plain text has, as its writer counts them. */
export function characters(text: string): number {
  let count = 0;
  let before = "";
  let flags = 0;
  for (const letter of text) {
    flags = FLAG.test(letter) ? flags + 1 : 0;
    const joined = before === "\u200d" && PICTURE.test(letter);
    if (!joined && !PART.test(letter) && (flags === 0 || flags % 2 === 1)) count += 1;
    before = letter;
  }
  return count;
}
