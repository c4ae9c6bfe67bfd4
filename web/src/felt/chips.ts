// Chip values: which of them a table takes, and how an amount stacks up.
import type { RulesView } from "../protocol.gen";

/** In cents. */
export const CHIPS = [100, 500, 2_500, 10_000, 50_000, 100_000, 500_000] as const;
export type Chip = (typeof CHIPS)[number];

const MOST_DRAWN = 5;

/** The chips that fit a table's stake unit and its highest maximum. */
export function chipsFor(rules: RulesView): Chip[] {
  const most = Math.max(0, ...rules.offers.map((offer) => offer.maximum_cents));
  return CHIPS.filter((chip) => chip % rules.stake_unit_cents === 0 && chip <= most);
}

/** The chip in hand when one sits down: the smallest that alone may lie on Player or Banker. */
export function firstChip(rules: RulesView): Chip | undefined {
  const chips = chipsFor(rules);
  const main = rules.offers.find((offer) => offer.spot === "player" || offer.spot === "banker");
  return chips.find((chip) => chip >= (main?.minimum_cents ?? 0)) ?? chips.at(-1);
}

/** An amount as chips, largest first: how a dealer would stack it. Cents too few for any chip are left out. */
export function stack(cents: number): Chip[] {
  const chips: Chip[] = [];
  let left = cents;
  for (const chip of CHIPS.toReversed()) {
    while (left >= chip && chips.length < 1_000) {
      chips.push(chip);
      left -= chip;
    }
  }
  return chips;
}

/** The chips of a stack that are drawn, bottom first. The amount stands in the label, so nobody has to count. */
export function drawn(cents: number): Chip[] {
  const chips = stack(cents);
  return chips.length <= MOST_DRAWN ? chips : [...chips.slice(0, MOST_DRAWN - 1), chips.at(-1) ?? CHIPS[0]];
}

/** `1K` on the chip of a thousand. */
export function face(chip: Chip): string {
  return chip < 100_000 ? String(chip / 100) : `${chip / 100_000}K`;
}
