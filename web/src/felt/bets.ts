// The bets as the page orders and groups them. What each pays and may hold comes from the server's offers.
import type { Bet, BetOffer, Odds, RulesView } from "../protocol.gen";

/** All bets in the order in which the server lists them. */
export const BETS = [
  "player",
  "banker",
  "banker_no_commission",
  "tie",
  "player_pair",
  "banker_pair",
  "either_pair",
  "perfect_pair",
  "player_natural",
  "banker_natural",
  "player_dragon",
  "banker_dragon",
  "lucky_six",
  "lucky_six_two",
  "lucky_six_three",
] as const satisfies readonly Bet[];

/** Where a bet lies: both kinds of Banker share one spot. */
export type Spot = Exclude<Bet, "banker_no_commission">;
export type Combination = "twin" | "triple";

/** The bets on which a combination lays its chip, the same on each. */
export const PARTS: Record<Combination, readonly Spot[]> = {
  twin: ["player_pair", "banker_pair"],
  triple: ["player_pair", "banker_pair", "tie"],
};

/** The side bets from left to right, as they lie above the main spots. */
export const SIDE_SPOTS: readonly Spot[] = [
  "player_dragon",
  "player_natural",
  "player_pair",
  "perfect_pair",
  "either_pair",
  "banker_pair",
  "banker_natural",
  "banker_dragon",
];
export const SIX_SPOTS: readonly Spot[] = ["lucky_six", "lucky_six_two", "lucky_six_three"];
export const SPOTS: readonly Spot[] = [...SIDE_SPOTS, "player", "tie", ...SIX_SPOTS, "banker"];
const MAIN_SPOTS: readonly Bet[] = ["player", "banker"];

export type Tone = "player" | "banker" | "tie" | "plain";

/** Whose colour a spot wears; its name says the same in words. */
export function toneOf(spot: Bet): Tone {
  if (spot === "tie") return "tie";
  if (spot.startsWith("player")) return "player";
  return spot.startsWith("banker") ? "banker" : "plain";
}

export function spotOf(bet: Bet): Spot {
  return bet === "banker_no_commission" ? "banker" : bet;
}

export function isMain(spot: Bet): boolean {
  return MAIN_SPOTS.includes(spot);
}

export function offersOn(rules: RulesView, spot: Spot): BetOffer[] {
  return rules.offers.filter((offer) => offer.spot === spot);
}

export function offerOf(rules: RulesView, bet: Bet): BetOffer | undefined {
  return rules.offers.find((offer) => offer.bet === bet);
}

export function combinationsOf(rules: RulesView): Combination[] {
  const named = rules.settings.combinations;
  return Array.isArray(named) ? (["twin", "triple"] as const).filter((name) => named.includes(name)) : [];
}

/** A setting of the house that is a number, or null where the house has none. */
export function numberSetting(rules: RulesView, key: string): number | null {
  const value = rules.settings[key];
  return typeof value === "number" ? value : null;
}

/** Less than the stake is said for one staked, as on the felt: "0.5 : 1". */
export function plainly([pays, per]: Odds): Odds {
  return pays < per ? [pays / per, 1] : [pays, per];
}

export function ratio(odds: Odds): string {
  const [pays, per] = plainly(odds);
  return `${pays} : ${per}`;
}

/** Whether every round has a pack shuffled for it alone (rule 6.5). */
export function shufflesEachRound({ settings }: RulesView): boolean {
  return settings.shuffle_every_round === true || settings.continuous_shuffler === true;
}

export type TiePolicy = "push" | "carry" | "carry_locked";

/** What a tie does to Player and Banker money as it is played: no stake stays for cards that are not yet published (rule 8.1). */
export function tiePolicyOf(rules: RulesView): TiePolicy {
  const policy = rules.settings.tie_policy;
  return (policy === "carry" || policy === "carry_locked") && !shufflesEachRound(rules) ? policy : "push";
}

/** Whether a person deals real cards here. */
export function byHand({ settings }: RulesView): boolean {
  return settings.dealt_by === "hand";
}

export type Squeeze = "none" | "highest_bettor" | "highest_seated";

/** Who opens cards face down as it is played: real cards are opened by their dealer (rule 8.3). */
export function squeezeOf(rules: RulesView): Squeeze {
  const { squeeze } = rules.settings;
  return (squeeze === "highest_bettor" || squeeze === "highest_seated") && !byHand(rules) ? squeeze : "none";
}
