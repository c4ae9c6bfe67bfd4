// Records that the two verifiers in Python judged before: tests/proof/test_browser.py makes them and runs this file.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyText } from "../src/proof/verify";

const folder = process.env.PUNTOBANCO_RECORDS ?? "";

test.skipIf(folder === "")(
  "every record is judged as in Python",
  async () => {
    const names = readdirSync(folder);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const { holds, text } = JSON.parse(readFileSync(join(folder, name), "utf8"));
      const { fault } = await verifyText(text);
      expect(fault === null, `${name}: ${JSON.stringify(fault)}`).toBe(holds);
    }
  },
  3_600_000,
);
