// When a single key is meant for the table: not where one writes, not behind a sheet, not with another key held.

export function isBusyElsewhere({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || isWriting(target) || document.querySelector("dialog[open]") !== null;
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, select, textarea, [contenteditable]") !== null;
}
