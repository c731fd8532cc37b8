import { expect, test } from "vitest";
import { exitCodes } from "../../src/kernel/errors.ts";
import { openJq } from "../../src/output/jq.ts";

const items = (count: number, item: string) =>
  `{"items":[${Array.from({ length: count }, () => item).join()}]}`;

test("text is printed bare, the rest as JSON, a line each", async () => {
  const names = await openJq(".items[] | .name, .");
  expect(await names('{"items":[{"name":"Mug"}]}', false)).toBe('Mug\n{"name":"Mug"}\n');
  expect(await (await openJq("empty"))("{}", false)).toBe("");
});

test("a filter that jq does not take is refused before anything runs, one that fails says why", async () => {
  await expect(openJq(".items[")).rejects.toMatchObject({ exitCode: exitCodes.usage, field: "--jq" });
  const wrong = await openJq(".items + 1");
  await expect(wrong('{"items":[]}', false)).rejects.toMatchObject({
    code: "JQ_FAILED",
    message: expect.stringContaining("cannot be added"),
  });
});

test("a result that needs more than the 256 MB that jq comes with", async () => {
  const count = await openJq(".items | length");
  // An empty list takes jq some hundred bytes.
  expect(await count(items(3_000_000, "[]"), false)).toBe("3000000\n");
});

test("a filter that needs more memory than there can be ends with an error that says what to do", async () => {
  const greedy = await openJq("[range(1e9) | tostring] | length");
  await expect(greedy("{}", false)).rejects.toMatchObject({
    code: "JQ_MEMORY",
    message: expect.stringContaining("memory"),
    hint: expect.stringContaining("--fields"),
  });
});
