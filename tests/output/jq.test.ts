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
