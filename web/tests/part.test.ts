import { expect, test } from "vitest";
import { part } from "../src/frame/part";

test("a part is asked for once, however many want it, and again where it could not be had", async () => {
  const answers = [new Error("no line"), "here", "never asked"];
  let asked = 0;
  const had = part(async () => {
    const answer = answers[asked++];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const both = await Promise.allSettled([had(), had()]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await Promise.all([had(), had()])).toEqual(["here", "here"]);
  expect(asked).toBe(2);
});

test("a part whose style is missing stays away: asked for again it would come without it", async () => {
  let asked = 0;
  const had = part(async () => {
    if (++asked === 1) throw new Error("Unable to preload CSS for /assets/table.css");
    return "without its style";
  });
  await expect(had()).rejects.toThrow("CSS");
  await expect(had()).rejects.toThrow("CSS");
  expect(asked).toBe(1);
});
