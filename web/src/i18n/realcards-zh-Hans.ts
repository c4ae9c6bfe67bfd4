// What players read at a table with real cards, in 简体中文.
import type { Side } from "../protocol.gen";
import type { RealWords } from "./realcards";

const SIDES: Record<Side, string> = { player: "闲", banker: "庄" };
export const realHans: RealWords = {
  realCards: "实体牌",
  scoreboard: "记分牌",
  scoreboardText: "本台只作记分，不设投注。",
  says: {
    paused: "等候荷官。",
    shuffling: "荷官正在洗新的一靴牌。",
    burning: "新牌靴已上台。",
    result: "等候荷官开始下一局。",
    scored: "正在发牌。",
  },
  whose: (side, place) => (side === null ? "销牌的首张牌" : `${SIDES[side]}家第 ${place + 1} 张牌`),
  corrected: (whose, was, card) => `荷官更正${whose}：${was} → ${card}。`,
  takenBack: (whose, card) => `荷官收回${whose} ${card}：该牌并未发出。`,
  burned: (cards) => `因出错销去 ${cards} 张暗牌。`,
  exposed: (card) => `${card} 在靴内牌面朝上，该牌及投注仍然有效。`,
  faceUp: (cards) => `明牌：${cards}`,
  faceUpWhole: (cards) => `靴内牌面朝上：${cards}。该牌及投注仍然有效。`,
  withdrawn: (shoe) => `第 ${shoe} 靴未完即离台。`,
  replaced: (shoe) => `第 ${shoe} 靴离台：牌有损坏，换上新牌。`,
  cutCardBack: "切牌卡其实未出，本靴继续。",
  mendsTitle: "荷官更正",
};
