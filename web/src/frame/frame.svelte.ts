// What stands open around the page, and what this machine remembers of it: help sheet, who one is, guide, single-key shortcuts.

import { hearKept, keep, kept } from "../state/kept";

const GUIDE = "guide";
const SHORTCUTS = "shortcuts";

class Frame {
  helpOpen = $state(false);
  youOpen = $state(false);
  alertsOpen = $state(false);
  /** A guided round is shown until it was once walked or skipped. */
  guiding = $state(kept(GUIDE) !== "done");
  /** Digits, ? and the letters of the squeeze act wherever the focus is; who speaks to the machine can switch them off. */
  shortcuts = $state(kept(SHORTCUTS) !== "off");

  constructor() {
    // Switched in another window, or around this table, it is switched here too.
    hearKept(SHORTCUTS, (text) => {
      this.shortcuts = text !== "off";
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
    keep(GUIDE, "done");
  }

  startGuide(): void {
    this.guiding = true;
    this.helpOpen = false;
  }

  setShortcuts(on: boolean): void {
    this.shortcuts = on;
    keep(SHORTCUTS, on ? "on" : "off");
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
