// What this machine remembers of the page. A private window may keep nothing: what was chosen then holds for this visit.

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(`puntobanco.${key}`);
  } catch {
    return null;
  }
}

export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(`puntobanco.${key}`, text);
  } catch {
    // Nothing is kept.
  }
}
