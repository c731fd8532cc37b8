import { expect, test } from "vitest";
import {
  changeBar,
  type PriceChange,
  priceChange,
  priceEffects,
} from "../../../../src/ui/screens/browse/price-changes.ts";

const change = (before: string, after: string): PriceChange => {
  const found = priceChange({ before, after: `${after} USD` });
  if (found === undefined) throw new Error(`${before} → ${after} is no change of a price.`);
  return found;
};

test("a change is read from the texts of a cell; other values are no prices", () => {
  expect(change("1,000.00", "1,100.00")).toMatchObject({ currency: "USD", share: 0.1 });
  expect(change("0.00", "5.00").share).toBe(0);
  for (const [before, after] of [
    ["20", "36, 3 variants"],
    ["in stock", "1"],
    [undefined, "cost * 2"],
    ["Mug", "Cup"],
  ])
    expect(priceChange({ before, after })).toBeUndefined();
});

test("bars are relative to the largest change, which is marked if it is unusual", () => {
  const all = [change("10.00", "11.00"), change("10.00", "9.00"), change("10.00", "30.00")];
  expect(all.map((one) => changeBar(one, all))).toEqual(["  +10.0% █", "  -10.0% █", "!+200.0% ██████████"]);
});

test("the sums of prices, of the stock and of the margin are exact", () => {
  const columns = [
    { title: "PRICE", align: "right", set: "price" },
    { title: "STOCK", align: "right", set: "stock" },
    { title: "COST", align: "right", set: "cost" },
  ] as const;
  const rows = [
    { change: change("0.10", "0.20"), row: { cells: ["0.10 USD", "3", "0.05 USD"] } },
    { change: change("1,000.10", "1,000.30"), row: { cells: ["1,000.10 USD", "sold out", ""] } },
  ];
  expect(priceEffects(rows, columns)).toEqual([
    "Prices        1,000.20 → 1,000.50 USD, 2 rows",
    "Stock value   0.30 → 0.60 USD, 1 row",
    "Margin        50.0% → 75.0%, 1 row",
  ]);
});
