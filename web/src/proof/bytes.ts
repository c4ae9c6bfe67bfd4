// Bytes, their hex, and the texts they come from. Pure.

export type Bytes = Uint8Array<ArrayBuffer>;

const ENCODER = new TextEncoder();

export function utf8(text: string): Bytes {
  return ENCODER.encode(text);
}

export function joined(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, "0"));

export function toHex(bytes: Bytes): string {
  let text = "";
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** Of hex that is known to be hex: see `isHex`. */
export function fromHex(hex: string): Bytes {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

export function isHex(text: string, bytes: number): boolean {
  return text.length === 2 * bytes && /^[0-9A-Fa-f]*$/.test(text);
}

/** Hashes are compared without regard to case. */
export function sameHex(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}
