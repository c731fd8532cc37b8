import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { currencyDigits } from "../../src/kernel/currency.ts";
import { UsageError } from "../../src/kernel/errors.ts";
import {
  amountFromJson,
  amountText,
  amountToJson,
  canonicalAmount,
  decimal,
  moneyText,
  parseAmount,
  roundMoney,
  sum,
} from "../../src/kernel/money.ts";

const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
const textOfCents = (value: bigint): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(3, "0");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

describe("currencyDigits", () => {
  it.each([
    ["JPY", 0],
    ["krw", 0],
    ["USD", 2],
    ["EUR", 2],
    ["HUF", 2],
    ["KWD", 3],
    ["TND", 3],
    ["CLF", 4],
    ["???", 2],
    ["constructor", 2],
  ])("%s has %i", (currency, digits) => expect(currencyDigits(currency)).toBe(digits));
});

describe("roundMoney", () => {
  it.each([
    ["1.005", "USD", "1.01"],
    ["1.0049999", "USD", "1"],
    ["-1.005", "USD", "-1.01"],
    ["0.5", "JPY", "1"],
    ["0.0005", "KWD", "0.001"],
  ])("rounds %s in %s to %s", (value, currency, rounded) =>
    expect(amountText(roundMoney(decimal(value), currency))).toBe(rounded),
  );
});

describe("parseAmount", () => {
  it.each(["0", "-5", "19.99", ".99", "-.5", "007", "0.000000000000000000001"])("accepts %s", (text) =>
    expect(parseAmount(text)).toBeDefined(),
  );

  it.each([
    "",
    " ",
    "1e3",
    "1,000",
    "1 000",
    "+5",
    "5.",
    ".",
    "-",
    "--5",
    "0x10",
    "NaN",
    "Infinity",
    "1.2.3",
    "٣",
    " 5",
    "5\n",
  ])("rejects %j", (text) => expect(parseAmount(text)).toBeUndefined());

  it("and amountText are inverse for canonical text", () => {
    fc.assert(
      fc.property(cents, (value) => {
        const text = textOfCents(value);
        const canonical = text.replace(/\.?0+$/, "").replace(/^-0?$/, "0") || "0";
        expect(amountText(decimal(text))).toBe(canonical);
      }),
    );
  });

  it("never yields an exponent", () => {
    expect(amountText(decimal("0.0000000000000001").times(decimal("0.0000000000000001")))).toBe(
      `0.${"0".repeat(31)}1`,
    );
    expect(amountText(decimal(`1${"0".repeat(40)}`))).toBe(`1${"0".repeat(40)}`);
    expect(amountText(decimal("0").neg())).toBe("0");
  });
});

describe("canonicalAmount", () => {
  it.each([
    ["5", "5"],
    ["0", "0"],
    ["19.99", "19.99"],
    ["007", "7"],
    ["5.00", "5"],
    [".50", "0.5"],
    ["-0", "0"],
    ["-5.10", "-5.1"],
    ["1.05", "1.05"],
    ["1.x5", undefined],
    ["5.", undefined],
    ["1e3", undefined],
    ["", undefined],
  ])("writes %j as %j", (text, canonical) => expect(canonicalAmount(text)).toBe(canonical));
});

it("moneyText shows all digits of the currency", () => {
  expect(moneyText(decimal("5"), "USD")).toBe("5.00");
  expect(moneyText(decimal("5.4"), "JPY")).toBe("5");
  expect(moneyText(decimal("5"), "KWD")).toBe("5.000");
});

it("rejects floats, and comparing decimals with operators throws", () => {
  const one = decimal("1");
  expect(() => one.plus(0.1)).toThrow();
  expect(() => one < decimal("2")).toThrow();
  expect(() => decimal("1e3")).toThrow(
    expect.objectContaining({ code: "NOT_A_DECIMAL", message: '"1e3" is not a decimal number.' }),
  );
});

describe("JSON numbers", () => {
  it("keep their digits in both directions", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }),
        fc.nat(12),
        (digits, scale) => {
          const text = amountText(decimal(String(digits)).times(decimal(`0.${"0".repeat(scale)}1`)));
          const json = amountToJson(decimal(text));
          expect(amountText(amountFromJson(JSON.parse(JSON.stringify(json))))).toBe(text);
        },
      ),
    );
  });

  it("are read with the digits that were written", () => {
    expect(amountText(amountFromJson(0.1 + 0.2))).toBe("0.30000000000000004");
    expect(amountText(amountFromJson(1e21))).toBe("1000000000000000000000");
    expect(() => amountFromJson(Number.NaN)).toThrow(/not an amount/);
  });

  it.each(["0.30000000000000004", "9007199254740993", `0.${"0".repeat(400)}1`, `1${"0".repeat(400)}`])(
    "cannot hold %s",
    (text) => expect(() => amountToJson(decimal(text))).toThrow(UsageError),
  );

  it("cannot hold more than 15 digits, and the error says so", () => {
    const hint = "Round the amount: 15 digits are the most that the platform stores.";
    const message = "1234567890.123456 has more than 15 digits.";
    expect(() => amountToJson(decimal("1234567890.123456"))).toThrow(new UsageError(message, { hint }));
    expect(() => amountToJson(decimal("1234567890.123456"))).toThrow(expect.objectContaining({ hint }));
  });

  it.each([`1${"0".repeat(300)}`, `0.${"0".repeat(299)}1`])("can hold %s", (text) =>
    expect(amountToJson(decimal(text))).toBe(Number(text)),
  );
});

it("sums are exact", () => {
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 50 }), (values) => {
      const exact = values.reduce((total, value) => total + value, 0n);
      const total = sum(values.map((value) => decimal(textOfCents(value))));
      expect(total.eq(decimal(textOfCents(exact)))).toBe(true);
    }),
  );
  expect(amountText(sum([]))).toBe("0");
});
