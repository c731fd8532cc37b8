import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { type Cell, csvLine, writeCsv } from "../../src/output/csv.ts";
import { memoryStreams } from "../../src/output/memory-streams.ts";
import { styleFor } from "../../src/output/style.ts";
import { absoluteTime, relativeTime, timeFrom } from "../../src/output/table.ts";
import { writeYamlList, yamlText } from "../../src/output/yaml.ts";

async function csvOf(row: readonly Cell[], options = {}): Promise<string> {
  const streams = memoryStreams();
  await writeCsv(streams.stdout, ["header"], [row], options);
  return streams.text.stdout.replace("header\n", "");
}

test("quotes CSV cells if needed and doubles quotes", async () => {
  expect(await csvOf(["a", 'b "c"', "d,e", "f\ng", "h\ri", null, 4.5, true, " j"])).toBe(
    'a,"b ""c""","d,e","f\ng","h\ri",,4.5,true," j"\n',
  );
  expect(await csvOf([""])).toBe('""\n');
});

test("reads back any written CSV unchanged", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "=", "é", ";") });
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
      (rows) => {
        const text = rows.map((row) => csvLine(row)).join("");
        expect(parse(text, { record_delimiter: "\n" })).toEqual(rows);
      },
    ),
  );
});

test.each([
  ["=1+1", "'=1+1"],
  ["@sum", "'@sum"],
  ["+49 170", "'+49 170"],
  ["-x", "'-x"],
  ["\tx", "'\tx"],
  ["-5.00", "-5.00"],
  ["+10", "+10"],
  ["-1e5", "-1e5"],
  ["a=b", "a=b"],
  ["", ""],
])("text %j is written to a CSV cell as %j", async (text, safe) => {
  expect(parse(await csvOf([text, "end"]))).toEqual([[safe, "end"]]);
});

test("numbers are never neutralised, and raw leaves all cells unchanged", async () => {
  expect(await csvOf([-5, "=x"])).toBe("-5,'=x\n");
  expect(await csvOf([-5, "=x"], { raw: true })).toBe("-5,=x\n");
});

test("YAML keeps any record and contains no control characters", () => {
  const text = fc.oneof(
    fc.constantFrom(
      "no",
      "yes",
      "12:30",
      "0o7",
      "null",
      "- a",
      "a: b",
      "#",
      "line\nline",
      " \n",
      "\n line",
      "line \n line",
      "tab\tx",
      "cr\rx",
      " x ",
      "\u001b[31m",
      "\u009b\u202e",
      "\u2028",
      "",
    ),
    fc.string(),
  );
  const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text));
  fc.assert(
    fc.property(fc.dictionary(text, value), (record) => {
      const plain = JSON.parse(JSON.stringify(record));
      const yaml = yamlText(plain);
      expect(yaml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2028]/);
      expect(parseYaml(yaml)).toEqual(plain);
    }),
  );
});

test("quotes words that are booleans in YAML 1.1", () => {
  expect(yamlText({ country: "no" })).toBe('country: "no"\n');
});

test("a YAML list streams items, then total and next", async () => {
  const show = async (items: object[], facts: object) => {
    const streams = memoryStreams();
    await writeYamlList(streams.stdout, items, facts);
    return parseYaml(streams.text.stdout);
  };
  expect(await show([{ a: { b: [1] } }, { a: null }], { total: 2, next: () => "x" })).toEqual({
    items: [{ a: { b: [1] } }, { a: null }],
    total: 2,
    next: "x",
  });
  expect(await show([], {})).toEqual({ items: [] });
});

const now = new Date("2026-05-01T12:00:00Z");
test.each([
  [0, "just now"],
  [-30, "30 seconds ago"],
  [-60, "1 minute ago"],
  [-7199, "1 hour ago"],
  [-7200, "2 hours ago"],
  [86_400 * 3, "in 3 days"],
  [-86_400 * 8, "1 week ago"],
  [-86_400 * 45, "1 month ago"],
  [-86_400 * 800, "2 years ago"],
])("%i seconds from now is %s", (seconds, words) => {
  expect(relativeTime(new Date(now.getTime() + seconds * 1000), now)).toBe(words);
});

test("absolute times include their zone", () => {
  expect(absoluteTime(now)).toBe("2026-05-01 12:00 UTC");
  expect(absoluteTime(now, "Europe/Berlin")).toBe("2026-05-01 14:00 GMT+2");
  expect(absoluteTime(new Date("2026-01-01T00:00:00Z"), "Europe/London")).toBe("2026-01-01 00:00 UTC");
  expect(timeFrom("2026-05-01T12:00:00Z")?.getTime()).toBe(now.getTime());
  expect([timeFrom("soon"), timeFrom(3), timeFrom(null)]).toEqual([undefined, undefined, undefined]);
});

test("styles use colors by meaning, and none without color", () => {
  expect(styleFor({ color: true }).mark("good", "done")).toBe("\u001b[32m✓ done\u001b[39m");
  expect(styleFor({ color: true, colors: 256 }).mark("good", "done")).toBe("\u001b[38;5;28m✓ done\u001b[39m");
  expect(styleFor({ color: false }).mark("good", "done")).toBe("✓ done");
  expect(styleFor({ color: false, ascii: true }).mark("bad", "failed")).toBe("x failed");
  expect(styleFor({ color: false }).heading("x")).toBe("x");
});
