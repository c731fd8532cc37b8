import { expect, test } from "vitest";
import { fieldParts } from "../../../src/resources/products/step-kinds.ts";

const option = (name: string, choices: Record<string, string>, type = "color") => ({
  name,
  type,
  choices: Object.entries(choices).map(([description, value]) => ({ value, description })),
});

test("options are compared by choice, and colors are named", () => {
  const before = [
    option("Colour", { Black: "#1c1c1c", Red: "#ff0000" }),
    option("Size", { S: "S" }, "drop_down"),
  ];
  const after = [
    option("Colour", { Black: "#000000", Red: "#ff0000" }),
    option("Size", { S: "S", M: "M" }, "drop_down"),
  ];
  expect(fieldParts("options", before, after)).toEqual([
    { field: "option Colour: Black", before: "#1c1c1c", after: "#000000" },
    { field: "option Size", before: ["S"], after: ["S", "M"] },
  ]);
  expect(fieldParts("options", before, before.toReversed())).toEqual([
    {
      field: "options",
      before: ["Colour (color)", "Size (drop_down)"],
      after: ["Size (drop_down)", "Colour (color)"],
    },
  ]);
  expect(fieldParts("options", null, after.slice(1))).toEqual([
    { field: "option Size", before: null, after: ["S", "M"] },
  ]);
});

test("both amounts of a change have the same number of decimals", () => {
  const texts = (before: string | null, after: string | null) => {
    const [part] = fieldParts("price", before, after);
    return [part?.before, part?.after];
  };
  expect(texts("48", "52.8")).toEqual(["48.00", "52.80"]);
  expect(texts("14.5", "12")).toEqual(["14.50", "12.00"]);
  expect(texts("1200", "1320")).toEqual(["1200", "1320"]);
  expect(texts("1.125", "2")).toEqual(["1.125", "2.000"]);
  expect(texts(null, "2.5")).toEqual([null, "2.50"]);
});

test("info sections are compared by title; discounts and amounts are text", () => {
  const section = (title: string, description: string) => ({ title, description });
  const before = [section("Care", "Wash cold"), section("Origin", "Portugal")];
  expect(fieldParts("infoSections", before, [section("Care", "Wash warm"), before[1] ?? null])).toEqual([
    { field: "info section Care", before: "Wash cold", after: "Wash warm" },
  ]);
  expect(fieldParts("discount", null, "10%")).toEqual([{ field: "discount", before: null, after: "10%" }]);
  expect(fieldParts("price", "24", "26.4")).toEqual([{ field: "price", before: "24.00", after: "26.40" }]);
});
