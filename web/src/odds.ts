// What a bet pays, in figures. The pay table is the server's; the commission of the Banker bet is the one thing it leaves out.
import type { BetOffer, Odds } from "./protocol.gen";

/** What a winning Banker bet with commission pays: 1 : 1 less 5%. */
const BANKER_NET: Odds = [0.95, 1];

/** The payments of a bet, each once, lowest first. */
export function payments(offer: BetOffer): Odds[] {
  if (offer.bet === "banker") return [BANKER_NET];
  const all = Object.values(offer.pays).toSorted((a, b) => a[0] / a[1] - b[0] / b[1]);
  return all.filter((one, index) => index === 0 || one[0] !== all[index - 1]?.[0] || one[1] !== all[index - 1]?.[1]);
}

/** `11 : 1`, `12/20 : 1` for two payments, `to 30 : 1` for more. Without commission the full payment stands first. */
export function oddsText(offer: BetOffer, upTo: (odds: string) => string): string {
  const all = payments(offer);
  const best = all.at(-1);
  if (!best) return "";
  const text = `${best[0]} : ${best[1]}`;
  if (all.length === 1 || offer.bet === "banker_no_commission") return text;
  return all.length === 2 ? `${all[0]?.[0]}/${text}` : upTo(text);
}

/** The payment of the no-commission Banker bet when Banker wins with 6, as its spot says it. */
export function sixText(offer: BetOffer): string {
  const six = offer.pays.six;
  return six ? `6 → ${six[0] / six[1]} : 1` : "";
}
