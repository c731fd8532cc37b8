import fc from "fast-check";
import { TestRunner, vi } from "vitest";

/**
 * How many times as many values property tests try, for nights: `TILL_TEST_RUNS=20 npm test`. They are random then, and
 * a failure prints their seed; otherwise each run tries the same values.
 */
const factor = Number(process.env.TILL_TEST_RUNS ?? 1);

const seed = 20_260_301;

/** Configures the property tests of a worker. */
export function configureRuns(): void {
  fc.configureGlobal(factor === 1 ? { seed } : { numRuns: runs(100) });
}

/** Returns the `numRuns` of a property that usually has this many. */
export function runs(usual: number): number {
  return Math.ceil(usual * factor);
}

/** Waits until a check passes, and for a minute at most: a busy machine may need it. */
export const waitFor = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { interval: 2, timeout: 60_000 });

/** The random numbers of each test. */
const generators = new WeakMap<object, () => number>();

/**
 * Returns the next random number of the running test, from 0 up to 1. Each run of a test gets the same ones; those of nights are
 * others, and their seed is printed. `TILL_TEST_SEED` sets it.
 */
export function random(): number {
  const test = TestRunner.getCurrentTest();
  if (!test) throw new Error("Only a test has random numbers.");
  const next = generators.get(test) ?? randomNumbers(seedOf(test.name));
  generators.set(test, next);
  return next();
}

/** Returns one of some values at random, as `random` does. */
export const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

function seedOf(title: string): number {
  if (process.env.TILL_TEST_SEED !== undefined) return Number(process.env.TILL_TEST_SEED);
  // Rounds of one test are different, and each the same in each run.
  if (factor === 1)
    return [...title].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 2 ** 31, seed);
  const chosen = Math.floor(Math.random() * 2 ** 31);
  process.stderr.write(`TILL_TEST_SEED=${chosen} repeats: ${title}\n`);
  return chosen;
}

/** Returns a function that returns numbers from 0 up to 1: a linear congruential generator. */
function randomNumbers(start: number): () => number {
  let state = start % 2 ** 32;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
