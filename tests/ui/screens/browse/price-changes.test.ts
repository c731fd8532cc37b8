import { expect, test } from "vitest";
import { changeBar, priceChange } from "../../../../src/ui/screens/browse/price-changes.ts";

const change = (before: string, after: string): number => {
  const found = priceChange({ before, after: `${after} USD` });
  if (found === undefined) throw new Error(`${before} → ${after} is no change of a price.`);
  return found;
};

test("a change is read from the texts of a cell; other values are no prices", () => {
  expect(change("1,000.00", "1,100.00")).toBe(0.1);
  expect(change("0.00", "5.00")).toBe(0);
  for (const [before, after] of [
    ["20", "36, 3 variants"],
    ["in stock", "1"],
    [undefined, "cost * 2"],
    ["Mug", "Cup"],
  ])
    expect(priceChange({ before, after })).toBeUndefined();
  expect(priceChange({ before: "1.00–2.00", after: "1.10–2.20 USD, 3 variants", value: "+10%" })).toBe(0.1);
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
