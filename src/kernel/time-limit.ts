/** Work was interrupted because it took too long. */
export class TimeLimitError extends Error {}

/**
 * Runs work that cannot be divided, such as a regular expression or a WebAssembly module, and interrupts it after some
 * milliseconds. Costs a fifth of a millisecond. Throws TimeLimitError; what the work has changed is then in any state.
 */
export function withTimeLimit<T>(ms: number, work: () => T): T {
  const { Script, createContext } = process.getBuiltinModule("node:vm");
  let result: { value: T } | undefined;
  const run = () => {
    result = { value: work() };
  };
  try {
    new Script("run()").runInContext(createContext({ run }), { timeout: ms });
  } catch (error) {
    // It may be an error of the other context.
    if ((error as { code?: unknown } | null)?.code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new TimeLimitError(`The work took longer than ${ms} ms.`, { cause: error });
  }
  return (result as unknown as { value: T }).value;
}
