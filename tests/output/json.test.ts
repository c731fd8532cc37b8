import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonText, withKind, writeJsonList, writeNdjson } from "../../src/output/json.ts";
import { memoryStreams } from "../../src/output/memory-streams.ts";
import type { Sink } from "../../src/output/streams.ts";

const hostile = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

test("JSON keeps all data and holds no character that drives a terminal", () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom("\u001b", "\u009b", "\u202e", "\u2066", "\u007f", "\u2028", "é", "茶", "💳"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(fc.dictionary(text, text), (record) => {
      const json = jsonText(record);
      expect(json).not.toMatch(hostile);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(record)));
    }),
  );
  expect(jsonText("\u001b\u009b\u202e")).toBe('"\\u001b\\u009b\\u202e"');
});

test("_kind comes first and is ours", () => {
  expect(jsonText(withKind("product", { id: "1", _kind: "other" }))).toBe('{"_kind":"product","id":"1"}');
});

test.each([true, false])("a list is one valid JSON value (terminal: %s)", async (isTTY) => {
  for (const items of [[], [{ id: "1" }], [{ id: "1" }, { id: "2", deep: { list: [1, { a: null }] } }]]) {
    const streams = memoryStreams({ isTTY });
    expect(await writeJsonList(streams.stdout, items, { total: 7, next: () => "more" })).toBe(items.length);
    expect(JSON.parse(streams.text.stdout)).toEqual({ items, total: 7, next: "more" });
    expect(streams.text.stdout.endsWith("}\n")).toBe(true);
  }
});

test("a pipe gets one item a line, a terminal an indented value", async () => {
  const show = async (isTTY: boolean) => {
    const streams = memoryStreams({ isTTY });
    await writeJsonList(streams.stdout, [{ id: "1" }, { id: "2" }], { total: 2 });
    return streams.text.stdout;
  };
  expect(await show(false)).toBe('{"items":[\n{"id":"1"},\n{"id":"2"}\n],"total":2}\n');
  expect(await show(true)).toBe(
    `${JSON.stringify({ items: [{ id: "1" }, { id: "2" }], total: 2 }, null, 2)}\n`,
  );
});

test("total and next are asked after the last row and may be absent", async () => {
  let last = "nothing";
  async function* rows() {
    yield { id: 1 };
    last = "row";
  }
  const streams = memoryStreams();
  await writeJsonList(streams.stdout, rows(), { next: () => last, total: () => undefined });
  expect(JSON.parse(streams.text.stdout)).toEqual({ items: [{ id: 1 }], next: "row" });
});

test("a long list is written while it comes", async () => {
  const streams = memoryStreams();
  let midway = 0;
  async function* rows() {
    for (let id = 0; id < 20_000; id += 1) {
      if (id === 10_000) midway = streams.text.stdout.length;
      yield { id };
    }
  }
  await writeJsonList(streams.stdout, rows());
  expect(midway).toBeGreaterThan(90_000);
  expect(JSON.parse(streams.text.stdout).items).toHaveLength(20_000);
});

test("a source that fails leaves no valid JSON behind", async () => {
  async function* rows() {
    yield { id: 1 };
    throw new Error("page 2 failed");
  }
  const streams = memoryStreams({ isTTY: true });
  await expect(writeJsonList(streams.stdout, rows())).rejects.toThrow("page 2 failed");
  expect(() => JSON.parse(streams.text.stdout)).toThrow();
});

test("NDJSON is one object a line, each written before the next is asked for", async () => {
  const streams = memoryStreams();
  const seen: string[] = [];
  function* rows() {
    for (const name of ["a\nb", "c"]) {
      seen.push(streams.text.stdout);
      yield { name };
    }
  }
  await writeNdjson(streams.stdout, rows());
  expect(streams.text.stdout).toBe('{"name":"a\\nb"}\n{"name":"c"}\n');
  expect(seen).toEqual(["", '{"name":"a\\nb"}\n']);
});

test("both stop asking once the reader left", async () => {
  for (const write of [writeJsonList, writeNdjson]) {
    let asked = 0;
    let released = false;
    async function* endless() {
      try {
        for (;;) {
          asked += 1;
          yield { id: asked };
        }
      } finally {
        released = true;
      }
    }
    const sink: Sink = { ...memoryStreams().stdout, closed: true };
    await write(sink, endless());
    expect(asked).toBe(1);
    expect(released).toBe(true);
  }
});
