import type { ErrorReport, ExitCode } from "../kernel/errors.ts";

/** What a command did, for callers in the same process. */
export interface CommandResult {
  exitCode: ExitCode;
  /** The job that it ran, or that it queued for a worker. */
  job?: { id: string; undoable: boolean; queued?: boolean };
  /** The rows or orders that were refused, if no job records them. */
  refused?: number;
  /** The result in a sentence. */
  summary?: string;
  /** The profile whose embedded sandbox the result is of. */
  sandbox?: string;
  /** The error that ended it. */
  error?: ErrorReport;
  /** Why its job stopped early, if it did. */
  stopped?: ErrorReport;
}
