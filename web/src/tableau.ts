// The third-card rule as it is shown (docs/rules.md 2.5). The page deals nothing by it.

/** The points of the Player's third card on which the Banker draws, by the points of the Banker's two cards. */
export const BANKER_DRAWS: readonly (readonly number[])[] = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [0, 1, 2, 3, 4, 5, 6, 7, 9],
  [2, 3, 4, 5, 6, 7],
  [4, 5, 6, 7],
  [6, 7],
  [],
];
export const POINTS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
