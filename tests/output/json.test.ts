import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonText, withKind, writeJsonList, writeNdjson } from "../../src/output/json.ts";
import { memoryStreams } from "../../src/output/memory-streams.ts";
import type { Sink } from "../../src/output/streams.ts";

const hostile = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

test("JSON keeps all data and contains no raw control characters", () => {
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

test("_kind is the first member and replaces that of the record", () => {
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

test("writes one item per line to a pipe, and indented to a terminal", async () => {
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

test("reads total and next after the last row; both may be absent", async () => {
  let last = "nothing";
  async function* rows() {
    yield { id: 1 };
    last = "row";
  }
  const streams = memoryStreams();
  await writeJsonList(streams.stdout, rows(), { next: () => last, total: () => undefined });
  expect(JSON.parse(streams.text.stdout)).toEqual({ items: [{ id: 1 }], next: "row" });
});

test("streams a long list", async () => {
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

test("a failing source leaves invalid JSON", async () => {
  async function* rows() {
    yield { id: 1 };
    throw new Error("page 2 failed");
  }
  const streams = memoryStreams({ isTTY: true });
  await expect(writeJsonList(streams.stdout, rows())).rejects.toThrow("page 2 failed");
  expect(() => JSON.parse(streams.text.stdout)).toThrow();
});

test("writes NDJSON one object per line, each before the next is requested", async () => {
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

test("both stop reading rows when the reader has gone away", async () => {
  for (const write of [writeJsonList, writeNdjson]) {
    let requests = 0;
    let released = false;
    async function* endless() {
      try {
        for (;;) {
          requests += 1;
          yield { id: requests };
        }
      } finally {
        released = true;
      }
    }
    const sink: Sink = { ...memoryStreams().stdout, closed: true };
    await write(sink, endless());
    expect(requests).toBe(1);
    expect(released).toBe(true);
  }
});
