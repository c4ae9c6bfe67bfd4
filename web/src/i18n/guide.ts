// The guided first round. Its words come with the table, in one file: nothing there may move when they come.
import type { Language } from ".";

export interface GuideWords {
  title: string;
  step: (step: number, steps: number) => string;
  chip: string;
  spot: string;
  confirm: string;
  wait: string;
  result: string;
  done: string;
  skip: string;
  next: string;
  close: string;
}

export const GUIDE: Record<Language, GuideWords> = {
  en: {
    title: "Your first round",
    step: (step, steps) => `Step ${step} of ${steps}`,
    chip: "Choose a chip. Its value is what one press lays.",
    spot: "Press a bet to lay the chip on it. Player, Banker and Tie are the main three.",
    confirm: "Press Confirm. Only then does the house take your chips.",
    wait: "Betting is closed just now; the next round opens by itself. Player and Banker get two or three cards each, and the higher points win, nine at most.",
    result: "Your bet is in. When the time is up cards are dealt by fixed rules, and the higher points win.",
    done: "That was a whole round. Every round stands in your bet record.",
    skip: "Skip",
    next: "Next",
    close: "Done",
  },
  "zh-Hant": {
    title: "第一局",
    step: (step, steps) => `第 ${step} 步，共 ${steps} 步`,
    chip: "先選籌碼。每按一下，就下一枚這個面值。",
    spot: "按投注區，籌碼就放在上面。閑、莊、和是三個主要投注。",
    confirm: "按「遞交投注」。遞交之後，本場才收下籌碼。",
    wait: "現已停止投注，下一局會自動開始。閑、莊各得兩至三張牌，點數大者贏，最大九點。",
    result: "投注已收下。時間一到即按固定規則發牌，點數大者贏。",
    done: "這就是完整的一局。每一局都列在投注記錄。",
    skip: "略過",
    next: "下一步",
    close: "完成",
  },
  "zh-Hans": {
    title: "第一局",
    step: (step, steps) => `第 ${step} 步，共 ${steps} 步`,
    chip: "先选筹码。每按一下，就下一枚这个面值。",
    spot: "按投注区，筹码就放在上面。闲、庄、和是三个主要投注。",
    confirm: "按“递交投注”。递交之后，本场才收下筹码。",
    wait: "现已停止投注，下一局会自动开始。闲、庄各得两至三张牌，点数大者赢，最大九点。",
    result: "投注已收下。时间一到即按固定规则发牌，点数大者赢。",
    done: "这就是完整的一局。每一局都列在投注记录。",
    skip: "跳过",
    next: "下一步",
    close: "完成",
  },
};
