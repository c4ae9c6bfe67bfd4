// The words of the chat, in all languages.
import type { ChatMessage } from "../protocol.gen";
import type { Language } from ".";
import { reasonIn } from "./reasons";

export interface ChatWords {
  chat: string;
  /** The button of the drawer, with how many messages have not been seen. */
  open: (unread: number) => string;
  close: string;
  messages: string;
  none: string;
  write: string;
  send: string;
  count: (count: number, most: number) => string;
  tooLong: (over: number) => string;
  you: string;
  actions: (name: string) => string;
  mute: (name: string) => string;
  unmute: (name: string) => string;
  isMuted: (name: string) => string;
  mutedPlayers: (count: number) => string;
  undo: string;
  report: (name: string) => string;
  reported: string;
  support: (address: string) => string;
  noSupport: string;
  notSent: string;
  notReported: string;
  dismiss: string;
  says: (name: string, text: string) => string;
  more: (count: number) => string;
  notice: (message: ChatMessage) => string;
  /** The house lets us write nothing: until when, where it has an end, and why. */
  silenced: (until: string | null, reason: string) => string;
}

function notice(
  said: {
    shoe: (n: number) => string;
    last: (n: number) => string;
    voided: (n: number) => string;
    suspended: (n: number) => string;
    announced: string;
  },
  because: (reason: string) => string,
): ChatWords["notice"] {
  return ({ notice: kind, about, text }) => {
    const number = about ?? 0;
    const reason = text ? because(text) : "";
    switch (kind) {
      case "shoe_changed":
        return said.shoe(number);
      case "last_round":
        return said.last(number);
      case "round_voided":
        return said.voided(number) + reason;
      case "round_suspended":
        return said.suspended(number) + reason;
      case "announcement":
        return said.announced + text;
      default:
        return text;
    }
  };
}

export const CHAT: Record<Language, ChatWords> = {
  en: {
    chat: "Chat",
    open: (unread) => (unread > 0 ? `Chat, ${unread} new` : "Chat"),
    close: "Close the chat",
    messages: "Messages",
    none: "Nobody has said anything yet.",
    write: "Message the table",
    send: "Send",
    count: (count, most) => `${count} of ${most} characters`,
    tooLong: (over) => `${over} too many`,
    you: "You",
    actions: (name) => `Mute or report ${name}`,
    mute: (name) => `Mute ${name}`,
    unmute: (name) => `Unmute ${name}`,
    isMuted: (name) => `${name} is muted for you.`,
    mutedPlayers: (count) => `Muted: ${count}`,
    undo: "Undo",
    report: (name) => `Report ${name}`,
    reported: "Reported to the house.",
    support: (address) => `Support: ${address}`,
    noSupport: "Support: ask whoever opened this house.",
    notSent: "Not sent.",
    notReported: "Not reported.",
    dismiss: "Close",
    says: (name, text) => `${name}: ${text}`,
    more: (count) => `${count} new messages. The last: `,
    notice: notice(
      {
        shoe: (n) => `Shoe ${n} is on the table.`,
        last: (n) => `Round ${n} is the last before the shuffle.`,
        voided: (n) => `We voided round ${n}. Every bet is back.`,
        suspended: (n) => `Round ${n} is suspended.`,
        announced: "The house: ",
      },
      (reason) => ` Reason: ${reasonIn("en", reason)}`,
    ),
    silenced: (until, reason) =>
      `The house does not let you write${until === null ? "" : ` until ${until}`}. Reason: ${reason}`,
  },
  "zh-Hant": {
    chat: "聊天",
    open: (unread) => (unread > 0 ? `聊天，${unread} 則新訊息` : "聊天"),
    close: "關閉聊天",
    messages: "訊息",
    none: "尚未有人發言。",
    write: "向全枱發言",
    send: "發送",
    count: (count, most) => `${count} / ${most} 個字元`,
    tooLong: (over) => `超出 ${over} 個字元`,
    you: "你",
    actions: (name) => `靜音或舉報 ${name}`,
    mute: (name) => `靜音 ${name}`,
    unmute: (name) => `取消靜音 ${name}`,
    isMuted: (name) => `你已將 ${name} 靜音。`,
    mutedPlayers: (count) => `已靜音：${count}`,
    undo: "復原",
    report: (name) => `舉報 ${name}`,
    reported: "已向本場舉報。",
    support: (address) => `支援：${address}`,
    noSupport: "支援：請聯絡開設本場的人。",
    notSent: "未有送出。",
    notReported: "未有舉報。",
    dismiss: "關閉",
    says: (name, text) => `${name}：${text}`,
    more: (count) => `${count} 則新訊息，最後一則：`,
    notice: notice(
      {
        shoe: (n) => `已換上第 ${n} 靴。`,
        last: (n) => `第 ${n} 局為洗牌前最後一局。`,
        voided: (n) => `第 ${n} 局已作廢，所有注碼已退還。`,
        suspended: (n) => `第 ${n} 局暫停。`,
        announced: "本場公告：",
      },
      (reason) => `原因：${reasonIn("zh-Hant", reason)}`,
    ),
    silenced: (until, reason) => `你已被本場禁言${until === null ? "" : `，直至 ${until}`}。原因：${reason}`,
  },
  "zh-Hans": {
    chat: "聊天",
    open: (unread) => (unread > 0 ? `聊天，${unread} 条新消息` : "聊天"),
    close: "关闭聊天",
    messages: "消息",
    none: "还没有人发言。",
    write: "向全台发言",
    send: "发送",
    count: (count, most) => `${count} / ${most} 个字符`,
    tooLong: (over) => `超出 ${over} 个字符`,
    you: "你",
    actions: (name) => `静音或举报 ${name}`,
    mute: (name) => `静音 ${name}`,
    unmute: (name) => `取消静音 ${name}`,
    isMuted: (name) => `你已将 ${name} 静音。`,
    mutedPlayers: (count) => `已静音：${count}`,
    undo: "撤销",
    report: (name) => `举报 ${name}`,
    reported: "已向本场举报。",
    support: (address) => `客服：${address}`,
    noSupport: "客服：请联系开设本场的人。",
    notSent: "未能发出。",
    notReported: "未能举报。",
    dismiss: "关闭",
    says: (name, text) => `${name}：${text}`,
    more: (count) => `${count} 条新消息，最后一条：`,
    notice: notice(
      {
        shoe: (n) => `已换上第 ${n} 靴。`,
        last: (n) => `第 ${n} 局为洗牌前最后一局。`,
        voided: (n) => `第 ${n} 局已作废，所有注码已退还。`,
        suspended: (n) => `第 ${n} 局暂停。`,
        announced: "本场公告：",
      },
      (reason) => `原因：${reasonIn("zh-Hans", reason)}`,
    ),
    silenced: (until, reason) => `你已被本场禁言${until === null ? "" : `，直至 ${until}`}。原因：${reason}`,
  },
};
