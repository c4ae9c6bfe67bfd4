// The reason for a third card in the player's words.
import type { Catalogue } from "../i18n";
import type { Reason } from "./tableau";

export function reasonWords(reason: Reason, { thirds }: Catalogue): string {
  switch (reason.kind) {
    case "natural":
      return thirds.natural(reason.side, reason.points);
    case "naturals":
      return thirds.naturals(reason.player, reason.banker);
    case "both_stand":
      return thirds.bothStand(reason.player, reason.banker);
    case "player_draws":
      return thirds.playerDraws(reason.points);
    case "banker_alone":
      return thirds.bankerAlone(reason.player, reason.points, reason.card);
    case "banker_against":
      return thirds.bankerAgainst(reason.points, reason.drew, reason.draws, reason.card);
  }
}
