// The client's state where the view can see it change, and the few choices that live on this machine only.

import { type Chip, chipsFor, firstChip } from "../felt/chips";
import { type Catalogue, en, firstLanguage, LANGUAGES, type Language, loadWords } from "../i18n";
import type { Failure } from "../line/api";
import { Client } from "./client";
import { hearKept, keep, keepFor, kept } from "./kept";
import { place } from "./place.svelte";
import { START } from "./state";

const LANGUAGE = "language";
const TICK_MS = 200;

function startLanguage(): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  return firstLanguage(asked ?? kept(LANGUAGE), navigator.languages);
}

export class Game {
  state = $state.raw(START);
  /** Server time, renewed a few times a second. */
  now = $state.raw<number | null>(null);
  language = $state.raw<Language>("en");
  words = $state.raw<Catalogue>(en);
  /** The first language's words are there. */
  readonly ready = this.#speak(startLanguage());
  chosenChip = $state.raw<Chip | null>(null);
  /** Where a house lets the player choose: the next Banker chip goes without commission. */
  noCommission = $state.raw(false);
  readonly chips = $derived(this.state.table ? chipsFor(this.state.table.rules) : []);
  readonly chip = $derived(this.#chip());
  readonly client = new Client({ socketUrl: () => this.#socketUrl() });

  readonly #tabs = new BroadcastChannel("puntobanco");

  constructor() {
    this.client.subscribe((_, after) => {
      this.state = after;
      keepFor(after.purse?.account ?? null);
    });
    this.#tabs.onmessage = () => this.client.left();
    // A table among several speaks as the page around it.
    if (place.framed) {
      hearKept(LANGUAGE, (text) => {
        if (text !== null) void this.setLanguage(text);
      });
    }
    setInterval(() => this.#tick(), TICK_MS);
    addEventListener("online", () => this.client.retryNow());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      this.#tick();
      this.client.retryNow();
    });
  }

  /** Sign out in all tabs of this browser. */
  async leave(): Promise<Failure | null> {
    const failure = await this.client.leave();
    if (failure === null) this.#tabs.postMessage("left");
    return failure;
  }

  async setLanguage(language: string): Promise<void> {
    const found = LANGUAGES.find((one) => one === language);
    if (!found || found === this.language || !(await this.#speak(found))) return;
    keep(LANGUAGE, found);
    this.client.reconnect();
  }

  /** Language and words change together; where the words cannot be loaded both stay. */
  async #speak(language: Language): Promise<boolean> {
    const words = await loadWords(language).catch(() => null);
    if (words === null) return false;
    this.language = language;
    this.words = words;
    return true;
  }

  #tick(): void {
    this.now = this.client.now();
  }

  #chip(): Chip | null {
    const { table } = this.state;
    if (!table) return null;
    const chosen = this.chosenChip;
    return chosen !== null && this.chips.includes(chosen) ? chosen : (firstChip(table.rules) ?? null);
  }

  #socketUrl(): string {
    const address = new URL("/ws", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("lang", this.language);
    return address.href;
  }
}

export const game = new Game();
