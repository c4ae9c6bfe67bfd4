// The words of the roads, in all languages. They tell of what has been; what a win would add is no forecast.
import type { Winner } from "../roads/bigroad";
import { DERIVED, type Derived, type Mark } from "../roads/derived";
import type { Run } from "../roads/line";
import type { Language } from ".";

/** The parts of the strip on a phone, one beside the other. */
export type RoadPart = "roads" | "derived" | "beads" | "counts";

export interface RoadWords {
  names: Record<Derived, string>;
  /** A derived road, read: its streaks, oldest first. */
  road: (road: Derived, runs: readonly Run<Mark>[]) => string;
  ask: Record<Winner, string>;
  /** The whole name of an ask button: the mark that a win of this side would add to each road. */
  asked: (winner: Winner, marks: Record<Derived, Mark | null>) => string;
  bankerPairs: string;
  playerPairs: string;
  goodRoads: string;
  /** All roads on the whole screen: the button that opens them. */
  all: string;
  strip: string;
  parts: Record<RoadPart, string>;
  /** The key to the marks. */
  key: { derived: string; ask: string };
}

interface Terms {
  names: Record<Derived, string>;
  colours: Record<Mark, string>;
  none: string;
  ask: Record<Winner, string>;
}

/** Both ways of writing Chinese put the same words together. */
function chinese({ names, colours, none, ask }: Terms) {
  const colour = (mark: Mark | null) => (mark ? colours[mark] : none);
  return {
    names,
    ask,
    road: (road: Derived, runs: readonly Run<Mark>[]) =>
      `${names[road]}：${runs.map(({ mark, length }) => `${colours[mark]} ${length}`).join("、") || none}`,
    asked: (winner: Winner, marks: Record<Derived, Mark | null>) =>
      `${ask[winner]}：${DERIVED.map((road) => `${names[road]}${colour(marks[road])}`).join("，")}`,
  };
}

const names: Record<Derived, string> = { bigEye: "Big eye boy", small: "Small road", cockroach: "Cockroach pig" };
const ask: Record<Winner, string> = { banker: "Ask Banker", player: "Ask Player" };

export const ROAD_WORDS: Record<Language, RoadWords> = {
  en: {
    names,
    ask,
    road: (road, runs) =>
      `${names[road]}: ${runs.map(({ mark, length }) => `${length} ${mark}`).join(", ") || "nothing yet"}`,
    asked: (winner, marks) =>
      `${ask[winner]}: ${DERIVED.map((road) => `${names[road].toLowerCase()} ${marks[road] ?? "none"}`).join(", ")}`,
    bankerPairs: "Banker pairs",
    playerPairs: "Player pairs",
    goodRoads: "Good roads",
    all: "All roads",
    strip: "Parts of the roads",
    parts: { roads: "Roads", derived: "Derived roads", beads: "Bead plate", counts: "Counts and good roads" },
    key: {
      derived:
        "They compare the newest streak of the big road with those before it: red where it goes on as they did, blue where not. Neither says anything of Banker or Player. Red is closed, blue is open.",
      ask: "Ask Banker and Ask Player show the marks that such a win would add, and for two seconds where they would lie. That says nothing of whether it comes.",
    },
  },
  "zh-Hant": {
    ...chinese({
      names: { bigEye: "大眼仔", small: "小路", cockroach: "曱甴路" },
      colours: { red: "紅", blue: "藍" },
      none: "無",
      ask: { banker: "莊問路", player: "閑問路" },
    }),
    bankerPairs: "莊對",
    playerPairs: "閑對",
    goodRoads: "好路",
    all: "全部路單",
    strip: "路單各部分",
    parts: { roads: "路單", derived: "下三路", beads: "珠盤路", counts: "統計及好路" },
    key: {
      derived: "將大路最新一列與前面的列比較：齊整為紅，不齊為藍，與莊閑無關。紅為實心，藍為空心。",
      ask: "莊問路、閑問路顯示若開莊或閑，下三路會添上的記號；按下後兩秒內標出位置，並非預測。",
    },
  },
  "zh-Hans": {
    ...chinese({
      names: { bigEye: "大眼仔", small: "小路", cockroach: "曱甴路" },
      colours: { red: "红", blue: "蓝" },
      none: "无",
      ask: { banker: "庄问路", player: "闲问路" },
    }),
    bankerPairs: "庄对",
    playerPairs: "闲对",
    goodRoads: "好路",
    all: "全部路单",
    strip: "路单各部分",
    parts: { roads: "路单", derived: "下三路", beads: "珠盘路", counts: "统计及好路" },
    key: {
      derived: "将大路最新一列与前面的列比较：齐整为红，不齐为蓝，与庄闲无关。红为实心，蓝为空心。",
      ask: "庄问路、闲问路显示若开庄或闲，下三路会添上的记号；按下后两秒内标出位置，并非预测。",
    },
  },
};
