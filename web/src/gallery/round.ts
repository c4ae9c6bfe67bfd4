// One whole round, told frame by frame: the same every time, so that what is said of it can be compared with a golden text.
import type { PublicEvent, Side } from "../protocol.gen";
import { BANKER, PLAYER, ROUND } from "./pictures";
import type { Stage } from "./stage";

export interface Beat {
  name: string;
  happens: (stage: Stage) => void;
}

const BETTING_MS = 15_000;
const CARD_MS = 1_000;

function deal(side: Side, at: number): Beat {
  const hand = side === "player" ? PLAYER : BANKER;
  const one = hand[at];
  return {
    name: `${side} card ${at + 1}`,
    happens(stage) {
      if (!one) return;
      const dealt: PublicEvent = {
        type: "card_dealt",
        at_ms: stage.now(),
        side,
        number: one.number,
        card: one.card,
        text: "",
        cut_card: false,
        due_ms: stage.now() + CARD_MS,
      };
      stage.happens(dealt);
    },
  };
}

export const BEATS: readonly Beat[] = [
  {
    name: "betting opens",
    happens: (stage) =>
      stage.happens({
        type: "betting_opened",
        at_ms: stage.now(),
        round: ROUND,
        closes_ms: stage.now() + BETTING_MS,
        totals: [],
      }),
  },
  {
    name: "others bet",
    happens: (stage) =>
      stage.happens({
        type: "spots_changed",
        at_ms: stage.now(),
        totals: [{ spot: "player", total_cents: 845_000, players: 11 }],
      }),
  },
  {
    name: "betting closes",
    happens: (stage) => stage.happens({ type: "betting_closed", at_ms: stage.now(), due_ms: stage.now() + CARD_MS }),
  },
  deal("player", 0),
  deal("banker", 0),
  deal("player", 1),
  deal("banker", 1),
  deal("player", 2),
  deal("banker", 2),
  {
    name: "result",
    happens(stage) {
      stage.happens({
        type: "round_settled",
        at_ms: stage.now(),
        result: {
          round: ROUND,
          outcome: "banker",
          player_points: 6,
          banker_points: 8,
          natural: false,
          player_pair: false,
          banker_pair: false,
        },
        won: ["banker", "banker_no_commission"],
        carries: false,
        due_ms: stage.now() + 5 * CARD_MS,
      });
      const stake = stage.stakes.banker ?? 0;
      if (stake === 0) return;
      const commission = stake / 20;
      const returned = 2 * stake - commission;
      const settled = { banker: { stake, result: "win" as const, returned, net: stake - commission, commission } };
      stage.owns({ settled }, stage.free_cents + returned);
    },
  },
];
