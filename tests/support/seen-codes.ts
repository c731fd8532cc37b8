import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { createdErrors } from "../../src/kernel/created-errors.ts";

/** The folder in which each worker notes the codes of errors that its tests have seen; set when all tests run. */
const folder = process.env.TILL_SEEN_CODES;

/** Files whose inputs are random: what they see this time is no test of it. */
const random = /any-(line|input)\.test\.ts$/;

/** Notes the codes of the errors that are created while a test file runs. */
export function noteCodes(): void {
  if (folder === undefined || random.test(expect.getState().testPath ?? "")) return;
  const file = join(folder, String(process.pid));
  const seen = new Set<unknown>();
  const note = (code: unknown) => {
    if (seen.has(code)) return;
    seen.add(code);
    appendFileSync(file, `${String(code)}\n`);
  };
  createdErrors.subscribe(note);
  afterAll(() => void createdErrors.unsubscribe(note));
}
