// A shoe's entries of the table's log, each in its own form, and in which order they may come (docs/proof.md, "The log"). Pure.
import { must, Wrong } from "./fault";

/** Which shoe an entry is of. */
interface Of {
  table: number;
  shoe: number;
  attempt: number;
}

export interface Announced extends Of {
  kind: "announced";
  decks: number;
  session_rounds: number;
  session_cards: number;
  rules: string;
  /** Those who may share; null: all. */
  players: string[] | null;
  commitment: string;
  /** The lines that the commitment is made over. */
  committed: string[];
}

export interface Closed extends Of {
  kind: "closed";
  seals: { player: string; seal: string }[];
}

export interface Share {
  player: string;
  random: string;
  /** Null where none was chosen. */
  cut: number | null;
  words: string;
}

export interface Opened extends Of {
  kind: "opened";
  shares: Share[];
}

export interface Failed extends Of {
  kind: "failed";
  players: string[];
}

/** `stack` is null in a session. */
export interface Published extends Of {
  kind: "published";
  stack: { cut: number; behind: number; cards: number; root: string } | null;
}

export interface RoundPublished extends Of {
  kind: "round";
  /** As in the record: one of the two is 0. */
  round: number;
  demonstration: number;
  cards: number;
  root: string;
}

export interface Ended extends Of {
  kind: "ended";
  end: "finished" | "ended_early" | "never_opened";
  reason: string;
  rounds: number;
  voided: { round: number; reason: string }[];
  secret: string | null;
}

export type LogEntry = Announced | Closed | Opened | Failed | Published | RoundPublished | Ended;

const NUMBER = "(0|[1-9]\\d{0,15})";
const DIGEST = "([0-9A-F]{128})";
const PLAYER = "([0-9a-f]{16})";
const SECRET = "([0-9A-F]{64})";

/** Throws `Wrong` where the text has no entry's form; `entry` counts from 1. */
export function parseEntry(text: string, entry: number): LogEntry {
  const lines = new Lines(text.split("\n"), entry);
  const [kind] = lines.take("(\\w+)");
  const [table, shoe, attempt] = lines.take(`table ${NUMBER} shoe ${NUMBER} attempt ${NUMBER}`).map(Number);
  const of = { table, shoe, attempt } as Of;
  const found = bodyOf(kind as string, of, lines);
  lines.end();
  return found;
}

class Lines {
  readonly #lines: readonly string[];
  readonly #entry: number;
  #at = 0;

  constructor(lines: readonly string[], entry: number) {
    this.#lines = lines;
    this.#entry = entry;
  }

  get left(): number {
    return this.#lines.length - this.#at;
  }

  /** The next line, which has to have this form: what its groups hold. */
  take(form: string): string[] {
    const line = this.#lines[this.#at++];
    const found = line === undefined ? null : new RegExp(`^${form}$`, "u").exec(line);
    if (!found) throw this.wrong();
    return found.slice(1).map((one) => one ?? "");
  }

  one(form: string): string {
    return this.take(form)[0] as string;
  }

  number(form: string): number {
    return Number(this.one(form));
  }

  /** All lines that are left. */
  rest(form: string): string[][] {
    const found: string[][] = [];
    while (this.left > 0) found.push(this.take(form));
    return found;
  }

  end(): void {
    if (this.left > 0) throw this.wrong();
  }

  since(start: number): string[] {
    return this.#lines.slice(start, this.#at);
  }

  wrong(): Wrong {
    return new Wrong("log_text", { entry: this.#entry });
  }
}

function bodyOf(kind: string, of: Of, lines: Lines): LogEntry {
  switch (kind) {
    case "announced":
      return announced(of, lines);
    case "closed":
      return {
        ...of,
        kind,
        seals: lines.rest(`${PLAYER} ${DIGEST}`).map(([player = "", seal = ""]) => ({ player, seal })),
      };
    case "opened":
      return { ...of, kind, shares: shares(lines) };
    case "failed":
      return { ...of, kind, players: lines.rest(PLAYER).map(([player = ""]) => player) };
    case "published":
      return { ...of, kind, stack: published(lines) };
    case "round": {
      const [what, number = ""] = lines.take(`(round|demonstration) ${NUMBER}`);
      const demonstration = what === "demonstration" ? Number(number) : 0;
      const round = what === "round" ? Number(number) : 0;
      return {
        ...of,
        kind,
        round,
        demonstration,
        cards: lines.number(`cards ${NUMBER}`),
        root: lines.one(`root ${DIGEST}`),
      };
    }
    case "ended":
      return ended(of, lines);
    default:
      throw lines.wrong();
  }
}

function announced(of: Of, lines: Lines): Announced {
  const decks = lines.number(`decks ${NUMBER}`);
  const [session_rounds, session_cards] = lines.take(`session ${NUMBER} rounds of ${NUMBER} cards`).map(Number);
  const rules = lines.one(`rules ${DIGEST}`);
  const players = lines.one("players (.+)");
  const committed = lines.since(1);
  const named = players === "all" ? null : players === "nobody" ? [] : players.split(" ");
  if (named?.some((one) => !new RegExp(`^${PLAYER}$`).test(one))) throw lines.wrong();
  return {
    ...of,
    kind: "announced",
    decks,
    session_rounds: session_rounds as number,
    session_cards: session_cards as number,
    rules,
    players: named,
    commitment: lines.one(`commitment ${DIGEST}`),
    committed,
  };
}

function shares(lines: Lines): Share[] {
  const found: Share[] = [];
  while (lines.left > 0) {
    const player = lines.one(`player ${PLAYER}`);
    const random = lines.one(`random ${SECRET}`);
    const cut = lines.one(`cut (?:-|${NUMBER})`);
    found.push({ player, random, cut: cut === "" ? null : Number(cut), words: lines.one("words (.*)") });
  }
  return found;
}

function published(lines: Lines): Published["stack"] {
  if (lines.left === 1) {
    lines.take("session");
    return null;
  }
  return {
    cut: lines.number(`cut ${NUMBER}`),
    behind: lines.number(`cut card behind ${NUMBER}`),
    cards: lines.number(`cards ${NUMBER}`),
    root: lines.one(`root ${DIGEST}`),
  };
}

function ended(of: Of, lines: Lines): Ended {
  const end = lines.one("end (finished|ended_early|never_opened)") as Ended["end"];
  const reason = lines.one("reason (.+)");
  const rounds = lines.number(`rounds ${NUMBER}`);
  const voided: Ended["voided"] = [];
  while (lines.left > 1) {
    const [round, why = ""] = lines.take(`voided ${NUMBER} (.*)`);
    voided.push({ round: Number(round), reason: why });
  }
  const secret = lines.one(`secret (?:-|${SECRET})`);
  return { ...of, kind: "ended", end, reason, rounds, voided, secret: secret === "" ? null : secret };
}

/** One attempt at a ceremony, as far as it came: how many entries it has, and where they stand in the shoe's list. */
export interface Attempt {
  at: number;
  announced: Announced;
  closed: Closed | null;
  opened: Opened | null;
  failed: Failed | null;
}

/** The shoe's log, its kinds in their order. */
export interface ShoeLog {
  entries: readonly LogEntry[];
  attempts: readonly Attempt[];
  published: Published | null;
  rounds: readonly RoundPublished[];
  ended: Ended | null;
}

/** Throws `Wrong` at the first entry that may not stand where it stands. */
export function ordered(entries: readonly LogEntry[]): ShoeLog {
  const attempts: Attempt[] = [];
  let published: Published | null = null;
  let ended: Ended | null = null;
  const rounds: RoundPublished[] = [];
  for (const [at, one] of entries.entries()) {
    const last = attempts.at(-1) ?? null;
    const here = { entry: at + 1 };
    must(ended === null, "log_order", here);
    switch (one.kind) {
      case "announced":
        must(last === null || last.failed !== null, "log_order", here);
        attempts.push({ at, announced: one, closed: null, opened: null, failed: null });
        break;
      case "closed":
        must(last !== null && last.closed === null, "log_order", here);
        last.closed = one;
        break;
      case "opened":
      case "failed":
        must(last !== null && last.closed !== null && last.opened === null && last.failed === null, "log_order", here);
        if (one.kind === "opened") last.opened = one;
        else last.failed = one;
        break;
      case "published":
        must(last !== null && last.opened !== null && published === null, "log_order", here);
        published = one;
        break;
      case "round":
        must(published !== null && published.stack === null, "log_order", here);
        rounds.push(one);
        break;
      case "ended":
        must(last !== null && (published !== null || one.end !== "finished"), "log_order", here);
        ended = one;
    }
  }
  must(attempts.length > 0, "log_order", { entry: 1 });
  return { entries, attempts, published, rounds, ended };
}
