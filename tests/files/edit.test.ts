import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  editText,
  readDocuments,
  shownAmount,
  shownBlock,
  withMistakes,
  withoutMistakes,
  withoutOldMistakes,
} from "../../src/files/edit.ts";
import { canonicalAmount } from "../../src/kernel/money.ts";
import { runs } from "../support/runs.ts";

const schema = z.strictObject({
  id: z.optional(z.string()),
  name: z.optional(z.string()),
  price: z.optional(z.nullable(z.string().check(z.regex(/^\d+(\.\d+)?$/, "expected an amount")))),
  visible: z.optional(z.boolean()),
  quantity: z.optional(z.number()),
  type: z.optional(z.enum(["AMOUNT", "PERCENT"])),
  tags: z.optional(z.array(z.string())),
  variants: z.optional(
    z.array(z.strictObject({ choices: z.record(z.string(), z.string()), price: z.optional(z.string()) })),
  ),
  seo: z.optional(z.unknown()),
});

const read = (text: string) => readDocuments(text, schema);
const mistakesIn = (text: string) => read(text).mistakes.map(({ line, message }) => `${line}: ${message}`);

test("documents have their values, lines and the lines of fields", () => {
  const { documents, mistakes } = read(
    "# head\n--- # Mug\nid: a\nvariants:\n  - choices:\n      Size: 42\n    price: 1.50\n---\n\nname: Jug\n",
  );
  expect(mistakes).toEqual([]);
  expect(documents.map(({ values }) => values)).toEqual([
    { id: "a", variants: [{ choices: { Size: "42" }, price: "1.50" }] },
    { name: "Jug" },
  ]);
  const [mug, jug] = documents;
  expect([mug?.line, jug?.line]).toEqual([3, 10]);
  expect(mug?.lineOf(["variants", 0, "price"])).toBe(7);
  expect(mug?.lineOf(["variants", 0, "sku"])).toBe(5);
  expect(mug?.lineOf(["brand"])).toBe(3);
});

test.each([
  ["0012", "0012"],
  ["yes", "yes"],
  ["true", "true"],
  ["1e3", "1e3"],
  ["12.50", "12.50"],
  ["2026-01-01", "2026-01-01"],
  ["'null'", "null"],
])("the text %s stays what was typed", (typed, value) => {
  expect(read(`name: ${typed}\n`).documents[0]?.values.name).toBe(value);
});

test("fields without a schema are read by the rules of YAML", () => {
  expect(read("seo:\n  title: 5\n  index: false\n  tags: [a, null]\n").documents[0]?.values.seo).toEqual({
    title: 5,
    index: false,
    tags: ["a", null],
  });
});

test("empty documents and comments are not objects", () => {
  expect(read("---\n--- # Mug\n...\n---\n")).toEqual({ documents: [], mistakes: [] });
  expect(read("")).toEqual({ documents: [], mistakes: [] });
  expect(read("---\n---\n# nothing\n---\nname: Mug\n").documents).toHaveLength(1);
  expect(read("# only comments\n")).toEqual({ documents: [], mistakes: [] });
});

test.each<[string, string | RegExp]>([
  ["name: Mug\nprise: 1\n", '2: there is no field "prise" here; did you mean price?'],
  ["variants:\n  - choices: {}\n    color: red\n", '3: there is no field "color" here; use choices, price'],
  ["price: 24,50\n", '1: price: expected an amount, got "24,50"'],
  ["price: 1e3\n", '1: price: expected an amount, got "1e3"'],
  ["price: -1\n", '1: price: expected an amount, got "-1"'],
  ["name:\n", "1: name: expected text, got nothing"],
  ["name: [a]\n", "1: name: expected text, got several values"],
  ["visible: yes\n", '1: visible: expected true or false, got "yes"'],
  ["quantity: many\n", '1: quantity: expected a whole number, got "many"'],
  ["type: percent\n", '1: type: expected AMOUNT or PERCENT, got "percent"'],
  ["tags: Mug\n", '1: tags: expected a list, got "Mug"'],
  ["tags:\n  - a\n  - {b: 1}\n", "3: tags: an entry of the list: expected text, got several values"],
  ["variants:\n  - price: 1\n", "2: choices: this field is missing"],
  ["- name: Mug\n", "1: expected fields, such as name: Mug"],
  ["--- ~\n", "1: expected fields, such as name: Mug"],
  ["name:\n  a: 1\n", "1: name: expected text, got several values"],
  ["visible:\n", "1: visible: expected true or false, got nothing"],
  ['visible: "true"\n', '1: visible: expected true or false, got "true"'],
  ["variants:\n  - Mug\n", '2: variants: an entry of the list: expected fields, got "Mug"'],
  ["variants:\n  - choices: 5\n", "2: choices: expected fields, got 5"],
  ["name: Mug\n? [a]\n: b\n", "1: expected the name of a field"],
  ["constructor: Mug\n", /^1: there is no field "constructor" here; /],
  // Records skip this name, so that what is below it would be left out.
  ["variants:\n  - choices:\n      __proto__: a\n", '3: there is no field "__proto__" here'],
  // What is reported already is not reported as missing, too.
  ["name: &a Mug\nvariants:\n  - choices: *a\n", /^3: aliases, /],
  ["just text\n", "1: expected fields, such as name: Mug"],
  ["name: &a Mug\nid: *a\n", "2: aliases, such as *name, cannot be used here; write the value itself"],
])("%j is wrong in its line", (text, mistake) => {
  expect(mistakesIn(text)).toEqual([typeof mistake === "string" ? mistake : expect.stringMatching(mistake)]);
  expect(read(text).documents).toEqual([]);
});

test.each([
  ["name: a: b\n", 1],
  ["id: x\nname: Mug\nname: Jug\n", 3],
  ["id: x\nname: 'Mug\n", 3],
  ["id: x\n\tname: Mug\n", 2],
  ["id: x\nvariants:\n  - price: 1\n choices: a\n", 4],
])("syntax: %j", (text, line) => {
  const { mistakes } = read(text);
  expect(mistakes[0]?.message).toMatch(/^the text is not YAML: /);
  expect(mistakes.map((one) => one.line)).toContain(line);
});

test("of the mistakes in the syntax of a document, the first three are reported", () => {
  const { mistakes } = read(`${"a: b: c: d\n".repeat(9)}---\nname: 'Mug\n`);
  expect(mistakes.map(({ line }) => line)).toEqual([1, 1, expect.any(Number), expect.any(Number)]);
  expect(mistakes[3]?.line).toBeGreaterThan(9);
});

test("mistakes of all documents are found at once, and the others are read", () => {
  const { documents, mistakes } = read("prise: 1\nvisible: 2\n---\nname: Mug\n---\nid: a: b\n");
  expect(mistakes.map(({ line }) => line)).toEqual([1, 2, 6]);
  expect(documents).toHaveLength(1);
});

const mug = "--- # Mug\nname: Mug\nvariants:\n  - sku: A\n    price: x\n";

test("a comment is above the line of its mistake, indented like it", () => {
  const { text: marked, summary } = withMistakes(mug, [
    { line: 5, message: "price: wrong" },
    { line: 2, message: "name: too long" },
  ]);
  expect(marked.split("\n")).toEqual([
    "# ERROR: 2 mistakes, on lines 4 and 8. Fix them and save. To cancel, save the file as it is.",
    "--- # Mug",
    "# ERROR: name: too long",
    "name: Mug",
    "variants:",
    "  - sku: A",
    "    # ERROR: price: wrong",
    "    price: x",
    "",
  ]);
  expect(summary).toEqual(["line 4: name: too long", "line 8: price: wrong"]);
  for (const line of [4, 8]) expect(marked.split("\n")[line - 1]).toMatch(/^(name: Mug| {4}price: x)$/);
});

test("lines in messages are those of the text with comments", () => {
  const { text: marked, summary } = withMistakes(mug, [
    { line: 5, message: "sku: the same is", also: 4 },
    { line: 4, message: "sku: wrong" },
  ]);
  expect(summary).toEqual(["line 6: sku: wrong", "line 8: sku: the same is on line 6"]);
  expect(marked.split("\n")[5]).toBe("  - sku: A");
});

test.each([
  [[2], "1 mistake, on line 4."],
  [[1, 2, 4], "3 mistakes, on lines 3, 5 and 8."],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "10 mistakes, on lines 3, 5, 7, 9, 11, 13, 15, 17, 19 and 21."],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], "11 mistakes, on lines 3, 5, 7, 9, 11, 13, 15, 17, 19, 21 …."],
])("mistakes on the lines %j are counted at the top", (lines, count) => {
  const mistakes = lines.map((line) => ({ line, message: "wrong" }));
  const { text: marked, comments } = withMistakes("a: 1\n".repeat(11), mistakes);
  expect(marked.split("\n")[0]).toBe(
    `# ERROR: ${count} Fix them and save. To cancel, save the file as it is.`,
  );
  expect(withoutMistakes(marked, comments)).toBe("a: 1\n".repeat(11));
});

test("a text that does not end with a line end has its last line, too", () => {
  expect(withMistakes("a: 1\nb: 2", [{ line: 9, message: "wrong" }]).summary).toEqual(["line 4: wrong"]);
  expect(withMistakes("a: 1\nb: 2\n", [{ line: 0, message: "wrong" }]).summary).toEqual(["line 3: wrong"]);
});

test("several mistakes on one line, and one after the end", () => {
  const { text: marked } = withMistakes("a: 1\n", [
    { line: 1, message: "one" },
    { line: 9, message: "two" },
  ]);
  expect(marked).toMatch(/^# ERROR: 2 mistakes, on line 4\..*\n# ERROR: one\n# ERROR: two\na: 1\n$/);
});

test("the comments are removed again, and nothing else", () => {
  const own = "description: |-\n  # ERROR: is not a mistake\n";
  const { text: marked, comments } = withMistakes(own, [{ line: 1, message: "too long" }]);
  expect(withoutMistakes(marked, comments)).toBe(own);
  // An editor may have indented them.
  expect(withoutMistakes(marked.replaceAll("# ERROR: too", "\t  # ERROR: too"), comments)).toBe(own);
  expect(withoutOldMistakes(withMistakes(mug, [{ line: 5, message: "x" }]).text)).toBe(mug);
});

test("a message cannot end its comment", () => {
  const { text: marked } = withMistakes(mug, [{ line: 2, message: "name: a\nid: other\r\u001b[2J" }]);
  expect(marked.split("\n")).toHaveLength(mug.split("\n").length + 2);
  expect(marked).not.toMatch(/[\r\u001b]/);
});

describe("objects as text", () => {
  test("are documents below a comment, with their names", () => {
    const objects = [
      { label: "Mug\n--- x", fields: { name: "Mug", price: shownAmount("5", 2) } },
      { label: "Jug", fields: { tags: [] } },
    ];
    expect(editText(["Edit and save.", "", "Two products."], objects)).toBe(
      "# Edit and save.\n#\n# Two products.\n--- # Mug␊--- x\nname: Mug\nprice: 5.00\n--- # Jug\ntags: []\n",
    );
  });

  test.each<[string | null, number, string]>([
    ["5", 2, "5.00"],
    ["5", 0, "5"],
    ["12.5", 2, "12.50"],
    ["0.125", 2, "0.125"],
    ["-3", 0, "-3"],
    [null, 2, "null"],
    // What a number cannot hold, or would be written in another way, is text.
    ["", 2, '""'],
    ["5.", 2, '"5."'],
    ["1e3", 2, '"1e3"'],
    ["0.0000001", 2, '"0.0000001"'],
    ["123456789012345678", 2, '"123456789012345678"'],
  ])("the amount %j with %d decimals is %s", (amount, digits, written) => {
    expect(editText([], [{ label: "", fields: { price: shownAmount(amount, digits) } }])).toBe(
      `\n--- # \nprice: ${written}\n`,
    );
  });

  test.each<[string | null, string]>([
    ["a\nb", "|-\n  a\n  b\n"],
    ["a", "|-\n  a\n"],
    ["", '""\n'],
    [null, "null\n"],
    // An editor may remove white space at the end of a line or of the text.
    ["a\nb\n", '"a\\nb\\n"\n'],
    ["a \nb", '"a\\ \\nb"\n'],
    ["a\nb ", '"a\\nb "\n'],
  ])("the text %j as a block is %j", (text, written) => {
    expect(editText([], [{ label: "", fields: { d: shownBlock(text) } }])).toBe(`\n--- # \nd: ${written}`);
  });

  test("are the same after they were written and read", () => {
    const part = fc.constantFrom(
      ..."aZ0: #-?*&!|>%@`'\"{}[],~\\\t\n\r.ß",
      ...["\u{1F600}", "\u0085", "\u2028", "\u00a0", "\uFEFF", "\u0001", "\uD800"],
      ...["null", "yes", "1e3", "0012", "---", "...", "<<", "\n\n", "# ERROR: x"],
    );
    const text = fc.array(part, { maxLength: 7 }).map((parts) => parts.join(""));
    const amount = fc.oneof(
      fc.nat().map((cents) => canonicalAmount(String(cents / 100)) ?? ""),
      fc.constantFrom("0", "0.0000001", "123456789012345678"),
    );
    const product = fc.record({
      name: text,
      price: fc.option(amount),
      visible: fc.boolean(),
      tags: fc.array(text, { maxLength: 3 }),
      variants: fc.array(fc.record({ choices: fc.dictionary(text, text, { maxKeys: 2 }) }), { maxLength: 2 }),
      seo: fc.oneof(text, fc.constant(null), fc.integer(), fc.array(text, { maxLength: 2 })),
    });
    const anyPrice = z.strictObject({ ...schema.shape, price: z.nullable(z.string()) });
    fc.assert(
      fc.property(fc.array(product, { minLength: 1, maxLength: 3 }), text, (products, label) => {
        const objects = products.map(({ name, price, ...others }) => ({
          label,
          fields: { ...others, name: shownBlock(name), price: shownAmount(price, 2) },
        }));
        const { documents, mistakes } = readDocuments(editText(["Edit."], objects), anyPrice);
        expect(mistakes).toEqual([]);
        expect(
          documents.map(({ values }) => ({
            ...values,
            price: values.price === null ? null : canonicalAmount(values.price),
          })),
        ).toEqual(products);
      }),
      { numRuns: runs(150) },
    );
  });
});
