// How the 52 faces are drawn, on a card of 250 × 350: index strokes, pip places, court busts. Data only; `Face.svelte` draws it.
import type { Rank, Suit } from "./cards";

export const RED = "#b3271f";
export const BLACK = "#1d2326";
export const GOLD = "#c69a45";

export const INK: Record<Suit, string> = { S: BLACK, H: RED, D: RED, C: BLACK };

/** The four suits on a box of 100 × 100. */
export const SUIT_PATHS: Record<Suit, string> = {
  S: "M50 3C45 21 9 37 9 64c0 15 11 24 22.5 24 8 0 13.5-4 16-10-.5 9.5-4.5 15.5-11.5 20h28c-7-4.5-11-10.5-11.5-20 2.5 6 8 10 16 10C79.5 88 91 79 91 64 91 37 55 21 50 3Z",
  H: "M50 95C46 82 6 59 6 31 6 16 17 6 29 6c10 0 17.5 6 21 16C53.5 12 61 6 71 6c12 0 23 10 23 25 0 28-40 51-44 64Z",
  D: "M50 2c8 18 21 35 35 48-14 13-27 30-35 48C42 80 29 63 15 50 29 37 42 20 50 2Z",
  C: "M50 4c12.5 0 22 9 22 21 0 6-2.5 11-6.5 15.5 2-.7 4.5-1 7-1C84.5 39.5 94 49 94 61S84.5 82.5 72.5 82.5c-8.5 0-16-4.5-19.5-11 .5 12.5 4 21.5 11 26.5H36c7-5 10.5-14 11-26.5-3.5 6.5-11 11-19.5 11C15.5 82.5 6 73 6 61s9.5-21.5 21.5-21.5c2.5 0 5 .3 7 1C30.5 36 28 31 28 25 28 13 37.5 4 50 4Z",
};

/** The ranks as strokes on a box of 20 × 28. */
export const RANK_STROKES: Record<Rank, { path: string; join: "miter" | "round" }> = {
  A: { path: "M1.2 28 10 1.3 18.8 28M4.7 18.6h10.6", join: "miter" },
  "2": {
    path: "M2.2 8.2c.2-4 3.4-6.4 7.8-6.4 4.6 0 7.8 2.6 7.8 6.6 0 3.2-1.8 5.6-5 8.4L2.6 26.2h15.8",
    join: "round",
  },
  "3": {
    path: "M2.8 1.8h14L9.4 11.4c5.2-.2 8.6 2.9 8.6 7.3 0 4.5-3.4 7.5-8.2 7.5-3.8 0-6.6-1.6-8-4.6",
    join: "round",
  },
  "4": { path: "M13.8 28V2L1.8 19.8h17", join: "miter" },
  "5": {
    path: "M16.6 1.8H4.8L3.6 13c1.5-1.7 3.7-2.7 6.4-2.7 4.9 0 8.2 3.1 8.2 7.9 0 4.8-3.5 8-8.5 8-3.6 0-6.4-1.6-7.8-4.4",
    join: "round",
  },
  "6": {
    path: "M16.4 4.2C14.8 2.6 12.8 1.8 10.6 1.8 5.2 1.8 1.9 6.6 1.9 14.6c0 7.4 3 11.6 8.1 11.6 4.8 0 8.1-3.4 8.1-8.1s-3.3-7.7-7.7-7.7c-4.2 0-7.5 2.4-8.4 6.4",
    join: "round",
  },
  "7": { path: "M1.8 1.8h16.6C12.6 9.4 9.2 18 8.6 28", join: "miter" },
  "8": {
    path: "M10 1.8c4 0 6.8 2.3 6.8 5.8S14 13.2 10 13.2 3.2 11.1 3.2 7.6 6 1.8 10 1.8ZM10 13.2c4.8 0 8.1 2.6 8.1 6.5s-3.3 6.5-8.1 6.5-8.1-2.6-8.1-6.5 3.3-6.5 8.1-6.5Z",
    join: "round",
  },
  "9": {
    path: "M3.6 23.8c1.6 1.6 3.6 2.4 5.8 2.4 5.4 0 8.7-4.8 8.7-12.8 0-7.4-3-11.6-8.1-11.6-4.8 0-8.1 3.4-8.1 8.1s3.3 7.7 7.7 7.7c4.2 0 7.5-2.4 8.4-6.4",
    join: "round",
  },
  T: {
    path: "M-1.6 6.2 3 1.9V28M14.4 1.8c4.2 0 6.8 4.4 6.8 12.2s-2.6 12.2-6.8 12.2S7.6 21.8 7.6 14 10.2 1.8 14.4 1.8Z",
    join: "round",
  },
  J: { path: "M6.4 1.8h10.4M13.8 1.8v17.4c0 4.6-2.4 7-6 7-3.3 0-5.5-1.9-5.9-5.4", join: "round" },
  Q: {
    path: "M10 1.8c5 0 8.2 4.4 8.2 12.2S15 26.2 10 26.2 1.8 21.8 1.8 14 5 1.8 10 1.8ZM11 19l7.8 9",
    join: "round",
  },
  K: { path: "M3.6 0v28M17.8.2 3.6 16.8M8.4 11.4 18.8 28", join: "miter" },
};

export interface Pip {
  x: number;
  y: number;
  scale: number;
}

const [LEFT, MIDDLE, RIGHT] = [83, 125, 167];
const SIDES = [LEFT, RIGHT];

function pipsAt(scale: number, ...places: [number[], number[]][]): Pip[] {
  return places.flatMap(([xs, ys]) => xs.flatMap((x) => ys.map((y) => ({ x, y, scale }))));
}

const PIPS: Partial<Record<Rank, Pip[]>> = {
  A: pipsAt(1.16, [[MIDDLE], [175]]),
  "2": pipsAt(0.53, [[MIDDLE], [70, 280]]),
  "3": pipsAt(0.53, [[MIDDLE], [70, 175, 280]]),
  "4": pipsAt(0.53, [SIDES, [70, 280]]),
  "5": pipsAt(0.53, [SIDES, [70, 280]], [[MIDDLE], [175]]),
  "6": pipsAt(0.53, [SIDES, [70, 175, 280]]),
  "7": pipsAt(0.53, [SIDES, [70, 175, 280]], [[MIDDLE], [122.5]]),
  "8": pipsAt(0.53, [SIDES, [70, 175, 280]], [[MIDDLE], [122.5, 227.5]]),
  "9": pipsAt(0.47, [SIDES, [70, 140, 210, 280]], [[MIDDLE], [175]]),
  T: pipsAt(0.47, [SIDES, [70, 140, 210, 280]], [[MIDDLE], [105, 245]]),
};

/** Where the pips of a rank stand; those below the middle stand on their heads. Courts have none. */
export function pips(rank: Rank): Pip[] {
  return PIPS[rank] ?? [];
}

/** One part of a court's bust. `ink` stands for the suit's colour. */
export interface Stroke {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  cap?: "round";
  join?: "round";
  opacity?: number;
  dash?: string;
}

const ROBE: Stroke[] = [
  { d: "M56 174V140c0-16 14-25 36-30h66c22 5 36 14 36 30v34Z", fill: "ink" },
  { d: "M104 108h42l-21 66Z", fill: "#fdfbf4" },
  { d: "M104 108h42l-21 66Z", fill: GOLD, opacity: 0.28 },
  { d: "M92 110 125 174M158 110 125 174", stroke: GOLD, width: 5 },
  { d: "M56 152h36M158 152h36M56 164h42M152 164h42", stroke: GOLD, width: 3, opacity: 0.9 },
];
const FACE: Stroke[] = [
  { d: "M104 76h42v20c0 16-9 26-21 26s-21-10-21-26Z", fill: "#f3e3c8", stroke: "ink", width: 2.5 },
  { d: "M111 89h7M132 89h7", stroke: BLACK, width: 3, cap: "round" },
  { d: "M125 90v10h-4", stroke: BLACK, width: 2, join: "round" },
];

function dot(x: number, y: number, r: number): Stroke {
  return { d: `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`, fill: "ink" };
}

/** The upper half of each court; the lower half is the same, turned. */
export const COURTS: Partial<Record<Rank, Stroke[]>> = {
  J: [
    ...ROBE,
    { d: "M97 72h56v36c0 6-8 8-11 3l-1-15h-32l-1 15c-3 5-11 3-11-3Z", fill: "ink" },
    ...FACE,
    { d: "M119 109h12", stroke: RED, width: 3, cap: "round" },
    { d: "M92 76c0-16 14-26 33-26s33 10 33 26Z", fill: GOLD, stroke: "ink", width: 2.5 },
    { d: "M90 74h70", stroke: "ink", width: 6, cap: "round" },
    { d: "M148 58c10-4 20-12 24-24-14 0-28 6-32 18", fill: "ink" },
    { d: "M146 56c8-5 15-11 20-17", stroke: "#fdfbf4", width: 1.5 },
  ],
  Q: [
    ...ROBE,
    {
      d: "M125 60c-24 0-35 13-35 34 0 14-3 22-9 28 12 5 24 3 30-4h28c6 7 18 9 30 4-6-6-9-14-9-28 0-21-11-34-35-34Z",
      fill: "ink",
    },
    ...FACE,
    { d: "M120 109c3 2.5 7 2.5 10 0", stroke: RED, width: 3, cap: "round" },
    { d: "M108 124c10 8 24 8 34 0", stroke: GOLD, width: 4, cap: "round", dash: ".1 6" },
    {
      d: "M98 72c2-10 8-18 8-18s5 6 9 8c2-6 10-16 10-16s8 10 10 16c4-2 9-8 9-8s6 8 8 18c-16-6-38-6-54 0Z",
      fill: GOLD,
      stroke: "ink",
      width: 2.5,
      join: "round",
    },
    dot(106, 51, 4),
    dot(125, 42, 4.5),
    dot(144, 51, 4),
  ],
  K: [
    ...ROBE,
    { d: "M98 74h54v30l-7-4H105l-7 4Z", fill: "ink" },
    ...FACE,
    { d: "M104 98c6 5 14 4 21 1 7 3 15 4 21-1 2 18-7 32-21 38-14-6-23-20-21-38Z", fill: "ink" },
    { d: "M117 107h16", stroke: "#fdfbf4", width: 3, cap: "round" },
    { d: "M96 76 90 42l17 14 18-24 18 24 17-14-6 34Z", fill: GOLD, stroke: "ink", width: 2.5, join: "round" },
    { d: "M97 70h56", stroke: "ink", width: 3 },
    dot(125, 58, 4.5),
    dot(90, 41, 3.5),
    dot(160, 41, 3.5),
    dot(125, 31, 4),
  ],
};
