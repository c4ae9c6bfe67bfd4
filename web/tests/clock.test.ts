import { expect, test } from "vitest";
import { ServerClock, secondsLeft } from "../src/line/clock";

test("nothing is known before the first message", () => {
  expect(new ServerClock().now(5)).toBeNull();
});

test("the clock is the server's, however wrong the local one is", () => {
  const clock = new ServerClock();
  clock.heard(1_700_000_000_000, 120_000);
  expect(clock.now(120_250)).toBe(1_700_000_000_250);
});

test("a message that was slow on its way does not set the clock back", () => {
  const clock = new ServerClock();
  clock.heard(10_000, 0);
  clock.heard(10_900, 1_400);
  expect(clock.now(1_400)).toBe(11_400);
});

test("a local clock that stood still while the machine slept is right again with the first message", () => {
  const clock = new ServerClock();
  clock.heard(10_000, 0);
  clock.heard(500_000, 1_000);
  expect(clock.now(1_000)).toBe(500_000);
});

test("an old difference is forgotten, so that two clocks that drift apart do not stay wrong", () => {
  const clock = new ServerClock();
  clock.heard(10_000, 0);
  clock.heard(210_000 - 40, 200_000);
  expect(clock.now(200_000)).toBe(209_960);
});

test("the countdown shows 1 to the very end, 0 at it, and nothing where nothing is due", () => {
  expect(secondsLeft(10_000, 9_999)).toBe(1);
  expect(secondsLeft(10_000, 9_000)).toBe(1);
  expect(secondsLeft(10_000, 8_999)).toBe(2);
  expect(secondsLeft(10_000, 10_000)).toBe(0);
  expect(secondsLeft(10_000, 70_000)).toBe(0);
  expect(secondsLeft(null, 1)).toBeNull();
  expect(secondsLeft(1, null)).toBeNull();
});

test("a wrong local clock and a page that slept change nothing about what is left", () => {
  // The local clock is 10 s behind; the page was hidden from 5 s to 15 s, and betting closes at 20 s.
  const clock = new ServerClock();
  clock.heard(0, -10_000);
  expect(secondsLeft(20_000, clock.now(5_000 - 10_000))).toBe(15);
  expect(secondsLeft(20_000, clock.now(15_000 - 10_000))).toBe(5);
});
