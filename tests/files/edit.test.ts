import { expect, test } from "vitest";
import * as z from "zod/mini";
import { readDocuments, withMistakes, withoutMistakes, withoutOldMistakes } from "../../src/files/edit.ts";

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
  expect(read("---\n---\n# nothing\n---\nname: Mug\n").documents).toHaveLength(1);
  expect(read("# only comments\n")).toEqual({ documents: [], mistakes: [] });
});

test.each([
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
  ["just text\n", "1: expected fields, such as name: Mug"],
  ["name: &a Mug\nid: *a\n", "2: aliases, such as *name, cannot be used here; write the value itself"],
])("%j is wrong in its line", (text, mistake) => {
  expect(mistakesIn(text)).toEqual([mistake]);
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
