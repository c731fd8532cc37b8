import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { allCodesSeen, failuresAtOnce } from "./tests/support/reporters.ts";

/** What waits for a state waits this long, in milliseconds: also on a machine that does other things. */
const patience = 60_000;
/** A test ends because of what it waits for, not because the machine is busy. Only one that hangs takes this long. */
const testTimeout = 10 * patience;

/** Without earlier durations, as on a clean clone, vitest begins with the largest files. The longest ones are small: they run what is elsewhere. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => /tests\/(examples|stories)\//.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** The part of the functions that `npm run test:coverage` has to see called, in percent. */
const calledFunctions = {
  api: 99,
  cli: 94,
  commands: 94,
  copies: 97,
  edit: 97,
  files: 98.5,
  resources: 96,
  sandbox: 98.5,
  ui: 95,
  webhooks: 97,
};

/**
 * Four suites. `test`: everything that runs in this process. `processes`: the built program in real processes and
 * terminals, PostgreSQL, Chromium. `windows`: the packed program on Windows' Node under Wine. `soak`: long
 * rounds, large shops, kills. docs/testing.md says which test belongs where.
 */
export default defineConfig({
  test: {
    globalSetup: "tests/support/temporary-folder.ts",
    reporters: ["default", failuresAtOnce, allCodesSeen()],
    setupFiles: ["tests/support/setup.ts"],
    // Without them, Ink starts a program to find the size of a window that is not a terminal.
    env: { COLUMNS: "80", LINES: "24" },
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: patience, interval: 10 } },
    // Only reported: a worker on a busy machine needs more than the ten seconds of the default to end.
    teardownTimeout: patience,
    // Further rounds of the soak suite, which CI runs in turn (scripts/parts.ts).
    tags: [{ name: "long" }],
    // Of what runs in this process, at least this much of the functions in a folder is called by a test. What needs PostgreSQL, another
    // process or a signal is run by the other suites.
    coverage: {
      provider: "v8",
      include: ["src/**/*.{ts,tsx}"],
      exclude: ["src/**/*.gen.ts", "src/inspector/**"],
      reporter: ["text-summary", "json"],
      thresholds: Object.fromEntries(
        Object.entries(calledFunctions).map(([folder, functions]) => [`src/${folder}/**`, { functions }]),
      ),
    },
    projects: [
      {
        extends: true,
        test: {
          name: "test",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/processes/**", "tests/soak/**", "tests/windows/**", "tests/consumers/**"],
          testTimeout,
          hookTimeout: testTimeout,
          // A program that a test starts begins as a copy of this process: its page tables are copied, and each page it writes
          // afterwards faults. With threads, which share one large process, that takes a sixth more processor time.
          pool: "forks",
          // Modules have no state, so that files can share them: that saves a third of the time.
          isolate: false,
          // One more than cores, because some tests wait for a timer.
          maxWorkers: availableParallelism() + 1,
        },
      },
      {
        extends: true,
        test: {
          name: "processes",
          include: ["tests/processes/**/*.test.{ts,tsx}"],
          globalSetup: "tests/support/build.ts",
          testTimeout,
          hookTimeout: testTimeout,
          pool: "threads",
          isolate: false,
          // Two more than cores, because these tests wait for other processes half of the time.
          maxWorkers: availableParallelism() + 2,
        },
      },
      {
        extends: true,
        test: {
          name: "windows",
          include: ["tests/windows/**/*.test.ts"],
          globalSetup: "tests/windows/wine.ts",
          testTimeout: 2 * testTimeout,
          hookTimeout: 2 * testTimeout,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: "soak",
          include: ["tests/soak/**/*.test.ts"],
          globalSetup: ["tests/support/build.ts", "tests/soak/pages.ts"],
          testTimeout: 2 * testTimeout,
          hookTimeout: 2 * testTimeout,
          maxWorkers: availableParallelism() + 2,
        },
      },
    ],
  },
});
