// Where a key goes at a desk of real cards: into the entry field from wherever the focus is, but for fields that are written in.
// There only a scanner's burst counts, and the field is put back as it was before it.
import { Burst } from "./burst";

export interface KeysOf {
  /** The field for cards, where keys go that are meant for no other. */
  entry: () => HTMLInputElement | undefined;
  /** The key of the next step was pressed where nothing else needs it. */
  step: (event: KeyboardEvent) => void;
  /** A code was scanned while the focus was in another field, or in an open question. */
  scanned: (code: string) => void;
}

interface Before {
  field: HTMLInputElement | HTMLTextAreaElement;
  value: string;
}

export class Keys {
  readonly #of: KeysOf;
  readonly #burst = new Burst();
  #before: Before | null = null;

  constructor(of: KeysOf) {
    this.#of = of;
  }

  down(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const entry = this.#of.entry();
    const { target, key, timeStamp } = event;
    const asking = document.querySelector("dialog[open]") !== null;
    const field = isWritten(target) && target !== entry ? target : null;
    if (key.length === 1) this.#typed(key, timeStamp, field, asking || field ? undefined : entry, event);
    else if (key === "Enter" && (asking || field)) this.#entered(timeStamp, event);
  }

  #typed(
    key: string,
    at_ms: number,
    field: Before["field"] | null,
    entry: HTMLInputElement | undefined,
    event: KeyboardEvent,
  ): void {
    if (this.#burst.begins(at_ms)) this.#before = field && { field, value: field.value };
    this.#burst.typed(key, at_ms);
    // A space presses the button that has the focus.
    const pressed =
      key === " " && event.target instanceof Element && event.target.closest("button, a, summary, input, select");
    if (!entry || event.target === entry || pressed) return;
    entry.focus();
    // Nor does a blank ever stand in the field: no code begins with one.
    if (key === " ") this.#of.step(event);
  }

  #entered(at_ms: number, event: KeyboardEvent): void {
    const code = this.#burst.ended(at_ms);
    if (code === null) return;
    event.preventDefault();
    event.stopPropagation();
    const { field, value } = this.#before ?? {};
    if (field && value !== undefined) {
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    this.#of.scanned(code);
  }
}

const NOT_WRITTEN = ["checkbox", "radio", "range", "button", "submit"];

function isWritten(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !NOT_WRITTEN.includes(target.type);
}
