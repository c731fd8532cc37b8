import { expect, test } from "vitest";
import { journalError } from "../../../src/cli/jobs/apply-job.ts";
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
