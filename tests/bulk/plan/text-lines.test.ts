import { expect, test } from "vitest";
import { textLines } from "../../../src/bulk/plan/stage.ts";

const linesOf = async (...chunks: Uint8Array[]) => {
  async function* bytes() {
    yield* chunks;
  }
  const lines: string[] = [];
  for await (const line of textLines(bytes(), "july.plan.ndjson")) lines.push(line);
  return lines;
};

test.each([
  ["", []],
  ["a", ["a"]],
  ["a\n", ["a"]],
  ["a\nb", ["a", "b"]],
  ["a\n\nb\n", ["a", "", "b"]],
  ["Café 🍵\nß\n", ["Café 🍵", "ß"]],
])("%j has the lines %j, however it arrives", async (text, lines) => {
  const bytes = Buffer.from(text);
  for (let size = 1; size <= 9; size++) {
    const count = Math.ceil(bytes.length / size);
    const chunks = Array.from({ length: count }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    expect(await linesOf(...chunks)).toEqual(lines);
  }
});

test.each([
  ["a byte that is not UTF-8", [Buffer.from([0x61, 0xff])]],
  ["half a character at the end", [Buffer.from("é").subarray(0, 1)]],
])("%s is an error with the name of the file", async (_, chunks) => {
  await expect(linesOf(...chunks)).rejects.toMatchObject({
    exitCode: 2,
    message: "july.plan.ndjson is not UTF-8 text.",
  });
});
