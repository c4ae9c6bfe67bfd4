// The words of the lobby and of its good-road alerts, in all languages.
import type { Only, Sort } from "../lobby/tables";
import type { Language } from ".";

export interface LobbyWords {
  online: (people: number) => string;
  show: string;
  houses: string;
  allHouses: string;
  only: Record<Only, string>;
  minimum: string;
  anyMinimum: string;
  upTo: (amount: string) => string;
  sort: string;
  sorts: Record<Sort, string>;
  none: string;
  clear: string;
  shown: (tables: number, all: number) => string;
  squeeze: string;
  lastRound: string;
  seats: (seated: number, seats: number) => string;
  people: (people: number) => string;
  tie: string;
  differential: string;
  tiesCarry: string;
  moreRoads: (roads: number) => string;
  counts: (banker: number, player: number, tie: number) => string;
  /** The newest streak of the big road, for who hears it. */
  newest: (streak: string) => string;
  /** To open a table beside others. */
  pick: (table: string) => string;
  picked: (tables: string) => string;
  openOne: string;
  open: (tables: number) => string;
  unpick: string;
  alerts: string;
  alertsOn: (on: number) => string;
  alertsTitle: string;
  alertsText: string;
  allOn: string;
  allOff: string;
  alert: (table: string, roads: string) => string;
  dismiss: string;
}

export const LOBBY: Record<Language, LobbyWords> = {
  en: {
    online: (people) => (people === 1 ? "1 at the tables" : `${people} at the tables`),
    show: "Which tables",
    houses: "House",
    allHouses: "All",
    only: { free_seat: "Free seat", good_road: "Good road", squeeze: "Squeeze", no_commission: "No commission" },
    minimum: "Minimum",
    anyMinimum: "any",
    upTo: (amount) => `up to ${amount}`,
    sort: "Order",
    sorts: { number: "number", minimum: "minimum", players: "players", good_roads: "good roads" },
    none: "No table is like that just now.",
    clear: "Show all tables",
    shown: (tables, all) => `${tables} of ${all} tables`,
    squeeze: "Squeeze",
    lastRound: "Last round",
    seats: (seated, seats) => `${seated} of ${seats} seats taken`,
    people: (people) => (people === 1 ? "1 person here" : `${people} people here`),
    tie: "Tie",
    differential: "Differential",
    tiesCarry: "Ties stay",
    moreRoads: (roads) => `${roads} more`,
    counts: (banker, player, tie) => `Banker ${banker}, Player ${player}, Tie ${tie}`,
    newest: (streak) => `newest streak ${streak}`,
    pick: (table) => `${table}: put side by side with others`,
    picked: (tables) => `Side by side: ${tables}`,
    openOne: "Open and choose more",
    open: (tables) => `Open ${tables} tables`,
    unpick: "None",
    alerts: "Road alerts",
    alertsOn: (on) => (on === 0 ? "off" : `${on} on`),
    alertsTitle: "Good-road alerts",
    alertsText:
      "A note says at which table a pattern you switch on has just come about, wherever you are on this page.",
    allOn: "All on",
    allOff: "All off",
    alert: (table, roads) => `${table}: ${roads}`,
    dismiss: "Close this alert",
  },
  "zh-Hant": {
    online: (people) => `${people} 人在枱`,
    show: "顯示牌枱",
    houses: "館別",
    allHouses: "全部",
    only: { free_seat: "有空位", good_road: "好路", squeeze: "可咪牌", no_commission: "免水" },
    minimum: "最低投注",
    anyMinimum: "不限",
    upTo: (amount) => `${amount} 或以下`,
    sort: "排序",
    sorts: { number: "枱號", minimum: "最低投注", players: "人數", good_roads: "好路" },
    none: "現時沒有這樣的牌枱。",
    clear: "顯示全部牌枱",
    shown: (tables, all) => `${all} 張牌枱中的 ${tables} 張`,
    squeeze: "咪牌",
    lastRound: "最後一局",
    seats: (seated, seats) => `${seats} 個座位，已坐 ${seated}`,
    people: (people) => `${people} 人在場`,
    tie: "和",
    differential: "限紅",
    tiesCarry: "和局留注",
    moreRoads: (roads) => `另有 ${roads} 個`,
    counts: (banker, player, tie) => `莊 ${banker}，閑 ${player}，和 ${tie}`,
    newest: (streak) => `最新一列 ${streak}`,
    pick: (table) => `${table}：與其他牌枱並排`,
    picked: (tables) => `並排：${tables}`,
    openOne: "打開並再選",
    open: (tables) => `打開 ${tables} 張牌枱`,
    unpick: "全部取消",
    alerts: "好路提示",
    alertsOn: (on) => (on === 0 ? "關" : `已開 ${on} 項`),
    alertsTitle: "好路提示",
    alertsText: "你開啟的牌路一旦在某張牌枱出現，無論你在本頁何處，都會有提示說明是哪張牌枱。",
    allOn: "全部開啟",
    allOff: "全部關閉",
    alert: (table, roads) => `${table}：${roads}`,
    dismiss: "關閉此提示",
  },
  "zh-Hans": {
    online: (people) => `${people} 人在台`,
    show: "显示牌台",
    houses: "馆别",
    allHouses: "全部",
    only: { free_seat: "有空位", good_road: "好路", squeeze: "可咪牌", no_commission: "免水" },
    minimum: "最低投注",
    anyMinimum: "不限",
    upTo: (amount) => `${amount} 或以下`,
    sort: "排序",
    sorts: { number: "台号", minimum: "最低投注", players: "人数", good_roads: "好路" },
    none: "现在没有这样的牌台。",
    clear: "显示全部牌台",
    shown: (tables, all) => `${all} 张牌台中的 ${tables} 张`,
    squeeze: "咪牌",
    lastRound: "最后一局",
    seats: (seated, seats) => `${seats} 个座位，已坐 ${seated}`,
    people: (people) => `${people} 人在场`,
    tie: "和",
    differential: "限红",
    tiesCarry: "和局留注",
    moreRoads: (roads) => `另有 ${roads} 个`,
    counts: (banker, player, tie) => `庄 ${banker}，闲 ${player}，和 ${tie}`,
    newest: (streak) => `最新一列 ${streak}`,
    pick: (table) => `${table}：与其他牌台并排`,
    picked: (tables) => `并排：${tables}`,
    openOne: "打开并再选",
    open: (tables) => `打开 ${tables} 张牌台`,
    unpick: "全部取消",
    alerts: "好路提示",
    alertsOn: (on) => (on === 0 ? "关" : `已开 ${on} 项`),
    alertsTitle: "好路提示",
    alertsText: "你开启的牌路一旦在某张牌台出现，无论你在本页何处，都会有提示说明是哪张牌台。",
    allOn: "全部开启",
    allOff: "全部关闭",
    alert: (table, roads) => `${table}：${roads}`,
    dismiss: "关闭此提示",
  },
};
