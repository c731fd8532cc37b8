import { type ExitCode, exitCodes } from "./errors.ts";

/** How many rows, items or objects ended how. */
export interface Ends {
  unknown: number;
  /** Failed, or left. */
  failed: number;
  /** Done, now or before. */
  done: number;
}

/**
 * Returns the exit code of what ended so: an unknown outcome outranks an interruption, which outranks a partial success.
 * If nothing was done, it is the code of `stopped`, or else `none` (default: 1).
 */
export function exitOf(
  { unknown, failed, done }: Ends,
  stopped?: { exitCode: ExitCode },
  none: ExitCode = exitCodes.failure,
): ExitCode {
  if (unknown > 0) return exitCodes.unknown;
  if (failed === 0) return exitCodes.ok;
  if (stopped?.exitCode === exitCodes.interrupted) return exitCodes.interrupted;
  if (done > 0) return exitCodes.partial;
  return stopped?.exitCode ?? none;
}
