import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { BETS } from "../src/felt/bets";

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");
}

const types = read("../src/protocol.gen.ts");
const docs = read("../../docs/protocol.md");

/** The string literals of a union type in the generated file. */
function union(name: string): string[] {
  const [, body = ""] = new RegExp(`^export type ${name} =([^;]*);`, "m").exec(types) ?? [];
  return [...body.matchAll(/"(\w+)"/g)].map(([, literal = ""]) => literal);
}

const documented = (name: string) => docs.includes(`\`${name}\``);

test("every message and every event is in the document", () => {
  const names = [...types.matchAll(/^ {2}type: "(\w+)";$/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => !documented(name))).toEqual([]);
});

test("every code and every phase is in the document", () => {
  const names = [...union("Code"), ...union("Phase")];
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !documented(name))).toEqual([]);
});

test("the document names no message that does not exist", () => {
  const sent = [...docs.matchAll(/"type": ?"(\w+)"/g)].map(([, name = ""]) => name);
  expect(sent.filter((name) => !types.includes(`type: "${name}";`))).toEqual([]);
});

test("the client knows exactly the server's bets", () => {
  expect([...BETS].toSorted()).toEqual(union("Bet").toSorted());
});
