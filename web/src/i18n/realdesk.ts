// The words of the desk of a table with real cards, in all languages. They come with the desk.
import type { Unentered } from "../desk/real/entries";
import type { Side } from "../protocol.gen";
import type { Language } from ".";

export interface RealDeskWords {
  title: string;
  next: {
    newShoe: string;
    shoeOver: string;
    bringShoe: string;
    cutCard: (least: number, most: number) => string;
    burnCard: string;
    openRound: (round: number) => string;
    burnThenOpen: (cards: number, round: number) => string;
    betting: string;
    card: (side: Side, place: number) => string;
    burnFirst: (cards: number) => string;
    settle: (result: string) => string;
    resume: string;
  };
  step: {
    newShoe: string;
    bringShoe: string;
    openRound: string;
    burned: string;
    settle: string;
    resume: string;
    changeShoe: string;
  };
  stepKey: string;
  again: string;
  card: string;
  enter: string;
  hint: string;
  sending: (card: string) => string;
  waiting: (cards: string) => string;
  notEntered: (card: string) => string;
  dropped: (cards: string) => string;
  why: Record<Unentered | "moved_on" | "question_open", string>;
  lost: string;
  left: (cards: number) => string;
  burned: (cards: number) => string;
  lastRound: string;
  shoeDone: string;
  demonstration: (number: number) => string;
  demonstrate: string;
  burnNow: (shown: string, cards: number) => string;
  staked: (players: number, sum: string) => string;
  scoreboard: string;
  noCard: string;
  pad: string;
  padCard: (card: string, left: number) => string;
  entered: (side: Side | null, place: number, card: string) => string;
  mend: string;
  mendText: string;
  correct: (what: string) => string;
  rightCard: string;
  rightCardHint: string;
  takeBack: (what: string) => string;
  takeBackLast: string;
  takeBackText: string;
  cutOut: string;
  cutOutText: string;
  cutBack: string;
  cutBackText: string;
  burn: string;
  burnText: string;
  count: string;
  exposed: string;
  exposedText: string;
  changeShoe: string;
  changeShoeText: string;
  damaged: string;
  misc: string;
  ofBurn: string;
  kinds: Record<string, string>;
}

const nth = (place: number, names: readonly string[]) => names[place - 1] ?? "";

const sidesEn: Record<Side, string> = { player: "Player", banker: "Banker" };
const en: RealDeskWords = {
  title: "Real cards",
  next: {
    newShoe: "Shuffle a new shoe",
    shoeOver: "This shoe is over: shuffle a new one",
    bringShoe: "Cut the cards and bring the shoe",
    cutCard: (least, most) => `Cut card behind: ${least} to ${most} cards from the end.`,
    burnCard: "Turn the first card of the shoe",
    openRound: (round) => `Open round ${round}`,
    burnThenOpen: (cards, round) => `Burn ${cards === 1 ? "1 card" : `${cards} cards`}, then open round ${round}`,
    betting: "Betting is open",
    card: (side, place) =>
      place === 3 ? `${sidesEn[side]} draws` : `${sidesEn[side]}’s ${nth(place, ["first", "second"])} card`,
    burnFirst: (cards) =>
      cards === 1 ? "Burn 1 card face down before it." : `Burn ${cards} cards face down before it.`,
    settle: (result) => `${result}: settle`,
    resume: "The round is suspended",
  },
  step: {
    newShoe: "Shuffle a new shoe",
    bringShoe: "The shoe is on the table",
    openRound: "Open the round",
    burned: "Burned: open the round",
    settle: "Settle",
    resume: "Resume the round",
    changeShoe: "Change the shoe…",
  },
  stepKey: "Space",
  again: "Too soon: once more",
  card: "Card",
  enter: "Enter",
  hint: "Scan the card, or write it and press Enter: 9H, 10♦, th. A scan is taken wherever the focus is. Space does the next step, Backspace takes the last card back, Escape clears.",
  sending: (card) => `Entering ${card}`,
  waiting: (cards) => `Waiting: ${cards}`,
  notEntered: (card) => `${card} was not entered.`,
  dropped: (cards) => `Dropped with it, turn to the table and enter them again: ${cards}.`,
  why: {
    no_card_asked: "No card is asked for now.",
    too_many: "Too many cards are waiting.",
    too_long: "This is too long for a card.",
    moved_on: "The table has moved on. Look at what it asks for now.",
    question_open: "A question stood open. Answer it, then scan again.",
  },
  lost: "The house does not answer. A card on its way is sent again by itself, and entered once.",
  left: (cards) => (cards === 1 ? "1 card left" : `${cards} cards left`),
  burned: (cards) => `${cards} burned`,
  lastRound: "Last round of the shoe",
  shoeDone: "The shoe is over",
  demonstration: (number) => `Demonstration ${number}`,
  demonstrate: "Demonstration round",
  burnNow: (shown, cards) =>
    shown
      ? `${shown} shown: ${cards === 1 ? "1 card goes" : `${cards} cards go`} face down.`
      : "Face down, into the discard rack.",
  staked: (players, sum) => `${players === 1 ? "1 player" : `${players} players`}, ${sum} staked`,
  scoreboard: "Scoreboard, no bets",
  noCard: "no card",
  pad: "All cards, with what the decks still hold",
  padCard: (card, left) => `${card}, ${left} left`,
  entered: (side, place, card) =>
    side === null
      ? `the burn’s first card, ${card}`
      : `${sidesEn[side]}’s ${nth(place + 1, ["first", "second", "third"])} card, ${card}`,
  mend: "Mend",
  mendText: "Press a card on the picture to correct it.",
  correct: (what) => `Correct ${what}`,
  rightCard: "The card that lies there",
  rightCardHint: "Scan it, write it, or choose it.",
  takeBack: (what) => `Take back ${what}`,
  takeBackLast: "Take back the last card",
  takeBackText: "It was entered, but not dealt. Players are told, with the reason.",
  cutOut: "Cut card is out",
  cutOutText:
    "It came out in place of the next card. The shoe ends with this round, or with the one after it where the house says so.",
  cutBack: "Cut card was not out",
  cutBackText: "It was entered by mistake. The shoe goes on.",
  burn: "Burn after an error",
  burnText: "Cards leave the shoe face down. A supervisor approves it, and players are told, with the reason.",
  count: "How many cards",
  exposed: "Exposed card",
  exposedText: "A card lies face up in the shoe. It stays valid, and so do the bets. Players are told.",
  changeShoe: "Change the shoe",
  changeShoeText:
    "The shoe leaves the table before its end. Stakes that a tie left go back. Players are told, with the reason.",
  damaged: "Its cards are damaged: a new set comes",
  misc: "Suspending and voiding the round stand below.",
  ofBurn: "Burn",
  kinds: {
    new_shoe: "New shoe",
    change_shoe: "Changed the shoe",
    cut_back: "Cut card was not out",
    correct_card: "Corrected a card",
    take_card_back: "Took a card back",
    show_cut_card: "Cut card is out",
    burn_cards: "Burned after an error",
    note_exposed: "Noted an exposed card",
  },
};

const sidesHant: Record<Side, string> = { player: "閑", banker: "莊" };
const zhHant: RealDeskWords = {
  title: "實體牌",
  next: {
    newShoe: "請洗新的一靴牌",
    shoeOver: "本靴已完：請洗新的一靴",
    bringShoe: "切牌後請上靴",
    cutCard: (least, most) => `切牌卡置於尾端 ${least} 至 ${most} 張之前。`,
    burnCard: "翻開本靴首張牌",
    openRound: (round) => `開始第 ${round} 局`,
    burnThenOpen: (cards, round) => `先銷 ${cards} 張牌，再開始第 ${round} 局`,
    betting: "接受投注",
    card: (side, place) => (place === 3 ? `${sidesHant[side]}補牌` : `${sidesHant[side]}家第 ${place} 張牌`),
    burnFirst: (cards) => `發牌前先銷 ${cards} 張暗牌。`,
    settle: (result) => `${result}：請結算`,
    resume: "本局已暫停",
  },
  step: {
    newShoe: "洗新的一靴",
    bringShoe: "牌靴已上枱",
    openRound: "開局",
    burned: "已銷牌，開局",
    settle: "結算",
    resume: "恢復本局",
    changeShoe: "換靴…",
  },
  stepKey: "空白鍵",
  again: "太快，請再按",
  card: "牌",
  enter: "輸入",
  hint: "掃描牌，或寫出後按 Enter：9H、10♦、th。無論焦點在何處，掃描都會接收。空白鍵做下一步，退格鍵收回最後一張，Esc 清除。",
  sending: (card) => `正在輸入 ${card}`,
  waiting: (cards) => `等候：${cards}`,
  notEntered: (card) => `${card} 未有輸入。`,
  dropped: (cards) => `一併取消，請看枱面後重新輸入：${cards}。`,
  why: {
    no_card_asked: "現在不需要牌。",
    too_many: "等候的牌太多。",
    too_long: "這對一張牌來說太長。",
    moved_on: "本枱已有變化，請看現在需要甚麼。",
    question_open: "有問題尚未回答，請先回答，再掃描一次。",
  },
  lost: "未能連線至本場。途中的牌會自動重送，只會輸入一次。",
  left: (cards) => `餘 ${cards} 張`,
  burned: (cards) => `已銷 ${cards} 張`,
  lastRound: "本靴最後一局",
  shoeDone: "本靴已完",
  demonstration: (number) => `示範局 ${number}`,
  demonstrate: "示範局",
  burnNow: (shown, cards) => (shown ? `翻出${shown}：銷 ${cards} 張暗牌。` : "牌面朝下，放入棄牌箱。"),
  staked: (players, sum) => `${players} 人，注碼 ${sum}`,
  scoreboard: "記分牌，不設投注",
  noCard: "未有牌",
  pad: "所有牌及牌副尚餘張數",
  padCard: (card, left) => `${card}，餘 ${left} 張`,
  entered: (side, place, card) =>
    side === null ? `銷牌首張 ${card}` : `${sidesHant[side]}家第 ${place + 1} 張 ${card}`,
  mend: "更正",
  mendText: "按圖上的牌即可更正。",
  correct: (what) => `更正${what}`,
  rightCard: "枱上實際的牌",
  rightCardHint: "掃描、寫出或選擇。",
  takeBack: (what) => `收回${what}`,
  takeBackLast: "收回最後一張",
  takeBackText: "已輸入但未發出。玩家會看到原因。",
  cutOut: "切牌卡已出",
  cutOutText: "切牌卡在下一張牌的位置出現：本靴於本局後完結，或按本場規則再多一局。",
  cutBack: "切牌卡未出",
  cutBackText: "誤報切牌卡。本靴繼續。",
  burn: "出錯後銷牌",
  burnText: "牌面朝下離靴，須主管確認。玩家會看到原因。",
  count: "多少張",
  exposed: "靴內明牌",
  exposedText: "靴內有牌面朝上。該牌及投注仍然有效。玩家會獲告知。",
  changeShoe: "換靴",
  changeShoeText: "牌靴未完即離枱。和局留下的注碼會退回。玩家會看到原因。",
  damaged: "牌有損壞：換上新牌",
  misc: "暫停及作廢本局在下方。",
  ofBurn: "銷牌",
  kinds: {
    new_shoe: "新的一靴",
    change_shoe: "換靴",
    cut_back: "切牌卡未出",
    correct_card: "更正牌",
    take_card_back: "收回牌",
    show_cut_card: "切牌卡已出",
    burn_cards: "出錯後銷牌",
    note_exposed: "記錄靴內明牌",
  },
};

const sidesHans: Record<Side, string> = { player: "闲", banker: "庄" };
const zhHans: RealDeskWords = {
  title: "实体牌",
  next: {
    newShoe: "请洗新的一靴牌",
    shoeOver: "本靴已完：请洗新的一靴",
    bringShoe: "切牌后请上靴",
    cutCard: (least, most) => `切牌卡置于尾端 ${least} 至 ${most} 张之前。`,
    burnCard: "翻开本靴首张牌",
    openRound: (round) => `开始第 ${round} 局`,
    burnThenOpen: (cards, round) => `先销 ${cards} 张牌，再开始第 ${round} 局`,
    betting: "接受投注",
    card: (side, place) => (place === 3 ? `${sidesHans[side]}补牌` : `${sidesHans[side]}家第 ${place} 张牌`),
    burnFirst: (cards) => `发牌前先销 ${cards} 张暗牌。`,
    settle: (result) => `${result}：请结算`,
    resume: "本局已暂停",
  },
  step: {
    newShoe: "洗新的一靴",
    bringShoe: "牌靴已上台",
    openRound: "开局",
    burned: "已销牌，开局",
    settle: "结算",
    resume: "恢复本局",
    changeShoe: "换靴…",
  },
  stepKey: "空格键",
  again: "太快，请再按",
  card: "牌",
  enter: "输入",
  hint: "扫描牌，或写出后按 Enter：9H、10♦、th。无论焦点在何处，扫描都会接收。空格键做下一步，退格键收回最后一张，Esc 清除。",
  sending: (card) => `正在输入 ${card}`,
  waiting: (cards) => `等候：${cards}`,
  notEntered: (card) => `${card} 未有输入。`,
  dropped: (cards) => `一并取消，请看台面后重新输入：${cards}。`,
  why: {
    no_card_asked: "现在不需要牌。",
    too_many: "等候的牌太多。",
    too_long: "这对一张牌来说太长。",
    moved_on: "本台已有变化，请看现在需要什么。",
    question_open: "有问题尚未回答，请先回答，再扫描一次。",
  },
  lost: "未能连接本场。途中的牌会自动重发，只会输入一次。",
  left: (cards) => `余 ${cards} 张`,
  burned: (cards) => `已销 ${cards} 张`,
  lastRound: "本靴最后一局",
  shoeDone: "本靴已完",
  demonstration: (number) => `示范局 ${number}`,
  demonstrate: "示范局",
  burnNow: (shown, cards) => (shown ? `翻出${shown}：销 ${cards} 张暗牌。` : "牌面朝下，放入弃牌箱。"),
  staked: (players, sum) => `${players} 人，注码 ${sum}`,
  scoreboard: "记分牌，不设投注",
  noCard: "未有牌",
  pad: "所有牌及牌副尚余张数",
  padCard: (card, left) => `${card}，余 ${left} 张`,
  entered: (side, place, card) =>
    side === null ? `销牌首张 ${card}` : `${sidesHans[side]}家第 ${place + 1} 张 ${card}`,
  mend: "更正",
  mendText: "按图上的牌即可更正。",
  correct: (what) => `更正${what}`,
  rightCard: "台上实际的牌",
  rightCardHint: "扫描、写出或选择。",
  takeBack: (what) => `收回${what}`,
  takeBackLast: "收回最后一张",
  takeBackText: "已输入但未发出。玩家会看到原因。",
  cutOut: "切牌卡已出",
  cutOutText: "切牌卡在下一张牌的位置出现：本靴于本局后完结，或按本场规则再多一局。",
  cutBack: "切牌卡未出",
  cutBackText: "误报切牌卡。本靴继续。",
  burn: "出错后销牌",
  burnText: "牌面朝下离靴，须主管确认。玩家会看到原因。",
  count: "多少张",
  exposed: "靴内明牌",
  exposedText: "靴内有牌面朝上。该牌及投注仍然有效。玩家会获告知。",
  changeShoe: "换靴",
  changeShoeText: "牌靴未完即离台。和局留下的注码会退回。玩家会看到原因。",
  damaged: "牌有损坏：换上新牌",
  misc: "暂停及作废本局在下方。",
  ofBurn: "销牌",
  kinds: {
    new_shoe: "新的一靴",
    change_shoe: "换靴",
    cut_back: "切牌卡未出",
    correct_card: "更正牌",
    take_card_back: "收回牌",
    show_cut_card: "切牌卡已出",
    burn_cards: "出错后销牌",
    note_exposed: "记录靴内明牌",
  },
};

export const REAL_DESK: Record<Language, RealDeskWords> = { en, "zh-Hant": zhHant, "zh-Hans": zhHans };
