import fc from "fast-check";
import { expect, test } from "vitest";
import { displayWidth } from "../../src/kernel/text.ts";
import { columnsOf } from "../../src/output/field.ts";
import { memoryStreams } from "../../src/output/memory-streams.ts";
import { columnWidths, writeTable } from "../../src/output/table.ts";

interface Item {
  name: string;
  price: string;
  changed: string;
  shown?: boolean;
}

const columns = columnsOf<Item>({ name: { grow: true }, price: { as: "money" }, changed: { as: "date" } });
const items: Item[] = [
  { name: "Cup", price: "4.50 USD", changed: "2026-05-01T10:00:00.000Z" },
  { name: "鉄瓶 teapot", price: "1120.00 USD", changed: "2026-05-01T11:58:00.000Z" },
];
const now = new Date("2026-05-01T12:00:00Z");

async function shown(rows: Iterable<Item>, options: Parameters<typeof memoryStreams>[0], cols = columns) {
  const streams = memoryStreams(options);
  await writeTable(streams.stdout, cols, rows, { now });
  return streams.text.stdout;
}

test("aligns columns on a terminal, counting wide characters as two", async () => {
  expect(await shown(items, { isTTY: true })).toBe(
    [
      "NAME                PRICE  CHANGED",
      "Cup              4.50 USD  2h",
      "鉄瓶 teapot  1,120.00 USD  2m",
      "",
    ].join("\n"),
  );
});

test("prints a bold header with color, and tones in their cell only", async () => {
  const toned = columnsOf<Item>({
    name: { tone: ({ name }) => (name === "Cup" ? "bad" : undefined) },
    price: { as: "money" },
  });
  const text = await shown(items, { isTTY: true, color: true }, toned);
  expect(text.split("\n")[0]).toBe("\u001b[1mNAME       \u001b[22m  \u001b[1m       PRICE\u001b[22m");
  expect(text.split("\n")[1]).toBe("\u001b[31mCup        \u001b[39m      4.50 USD");
});

test("shrinks the growing column on a narrow terminal", async () => {
  const long = [{ ...items[0]!, name: "A very long name of a product that goes on" }];
  const text = await shown(long, { isTTY: true, columns: 40 });
  expect(text.split("\n")[1]).toBe("A very long name of …  4.50 USD  2h");
  expect(displayWidth(text.split("\n")[1]!)).toBeLessThanOrEqual(40);
});

test("writes tab-separated, untruncated rows without a header and with ISO times elsewhere", async () => {
  expect(await shown(items, { columns: 10 })).toBe(
    "Cup\t4.50 USD\t2026-05-01T10:00:00.000Z\n鉄瓶 teapot\t1120.00 USD\t2026-05-01T11:58:00.000Z\n",
  );
});

test("sanitizes control characters for a terminal and a pipe", async () => {
  const name = "a\u001b[31m\u009b\u202e\tb\r\nc\u001b]52;c;eA==\u0007";
  for (const isTTY of [true, false]) {
    const text = await shown([{ ...items[0]!, name }], { isTTY, columns: 200 });
    expect(text).not.toMatch(/[\u001b\u009b\u202e\r\u0007]/);
    expect(text).toContain("␛[31m");
    expect(text.split("\n")).toHaveLength(isTTY ? 3 : 2);
    expect(text.split("\t")).toHaveLength(isTTY ? 1 : 3);
  }
});

test("an empty list prints nothing, not even a header", async () => {
  expect(await shown([], { isTTY: true })).toBe("");
});

test("formats null, booleans and dates", async () => {
  const mixed = columnsOf<object>({
    a: { value: () => null },
    b: { value: () => true },
    c: { value: () => new Date(0), as: "time" },
    d: { value: () => "not a date", as: "date" },
  });
  const { stdout, text } = memoryStreams({ isTTY: true });
  await writeTable(stdout, mixed, [{}], {});
  expect(text.stdout).toBe("A  B    C                     D\n   yes  1970-01-01 00:00 UTC  not a date\n");
});

test("streams a long list: prints rows before later ones are requested", async () => {
  const streams = memoryStreams({ isTTY: true, columns: 60 });
  let printedBefore = "";
  function* many() {
    for (let i = 0; i < 200; i += 1) {
      if (i === 150) printedBefore = streams.text.stdout;
      yield {
        ...items[0]!,
        name: i === 120 ? "a name much longer than any in the sample, cut to the terminal" : `p${i}`,
      };
    }
  }
  expect(await writeTable(streams.stdout, columns, many(), { now })).toBe(200);
  expect(printedBefore.split("\n").length - 1).toBe(151);
  const lines = streams.text.stdout.trimEnd().split("\n");
  expect(new Set(lines.map(displayWidth))).toEqual(new Set([60, 55]));
  expect(lines[121]).toMatch(/^a name much longer than any in.*…/);
});

test("stops reading rows when the reader has gone away", async () => {
  let requests = 0;
  function* endless() {
    for (;;) {
      requests += 1;
      yield items[0]!;
    }
  }
  const sink = { ...memoryStreams().stdout, closed: true };
  await writeTable(sink, columns, endless());
  expect(requests).toBe(1);
});

test("columns never exceed the terminal's width, and as many as fit are kept", () => {
  const sizes = fc.array(
    fc.record({
      natural: fc.nat(60),
      grow: fc.boolean(),
      min: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 150 }), fc.boolean(), (given, width, more) => {
      const natural = given.map((one) => one.natural);
      const widths = columnWidths(natural, given as { grow: boolean; min?: number }[], width, more);
      const used = (list: number[]) => list.reduce((sum, one) => sum + one, 0) + 2 * (list.length - 1);
      expect(used(widths)).toBeLessThanOrEqual(
        Math.max(width, widths.length === 1 ? Math.min(natural[0]!, given[0]!.min ?? 6) : 0),
      );
      if (!more && used(natural) <= width) expect(widths).toEqual(natural);
      if (more && given.some((one) => one.grow) && used(natural) <= width) expect(used(widths)).toBe(width);
    }),
  );
});
