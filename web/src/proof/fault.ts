// What may be wrong with a record, as data: the words for it stand in i18n/proof.ts.

export type FaultCode =
  | "too_large"
  | "not_json"
  | "not_a_record"
  | "other_version"
  | "log_hash"
  | "log_text"
  | "log_order"
  | "other_shoe"
  | "other_rules"
  | "unreadable_rules"
  | "announced_rules"
  | "who_may_share"
  | "failed_list"
  | "opened_list"
  | "share_form"
  | "seal"
  | "hash_count"
  | "root"
  | "card_text"
  | "card_hash"
  | "copies"
  | "burn"
  | "round_number"
  | "burned"
  | "card_number"
  | "draw"
  | "result"
  | "voided_cards"
  | "unfinished"
  | "cut_card_range"
  | "after_last"
  | "before_last"
  | "rounds_counted"
  | "voided_counted"
  | "end_secret"
  | "commitment"
  | "order"
  | "cut"
  | "cut_card"
  | "decks";

/** The first thing that is wrong. `entry` of the log and `card` count from 1; `round` is a number, or "D1" for a demonstration. */
export interface Fault {
  code: FaultCode;
  field?: string;
  entry?: number;
  player?: string;
  card?: number;
  round?: string;
}

/** Ends a verification; it is caught where that began. */
export class Wrong extends Error {
  readonly fault: Fault;

  constructor(code: FaultCode, where: Omit<Fault, "code"> = {}) {
    super(code);
    this.fault = { code, ...where };
  }
}

export function must(holds: boolean, code: FaultCode, where: Omit<Fault, "code"> = {}): asserts holds {
  if (!holds) throw new Wrong(code, where);
}
