import { expect, test } from "vitest";
import { withUnits } from "../../../src/cli/jobs/change-records.ts";

const units = async () => ({ price: "USD", discount: "USD", weight: "lb" });

test.each([
  ["price", "48", "52.8", "48.00", "52.80 USD"],
  ["variant Moss: price", "24", "26.125", "24.00", "26.125 USD"],
  ["discount", "20", "20%", "20.00 USD", "20%"],
  ["weight", "0.35", "1", "0.35", "1 lb"],
  ["stock", "3", "4", "3", "4"],
])("%s from %s to %s is shown as %s and %s", async (what, before, after, shownBefore, shownAfter) => {
  const [line] = await withUnits([{ label: "Mug", what, before, after }], units);
  expect(line).toEqual({ label: "Mug", what, before: shownBefore, after: shownAfter });
});
