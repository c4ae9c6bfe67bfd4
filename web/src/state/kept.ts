// What the browser remembers of the page by name. A private window may keep nothing: what was chosen then holds for this visit.

const PREFIX = "puntobanco.";

/** For all windows on this machine, or for one and its frames until it is closed. */
type Memory = "machine" | "window";

function storage(memory: Memory): Storage {
  return memory === "machine" ? localStorage : sessionStorage;
}

export function kept(name: string, memory: Memory = "machine"): string | null {
  try {
    return storage(memory).getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Keep a text under a name; null forgets it. */
export function keep(name: string, text: string | null, memory: Memory = "machine"): void {
  try {
    if (text === null) storage(memory).removeItem(PREFIX + name);
    else storage(memory).setItem(PREFIX + name, text);
  } catch {
    // Nothing is kept.
  }
}

/** Hear what another window, or a frame of this one, keeps under a name from now on. */
export function hearKept(name: string, heard: (text: string | null) => void): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === PREFIX + name) heard(newValue);
  });
}
