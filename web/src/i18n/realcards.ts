// What players read at a table with real cards, in English; each other catalogue takes in its own.
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
