// What a bet pays, in figures, from the server's pay table.
import type { BetOffer, Odds } from "../protocol.gen";

/** The payments of a bet after its commission, each once, lowest first. */
export function payments({ pays, commission }: BetOffer): Odds[] {
  const all = Object.values(pays)
    .map(([won, per]): Odds => [commission ? won - (won * commission[0]) / commission[1] : won, per])
    .toSorted((a, b) => a[0] / a[1] - b[0] / b[1]);
  return all.filter((one, index) => index === 0 || one[0] !== all[index - 1]?.[0] || one[1] !== all[index - 1]?.[1]);
}

/** `11 : 1`, `12/20 : 1` for two payments, `up to 30 : 1` for more. Without commission the full payment stands first. */
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
