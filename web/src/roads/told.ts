// A round as its bead tells it, in words. Pure.
import type { Catalogue } from "../i18n";
import type { RoundResult } from "../protocol.gen";

export function beadText(result: RoundResult, words: Catalogue): string {
  const marks = [
    result.natural && words.natural,
    result.player_pair && words.playerPair,
    result.banker_pair && words.bankerPair,
  ];
  return words.bead({
    round: result.round,
    outcome: result.outcome,
    banker: result.banker_points,
    player: result.player_points,
    marks: marks.filter((mark) => typeof mark === "string"),
  });
}
