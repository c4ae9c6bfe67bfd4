// Which of several boxes the eye finds next in a direction. Pure.

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Boxes may touch or overlap by a little and still lie beside each other. */
const SLACK = 4;

function gap(a: readonly [number, number], b: readonly [number, number]): number {
  return Math.max(0, a[0] - b[1], b[0] - a[1]);
}

/**
 * The index of the nearest box in the direction of `step` (one of ±1, 0 each way), null where none lies there. What lies
 * straight ahead, however broad, comes before what is nearer but aside.
 */
export function nearest(from: Box, boxes: readonly Box[], [dx, dy]: readonly [number, number]): number | null {
  let best: { index: number; cost: number } | null = null;
  for (const [index, box] of boxes.entries()) {
    const ahead = dx
      ? dx > 0
        ? box.left - from.right
        : from.left - box.right
      : dy > 0
        ? box.top - from.bottom
        : from.top - box.bottom;
    if (ahead < -SLACK) continue;
    const aside = dx
      ? gap([from.top, from.bottom], [box.top, box.bottom])
      : gap([from.left, from.right], [box.left, box.right]);
    const centres = dx ? from.top + from.bottom - box.top - box.bottom : from.left + from.right - box.left - box.right;
    const cost = ahead + aside * 3 + Math.abs(centres) / 20;
    if (best === null || cost < best.cost) best = { index, cost };
  }
  return best === null ? null : best.index;
}
