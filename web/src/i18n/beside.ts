// Several tables side by side: what the page around them says.
import type { Language } from ".";

export interface BesideWords {
  title: string;
  add: string;
  addName: (open: number, most: number) => string;
  full: (most: number) => string;
  none: string;
  choose: string;
  chooseText: string;
  close: (table: string) => string;
  alone: (table: string) => string;
  larger: (table: string) => string;
  closed: (table: string) => string;
  /** Of chips that were not confirmed. */
  left: (amount: string) => string;
  stands: string;
  narrow: (table: string) => string;
  links: string;
  signedOut: string;
  toTable: (table: string) => string;
  /** What is said at one of several tables. */
  at: (table: string, text: string) => string;
  newTab: string;
  key: string;
}

export const BESIDE: Record<Language, BesideWords> = {
  en: {
    title: "Side by side",
    add: "Add a table",
    addName: (open, most) => `Add a table, ${open} of ${most} open`,
    full: (most) => `${most} tables are the most.`,
    none: "All tables are open here.",
    choose: "Choose a table",
    chooseText: "It opens beside the others. All go on, and chips stay as they lie.",
    close: (table) => `Close ${table}`,
    alone: (table) => `Open ${table} alone`,
    larger: (table) => `Make ${table} larger`,
    closed: (table) => `${table} is closed.`,
    left: (amount) => `${amount} was not confirmed. It lies there again if you come back in this round.`,
    stands: "Confirmed bets stand.",
    narrow: (table) => `Tables stand side by side in wider windows. Here you see ${table}.`,
    links: "Your tables",
    signedOut: "You are signed out.",
    toTable: (table) => `Open the whole page of ${table}`,
    at: (table, text) => `${table}: ${text}`,
    newTab: "opens in a new tab",
    key: "Tables side by side: to the next table, with Shift to the one before.",
  },
  "zh-Hant": {
    title: "並排",
    add: "加開牌枱",
    addName: (open, most) => `加開牌枱，已開 ${open} / ${most}`,
    full: (most) => `最多並排 ${most} 張牌枱。`,
    none: "所有牌枱都已在此。",
    choose: "選擇牌枱",
    chooseText: "牌枱會並排開啟，其餘照常進行，籌碼原封不動。",
    close: (table) => `關閉${table}`,
    alone: (table) => `單獨開啟${table}`,
    larger: (table) => `放大${table}`,
    closed: (table) => `${table}已關閉。`,
    left: (amount) => `${amount} 未遞交；本局內返回，籌碼仍在原位。`,
    stands: "已確認的投注仍然有效。",
    narrow: (table) => `視窗較闊時才可並排，現在顯示${table}。`,
    links: "您的牌枱",
    signedOut: "您已登出。",
    toTable: (table) => `開啟${table}的完整頁面`,
    at: (table, text) => `${table}：${text}`,
    newTab: "在新分頁開啟",
    key: "並排時：往下一張牌枱；加 Shift 往上一張。",
  },
  "zh-Hans": {
    title: "并排",
    add: "加开牌台",
    addName: (open, most) => `加开牌台，已开 ${open} / ${most}`,
    full: (most) => `最多并排 ${most} 张牌台。`,
    none: "所有牌台都已在此。",
    choose: "选择牌台",
    chooseText: "牌台会并排打开，其余照常进行，筹码原封不动。",
    close: (table) => `关闭${table}`,
    alone: (table) => `单独打开${table}`,
    larger: (table) => `放大${table}`,
    closed: (table) => `${table}已关闭。`,
    left: (amount) => `${amount} 未递交；本局内返回，筹码仍在原位。`,
    stands: "已确认的投注仍然有效。",
    narrow: (table) => `窗口较宽时才可并排，现在显示${table}。`,
    links: "您的牌台",
    signedOut: "您已登出。",
    toTable: (table) => `打开${table}的完整页面`,
    at: (table, text) => `${table}：${text}`,
    newTab: "在新标签页打开",
    key: "并排时：往下一张牌台；加 Shift 往上一张。",
  },
};
