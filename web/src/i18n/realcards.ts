// What players read at a table with real cards, in all languages; each catalogue takes in its own.
import type { Side } from "../protocol.gen";

export interface RealWords {
  realCards: string;
  scoreboard: string;
  scoreboardText: string;
  says: { paused: string; shuffling: string; burning: string; result: string; scored: string };
  /** Whose card, in the middle of a sentence; without a side the first card of the burn. */
  whose: (side: Side | null, place: number) => string;
  corrected: (whose: string, was: string, card: string) => string;
  takenBack: (whose: string, card: string) => string;
  burned: (cards: number) => string;
  exposed: (card: string) => string;
  /** What lies open in the shoe now: in short beside it, and whole. */
  faceUp: (cards: string) => string;
  faceUpWhole: (cards: string) => string;
  withdrawn: (shoe: number) => string;
  replaced: (shoe: number) => string;
  cutCardBack: string;
  /** Over what the dealer put right, where it can be read again. */
  mendsTitle: string;
}

const NTH = ["first", "second", "third"];
const SIDES: Record<Side, string> = { player: "Player", banker: "Banker" };
export const realEn: RealWords = {
  realCards: "Real cards",
  scoreboard: "Scoreboard",
  scoreboardText: "This table keeps score. No bets are taken here.",
  says: {
    paused: "Waiting for the dealer.",
    shuffling: "The dealer is shuffling a new shoe.",
    burning: "The new shoe is on the table.",
    result: "The dealer opens the next round.",
    scored: "Cards are being dealt.",
  },
  whose: (side, place) =>
    side === null ? "the first card of the burn" : `${SIDES[side]}’s ${NTH[place] ?? "next"} card`,
  corrected: (whose, was, card) => `The dealer corrected ${whose}: ${was} → ${card}.`,
  takenBack: (whose, card) => `The dealer took back ${whose}, ${card}: it was not dealt.`,
  burned: (cards) => `After an error ${cards === 1 ? "1 card was" : `${cards} cards were`} burned face down.`,
  exposed: (card) => `${card} lay face up in the shoe. It stays valid, and so do the bets.`,
  faceUp: (cards) => `Face up: ${cards}`,
  faceUpWhole: (cards) => `Face up in the shoe: ${cards}. It stays valid, and so do the bets.`,
  withdrawn: (shoe) => `Shoe ${shoe} leaves the table before its end.`,
  replaced: (shoe) => `Shoe ${shoe} leaves the table: its cards are damaged, and a new set comes.`,
  cutCardBack: "The cut card had not come out. The shoe goes on.",
  mendsTitle: "From the dealer",
};

const SIDES_HANT: Record<Side, string> = { player: "閑", banker: "莊" };
export const realHant: RealWords = {
  realCards: "實體牌",
  scoreboard: "記分牌",
  scoreboardText: "本枱只作記分，不設投注。",
  says: {
    paused: "等候荷官。",
    shuffling: "荷官正在洗新的一靴牌。",
    burning: "新牌靴已上枱。",
    result: "等候荷官開始下一局。",
    scored: "正在發牌。",
  },
  whose: (side, place) => (side === null ? "銷牌的首張牌" : `${SIDES_HANT[side]}家第 ${place + 1} 張牌`),
  corrected: (whose, was, card) => `荷官更正${whose}：${was} → ${card}。`,
  takenBack: (whose, card) => `荷官收回${whose} ${card}：該牌並未發出。`,
  burned: (cards) => `因出錯銷去 ${cards} 張暗牌。`,
  exposed: (card) => `${card} 在靴內牌面朝上，該牌及投注仍然有效。`,
  faceUp: (cards) => `明牌：${cards}`,
  faceUpWhole: (cards) => `靴內牌面朝上：${cards}。該牌及投注仍然有效。`,
  withdrawn: (shoe) => `第 ${shoe} 靴未完即離枱。`,
  replaced: (shoe) => `第 ${shoe} 靴離枱：牌有損壞，換上新牌。`,
  cutCardBack: "切牌卡其實未出，本靴繼續。",
  mendsTitle: "荷官更正",
};

const SIDES_HANS: Record<Side, string> = { player: "闲", banker: "庄" };
export const realHans: RealWords = {
  realCards: "实体牌",
  scoreboard: "记分牌",
  scoreboardText: "本台只作记分，不设投注。",
  says: {
    paused: "等候荷官。",
    shuffling: "荷官正在洗新的一靴牌。",
    burning: "新牌靴已上台。",
    result: "等候荷官开始下一局。",
    scored: "正在发牌。",
  },
  whose: (side, place) => (side === null ? "销牌的首张牌" : `${SIDES_HANS[side]}家第 ${place + 1} 张牌`),
  corrected: (whose, was, card) => `荷官更正${whose}：${was} → ${card}。`,
  takenBack: (whose, card) => `荷官收回${whose} ${card}：该牌并未发出。`,
  burned: (cards) => `因出错销去 ${cards} 张暗牌。`,
  exposed: (card) => `${card} 在靴内牌面朝上，该牌及投注仍然有效。`,
  faceUp: (cards) => `明牌：${cards}`,
  faceUpWhole: (cards) => `靴内牌面朝上：${cards}。该牌及投注仍然有效。`,
  withdrawn: (shoe) => `第 ${shoe} 靴未完即离台。`,
  replaced: (shoe) => `第 ${shoe} 靴离台：牌有损坏，换上新牌。`,
  cutCardBack: "切牌卡其实未出，本靴继续。",
  mendsTitle: "荷官更正",
};
