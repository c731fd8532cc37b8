import { expect, test } from "vitest";
import { outcomeExit } from "../../../src/bulk/engine/outcome.ts";
import { asRowsEnd, journalError } from "../../../src/cli/jobs/apply-job.ts";
import { TillError } from "../../../src/kernel/errors.ts";

test("a job whose record cannot grow names the file and the way to resume", () => {
  const full = new TillError(1, "The disk is full: /home/me/jobs/ab12.sqlite was not changed.", {
    code: "DISK_FULL",
  });
  expect(journalError(full, "till jobs resume ab12")).toMatchObject({
    message: full.message,
    code: "DISK_FULL",
    hint: expect.stringMatching(/Free some space, then resume it: till jobs resume ab12$/),
  });
  const other = new TillError(1, "anything else");
  expect(journalError(other, "till jobs resume ab12")).toBe(other);
});

test("an error that ends a job early has the exit code of its rows, if some are done or unknown", () => {
  const full = new TillError(1, "Could not write to stdout.", { code: "OUTPUT_FAILED" });
  const none = { total: 3, planned: 0, sent: 0, done: 0, failed: 0, undone: 0 };
  const end = (counts: object, error: unknown = full) =>
    asRowsEnd(error, { counts: () => ({ ...none, ...counts }) }, outcomeExit, "till jobs resume ab12");
  expect(end({ done: 1, sent: 1, planned: 1 })).toMatchObject({
    exitCode: 10,
    code: "OUTPUT_FAILED",
    message: full.message,
    hint: expect.stringContaining("till jobs resume ab12"),
  });
  expect(end({ done: 1, planned: 2 })).toMatchObject({ exitCode: 9 });
  expect(end({ planned: 3 })).toBe(full);
  expect(end({ done: 3 })).toBe(full);
  const bug = new Error("bug");
  expect(end({ sent: 1 }, bug)).toBe(bug);
});
