import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { createdErrors } from "../../src/kernel/created-errors.ts";

/** The folder in which each worker notes the codes of errors that its tests have seen; set when all tests run. */
const folder = process.env.TILL_SEEN_CODES;

/** Notes the codes of the errors that are created while a test file runs. */
export function noteCodes(): void {
  if (folder === undefined) return;
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
