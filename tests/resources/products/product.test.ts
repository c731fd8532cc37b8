import fc from "fast-check";
import { expect, test } from "vitest";
import { editText, readDocuments } from "../../../src/files/edit.ts";
import {
  EditedProduct,
  editedProduct,
  editedProductFields,
  productEdit,
  shownProduct,
} from "../../../src/resources/products/edit.ts";
import type { ProductObject } from "../../../src/resources/products/portable.ts";
import { runs } from "../../support/runs.ts";

const base: ProductObject = {
  _kind: "product",
  handle: "mug",
  name: "Mug",
  type: "physical",
  price: "24",
  cost: "9.2",
  sku: "MUG",
  weight: "0.4",
  visible: true,
  brand: null,
  ribbon: null,
  description: "<p>One</p>\n<p>Two</p>",
  discount: null,
  collections: ["Kitchen"],
  media: [],
  options: [
    {
      name: "Size",
      type: "drop_down",
      choices: ["S", "L"].map((one) => ({ value: one, description: one })),
    },
  ],
  variants: [
    { choices: { Size: "S" }, price: "24", cost: "9.2", weight: "0.4", sku: "MUG-S", visible: true },
    { choices: { Size: "L" }, price: "30", cost: "9.2", weight: "0.4", sku: "MUG", visible: false },
  ],
  infoSections: [],
  seo: null,
  customTextFields: [],
};

const textOf = (product: ProductObject, currency = "USD") =>
  editText(
    ["head"],
    [
      {
        label: product.name ?? "",
        fields: { id: "1", ...shownProduct(editedProduct(product), editedProductFields, currency) },
      },
    ],
  );

/** Returns what the importer gets for a text, without lines. */
function draftOf(product: ProductObject, text: string) {
  const { documents, mistakes } = readDocuments(text, EditedProduct);
  expect(mistakes).toEqual([]);
  const [document] = documents;
  if (document === undefined) throw new Error("no document");
  const edit = productEdit("1", editedProduct(product), document);
  if (!edit.draft) return edit;
  const { key: _, id: __, line: ___, variants, ...fields } = edit.draft;
  return { ...edit, draft: { ...fields, variants: variants.map(({ line: _, ...one }) => one) } };
}

const edited = (change: (text: string) => string) => draftOf(base, change(textOf(base)));

test("amounts have the digits of the currency, descriptions are blocks, variants show only their own values", () => {
  const text = textOf(base);
  expect(text).toContain("\nprice: 24.00\ncost: 9.20\n");
  expect(text).toContain("description: |-\n  <p>One</p>\n  <p>Two</p>\n");
  expect(text).toContain("  - choices:\n      Size: S\n    sku: MUG-S\n    visible: true\n");
  expect(text).toContain("  - choices:\n      Size: L\n    price: 30.00\n    visible: false\n");
  expect(textOf(base, "JPY")).toContain("\nprice: 24\ncost: 9.2\n");
  expect(textOf(base, "KWD")).toContain("\nprice: 24.000\n");
});

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.stringMatching(/^[ \n\t#:|>'"%&*!?{}[\],a0-]{0,40}$/),
  fc.constantFrom("null", "yes", "0012", "1e3", "~", "---", "...", "# ERROR: no", "a: b", "=", "<<", "0x1F"),
);
const amount = fc
  .tuple(fc.nat(99_999), fc.stringMatching(/^(\.\d{0,2}[1-9])?$/))
  .map(([whole, rest]) => `${whole}${rest}`);
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

const anyProduct: fc.Arbitrary<ProductObject> = fc.record({
  _kind: fc.constant("product" as const),
  handle: text,
  name: text,
  type: fc.constantFrom("physical" as const, "digital" as const),
  price: amount,
  cost: orNull(amount),
  sku: orNull(text),
  weight: orNull(amount),
  visible: fc.boolean(),
  brand: orNull(text),
  ribbon: orNull(text),
  description: orNull(text),
  discount: orNull(fc.tuple(amount, fc.constantFrom("", "%")).map((parts) => parts.join(""))),
  collections: fc.array(text, { maxLength: 3 }),
  media: fc.array(text, { maxLength: 3 }),
  variants: fc.uniqueArray(
    fc.record({
      choices: fc.dictionary(text, text, { minKeys: 1, maxKeys: 2 }),
      price: orNull(amount),
      cost: orNull(amount),
      weight: orNull(amount),
      sku: orNull(text),
      visible: fc.boolean(),
    }),
    { maxLength: 3, selector: ({ choices }) => JSON.stringify(Object.entries(choices).sort()) },
  ),
  infoSections: fc.array(fc.record({ title: text, description: text }), { maxLength: 2 }),
  seo: fc.oneof(fc.constant(null), fc.record({ title: text, others: fc.array(fc.boolean()) })),
});

test("a text that was not edited changes nothing, whatever the product contains", () => {
  fc.assert(
    fc.property(anyProduct, fc.constantFrom("USD", "JPY", "KWD"), (product, currency) => {
      expect(draftOf(product, textOf(product, currency))).toEqual({ mistakes: [] });
    }),
    { numRuns: runs(200) },
  );
});

test("only changed fields are sent", () => {
  const { draft } = edited((text) => text.replace("24.00", "25.5").replace("brand: null", "brand: Acme"));
  expect(draft).toEqual({ price: "25.5", brand: "Acme", variants: [] });
});

test("zeros at the end, quotes, an empty text and the order of fields are no changes", () => {
  const same = (text: string) =>
    text
      .replace("24.00", '"24.0"')
      .replace("ribbon: null", 'ribbon: ""')
      .replace("name: Mug\n", "")
      .replace("seo: null", "seo:\nname: 'Mug'");
  expect(edited(same)).toEqual({ mistakes: [] });
});

test("fields and variants that are removed from the text stay as they are", () => {
  expect(edited((text) => text.replace(/^(brand|media|price):.*\n/gm, ""))).toMatchObject({
    mistakes: [],
  });
  const without = edited((text) => text.replace(/^variants:[\s\S]*?(?=^infoSections)/m, ""));
  expect(without).toEqual({ mistakes: [] });
});

test("null and [] clear fields", () => {
  const { draft } = edited((text) =>
    text
      .replace("weight: 0.4", "weight: null")
      .replace("collections:\n  - Kitchen", "collections: []")
      .replace("sku: MUG\n", "sku:\n"),
  );
  expect(draft).toMatchObject({ weight: null, collections: [], sku: null });
});

test("a variant gets its own value, and that of the product if its own is removed", () => {
  const own = edited((text) => text.replace("sku: MUG-S\n", "sku: MUG-S\n    price: 26\n"));
  expect(own.draft).toEqual({ variants: [{ choices: { Size: "S" }, price: "26" }] });
  const removed = edited((text) => text.replace("    price: 30.00\n", ""));
  expect(removed.draft).toEqual({ variants: [{ choices: { Size: "L" }, price: "24" }] });
  const both = edited((text) => text.replace("    price: 30.00\n", "").replace("24.00", "28.00"));
  expect(both.draft).toEqual({ price: "28", variants: [{ choices: { Size: "L" }, price: "28" }] });
});

test("variants that followed the price of the product follow its new price", () => {
  const { draft } = edited((text) => text.replace("24.00", "25.00"));
  expect(draft).toEqual({ price: "25", variants: [] });
});

test("a variant keeps the old price of the product if the text states it", () => {
  const { draft } = edited((text) =>
    text.replace("24.00", "25.00").replace("sku: MUG-S\n", "sku: MUG-S\n    price: 24\n"),
  );
  expect(draft).toEqual({ price: "25", variants: [{ choices: { Size: "S" }, price: "24" }] });
});

test("removing the line that hides a variant keeps it hidden", () => {
  expect(edited((text) => text.replace("    visible: false\n", ""))).toEqual({ mistakes: [] });
});

test.each([
  ["name: Mug", "name: ''", { path: ["name"], message: "name: a product needs a name" }],
  ["price: 24.00", "price: null", { path: ["price"], message: "price: a product needs a price" }],
  [
    "Size: L",
    "Size: S",
    { path: ["variants", 1], message: "there is another variant with these choices above" },
  ],
])("%s to %s is a mistake", (from, to, mistake) => {
  expect(edited((text) => text.replace(new RegExp(`${from}\\n`), `${to}\n`)).mistakes).toEqual([mistake]);
});
