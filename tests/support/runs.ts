import fc from "fast-check";

/**
 * How many times as many values property tests try, for nights: `TILL_TEST_RUNS=20 npm test`. They are random then, and
 * a failure prints their seed; otherwise each run tries the same values.
 */
const factor = Number(process.env.TILL_TEST_RUNS ?? 1);

/** Configures the property tests of a worker. */
export function configureRuns(): void {
  fc.configureGlobal(factor === 1 ? { seed: 20_260_301 } : { numRuns: runs(100) });
}

/** Returns the `numRuns` of a property that usually has this many. */
export function runs(usual: number): number {
  return Math.ceil(usual * factor);
}
