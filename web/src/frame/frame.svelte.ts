// What stands open around the page, and what this machine remembers of it: help sheet, who one is, guide, single-key shortcuts.

const GUIDE_KEY = "puntobanco.guide";
const SHORTCUTS_KEY = "puntobanco.shortcuts";

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows may keep nothing; the choice then holds for this visit.
  }
}

class Frame {
  helpOpen = $state(false);
  youOpen = $state(false);
  alertsOpen = $state(false);
  /** A guided round is shown until it was once walked or skipped. */
  guiding = $state(read(GUIDE_KEY) !== "done");
  /** Digits, ? and the letters of the squeeze act wherever the focus is; who speaks to the machine can switch them off. */
  shortcuts = $state(read(SHORTCUTS_KEY) !== "off");

  constructor() {
    // Switched in another window, or around this table, it is switched here too.
    addEventListener("storage", ({ key, newValue }) => {
      if (key === SHORTCUTS_KEY) this.shortcuts = newValue !== "off";
    });
  }

  /** What else a single key does on the page that is shown: the next table, where there are several. */
  also: (key: string) => void = () => {};

  /** Opened around a table, where this page is one of several. */
  openHelp: () => void = () => {
    this.helpOpen = true;
  };

  /** Sheets lie over a page, and go with it. */
  closeSheets(): void {
    this.helpOpen = this.youOpen = this.alertsOpen = false;
  }

  endGuide(): void {
    this.guiding = false;
    this.guided();
  }

  /** Walked to its end: the next visit does without. */
  guided(): void {
    write(GUIDE_KEY, "done");
  }

  startGuide(): void {
    this.guiding = true;
    this.helpOpen = false;
  }

  setShortcuts(on: boolean): void {
    this.shortcuts = on;
    write(SHORTCUTS_KEY, on ? "on" : "off");
  }

  /** For the window, before anyone else hears a key: single keys that are switched off go no further. */
  keyed(event: KeyboardEvent): void {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[\d?ltpn]$/i.test(key) || takesText(target)) return;
    if (!this.shortcuts) event.stopImmediatePropagation();
    else if (key === "?") this.openHelp();
    else if (/n/i.test(key) && document.querySelector("dialog[open]") === null) this.also(key);
  }
}

function takesText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, select, textarea, [contenteditable]");
}

export const frame = new Frame();
