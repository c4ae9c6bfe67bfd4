// The chat of the table we look at, as plain data: what was said, what we sent, what we have read. Changed only by the functions here.
import type {
  Answer,
  Chat,
  ChatHistory,
  ChatMessage,
  ChatReport,
  ChatReported,
  ChatSaid,
  Refusal,
  TableView,
} from "../protocol.gen";

export type ChatCommand = Chat | ChatReport;

export interface ChatState {
  /** What our own messages are known by; null where the table has no chat, or before we know of it. */
  you: string | null;
  messages: readonly ChatMessage[];
  /** The house's address for reports, where it gave one. */
  support: string | null;
  /** The longest message, in characters. */
  characters: number;
  /** What was sent and is not answered yet. */
  pending: readonly ChatCommand[];
  refused: { command: ChatCommand; refusal: Refusal } | null;
  /** The message whose report was taken last. */
  reported: number | null;
  /** Up to which message we have seen what was said. */
  read: number;
}

export const NO_CHAT: ChatState = {
  you: null,
  messages: [],
  support: null,
  characters: 0,
  pending: [],
  refused: null,
  reported: null,
  read: 0,
};

/** Lines that the page holds at most: as many as the server shows to who comes. */
const KEPT = 100;

export type ChatAction = { type: "chat_sent"; command: ChatCommand } | { type: "chat_read" } | { type: "chat_noted" };

export function chatActed(chat: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case "chat_sent":
      return { ...chat, pending: [...chat.pending, action.command], refused: null, reported: null };
    case "chat_read": {
      const read = newest(chat);
      return read === chat.read ? chat : { ...chat, read };
    }
    case "chat_noted":
      return chat.refused || chat.reported !== null ? { ...chat, refused: null, reported: null } : chat;
  }
}

export function chatHeard(chat: ChatState, message: ChatSaid | ChatHistory | ChatReported): ChatState {
  switch (message.type) {
    case "chat":
      return message.message.id > newest(chat)
        ? { ...chat, messages: [...chat.messages, message.message].slice(-KEPT) }
        : chat;
    case "chat_history": {
      const { messages, you, support, characters } = message;
      const next = { ...chat, messages, you, support, characters };
      // What was said before we came is not news.
      return chat.you === null ? { ...next, read: newest(next) } : next;
    }
    case "chat_reported":
      return { ...chat, support: message.support, reported: message.message };
  }
}

export function chatAnswered(chat: ChatState, { command_id, refusal }: Answer): ChatState {
  const command = chat.pending.find((one) => one.command_id === command_id);
  if (!command) return chat;
  const pending = chat.pending.filter((one) => one !== command);
  return { ...chat, pending, refused: refusal ? { command, refusal } : chat.refused };
}

function newest({ messages }: ChatState): number {
  return messages.at(-1)?.id ?? 0;
}

/** What is shown on this machine: all but what muted players say. */
export function shown({ messages }: ChatState, muted: ReadonlyMap<string, string>): ChatMessage[] {
  return messages.filter(({ speaker }) => speaker === null || !muted.has(speaker));
}

/** Whether a line is news to a reader: what another player says, or the house announces; what happens at the table is told there. */
function isNews({ kind, notice, speaker }: ChatMessage, you: string | null): boolean {
  return kind === "player" ? speaker !== you : notice === "announcement";
}

/** How many messages of others have not been seen. */
export function unread(chat: ChatState, muted: ReadonlyMap<string, string>): number {
  return shown(chat, muted).filter((one) => one.id > chat.read && isNews(one, chat.you)).length;
}

/** Messages of others that came from one state to the next, for who hears the page. What was there on coming is no news. */
export function newlySaid(before: ChatState, after: ChatState, muted: ReadonlyMap<string, string>): ChatMessage[] {
  if (before.you === null || before.messages === after.messages) return [];
  const last = newest(before);
  return shown(after, muted).filter((one) => one.id > last && isNews(one, after.you));
}

/** Whether a line is still true. The house's own lines go with the moment that they are about; what was said stays said. */
export function stillHolds({ notice, about }: ChatMessage, table: TableView | null): boolean {
  if (!table) return false;
  const now = table.round === about;
  switch (notice) {
    case "shoe_changed":
      return table.shoe_number === about && table.round <= 1;
    case "last_round":
      return table.shoe?.last_round === about;
    case "round_suspended":
      return now && table.phase === "suspended";
    case "round_voided":
      return now && table.voided !== null;
    default:
      return true;
  }
}

const MUTED_AT_MOST = 200;

/** Who is muted as this machine keeps it, by speaker, with the name they had. Rubbish counts as nobody. */
export function readMuted(kept: string | null): Map<string, string> {
  try {
    const list: unknown = JSON.parse(kept ?? "[]");
    const pairs = Array.isArray(list) ? list : [];
    return new Map(pairs.filter((one): one is [string, string] => isPair(one)).slice(-MUTED_AT_MOST));
  } catch {
    return new Map();
  }
}

function isPair(one: unknown): boolean {
  return Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === "string" && part.length <= 100);
}

export function writeMuted(muted: ReadonlyMap<string, string>): string {
  return JSON.stringify([...muted].slice(-MUTED_AT_MOST));
}
