// The few words around every page: session, menu, signs. They come with the first script; those of the pages come with the pages.
import type { Language } from ".";

export interface FrameWords {
  /** The sitting's figures stand in the link to the statement. */
  session: string;
  sessionName: (duration: string, net: string) => string;
  /** Hours and minutes, in full, for who hears the page. */
  duration: (hours: number, minutes: number) => string;
  rules: string;
  help: string;
  guide: string;
  /** Several tables in one window. */
  beside: string;
  menu: string;
  closeMenu: string;
  about: (bet: string) => string;
  loadFailed: string;
  /** The shoes of a table, and what can be checked in them. */
  shoes: string;
  /** Where staff work. */
  desk: string;
}

export const FRAME: Record<Language, FrameWords> = {
  en: {
    session: "Session",
    sessionName: (duration, net) => `Session ${duration}, net result ${net}`,
    duration: (hours, minutes) => (hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`),
    rules: "Rules",
    help: "Help",
    guide: "Guided round",
    beside: "Side by side",
    menu: "Menu",
    closeMenu: "Close the menu",
    about: (bet) => `What ${bet} is and pays`,
    loadFailed: "This page could not be loaded.",
    shoes: "Shoes",
    desk: "Desk",
  },
  "zh-Hant": {
    session: "本節",
    sessionName: (duration, net) => `本節 ${duration}，淨額 ${net}`,
    duration: (hours, minutes) => (hours > 0 ? `${hours} 小時 ${minutes} 分` : `${minutes} 分鐘`),
    rules: "規則",
    help: "說明",
    guide: "首局引導",
    beside: "並排",
    menu: "選單",
    closeMenu: "關閉選單",
    about: (bet) => `${bet}：投注說明與賠率`,
    loadFailed: "未能載入此頁。",
    shoes: "牌靴",
    desk: "管理枱",
  },
  "zh-Hans": {
    session: "本节",
    sessionName: (duration, net) => `本节 ${duration}，净额 ${net}`,
    duration: (hours, minutes) => (hours > 0 ? `${hours} 小时 ${minutes} 分` : `${minutes} 分钟`),
    rules: "规则",
    help: "帮助",
    guide: "首局引导",
    beside: "并排",
    menu: "菜单",
    closeMenu: "关闭菜单",
    about: (bet) => `${bet}：投注说明与赔率`,
    loadFailed: "未能载入此页。",
    shoes: "牌靴",
    desk: "管理台",
  },
};
