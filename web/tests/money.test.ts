import { expect, test } from "vitest";
import { amount, balance, range, short, signed } from "../src/i18n/money";

test("cents are shown only where they are not zero, in a balance always", () => {
  expect(amount(123_400, "en")).toBe("1,234");
  expect(amount(123_450, "en")).toBe("1,234.50");
  expect(balance(1_248_000, "en")).toBe("12,480.00");
});

test("figures are grouped alike in every language", () => {
  for (const locale of ["en", "zh-Hant", "zh-Hans"]) expect(balance(123_456_789, locale)).toBe("1,234,567.89");
});

test("a range has an en dash, a loss a real minus, nothing has no sign", () => {
  expect(range(500, 50_000, "en")).toBe("5–500");
  expect(signed(-9_500, "en")).toBe("−95");
  expect(signed(9_550, "en")).toBe("+95.50");
  expect(signed(0, "en")).toBe("0");
});

test("from ten thousand on a narrow spot may shorten, never upwards", () => {
  expect(short(999_900, "en")).toBe("9,999");
  expect(short(1_439_900, "en")).toBe("14.3K");
  expect(short(2_000_000, "en")).toBe("20K");
});
