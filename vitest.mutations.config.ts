import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";

/** Runs the quickest files first, because the first test that fails ends the run of a mutant. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer["sort"]>[0]) {
    return (await super.sort(files)).reverse();
  }
}

/** The tests that have to fail for the mutants of `npm run test:mutations`; see stryker.config.json. */
export default defineConfig({
  test: {
    include: [
      "tests/sandbox/pricing/**/*.test.ts",
      "tests/kernel/money.test.ts",
      "tests/{bulk,files}/**/*.test.ts",
      "tests/api/{auth,query}/**/*.test.ts",
      "tests/resources/payments/*.test.ts",
      "tests/api/transport/{pace,budget}.test.ts",
    ],
    globalSetup: "tests/support/temporary-folder.ts",
    setupFiles: "tests/support/setup.ts",
    // The same values for each mutant, at night, too.
    env: { TILL_TEST_RUNS: "1" },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: "threads",
    isolate: false,
    sequence: { sequencer: QuickestFirst },
  },
});
