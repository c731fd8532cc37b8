import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    exclude: ["tests/soak/**"],
    globalSetup: "tests/support/temporary-folder.ts",
    // Without them, Ink starts a program to find the size of a window that is not a terminal.
    env: { COLUMNS: "80", LINES: "24" },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: "threads",
    // Modules have no state, so that files can share them: that saves a third of the time.
    isolate: false,
    // One more than cores, because tests of programs and terminals mostly wait.
    maxWorkers: availableParallelism() + 1,
  },
});
