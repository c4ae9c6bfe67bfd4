// How things are hashed (docs/proof.md). Always many at once: in Chromium 1,700 hashes of 150 bytes take WebCrypto 8 ms when they
// are asked for together, and `@noble/hashes` 7 to 17 ms. A page that came over plain http from another machine has no
// WebCrypto; only there the library is fetched.
import { type Bytes, joined, utf8 } from "./bytes";

const BLOCK = 128;

export async function sha512(messages: readonly Bytes[]): Promise<Bytes[]> {
  if (!globalThis.crypto?.subtle) return carried(messages);
  const hashes = await Promise.all(messages.map((one) => crypto.subtle.digest("SHA-512", one)));
  return hashes.map((one) => new Uint8Array(one));
}

async function carried(messages: readonly Bytes[]): Promise<Bytes[]> {
  const noble = await import("@noble/hashes/sha2.js");
  return messages.map((one) => new Uint8Array(noble.sha512(one)));
}

/** The digest of a kind, over raw bytes and lines. */
export async function digest(kind: string, raw: readonly Bytes[], lines: readonly string[]): Promise<Bytes> {
  const [hash] = await sha512([joined(utf8(`puntobanco v2 ${kind}\n`), ...raw, utf8(lines.join("\n")))]);
  return hash as Bytes;
}

/** HMAC-SHA-512 (RFC 2104) of many messages by one key of at most 128 bytes. */
export async function hmac(key: Bytes, messages: readonly Bytes[]): Promise<Bytes[]> {
  const padded = (byte: number) => Uint8Array.from({ length: BLOCK }, (_, at) => (key[at] ?? 0) ^ byte);
  const [inner, outer] = [padded(0x36), padded(0x5c)];
  const hashes = await sha512(messages.map((one) => joined(inner, one)));
  return sha512(hashes.map((one) => joined(outer, one)));
}

export async function hmacOf(key: Bytes, ...message: readonly Bytes[]): Promise<Bytes> {
  const [made] = await hmac(key, [joined(...message)]);
  return made as Bytes;
}
