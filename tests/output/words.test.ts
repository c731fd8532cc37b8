import { expect, test } from "vitest";
import { columnsOf } from "../../src/output/field.ts";
import { type MemoryStreamOptions, memoryStreams } from "../../src/output/memory-streams.ts";
import { wordFor, writeTable } from "../../src/output/table.ts";

test.each([
  ["NOT_PAID", ["not paid", "bad"]],
  ["PARTIALLY_REFUNDED", ["partially refunded"]],
  ["constructor", ["constructor"]],
  ["Raku night", ["Raku night"]],
  ["NOT_PAID, GROUND_ADVANTAGE, NOT_PAID", ["not paid, ground advantage"]],
  ["NOT_PAID, Raku night", ["NOT_PAID, Raku night"]],
  ["", [""]],
])("the label of %j", (value, word) => {
  expect(wordFor({ NOT_PAID: ["not paid", "bad"] }, value)).toEqual(word);
});

test("a terminal shows labels with their sign and style, a screen reader reads them alone; programs get the values", async () => {
  const columns = columnsOf<{ status: string }>({ status: { words: { OFF: ["sold out", "bad"] } } });
  const written = async (options: MemoryStreamOptions & { spoken?: boolean }) => {
    const streams = memoryStreams(options);
    await writeTable({ ...streams.stdout, spoken: options.spoken }, columns, [
      { status: "OFF" },
      { status: "ON" },
    ]);
    return streams.text.stdout;
  };
  expect(await written({ isTTY: true })).toBe("STATUS\n✖ sold out\n○ on\n");
  expect(await written({ isTTY: true, ascii: true })).toBe("STATUS\nx sold out\no on\n");
  expect(await written({ isTTY: true, spoken: true })).toBe("STATUS\nsold out\non\n");
  expect(await written({ isTTY: true, color: true })).toContain("\x1b[31m✖ sold out\x1b[39m");
  expect(await written({})).toBe("OFF\nON\n");
});
