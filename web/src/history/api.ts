// What is asked over HTTP of a shoe's rounds, and where its files are.

import { type Got, got, type ShoeState } from "../proof/api";
import type { Card, Outcome, RoundResult } from "../protocol.gen";

/** A round that has ended. `round` is null for a demonstration, outcome and points where it was voided. */
export interface PlayedRound {
  round: number | null;
  demonstration: number | null;
  at_ms: number;
  player: Card[];
  banker: Card[];
  outcome: Outcome | null;
  player_points: number | null;
  banker_points: number | null;
  natural: boolean;
  player_pair: boolean;
  banker_pair: boolean;
  voided: string | null;
}

export interface ShoeHistory {
  table: number;
  shoe: number;
  house: string;
  decks: number;
  /** Real cards, which have no hashes and no proof. */
  by_hand: boolean;
  state: ShoeState;
  started_ms: number;
  ended_ms: number | null;
  reason: string | null;
  previous: number | null;
  next: number | null;
  /** A letter for each round that counts. */
  results: string;
  rounds: PlayedRound[];
}

export function shoeHistory(table: number, shoe: number): Promise<Got<ShoeHistory>> {
  return got(`/api/shoes/${table}-${shoe}/rounds`, (response) => response.json() as Promise<ShoeHistory>);
}

export function fileOf(table: number, shoe: number, ending: "csv" | "json"): string {
  return `/api/shoes/${table}-${shoe}/rounds.${ending}`;
}

/** The rounds that stand on roads: those that count. */
export function counted(rounds: readonly PlayedRound[]): RoundResult[] {
  return rounds.flatMap((one) => {
    const { round, outcome, player_points, banker_points } = one;
    if (round === null || outcome === null || player_points === null || banker_points === null) return [];
    const { natural, player_pair, banker_pair } = one;
    return [{ round, outcome, player_points, banker_points, natural, player_pair, banker_pair }];
  });
}
