import { expect, test } from "vitest";
import { changeBar, type PriceChange, priceChange } from "../../../../src/ui/screens/browse/price-changes.ts";

const change = (before: string, after: string): PriceChange => {
  const found = priceChange({ before, after: `${after} USD` });
  if (found === undefined) throw new Error(`${before} → ${after} is no change of a price.`);
  return found;
};

test("a change is read from the texts of a cell; other values are no prices", () => {
  expect(change("1,000.00", "1,100.00")).toEqual({ share: 0.1 });
  expect(change("0.00", "5.00").share).toBe(0);
  for (const [before, after] of [
    ["20", "36, 3 variants"],
    ["in stock", "1"],
    [undefined, "cost * 2"],
    ["Mug", "Cup"],
  ])
    expect(priceChange({ before, after })).toBeUndefined();
});

test("bars are relative to the largest change, to the left for less; it is marked if it is unusual", () => {
  const raised = [change("10.00", "11.00"), change("10.00", "15.00")];
  expect(raised.map((one) => changeBar(one, raised))).toEqual(["  +10.0% ██", "  +50.0% ██████████"]);
  const all = [change("10.00", "11.00"), change("10.00", "9.00"), change("10.00", "30.00")];
  expect(all.map((one) => changeBar(one, all))).toEqual([
    "  +10.0%           │█",
    "  -10.0%          █│",
    "!+200.0%           │██████████",
  ]);
});
