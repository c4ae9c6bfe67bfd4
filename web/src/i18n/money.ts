// Amounts as the player reads them. They are integer cents everywhere else.

const formats = new Map<string, Intl.NumberFormat>();

function format(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${digits}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(key, found);
  }
  return found;
}

/** `1,234` or `1,234.50`: cents only where they are not zero. */
export function amount(cents: number, locale: string): string {
  return format(locale, cents % 100 === 0 ? 0 : 2).format(cents / 100);
}

/** `1,234.00`: a balance always shows its cents. */
export function balance(cents: number, locale: string): string {
  return format(locale, 2).format(cents / 100);
}

/** `5–500`. */
export function range(least: number, most: number, locale: string): string {
  return `${amount(least, locale)}–${amount(most, locale)}`;
}

/** `+95` or `−100`, with a real minus sign. */
export function signed(cents: number, locale: string): string {
  if (cents === 0) return amount(0, locale);
  return `${cents > 0 ? "+" : "\u2212"}${amount(Math.abs(cents), locale)}`;
}

/** `14.3K` from ten thousand on, for the narrow spots of a phone only. */
export function short(cents: number, locale: string): string {
  if (cents < 1_000_000) return amount(cents, locale);
  const thousands = Math.floor(cents / 10_000) / 10;
  return `${format(locale, Number.isInteger(thousands) ? 0 : 1).format(thousands)}K`;
}
