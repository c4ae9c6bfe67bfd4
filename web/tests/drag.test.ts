import { describe, expect, test } from "vitest";
import { type Drag, type DragEvent, type Drop, IDLE, type Load, step } from "../src/felt/drag";

const CHIP: Load = { kind: "chip", chip: 2_500 };
const PILE: Load = { kind: "pile", bet: "banker_no_commission", cents: 5_000, state: "unconfirmed" };
const CONFIRMED: Load = { kind: "pile", bet: "tie", cents: 5_000, state: "confirmed" };

function run(...events: DragEvent[]): { drag: Drag; drops: Drop[] } {
  const drops: Drop[] = [];
  let drag: Drag = IDLE;
  for (const event of events) {
    const next = step(drag, event);
    drag = next.drag;
    if (next.drop) drops.push(next.drop);
  }
  return { drag, drops };
}

const down = (load: Load, kind: "mouse" | "touch" = "mouse", pointer = 1): DragEvent => {
  return { type: "down", pointer, kind, at: { x: 100, y: 700 }, load };
};
const move = (x: number, y: number, over: "banker" | "tie" | null = null, pointer = 1): DragEvent => {
  return { type: "move", pointer, at: { x, y }, over };
};
const up = (over: "banker" | "tie" | null, inside = true, pointer = 1): DragEvent => {
  return { type: "up", pointer, at: { x: 300, y: 300 }, over, inside };
};

describe("a chip of the rack", () => {
  test("is laid where it is let go", () => {
    const { drag, drops } = run(down(CHIP), move(200, 500), move(300, 300, "banker"), up("banker"));
    expect(drops).toEqual([{ type: "lay", spot: "banker", chip: 2_500 }]);
    expect(drag).toEqual(IDLE);
  });

  test("stays in the rack when it is let go beside the spots", () => {
    expect(run(down(CHIP), move(200, 500), up(null)).drops).toEqual([]);
  });

  test("is only pressed until the pointer has gone some way; a finger needs further", () => {
    expect(run(down(CHIP), move(103, 702)).drag.phase).toBe("pressed");
    expect(run(down(CHIP), move(105, 704)).drag.phase).toBe("carrying");
    expect(run(down(CHIP, "touch"), move(105, 704)).drag.phase).toBe("pressed");
    expect(run(down(CHIP, "touch"), move(100, 685)).drag.phase).toBe("carrying");
  });

  test("a press without carrying asks for nothing: the click does its own", () => {
    const still: DragEvent = { type: "up", pointer: 1, at: { x: 101, y: 700 }, over: null, inside: true };
    expect(run(down(CHIP), still).drops).toEqual([]);
  });
});

describe("our own chips", () => {
  test("are taken off when they are let go beside the spots", () => {
    expect(run(down(PILE), move(200, 500), up(null)).drops).toEqual([
      { type: "take_off", bet: "banker_no_commission", cents: 5_000, state: "unconfirmed" },
    ]);
    expect(run(down(CONFIRMED), move(200, 500), up(null)).drops).toEqual([
      { type: "take_off", bet: "tie", cents: 5_000, state: "confirmed" },
    ]);
  });

  test("move to another spot, confirmed or not", () => {
    expect(run(down(PILE), move(200, 500), up("tie")).drops).toEqual([
      { type: "move", bet: "banker_no_commission", cents: 5_000, state: "unconfirmed", spot: "tie" },
    ]);
    expect(run(down(CONFIRMED), move(200, 500), up("banker")).drops).toEqual([
      { type: "move", bet: "tie", cents: 5_000, state: "confirmed", spot: "banker" },
    ]);
  });

  test("stay when they come back to their own spot; both kinds of Banker share one", () => {
    expect(run(down(PILE), move(200, 500), up("banker")).drops).toEqual([]);
  });
});

describe("a carrying that ends without a drop", () => {
  test("Escape, a lost pointer, a window that loses the focus", () => {
    const { drag, drops } = run(down(PILE), move(200, 500), { type: "cancel" }, up(null));
    expect([drag, drops]).toEqual([IDLE, []]);
  });

  test("let go outside the window", () => {
    expect(run(down(PILE), move(200, 500), up(null, false)).drops).toEqual([]);
  });

  test("a second finger neither moves nor ends it", () => {
    const { drag } = run(down(CHIP), move(200, 500), down(PILE, "touch", 2), move(9, 9, null, 2), up("tie", true, 2));
    expect(drag).toMatchObject({ phase: "carrying", pointer: 1, load: CHIP, at: { x: 200, y: 500 } });
  });
});
