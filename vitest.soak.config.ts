import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** For tests that hang: the slowest take a few minutes, also on a machine that does other things. In milliseconds. */
const limit = 1_200_000;

export default defineConfig({
  test: {
    include: ["tests/soak/**/*.test.ts"],
    globalSetup: "tests/soak/build.ts",
    testTimeout: limit,
    hookTimeout: limit,
    // One more than by default.
    maxWorkers: availableParallelism(),
  },
});
