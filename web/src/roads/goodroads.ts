// The good roads: patterns that players look for in the streaks of a shoe. They tell of what has been and forecast nothing. Pure.
import type { Outcome, RulesView, TableView } from "../protocol.gen";
import type { Winner } from "./bigroad";

/** The newest streaks that make each of them, oldest first: who wins, and how often; + is so often or more. In the order they are told. */
export const PATTERNS = {
  long_banker: "B4+",
  long_player: "P4+",
  one_hall_two_rooms_banker: "B1 P2 B1 P2",
  one_hall_two_rooms_player: "P1 B2 P1 B2",
  single_jump: "B1 P1 B1 P1",
  banker_sticks: "B2+ P1+ B2+ P1+ B2+ P1+",
  player_sticks: "P2+ B1+ P2+ B1+ P2+ B1+",
  pair_sticks: "P2+ B2+",
} as const;

export type GoodRoad = keyof typeof PATTERNS;
export const GOOD_ROADS = Object.keys(PATTERNS) as GoodRoad[];

interface Wanted {
  winner: Winner;
  least: number;
  most: number;
}

interface Streak {
  winner: Winner;
  length: number;
}

function read(pattern: string): Wanted[] {
  return pattern.split(" ").map((text) => {
    const least = Number.parseInt(text.slice(1), 10);
    const most = text.endsWith("+") ? Number.POSITIVE_INFINITY : least;
    return { winner: text.startsWith("B") ? "banker" : "player", least, most };
  });
}

const WANTED = Object.fromEntries(GOOD_ROADS.map((road) => [road, read(PATTERNS[road])])) as Record<GoodRoad, Wanted[]>;

function fits(streak: Streak | undefined, wanted: Wanted | undefined): boolean {
  return !!streak && !!wanted && streak.winner === wanted.winner && between(streak.length, wanted.least, wanted.most);
}

const between = (length: number, least: number, most: number) => length >= least && length <= most;

/** Whether a pattern ends at the newest win; the newest streak counts as it stands. */
function ends(streaks: readonly Streak[], wanted: readonly Wanted[]): boolean {
  const newest = streaks.slice(-wanted.length);
  return newest.length === wanted.length && wanted.every((one, at) => fits(newest[at], one));
}

/**
 * Whether what came since a pattern ended, at the streak `anchor`, goes on with it from its beginning: the newest streak may still
 * be too short, the one before it may not.
 */
function goesOn(streaks: readonly Streak[], wanted: readonly Wanted[], anchor: number): boolean {
  const at = (streak: number) => wanted[(streak - anchor - 1 + wanted.length) % wanted.length];
  const last = streaks.length - 1;
  const [newest, due] = [streaks[last], at(last)];
  if (!newest || !due || newest.winner !== due.winner || newest.length > due.most) return false;
  return last === anchor || last - 1 === anchor || fits(streaks[last - 1], at(last - 1));
}

function grown(streaks: Streak[], winner: Winner): void {
  const newest = streaks.at(-1);
  if (newest?.winner === winner) newest.length += 1;
  else streaks.push({ winner, length: 1 });
}

/** The good roads that end at the newest win of a shoe, ties left out: strictly, as data has them. */
export function standing(outcomes: Iterable<Outcome>): GoodRoad[] {
  const streaks: Streak[] = [];
  for (const outcome of outcomes) if (outcome !== "tie") grown(streaks, outcome);
  return GOOD_ROADS.filter((road) => ends(streaks, WANTED[road]));
}

/** The lamps on a board: one lit when its good road stands, and it stays lit until a result breaks the pattern. */
export function lit(outcomes: Iterable<Outcome>, among: readonly GoodRoad[] = GOOD_ROADS): GoodRoad[] {
  const streaks: Streak[] = [];
  const anchors = new Map<GoodRoad, number>();
  for (const outcome of outcomes) {
    if (outcome === "tie") continue;
    grown(streaks, outcome);
    for (const road of among) {
      const anchor = anchors.get(road);
      if (ends(streaks, WANTED[road])) anchors.set(road, streaks.length - 1);
      else if (anchor !== undefined && !goesOn(streaks, WANTED[road], anchor)) anchors.delete(road);
    }
  }
  return GOOD_ROADS.filter((road) => anchors.has(road));
}

/** Those that a house tells of its tables. */
export function goodRoadsOf({ settings }: RulesView): GoodRoad[] {
  const told = settings.good_roads;
  return Array.isArray(told) ? GOOD_ROADS.filter((road) => told.includes(road)) : [];
}

/** The lamps of a table that its house tells of. */
export function lampsAt({ rules, results }: Pick<TableView, "rules" | "results">): GoodRoad[] {
  return lit(
    results.map(({ outcome }) => outcome),
    goodRoadsOf(rules),
  );
}

/** The least that makes a good road, as results to be drawn. */
export function drawn(road: GoodRoad): { outcome: Outcome; result: null }[] {
  return WANTED[road].flatMap(({ winner, least }) =>
    Array.from({ length: least }, () => ({ outcome: winner, result: null })),
  );
}
