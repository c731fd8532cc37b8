import { forgetSandbox, type RunningSandbox, recordedSandboxes } from "../../config/running-sandboxes.ts";
import type { Context } from "../../context/context.ts";

/** How long a sandbox may take to answer, in milliseconds, before only its process is checked. */
const timeoutMs = 2_000;

/** Returns the running sandboxes by name, and those that were killed, whose records are removed. */
export async function findSandboxes({
  paths,
}: Pick<Context, "paths">): Promise<{ running: RunningSandbox[]; killed: RunningSandbox[] }> {
  const recorded = recordedSandboxes(paths);
  const states = await Promise.all(recorded.map(isRunning));
  const killed = recorded.filter((_, index) => !states[index]);
  for (const one of killed) forgetSandbox(paths, one);
  return { running: recorded.filter((_, index) => states[index]), killed };
}

/**
 * Returns whether a recorded sandbox still runs: its URL accepts its token. Another program may have its port or its
 * process ID by now. A process that is too busy to answer counts as running.
 */
export async function isRunning({ baseUrl, controlToken, pid }: RunningSandbox): Promise<boolean> {
  try {
    const { status, body } = await fetch(`${baseUrl}/__till/time`, {
      headers: { "x-till-control": controlToken },
      signal: AbortSignal.timeout(timeoutMs),
    });
    await body?.cancel();
    return status === 200;
  } catch (error) {
    return error instanceof Error && error.name === "TimeoutError" && processExists(pid);
  }
}

/** Returns whether a process exists, of this user or another. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
