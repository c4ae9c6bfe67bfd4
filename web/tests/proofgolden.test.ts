// The vectors of golden/proof, which Python's verifiers read too.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { fromHex, toHex, utf8 } from "../src/proof/bytes";
import { rootOf } from "../src/proof/cards";
import { digest, hmac, sha512 } from "../src/proof/hash";
import { keyOf, numberBelow, Stream, seedOf, shuffled, textsOf } from "../src/proof/stack";
import { verifyText } from "../src/proof/verify";

const golden = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../golden/proof/${name}.json`, import.meta.url)), "utf8");
const STEPS = JSON.parse(golden("steps"));

async function steps(): Promise<void> {
  for (const { kind, raw, lines, digest: made } of STEPS.digests)
    expect(toHex(await digest(kind, [fromHex(raw)], lines))).toBe(made);
  const seed = await seedOf(fromHex(STEPS.seed.secret), fromHex(STEPS.seed.opened));
  expect(toHex(seed)).toBe(STEPS.seed.seed);
  for (const [use, key] of Object.entries(STEPS.keys)) expect(toHex(await keyOf(seed, use))).toBe(key);
  const stream = new Stream(fromHex(STEPS.stream.key));
  for (const word of STEPS.stream.words) expect(await stream.word()).toBe(BigInt(word));
  const numbers = new Stream(fromHex(STEPS.below.key));
  for (const [at, bound] of STEPS.below.bounds.entries())
    expect(await numbers.below(bound)).toBe(STEPS.below.numbers[at]);
  for (const { bound, words, number } of STEPS.rejected) {
    const left = words.map(BigInt);
    expect(await numberBelow(async () => left.shift(), bound)).toBe(number);
    expect(left).toEqual([]);
  }
  const order = await shuffled(new Stream(fromHex(STEPS.shuffle.key)), [...STEPS.shuffle.items]);
  expect(order.join("")).toBe(STEPS.shuffle.order);
  const { number, card, text, hash } = STEPS.text;
  const texts = await textsOf(
    seed,
    "texts",
    Array.from({ length: number }, () => card),
  );
  expect(texts.at(-1)).toBe(text);
  expect(toHex((await sha512([utf8(text)]))[0] as never)).toBe(hash);
  expect(await rootOf(STEPS.root.hashes)).toBe(STEPS.root.root);
}

describe("steps", () => {
  test("by WebCrypto", steps);

  test("without it, as on a page over plain http", async () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    try {
      await steps();
      expect((await verifyText(golden("shared"))).fault).toBeNull();
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test("HMAC is RFC 4231's, its second case", async () => {
    const [made] = await hmac(utf8("Jefe"), [utf8("what do ya want for nothing?")]);
    expect(toHex(made as never)).toBe(
      "164B7A7BFCF819E2E395FBE73B56E0A387BD64222E831FD610270CD7EA2505549758BF75C05A994A6D034F65F8F0E6FDCAEAB1A34D4A6B4B636E070A38BCE737",
    );
  });
});

describe("records", () => {
  const STATES = {
    shared: "finished",
    first_card: null,
    session: null,
    in_play: "in_play",
    never_opened: "never_opened",
  };
  for (const [name, state] of Object.entries(STATES)) {
    test(`${name}: every check holds`, async () => {
      const { fault, facts, checks } = await verifyText(golden(name));
      expect(fault).toBeNull();
      if (state) expect(facts?.state).toBe(state);
      expect(checks.filter(({ state: held }) => held === "fails" || held === "unreached")).toEqual([]);
    });
  }
});

test("the card text of the published rules has its hash (rule 8.6)", async () => {
  const text =
    "H-3-uee9JLvMAncG4J2FN8dG-13D0FF3A6155E3BAFE96C79DE5CAA6696FA577A668DA233CA062F1A6F215F56FB2AD5F82AB8193D45F56042DAA635D39078F04E8F6E92296D55B93590A23E4E2";
  expect(toHex((await sha512([utf8(text)]))[0] as never)).toBe(
    "4684AFC4BAF7753661E89971A5F780A90F7912BA6F37C1C092305A3BA7C58F74D74BD881E38FDF586F221D0D3724BC23FA075D578CF63E4B466A883167FFD969",
  );
});
