// What players read at a table with real cards, in 繁體中文.
import type { Side } from "../protocol.gen";
import type { RealWords } from "./realcards";

const SIDES: Record<Side, string> = { player: "閑", banker: "莊" };
export const realHant: RealWords = {
  realCards: "實體牌",
  scoreboard: "記分牌",
  scoreboardText: "本枱只作記分，不設投注。",
  says: {
    paused: "等候荷官。",
    shuffling: "荷官正在洗新的一靴牌。",
    burning: "新牌靴已上枱。",
    result: "等候荷官開始下一局。",
    scored: "正在發牌。",
  },
  whose: (side, place) => (side === null ? "銷牌的首張牌" : `${SIDES[side]}家第 ${place + 1} 張牌`),
  corrected: (whose, was, card) => `荷官更正${whose}：${was} → ${card}。`,
  takenBack: (whose, card) => `荷官收回${whose} ${card}：該牌並未發出。`,
  burned: (cards) => `因出錯銷去 ${cards} 張暗牌。`,
  exposed: (card) => `${card} 在靴內牌面朝上，該牌及投注仍然有效。`,
  faceUp: (cards) => `明牌：${cards}`,
  faceUpWhole: (cards) => `靴內牌面朝上：${cards}。該牌及投注仍然有效。`,
  withdrawn: (shoe) => `第 ${shoe} 靴未完即離枱。`,
  replaced: (shoe) => `第 ${shoe} 靴離枱：牌有損壞，換上新牌。`,
  cutCardBack: "切牌卡其實未出，本靴繼續。",
  mendsTitle: "荷官更正",
};
