// A big road so small that it is drawn as a few paths: a list has a hundred of them. Pure.
import type { Outcome, RoundResult } from "../protocol.gen";
import { bigRoad, shown } from "../roads/bigroad";

export interface MiniRoad {
  /** Rings of both sides, the cores of Banker's, the strokes of ties; paths in cells of 100. */
  banker: string;
  cores: string;
  player: string;
  ties: string;
}

const ring = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

export function miniRoad(
  results: readonly { outcome: Outcome; result: RoundResult | null }[],
  columns: number,
): MiniRoad {
  const drawn: MiniRoad = { banker: "", cores: "", player: "", ties: "" };
  const road = bigRoad(results);
  for (const { column, row, winner, ties } of shown(road, columns, 0)) {
    const [x, y] = [column * 100 + 50, row * 100 + 50];
    drawn[winner] += ring(x, y, 34);
    if (winner === "banker") drawn.cores += ring(x, y, 15);
    if (ties > 0) drawn.ties += `M${x - 44} ${y + 44}l88-88`;
  }
  if (road.cells.length === 0 && road.leadingTies > 0) drawn.ties = "M6 94l88-88";
  return drawn;
}
