// The desk of one table with real cards: what the house last showed of it, and the cards that are on their way there.
import { tablePicture } from "../../line/api";
import type { TableView } from "../../protocol.gen";
import type { Approval, Reply, Why } from "../api";
import { duty } from "../duty.svelte";
import { advanced, asksCard, type Entries, entered, NO_ENTRIES, type Unentered } from "./entries";
import { type Act, type DeskView, deskAct, deskView } from "./realapi";
import { standingOf } from "./realsteps";

const EVERY_MS = 1_000;
/** Nobody sees a refusal and turns the next card within that time. */
const UNSEEN_MS = 700;

/** Why a card was not entered, or what came after it: the house's refusal, or the desk's own reason. */
export interface Trouble {
  /** The card as it was typed; empty where it was another act. */
  text: string;
  why: Why | Unentered | "moved_on" | "question_open";
  /** Cards that waited behind it, and were dropped with it. */
  dropped: readonly string[];
}

export class RealDesk {
  view = $state.raw<DeskView | null>(null);
  /** The table as its players see it: rules, and what lies on the spots. */
  picture = $state.raw<TableView | null>(null);
  entries = $state.raw<Entries>(NO_ENTRIES);
  #trouble = $state.raw<Trouble | null>(null);
  /** Where the table stood when it was seen first after the trouble; once it stands elsewhere the trouble is over. */
  #troubled: string | null = null;
  /** The house does not answer; what is on its way goes again, under the same id, until it does. */
  lost = $state(false);
  /** An act other than a card is under way. */
  acting = $state(false);
  readonly #number: number;
  #entering: Promise<void> = Promise.resolve();
  #sending = false;
  #refused_at = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setInterval> | undefined;
  #gone = false;

  constructor(number: number) {
    this.#number = number;
  }

  get trouble(): Trouble | null {
    return this.#trouble;
  }

  set trouble(trouble: Trouble | null) {
    this.#trouble = trouble;
    this.#troubled = null;
  }

  /** Look every second, until the function that comes back is called. */
  watch(): () => void {
    void this.look();
    this.#timer = setInterval(() => void this.look(), EVERY_MS);
    return () => {
      this.#gone = true;
      clearInterval(this.#timer);
    };
  }

  async look(): Promise<void> {
    this.#heard(await deskView(this.#number));
    const { view, picture } = this;
    if (view && (view.phase === "betting" || view.version !== picture?.version)) void this.#lookAtPicture();
  }

  async #lookAtPicture(): Promise<void> {
    const reply = await tablePicture(this.#number);
    if (reply.ok) this.picture = reply.value;
  }

  /** A card was typed or scanned. Cards go in the order in which they come, each for the table that its dealer saw. */
  async enter(text: string): Promise<void> {
    const seen = this.view;
    if (seen === null || text === "") return;
    const before = this.#entering;
    this.#entering = before.then(() => this.#enter(text, seen));
    await this.#entering;
    if (this.entries.sending && !this.#sending) await this.#send();
  }

  async #enter(text: string, seen: DeskView): Promise<void> {
    // What comes right after a refusal was turned before anybody could see it.
    if (performance.now() - this.#refused_at < UNSEEN_MS) {
      this.#refused_at = performance.now();
      this.trouble = this.trouble && { ...this.trouble, dropped: [...this.trouble.dropped, text] };
      return;
    }
    // Betting may have closed since the house was asked last.
    if (this.entries.sending === null && !asksCard(seen)) await this.look();
    const view = this.view ?? seen;
    const next = view.shoe === seen.shoe && view.round === seen.round ? entered(this.entries, view, text) : "moved_on";
    if (typeof next === "string") {
      this.#fail(text, next);
      return;
    }
    this.trouble = null;
    this.entries = next;
  }

  /** Any other act; where it is refused the words stand at the cards, unless it was asked for in a dialog that says so itself. */
  async act(asked: Act, approval?: Approval): Promise<Reply<DeskView>> {
    const reply = await deskAct(this.#number, asked, approval);
    this.#heard(reply);
    if (!reply.ok && reply.why !== "unreachable") void this.look();
    return reply;
  }

  /** The ordinary step. While one is under way no other begins. */
  async step(doing: () => Promise<Reply<unknown>>): Promise<void> {
    if (this.acting || this.entries.sending) return;
    this.acting = true;
    this.trouble = null;
    const reply = await doing();
    this.acting = false;
    if (!reply.ok) this.trouble = { text: "", why: reply.why, dropped: [] };
  }

  /** The trouble was seen. Nothing that waits is sent any more; what is on its way cannot be called back. */
  clear(): void {
    this.trouble = null;
    this.#refused_at = Number.NEGATIVE_INFINITY;
    this.entries = { ...this.entries, waiting: [] };
  }

  /** A card was scanned while a question stood open. */
  untaken(text: string): void {
    this.trouble = { text, why: "question_open", dropped: [] };
  }

  /** One card after the other, each until the house has answered it. */
  async #send(): Promise<void> {
    this.#sending = true;
    while (this.entries.sending && !this.#gone) {
      const { text, number } = this.entries.sending;
      const reply = await deskAct(this.#number, { act: "enter_card", number, card: text });
      this.#heard(reply);
      if (reply.ok) this.#advance(reply.value);
      else if (reply.why === "unreachable") await new Promise((again) => setTimeout(again, EVERY_MS));
      else await this.#refused(text, reply.why);
    }
    this.#sending = false;
  }

  #advance(view: DeskView): void {
    const { entries, dropped } = advanced(this.entries, view);
    this.entries = entries;
    const [first, ...rest] = dropped.map(({ text }) => text);
    if (first !== undefined) {
      this.trouble = { text: first, why: asksCard(view) ? "moved_on" : "no_card_asked", dropped: rest };
      this.#refused_at = performance.now();
    }
  }

  /** A card was refused: what waits behind it was meant for a table where it lay. */
  async #refused(text: string, why: Why): Promise<void> {
    this.trouble = { text, why, dropped: this.entries.waiting.map((one) => one.text) };
    this.entries = NO_ENTRIES;
    this.#refused_at = performance.now();
    await this.look();
  }

  /** Not even sent: what is on its way already goes on. */
  #fail(text: string, why: Trouble["why"]): void {
    this.trouble = { text, why, dropped: this.entries.waiting.map((one) => one.text) };
    this.entries = { ...this.entries, waiting: [] };
  }

  /** A picture that comes late does not replace a later one. */
  #heard(reply: Reply<DeskView>): void {
    if (this.#gone) return;
    duty.heard(reply);
    this.lost = !reply.ok && reply.why === "unreachable";
    if (!reply.ok || (this.view !== null && reply.value.version < this.view.version)) return;
    this.view = reply.value;
    const standing = standingOf(reply.value);
    this.#troubled ??= standing;
    if (this.#troubled !== standing) this.trouble = null;
  }
}
