// What the browser remembers of the page by name. A private window may keep nothing: what was chosen then holds for this visit.

const PREFIX = "puntobanco.";

/** For all windows on this machine, or for one and its frames until it is closed or its player has gone. */
type Memory = "machine" | "window";

/** Whose is what the window keeps: what another player left is not there. */
let player: string | null = null;

/** The account that plays in this window from now on, null for nobody; what the one before kept in it is forgotten. */
export function keepFor(account: string | null): void {
  if (player !== null && player !== account) forget(`${PREFIX}${player}.`);
  player = account;
}

function forget(prefix: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

function storage(memory: Memory): Storage {
  return memory === "machine" ? localStorage : sessionStorage;
}

/** The full name; null where nobody is signed in whose it could be. */
function keyOf(name: string, memory: Memory): string | null {
  if (memory === "machine") return PREFIX + name;
  return player && `${PREFIX}${player}.${name}`;
}

export function kept(name: string, memory: Memory = "machine"): string | null {
  const key = keyOf(name, memory);
  try {
    return key && storage(memory).getItem(key);
  } catch {
    return null;
  }
}

/** Keep a text under a name; null forgets it. */
export function keep(name: string, text: string | null, memory: Memory = "machine"): void {
  const key = keyOf(name, memory);
  if (key === null) return;
  try {
    if (text === null) storage(memory).removeItem(key);
    else storage(memory).setItem(key, text);
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
