// The names of the good roads.
import type { GoodRoad } from "../roads/goodroads";
import type { Language } from ".";

export const GOOD_ROAD_NAMES: Record<Language, Record<GoodRoad, string>> = {
  en: {
    long_banker: "Long Banker",
    long_player: "Long Player",
    one_hall_two_rooms_banker: "One hall, two rooms (Banker)",
    one_hall_two_rooms_player: "One hall, two rooms (Player)",
    single_jump: "Single jump",
    banker_sticks: "Banker sticks",
    player_sticks: "Player sticks",
    pair_sticks: "Pair sticks",
  },
  "zh-Hant": {
    long_banker: "長莊",
    long_player: "長閑",
    one_hall_two_rooms_banker: "一廳兩房（莊）",
    one_hall_two_rooms_player: "一廳兩房（閑）",
    single_jump: "大路單跳",
    banker_sticks: "逢莊黐",
    player_sticks: "逢閑黐",
    pair_sticks: "拍拍黐",
  },
  "zh-Hans": {
    long_banker: "长庄",
    long_player: "长闲",
    one_hall_two_rooms_banker: "一厅两房（庄）",
    one_hall_two_rooms_player: "一厅两房（闲）",
    single_jump: "大路单跳",
    banker_sticks: "逢庄黐",
    player_sticks: "逢闲黐",
    pair_sticks: "拍拍黐",
  },
};
