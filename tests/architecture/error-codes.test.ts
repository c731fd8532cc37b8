import { expect, test } from "vitest";
import { codesIn } from "../support/error-codes.ts";

/** Code that creates an error, and the codes that it can have. */
test.each<[code: string, found: string[]]>([
  ['new PlatformError(404, "A_GONE", "text", { code: "OTHER" })', ["A_GONE"]],
  ['new TillError(1, "text", { code: "A_GONE", hint: "B" })', ["A_GONE"]],
  ['new PlatformError(400, all ? "A_ALL" : "A_SOME", "text")', ["A_ALL", "A_SOME"]],
  ['const code = all ? "A_ALL" : "A_SOME"; new PlatformError(400, code, "text")', ["A_ALL", "A_SOME"]],
  ['const words = { x: "A_X", y: "A_Y" }; new PlatformError(400, words[one], "text")', ["A_X", "A_Y"]],
  ['const of = () => ({ code: "A_GONE" }); new PlatformError(400, of().code, "text")', ["A_GONE"]],
  ['const fail = (code: string) => new PlatformError(400, code, "text"); fail("A_GONE")', ["A_GONE"]],
  [
    'function fail(at = 400, code = "A_GONE") { throw new PlatformError(at, code, "") } fail(1, "A_B")',
    ["A_B"],
  ],
  ['new PlatformError(404, kind + "_NOT_FOUND", "text")', []],
  ['const status = "A_GONE"; if (status === "A_B") throw new Error("A_TEXT")', []],
])("%s", (text, found) => {
  expect([...codesIn(new Map([["a.ts", text]])).keys()]).toEqual(found);
});

test("a function of another file gives its parameter to an error", () => {
  const files = new Map([
    ["a.ts", "export const gone = (code: string) => new PlatformError(404, code, '');"],
    ["b.ts", "import { gone } from './a.ts'; throw gone('A_GONE');"],
  ]);
  expect(codesIn(files)).toEqual(new Map([["A_GONE", "b.ts"]]));
});
