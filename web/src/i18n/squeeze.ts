// The words of cards face down and of the squeeze, in all languages.
import type { Side, SqueezeEnd } from "../protocol.gen";
import type { Language } from ".";

export interface SqueezeWords {
  /** A card by its place: "Player’s second card". */
  place: (side: Side, nth: number) => string;
  faceDown: (place: string) => string;
  bent: (place: string) => string;
  /** A face that its squeezer alone sees. */
  seen: (face: string) => string;
  onlyYou: string;
  unknown: string;
  /** Whose turn it is, on the felt. */
  yours: (place: string) => string;
  theirs: (name: string, place: string) => string;
  isBent: string;
  dealer: string;
  look: string;
  turn: string;
  pass: string;
  lookHint: string;
  turnHint: string;
  passHint: string;
  /** What is said of it. */
  laid: (place: string) => string;
  yoursNews: (place: string, seconds: number | null) => string;
  theirsNews: (name: string, place: string) => string;
  bentNews: (name: string, place: string) => string;
  seenNews: (face: string) => string;
  /** How a right ended; `name` is null where it was ours. Nothing of a card that its squeezer turns over. */
  ended: (name: string | null, place: string, reason: SqueezeEnd) => string;
  secondsLeft: (seconds: number) => string;
}

const nth = (words: readonly string[], at: number) => words[at] ?? "";

export const SQUEEZE: Record<Language, SqueezeWords> = {
  en: {
    place: (side, at) => `${side === "player" ? "Player" : "Banker"}’s ${nth(["first", "second", "third"], at)} card`,
    faceDown: (place) => `${place}, face down`,
    bent: (place) => `${place}, face down and bent`,
    seen: (face) => `${face}, seen by you alone`,
    onlyYou: "Only you see it",
    unknown: "not known yet",
    yours: (place) => `You squeeze ${place}`,
    theirs: (name, place) => `${name} squeezes ${place}`,
    isBent: "The card is bent.",
    dealer: "The dealer opens the cards.",
    look: "Look",
    turn: "Turn over",
    pass: "Pass on",
    lookHint: "Look: you alone see the card",
    turnHint: "Turn over: everyone sees the card",
    passHint: "Pass on: the next in rank squeezes it, or the dealer opens it",
    laid: (place) => `${place} is face down.`,
    yoursNews: (place, seconds) =>
      seconds === null ? `You squeeze ${place}.` : `You squeeze ${place}, ${seconds} seconds.`,
    theirsNews: (name, place) => `${name} squeezes ${place}.`,
    bentNews: (name, place) => `${name} bends ${place}.`,
    seenNews: (face) => `You see the ${face}. Nobody else does.`,
    ended: (name, place, reason) => {
      const who = name ?? "You";
      switch (reason) {
        case "opened":
          return "";
        case "passed":
          return name === null ? `You passed ${place} on.` : `${name} passed ${place} on.`;
        case "time":
          return name === null ? "Your time is up. The dealer opens." : `Time is up for ${name}. The dealer opens.`;
        case "off_line":
          return `${who} lost the line. The dealer opens.`;
        case "left_seat":
          return `${who} left the seat. The dealer opens.`;
      }
    },
    secondsLeft: (seconds) => (seconds === 1 ? "1 second left to squeeze" : `${seconds} seconds left to squeeze`),
  },
  "zh-Hant": {
    place: (side, at) => `${side === "player" ? "閑" : "莊"}第${nth(["一", "二", "三"], at)}張牌`,
    faceDown: (place) => `${place}，牌面向下`,
    bent: (place) => `${place}，牌面向下，咪牌中`,
    seen: (face) => `${face}，只有您看見`,
    onlyYou: "只有您看見",
    unknown: "尚未開牌",
    yours: (place) => `由您咪${place}`,
    theirs: (name, place) => `${name} 咪${place}`,
    isBent: "已掀起牌邊。",
    dealer: "由荷官開牌。",
    look: "咪牌",
    turn: "開牌",
    pass: "讓出",
    lookHint: "咪牌：只有您看見牌面",
    turnHint: "開牌：全枱看見牌面",
    passHint: "讓出：由下一位咪牌，否則由荷官開牌",
    laid: (place) => `${place}牌面向下。`,
    yoursNews: (place, seconds) => (seconds === null ? `由您咪${place}。` : `由您咪${place}，限時 ${seconds} 秒。`),
    theirsNews: (name, place) => `${name} 咪${place}。`,
    bentNews: (name, place) => `${name} 掀起${place}。`,
    seenNews: (face) => `您看見${face}，他人看不見。`,
    ended: (name, place, reason) => {
      const who = name === null ? "您" : `${name} `;
      switch (reason) {
        case "opened":
          return "";
        case "passed":
          return `${who}讓出${place}。`;
        case "time":
          return `${who}咪牌時間已到，由荷官開牌。`;
        case "off_line":
          return `${who}已離線，由荷官開牌。`;
        case "left_seat":
          return `${who}已離座，由荷官開牌。`;
      }
    },
    secondsLeft: (seconds) => `咪牌時間餘 ${seconds} 秒`,
  },
  "zh-Hans": {
    place: (side, at) => `${side === "player" ? "闲" : "庄"}第${nth(["一", "二", "三"], at)}张牌`,
    faceDown: (place) => `${place}，牌面向下`,
    bent: (place) => `${place}，牌面向下，咪牌中`,
    seen: (face) => `${face}，只有您看见`,
    onlyYou: "只有您看见",
    unknown: "尚未开牌",
    yours: (place) => `由您咪${place}`,
    theirs: (name, place) => `${name} 咪${place}`,
    isBent: "已掀起牌边。",
    dealer: "由荷官开牌。",
    look: "咪牌",
    turn: "开牌",
    pass: "让出",
    lookHint: "咪牌：只有您看见牌面",
    turnHint: "开牌：全台看见牌面",
    passHint: "让出：由下一位咪牌，否则由荷官开牌",
    laid: (place) => `${place}牌面向下。`,
    yoursNews: (place, seconds) => (seconds === null ? `由您咪${place}。` : `由您咪${place}，限时 ${seconds} 秒。`),
    theirsNews: (name, place) => `${name} 咪${place}。`,
    bentNews: (name, place) => `${name} 掀起${place}。`,
    seenNews: (face) => `您看见${face}，他人看不见。`,
    ended: (name, place, reason) => {
      const who = name === null ? "您" : `${name} `;
      switch (reason) {
        case "opened":
          return "";
        case "passed":
          return `${who}让出${place}。`;
        case "time":
          return `${who}咪牌时间已到，由荷官开牌。`;
        case "off_line":
          return `${who}已离线，由荷官开牌。`;
        case "left_seat":
          return `${who}已离座，由荷官开牌。`;
      }
    },
    secondsLeft: (seconds) => `咪牌时间余 ${seconds} 秒`,
  },
};
