import {
  ApiError,
  exitCodes,
  reportError,
  TillError,
  TransportError,
  UnknownOutcomeError,
  UsageError,
} from "../../kernel/errors.ts";
import type { StepError } from "../journal/step.ts";

/**
 * What a rejected write means for its steps: `refused` the platform said no to them; `unsent` it did not act and
 * would not act on any other either (network down, signed out, locked, rate limit), so the run ends; `lost` nobody knows.
 */
export type Meaning = "refused" | "unsent" | "lost";

/** What a rejected write means; anything that proves neither refusal nor absence counts as lost. */
export function meaningOf(error: unknown): Meaning {
  if (error instanceof TransportError) return error.arrived === "no" ? "unsent" : "lost";
  if (error instanceof ApiError) {
    if (error.status === 401 || error.status === 429) return "unsent";
    return error.status >= 300 && error.status < 500 && error.status !== 408 ? "refused" : "lost";
  }
  if (error instanceof UsageError) return "refused";
  if (!(error instanceof TillError)) return "lost";
  return error.exitCode === exitCodes.auth || error.code === "PROFILE_LOCKED" ? "unsent" : "lost";
}

/** The part of an error that the journal keeps; of an unknown outcome what caused it, as the engine reads back itself. */
export function stepErrorOf(error: unknown): StepError {
  const reason = error instanceof UnknownOutcomeError ? (error.cause ?? error) : error;
  const { code, message, field, requestId, status } = reportError(reason);
  return {
    code,
    message,
    ...(field !== undefined && { field }),
    ...(requestId !== undefined && { requestId }),
    ...(status !== undefined && { status }),
  };
}

/** Errors of the journal's own file: nothing can be recorded any more. */
export function isOurDisk({ code }: TillError): boolean {
  return code.startsWith("DATABASE_") || code === "DISK_FULL";
}
