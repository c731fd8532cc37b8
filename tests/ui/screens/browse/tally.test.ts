import { describe, expect, test } from "vitest";
import type { ColumnValue } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { createTally } from "../../../../src/ui/screens/browse/tally.ts";

function count(values: readonly ColumnValue[]) {
  const tally = createTally();
  for (const value of values) tally.add(value);
  return tally.counted();
}
const money = (amount: number, currency = "USD"): ColumnValue => ({ kind: "number", amount, currency });
const text = (key: string, label = key): ColumnValue => ({ kind: "text", key, label });

describe("a tally", () => {
  test("counts texts by the value that filters compare, most frequent first, then alphabetically", () => {
    const values = [
      text("NOT_PAID", "not paid"),
      text("PAID", "paid"),
      text("PAID", "paid"),
      text("a 10"),
      text("a 9"),
    ];
    expect(count(values).bars).toEqual([
      { label: "paid", count: 2, place: 3, match: { equals: "PAID" } },
      { label: "a 9", count: 1, place: 0, match: { equals: "a 9" } },
      { label: "a 10", count: 1, place: 1, match: { equals: "a 10" } },
      { label: "not paid", count: 1, place: 2, match: { equals: "NOT_PAID" } },
    ]);
  });

  test("numbers and times have an order, texts have none", () => {
    const isOrdered = (value: ColumnValue) => count([{ kind: "none" }, value]).isOrdered;
    expect([isOrdered(money(1)), isOrdered({ kind: "time", time: 0 }), isOrdered(text("x"))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("counts rows without a value", () => {
    expect(count([text("x"), { kind: "none" }]).bars[0]).toMatchObject({
      label: "(none)",
      match: { none: true },
    });
  });

  test("shows up to twelve numbers as they are, and more as ranges that touch", () => {
    const few = count([1, 1, 2, 30].map((amount) => ({ kind: "number", amount }) as const));
    expect(few.bars.map(({ label, count }) => [label, count])).toEqual([
      ["1", 2],
      ["2", 1],
      ["30", 1],
    ]);
    const many = count(Array.from({ length: 100 }, (_, index) => money(index)));
    expect(many.bars[0]).toMatchObject({
      label: "0 – 10 USD",
      count: 10,
      match: { from: "0", to: "10" },
    });
    expect(many.bars).toHaveLength(10);
    expect(many.bars.reduce((sum, { count }) => sum + count, 0)).toBe(100);
  });

  test("limits of ranges have no rounding errors of floating point", () => {
    const { bars } = count(Array.from({ length: 14 }, (_, index) => money(index / 10)));
    for (const { match } of bars) expect(Object.values(match).join(" ")).toMatch(/^\d+(\.\d)? \d+(\.\d)?$/);
  });

  test("sums amounts exactly, and each currency separately", () => {
    const { bars, sums } = count([...Array<ColumnValue>(10).fill(money(0.1)), money(500, "JPY")]);
    expect(sums).toEqual(["1.00 USD", "500 JPY"]);
    expect(bars[0]).toMatchObject({ label: "0.10 USD", count: 10, sum: "1.00 USD" });
  });

  test("counts times by days, and over more than two months by months", () => {
    const at = (...texts: string[]) =>
      texts.map((one): ColumnValue => ({ kind: "time", time: Date.parse(one) }));
    const days = count(at("2026-02-28T23:59:59Z", "2026-03-01T00:00:00Z", "2026-03-01T10:00:00Z"));
    expect(days.bars.map(({ label, match }) => [label, match])).toEqual([
      ["2026-03-01", { from: "2026-03-01", to: "2026-03-02" }],
      ["2026-02-28", { from: "2026-02-28", to: "2026-03-01" }],
    ]);
    const months = count(at("2025-12-31T23:00:00Z", "2026-06-01T00:00:00Z"));
    expect(months.bars.map(({ label, match }) => [label, match])).toEqual([
      ["2025-12", { from: "2025-12-01", to: "2026-01-01" }],
      ["2026-06", { from: "2026-06-01", to: "2026-07-01" }],
    ]);
  });

  test("one value, equal values and negative amounts are counted", () => {
    expect(count([money(5)]).bars).toMatchObject([{ label: "5.00 USD", count: 1 }]);
    const { bars } = count(Array.from({ length: 40 }, (_, index) => money(index - 20)));
    expect(bars.reduce((sum, one) => sum + one.count, 0)).toBe(40);
    expect(count([]).bars).toEqual([]);
  });
});
