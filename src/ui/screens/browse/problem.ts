/** Returns the message and hint of the error that a function throws. */
export function problemOf(attempt: () => void): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    const { message, hint } = error as Error & { hint?: string };
    return hint === undefined ? message : `${message}\n${hint}`;
  }
}
