// One shoe's record and what was found in it, where the view can see it change.
import { shoeRecord, type Trouble } from "./api";
import { RECORD_BYTES_MOST } from "./record";
import { type Verdict, verifyText } from "./verify";

export type CheckStatus = "loading" | "checking" | "ready" | Trouble;

export class ShoeCheck {
  /** The record as it came, to be saved as it is. */
  text = $state.raw<string | null>(null);
  verdict = $state.raw<Verdict | null>(null);
  status = $state<CheckStatus>("loading");
  /** How long the last check took. */
  took_ms = $state(0);
  #asked = 0;

  /** What is known already stays to be seen while it is asked for again. */
  async load(table: number, shoe: number): Promise<void> {
    const asked = ++this.#asked;
    if (this.verdict === null) this.status = "loading";
    const got = await shoeRecord(table, shoe);
    if (asked !== this.#asked) return;
    if (got.ok) await this.read(got.value);
    else this.status = got.trouble;
  }

  /** Another shoe: nothing of the one before stays. */
  clear(): void {
    this.#asked++;
    this.text = this.verdict = null;
    this.status = "loading";
  }

  /** A file is read no further than a record can be long. */
  async readFile(file: Blob): Promise<void> {
    const asked = ++this.#asked;
    const text = await file
      .slice(0, RECORD_BYTES_MOST + 1)
      .text()
      .catch(() => null);
    if (asked !== this.#asked) return;
    if (text === null) this.status = "failed";
    else await this.read(text);
  }

  async read(text: string): Promise<void> {
    const asked = ++this.#asked;
    this.status = "checking";
    const began = performance.now();
    const verdict = await verifyText(text);
    if (asked !== this.#asked) return;
    this.took_ms = Math.round(performance.now() - began);
    this.text = text;
    this.verdict = verdict;
    this.status = "ready";
  }
}
