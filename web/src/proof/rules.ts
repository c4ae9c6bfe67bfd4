// What a verifier needs of the house's rules, and what follows from them. Pure.
import { Wrong } from "./fault";

export interface Rules {
  decks: number;
  burn: number | "none" | "decks" | "first_card";
  burn_each_round: number;
  cut_by: "dealer" | "player";
  cut_card_least: number;
  cut_card_most: number;
  last_round: "cut_card" | "one_more";
  demonstration_rounds: number;
  continuous_shuffler: boolean;
  shuffle_every_round: boolean;
}

export const SESSION_ROUNDS = 80;
/** The shown card, and ten for a court card. */
const FIRST_CARD_BURN_MOST = 11;
const ROUND_CARDS_MOST = 6;
const [DECKS_LEAST, DECKS_MOST] = [6, 12];
const BURN_EACH_MOST = 10;
const CUT_CARD_LEAST = 12;
const DEMONSTRATIONS_MOST = 3;

export function parseRules(text: string): Rules {
  const found = objectOf(text);
  const whole = (name: keyof Rules, least: number, most: number) => {
    const value = found[name];
    if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) throw unreadable(name);
    return value;
  };
  const oneOf = <T>(name: keyof Rules, ...values: T[]) => {
    const value = values.find((one) => one === found[name]);
    if (value === undefined) throw unreadable(name);
    return value;
  };
  const decks = whole("decks", DECKS_LEAST, DECKS_MOST);
  const burn_each_round = whole("burn_each_round", 0, BURN_EACH_MOST);
  const continuous_shuffler = oneOf("continuous_shuffler", true, false);
  const shuffle_every_round = oneOf("shuffle_every_round", true, false);
  // A session has no cut card, whatever its rules name.
  const session = continuous_shuffler || shuffle_every_round;
  const least = session ? 0 : Math.max(CUT_CARD_LEAST, burn_each_round + CUT_CARD_LEAST - 1);
  const cut_card_least = whole("cut_card_least", least, decks * 52);
  return {
    decks,
    burn:
      typeof found.burn === "number"
        ? whole("burn", 1, 52)
        : oneOf("burn", "none" as const, "decks" as const, "first_card" as const),
    burn_each_round,
    cut_by: oneOf("cut_by", "dealer" as const, "player" as const),
    cut_card_least,
    cut_card_most: whole("cut_card_most", session ? 0 : cut_card_least, session ? decks * 52 : decks * 26),
    last_round: oneOf("last_round", "cut_card" as const, "one_more" as const),
    demonstration_rounds: whole("demonstration_rounds", 0, DEMONSTRATIONS_MOST),
    continuous_shuffler,
    shuffle_every_round,
  };
}

function unreadable(field: string): Wrong {
  return new Wrong("unreadable_rules", { field });
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found === "object" && found !== null && !Array.isArray(found)) return found as Record<string, unknown>;
  } catch {
    // Said below, like any other text that is no rules.
  }
  throw unreadable("rules");
}

export function isSession(rules: Rules): boolean {
  return rules.continuous_shuffler || rules.shuffle_every_round;
}

/** How many cards the house burns face down at the start of a pack; null where the first card tells. */
export function fixedBurn({ burn, decks }: Rules): number | null {
  if (burn === "first_card") return null;
  if (burn === "none") return 0;
  return burn === "decks" ? decks : burn;
}

/** How many cards of a session's pack are ready for a round. */
export function cardsReady(rules: Rules): number {
  return (fixedBurn(rules) ?? FIRST_CARD_BURN_MOST) + rules.burn_each_round + ROUND_CARDS_MOST;
}
