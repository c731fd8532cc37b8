/** One of many things that a test checks: its name, and a function that throws if it is wrong. */
export type Case = readonly [name: string, check: () => unknown];

/**
 * Checks all cases, one after the other, so that one test shows all that fail. Returns the name of each that fails with the
 * message of its error.
 */
export async function failuresOf(cases: Iterable<Case>): Promise<string[]> {
  const failures: string[] = [];
  let count = 0;
  for (const [name, check] of cases) {
    count++;
    try {
      await check();
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return count === 0 ? ["there are no cases"] : failures;
}
