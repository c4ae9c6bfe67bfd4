// What people read who check a shoe, in all languages: for those who never heard of hashes.
import type { FaultCode } from "../../proof/fault";
import type { CheckName, Facts } from "../../proof/verify";

type ShoeState = "in_play" | "shuffling" | "finished" | "ended_early" | "never_opened";

export interface ProofWords {
  /** Card check, as the S3 rules name it. */
  cardCheck: string;
  shoe: (shoe: number) => string;
  shoes: (table: number) => string;
  allShoes: string;
  decks: (decks: number) => string;
  rounds: (rounds: number) => string;
  checking: string;
  loadFailed: string;
  noSuchShoe: string;
  busy: string;
  retry: string;
  /** The verdict, beside the title. */
  allHold: (checks: number) => string;
  holdSoFar: (checks: number) => string;
  fails: string;
  unreadable: string;
  /** For a screen reader, what stands before each line. */
  checkState: Record<"holds" | "fails" | "open" | "unreached", string>;
  checks: Record<CheckName, string>;
  /** In place of a count, where a check has nothing to check. */
  waits: Record<"none" | "end" | "never" | "nobody", string>;
  /** In place of the count of a check that holds because there is nothing to do. */
  noneDue: string;
  state: Record<Facts["state"], string>;
  because: (reason: string) => string;
  promised: string;
  promise: string;
  whoShared: string;
  shared: (players: number) => string;
  notYetShared: string;
  nobodyShared: string;
  /** One who shared: by their sign, whether that is oneself, and what they added. */
  sharer: (player: string, own: boolean, words: string) => string;
  failed: (attempts: number) => string;
  failedBy: (attempt: number, players: string) => string;
  markedForGood: string;
  head: string;
  /** The same, where the shoe has ended. */
  lastStep: string;
  headWhy: string;
  wholeHead: string;
  copy: string;
  copied: string;
  voided: (rounds: number) => string;
  cannot: string;
  how: string;
  howText: string[];
  again: string;
  save: string;
  choose: string;
  chooseAnother: string;
  drop: string;
  dropHere: string;
  offline: string;
  fromFile: (name: string) => string;
  /** The card that is looked at. */
  card: (number: number) => string;
  cardNumber: string;
  show: string;
  noSuchCard: (most: number) => string;
  pack: string;
  roundName: (round: string) => string;
  burnShown: string;
  dealtTo: (side: "player" | "banker", nth: number) => string;
  burned: string;
  notDealt: string;
  hash: string;
  hashWhy: string;
  text: string;
  notOpened: string;
  /** The same of a shoe that has ended. */
  neverOpened: string;
  verified: string;
  verifiedHow: string;
  differs: string;
  elsewhere: string;
  all: (cards: number) => string;
  columns: Record<"number" | "lay" | "card" | "hash" | "text" | "state", string>;
  map: (verified: number, dark: number, lies: string) => string;
  key: Record<"verified" | "dark" | "never" | "wrong" | "cutCard", string>;
  fault: Record<FaultCode, (field: string) => string>;
  /** Where the fault is, before its sentence. */
  at: (where: { entry?: string; round?: string; card?: string; player?: string }) => string;
  list: Record<ShoeState, string>;
  counts: {
    finished: string;
    ended_early: string;
    never_opened: string;
    failed_ceremonies: string;
    voided_rounds: string;
  };
  /** Before how many they were, in the list of shoes. */
  sharers: string;
  older: string;
  noShoes: string;
  toTable: (table: number) => string;
  verifyFile: string;
}
