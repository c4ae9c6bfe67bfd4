// One round face down, told frame by frame: another squeezes, time runs out, then the cards are ours, and the dealer's.
import type { PublicEvent, Side } from "../protocol.gen";
import { BANKER, PLAYER } from "./pictures";
import { BEATS, type Beat } from "./round";
import type { Stage } from "./stage";

const CARD_MS = 1_000;
const SQUEEZE_MS = 15_000;
const OURS = "Guest QX4T";
const OTHER = "Guest 7KQM";

function laid(side: Side, number: number): Beat {
  return {
    name: `card ${number} is laid`,
    happens(stage) {
      const at_ms = stage.now();
      stage.happens({ type: "card_laid", at_ms, side, number, cut_card: false, due_ms: at_ms + CARD_MS });
    },
  };
}

function began(side: Side, number: number, name: string): Beat {
  return {
    name: name === OURS ? `card ${number} is ours` : `card ${number} is another's`,
    happens(stage) {
      const at_ms = stage.now();
      stage.happens({ type: "squeeze_began", at_ms, squeeze: { side, number, name }, due_ms: at_ms + SQUEEZE_MS });
      if (name === OURS) stage.owns({ squeezes: number });
    },
  };
}

function opened(stage: Stage, side: Side, number: number): PublicEvent {
  const card = (side === "player" ? PLAYER : BANKER).find((one) => one.number === number)?.card ?? "AS";
  const at_ms = stage.now();
  return { type: "card_opened", at_ms, side, number, card, text: "", due_ms: at_ms + CARD_MS };
}

function bentAndOpened(number: number): Beat[] {
  return [
    { name: "they bend it", happens: (stage) => stage.happens({ type: "card_bent", at_ms: stage.now(), number }) },
    {
      name: "they turn it over",
      happens: (stage) =>
        stage.happens(
          { type: "squeeze_ended", at_ms: stage.now(), number, reason: "opened" },
          opened(stage, "player", number),
        ),
    },
  ];
}

const timeIsUp = (side: Side, number: number): Beat => ({
  name: "time is up",
  happens: (stage) =>
    stage.happens({ type: "squeeze_ended", at_ms: stage.now(), number, reason: "time" }, opened(stage, side, number)),
});

const dealers = (side: Side, number: number): Beat => ({
  name: `the dealer opens card ${number}`,
  happens: (stage) => stage.happens(opened(stage, side, number)),
});

const beat = (name: string) => BEATS.filter((one) => one.name === name);

export const SQUEEZED_BEATS: readonly Beat[] = [
  ...beat("betting opens"),
  ...beat("betting closes"),
  laid("player", 190),
  laid("banker", 191),
  laid("player", 192),
  laid("banker", 193),
  began("player", 190, OTHER),
  ...bentAndOpened(190),
  began("player", 192, OTHER),
  timeIsUp("player", 192),
  began("banker", 191, OURS),
  began("banker", 193, OURS),
  laid("player", 194),
  dealers("player", 194),
  laid("banker", 195),
  began("banker", 195, OURS),
  timeIsUp("banker", 195),
  ...beat("result"),
];
