// How the chips are drawn: body colours and edge spots, so that each is known without its colour too. Data and geometry only.
import type { Chip } from "./chips";

export interface ChipFace {
  body: string;
  dark: string;
  spots: number;
  double: boolean;
}

export const CHIP_FACES: Record<Chip, ChipFace> = {
  100: { body: "#59656e", dark: "#343e46", spots: 4, double: false },
  500: { body: "#9b3b32", dark: "#6d231c", spots: 4, double: false },
  2500: { body: "#2c7551", dark: "#17492f", spots: 6, double: false },
  10000: { body: "#2b3137", dark: "#1c2125", spots: 8, double: false },
  50000: { body: "#64448d", dark: "#432b63", spots: 4, double: true },
  100000: { body: "#b07c22", dark: "#6b4607", spots: 6, double: true },
  500000: { body: "#2b6293", dark: "#173f63", spots: 8, double: true },
};

const INNER = 23.5;
const OUTER = 30.6;

function point(radius: number, degrees: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
}

function segment(from: number, to: number): string {
  return (
    `M${point(INNER, from)}L${point(OUTER, from)}A${OUTER} ${OUTER} 0 0 1 ${point(OUTER, to)}` +
    `L${point(INNER, to)}A${INNER} ${INNER} 0 0 0 ${point(INNER, from)}Z`
  );
}

/** The edge spots of a chip as one path around the origin. */
export function edgePath({ spots, double }: ChipFace): string {
  const half = spots === 8 ? 7.7 : 9.75;
  const gap = 2.3;
  return Array.from({ length: spots }, (_, index) => {
    const middle = (index * 360) / spots;
    if (!double) return segment(middle - half, middle + half);
    return segment(middle - half, middle - gap) + segment(middle + gap, middle + half);
  }).join("");
}
