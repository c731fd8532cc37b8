import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../../src/commands/sandbox/run.ts";
import type { Context } from "../../../src/context/context.ts";
import { temporaryFolder } from "../../support/folders.ts";

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
])("a command that was stopped by %s while its sandbox was filled does not run", async (signal, code) => {
  const folder = temporaryFolder();
  for (const name of ["bin", "dist/library"]) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ["bin/till.js", "dist/library/preload.js"]) writeFileSync(join(folder, name), "");
  const context: Partial<Context> = {
    program: [process.execPath, join(folder, "bin/till.js")],
    signal: AbortSignal.abort(signal),
    status: async () => {},
    notice: async () => {},
  };
  expect(await run(context as Context, [process.execPath, "-e", "process.exit(7)"], { seed: "1" })).toBe(
    code,
  );
});
