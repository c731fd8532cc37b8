import { expect, test } from "vitest";
import { exitCodes } from "../../src/kernel/errors.ts";
import { openJq } from "../../src/output/jq.ts";

const items = (count: number, item: string) =>
  `{"items":[${Array.from({ length: count }, () => item).join()}]}`;

test("prints strings raw and other values as JSON, one per line", async () => {
  const names = await openJq(".items[] | .name, .");
  expect(await names('{"items":[{"name":"Mug"}]}', false)).toBe('Mug\n{"name":"Mug"}\n');
  expect(await (await openJq("empty"))("{}", false)).toBe("");
});

test("rejects an invalid filter before the command runs, and reports why a filter failed", async () => {
  await expect(openJq(".items[")).rejects.toMatchObject({ exitCode: exitCodes.usage, field: "--jq" });
  const wrong = await openJq(".items + 1");
  await expect(wrong('{"items":[]}', false)).rejects.toMatchObject({
    code: "JQ_FAILED",
    message: expect.stringContaining("cannot be added"),
  });
});

test("handles results that need more than jq's default 256 MB", async () => {
  const count = await openJq(".items | length");
  // An empty list takes some hundred bytes in jq. With its spaces, the text is long enough for more memory.
  expect(await count(items(1_100_000, "[]     "), false)).toBe("1100000\n");
});

test("reports a hint if a filter needs more memory than possible", async () => {
  const greedy = await openJq("[range(1e9) | tostring] | length");
  await expect(greedy("{}", false)).rejects.toMatchObject({
    code: "JQ_MEMORY",
    message: expect.stringContaining("memory"),
    hint: expect.stringContaining("--fields"),
  });
});

test("a filter that does not end is interrupted, and the next one works", async () => {
  const endless = await openJq("def f: f; f", undefined, 100);
  await expect(endless("{}", false)).rejects.toMatchObject({
    code: "JQ_TOO_LONG",
    field: "--jq",
    exitCode: 1,
  });
  expect(await (await openJq(".a"))('{"a":1}', false)).toBe("1\n");
  // jq gives up patterns that backtrack too often.
  const pattern = await openJq('test("^(a+)+$")');
  await expect(pattern(JSON.stringify(`${"a".repeat(40)}!`), false)).rejects.toMatchObject({
    code: "JQ_FAILED",
  });
});
