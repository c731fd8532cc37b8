import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { detectDialect, dialects } from "../../src/files/dialects.ts";
import type { ProductDraft } from "../../src/files/draft.ts";
import { runs } from "../support/runs.ts";
import { loadDrafts, loadProblems, sheet, withoutLines, written } from "./load.ts";

const part = fc.constantFrom(
  ..."aZ0,;:\"'=+-@[]{}\\ ~",
  "\n",
  "\r\n",
  "\r",
  "\t",
  "😀",
  "שלום",
  "\u202E",
  "₂",
  "(keep)",
  "null",
  "'=",
  "constructor",
  "__proto__",
);
const text = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
const amount = fc.integer({ min: 0, max: 9_999_999 }).map((cents) => String(cents / 100));
const stock = fc.oneof(fc.record({ quantity: fc.nat(99_999) }), fc.record({ inStock: fc.boolean() }));
const clearable = fc.option(text, { nil: null });
const clearableAmount = fc.option(amount, { nil: null });
/** A choice of any text, in which the name may be empty as well. */
const choice = fc.record({
  value: fc.oneof(text, fc.constant("")),
  description: fc.oneof(text, fc.constant("")),
});

const variant = fc.record(
  {
    choices: fc
      .uniqueArray(text, { minLength: 1, maxLength: 6 })
      .chain((names) =>
        fc
          .tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.oneof(text, fc.constant("")))))
          .map((entries) => Object.fromEntries(entries)),
      ),
    sku: clearable,
    price: clearableAmount,
    cost: clearableAmount,
    weight: clearableAmount,
    visible: fc.boolean(),
    stock,
  },
  { requiredKeys: ["choices"] },
);
const draft = fc.record(
  {
    key: text.filter((key) => key.trim() !== ""),
    id: text,
    remove: fc.constant(true as const),
    name: text,
    type: fc.constantFrom("physical" as const, "digital" as const),
    description: clearable,
    sku: clearable,
    price: amount,
    cost: clearableAmount,
    weight: clearableAmount,
    visible: fc.boolean(),
    ribbon: clearable,
    brand: clearable,
    discount: fc
      .tuple(amount, fc.constantFrom("", "%"))
      .map(([value, sign]) => (value === "0" ? null : `${value}${sign}`)),
    collections: fc.array(fc.oneof(text, fc.constant("")), { maxLength: 3 }),
    media: fc.array(text, { maxLength: 3 }),
    options: fc.array(
      fc.record({
        name: text,
        type: fc.constantFrom("drop_down" as const, "color" as const),
        choices: fc.array(choice, { maxLength: 4 }),
      }),
      { maxLength: 6 },
    ),
    infoSections: fc.array(fc.record({ title: text, description: text }), { maxLength: 2 }),
    customTextFields: fc.array(fc.record({ title: text, maxLength: fc.nat(500), mandatory: fc.boolean() }), {
      maxLength: 2,
    }),
    stock,
    variants: fc.uniqueArray(variant, {
      maxLength: 3,
      selector: ({ choices }) => JSON.stringify(Object.entries(choices).sort()),
    }),
  },
  { requiredKeys: ["key", "variants"] },
);

async function roundTrip(
  drafts: readonly ProductDraft[],
  header = dialects.till.header({ cost: true }),
): Promise<ProductDraft[]> {
  const rows = drafts.flatMap((one) => dialects.till.toRows(one, header));
  return loadDrafts(
    await written(rows, {
      header,
      isText: dialects.till.isText,
      format: { delimiter: ",", mark: true, eol: "\r\n" },
    }),
  );
}

test("reads back every written draft exactly", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(draft, { maxLength: 3, selector: ({ key }) => key }), async (drafts) => {
      const again = await roundTrip(drafts as unknown as ProductDraft[]);
      // With its id, the key of a product is its handle, too.
      const expected = drafts.map((one) => (one.id ? { ...one, handle: one.key } : one));
      expect(again.map(withoutLines)).toEqual(expected);
    }),
    { numRuns: runs(300) },
  );
});

test("a file that it wrote is the same when its drafts are written again", async () => {
  const header = dialects.till.header({ cost: true });
  const write = (drafts: readonly ProductDraft[]) =>
    written(
      drafts.flatMap((one) => dialects.till.toRows(one, header)),
      { header, isText: dialects.till.isText },
    );
  await fc.assert(
    fc.asyncProperty(draft, async (one) => {
      const first = await write([one as unknown as ProductDraft]);
      expect(await write(await loadDrafts(first))).toBe(first);
    }),
  );
});

test("reads a handwritten file with few columns, plain lists and a delete marker", async () => {
  const columns = [
    "handle",
    "delete",
    "price",
    "collections",
    "brand",
    "option1Name",
    "option1Type",
    "option1Choices",
  ];
  const drafts = await loadDrafts(
    sheet(columns, [
      {
        handle: "a",
        price: "5.50",
        collections: "Hats;Summer",
        brand: "(keep)",
        option1Name: "Colour",
        option1Type: "color",
        option1Choices: "#f00:Red;blue",
      },
      { handle: "b", delete: "yes", brand: "", collections: "(keep)", option1Name: "(keep)" },
      { handle: "c", delete: "no", collections: "(keep)", option1Name: "(keep)" },
    ]),
  );
  expect(drafts).toEqual([
    {
      key: "a",
      line: 2,
      price: "5.5",
      collections: ["Hats", "Summer"],
      options: [
        {
          name: "Colour",
          type: "color",
          choices: [
            { value: "#f00", description: "Red" },
            { value: "blue", description: "blue" },
          ],
        },
      ],
      variants: [],
    },
    { key: "b", line: 3, remove: true, brand: null, variants: [] },
    { key: "c", line: 4, brand: null, variants: [] },
  ]);
});

test("variant rows without a product row do not change the product", async () => {
  const text = sheet(
    ["handle", "kind", "stock", "option1Name", "option1Choices"],
    [
      { handle: "a", kind: "variant", stock: "4", option1Name: "Size", option1Choices: "S" },
      { handle: "a", kind: "variant", stock: "OutOfStock", option1Name: "Size", option1Choices: "L" },
    ],
  );
  expect(await loadDrafts(text)).toEqual([
    {
      key: "a",
      line: 2,
      variants: [
        { line: 2, choices: { Size: "S" }, stock: { quantity: 4 } },
        { line: 3, choices: { Size: "L" }, stock: { inStock: false } },
      ],
    },
  ]);
});

describe("problems", () => {
  const header = dialects.till.header({ cost: true });
  test.each([
    [{ delete: "true" }, "delete", "flag"],
    [{ kind: "row" }, "kind", "type"],
    [{ kind: "variant" }, "option1Name", "required"],
    [{ type: "paper" }, "type", "type"],
    [{ discount: "PERCENT" }, "discount", "amount"],
    [{ collections: "[New" }, "collections", "list"],
    [{ option1Name: "C", option1Choices: '["a"]' }, "option1Choices", "list"],
    [{ infoSections: '[{"title":"a"}]' }, "infoSections", "json"],
    [{ price: "1,5" }, "price", "amount"],
    [{ discount: "1,5" }, "discount", "amount"],
    [{ discount: "1,5 %" }, "discount", "amount"],
    [
      { kind: "variant", option1Name: "S", option1Choices: "L", option2Name: "S", option2Choices: "M" },
      "option2Name",
      "duplicate",
    ],
    [{ option2Choices: "S;M" }, "option2Name", "required"],
    [
      { kind: "variant", option1Name: "S", option1Choices: "L", option2Choices: "M" },
      "option2Name",
      "required",
    ],
  ])("%j", async (cells, column, rule) => {
    expect(
      await loadProblems(sheet(header, [{ handle: "a", ...cells } as Record<string, string>])),
    ).toMatchObject([{ line: 2, column, rule }]);
  });

  test("rejects duplicate rows for a product or a variant", async () => {
    const row = { handle: "a", kind: "variant", option1Name: "S", option1Choices: "L" };
    expect(await loadProblems(sheet(header, [{ handle: "a" }, { handle: "a" }, row, row]))).toMatchObject([
      { line: 5, rule: "duplicate" },
      { line: 3, rule: "duplicate" },
    ]);
  });

  test("rejects writing more options than there are columns", () => {
    const options = Array.from({ length: 7 }, (_, index) => ({
      name: `o${index}`,
      type: "drop_down" as const,
      choices: [],
    }));
    expect(() => dialects.till.toRows({ key: "a", line: 1, options, variants: [] }, header)).toThrow(
      "more than 6 options",
    );
  });
});

test("detects the dialect of each header", () => {
  for (const dialect of Object.values(dialects)) {
    const header = dialect.header({ cost: false });
    expect(detectDialect(header)).toBe(dialect);
    expect(detectDialect([...header, "reason"])).toBe(dialect);
    dialect.check([...header, "reason"], { file: "shop.csv", ignoreUnknown: false });
  }
  expect(detectDialect(["name", "price"])).toBeUndefined();
  expect(detectDialect(["URL handle", "Title"])).toBe(dialects.shopify);
  expect(detectDialect(["handle", "fieldType"])).toBe(dialects.wix);
});
