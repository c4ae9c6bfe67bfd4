// The shapes of the marks, all filled, within 100 by 100 about their middle: red closed and blue open on every road. Pure.
import type { Winner } from "./bigroad";
import type { Drawn } from "./board";
import type { Derived, Mark } from "./derived";

export type Road = "big" | Derived;

/** One outline: where it begins, and how it goes on from there. */
type Outline = readonly [x: number, y: number, further: string];
type Shape = readonly Outline[];

/** Turned the other way round it leaves a hole in what lies about it. */
function circle(r: number, turn: 0 | 1 = 1): Outline {
  const half = `a${r} ${r} 0 1 ${turn} `;
  return [-r, 0, `${half}${2 * r} 0${half}${-2 * r} 0`];
}

const ring = (r: number, width: number): Shape => [circle(r + width / 2), circle(r - width / 2, 0)];

/** A disc cut by a level slot. */
const CUT: Shape = [
  [-40, -9, "a41 41 0 0 1 80 0"],
  [-40, 9, "a41 41 0 0 0 80 0"],
];
const RISES: Shape = [[-38, 26, "l64-64a8.5 8.5 0 0 1 12 12l-64 64a8.5 8.5 0 0 1-12-12"]];
const FALLS: Shape = [[-26, -38, "l64 64a8.5 8.5 0 0 1-12 12l-64-64a8.5 8.5 0 0 1 12-12"]];
/** From corner to corner. */
const TIE: Shape = [[-50.6, 41.4, "l92-92 9.2 9.2-92 92"]];

const SHAPES: Record<Road, Partial<Record<Winner | Mark, Shape>>> = {
  big: { banker: [...ring(36, 11.5), circle(16)], player: ring(36, 11.5) },
  bigEye: { red: [...ring(34, 16), circle(13)], blue: ring(34, 16) },
  small: { red: [circle(41)], blue: CUT },
  cockroach: { red: RISES, blue: FALLS },
};
const MARKS = { big: ["banker", "player"], derived: ["red", "blue"] } as const;
const COLOURS = {
  banker: "var(--mark-b)",
  red: "var(--mark-b)",
  player: "var(--mark-p)",
  blue: "var(--mark-p)",
  tie: "var(--mark-t)",
};

export interface Layer {
  mark: keyof typeof COLOURS;
  colour: string;
  path: string;
}

function path(shape: Shape, cells: readonly Drawn[]): string {
  return cells
    .flatMap(({ column, row }) =>
      shape.map(([x, y, further]) => `M${column * 100 + 50 + x} ${row * 100 + 50 + y}${further}z`),
    )
    .join("");
}

/** Cells as few paths, one a colour, in the order they are laid over each other. */
export function layers(road: Road, cells: readonly Drawn[]): Layer[] {
  const tied = cells.filter(({ ties = 0 }) => ties > 0);
  const ties: Layer[] = tied.length > 0 ? [{ mark: "tie", colour: COLOURS.tie, path: path(TIE, tied) }] : [];
  const marks = MARKS[road === "big" ? "big" : "derived"].flatMap((mark) => {
    const some = path(
      SHAPES[road][mark] ?? [],
      cells.filter((cell) => cell.mark === mark),
    );
    return some === "" ? [] : { mark, colour: COLOURS[mark], path: some };
  });
  return [...ties, ...marks];
}

/** The lines of a grid of cells so large, in whole pixels; drawn half a pixel further they are sharp. */
export function grid(columns: number, rows: number, cell: number, top = 0): string {
  const bottom = top + rows * cell;
  const downs = Array.from({ length: columns + 1 }, (_, x) => `M${x * cell} ${top}V${bottom}`);
  const acrosses = Array.from({ length: rows + 1 }, (_, y) => `M0 ${top + y * cell}H${columns * cell}`);
  return [...downs, ...acrosses].join("");
}
