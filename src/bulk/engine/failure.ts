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
 * The consequence of a failed write for its steps. `rejected`: the platform rejected them. `unsent`: it did nothing and would
 * reject all others, too (network down, signed out, locked, rate limit), so the run ends. `lost`: the outcome is unknown.
 */
export type FailureKind = "rejected" | "unsent" | "lost";

/** Classifies the error of a write; one that proves neither rejection nor absence is `lost`. */
export function failureKind(error: unknown): FailureKind {
  if (error instanceof TransportError) return error.arrived === "no" ? "unsent" : "lost";
  if (error instanceof ApiError) {
    // It was rejected now; an attempt before it may have been carried out.
    if (error.repeated) return "lost";
    if (error.status === 401 || error.status === 429) return "unsent";
    return error.status >= 300 && error.status < 500 && error.status !== 408 ? "rejected" : "lost";
  }
  if (error instanceof UsageError) return "rejected";
  if (!(error instanceof TillError)) return "lost";
  if (isSharedJournalError(error)) return "unsent";
  return error.exitCode === exitCodes.auth || error.code === "PROFILE_LOCKED" ? "unsent" : "lost";
}

/** Returns whether a request was rejected as a whole: the platform checks the schema of all items before it carries out any. */
export function isForWholeRequest(error: unknown): boolean {
  return error instanceof ApiError && !error.repeated && (error.status === 400 || error.status === 413);
}

/** Returns the error of a later request of a step: if it was rejected, the requests before it were carried out. */
export function afterOtherRequests(error: unknown): unknown {
  if (!(error instanceof ApiError) || failureKind(error) !== "rejected") return error;
  return new ApiError(error.message, { ...error, repeated: true });
}

/** Returns whether the platform itself has not answered, so that it may still carry the request out. */
export function isUnanswered(error: unknown): boolean {
  const reason = error instanceof UnknownOutcomeError ? error.cause : error;
  if (!(reason instanceof ApiError)) return reason instanceof TransportError;
  // Of a retry that was rejected, the attempt before it may have got no answer.
  return gateway.has(reason.status) || (reason.repeated === true && reason.status < 500);
}

/** The statuses with which a gateway answers for a platform that has not. */
const gateway: ReadonlySet<number> = new Set([502, 504]);

/** Returns the part of an error that the journal stores; for an unknown outcome, that of the cause. */
export function stepErrorOf(error: unknown): StepError {
  const reason = error instanceof UnknownOutcomeError ? (error.cause ?? error) : error;
  const { code, message, field, requestId, status } = reportError(reason);
  return {
    code,
    message,
    field,
    requestId,
    status,
  };
}

/** Returns whether an error is about the journal itself, so that nothing can be recorded. */
export function isJournalError(error: TillError): boolean {
  return error.code.startsWith("DATABASE_") || error.code === "DISK_FULL" || isSharedJournalError(error);
}

/** Returns whether a shared journal cannot be reached, or another process has taken the job. */
export function isSharedJournalError({ code }: TillError): boolean {
  return code.startsWith("POSTGRES_") || code === "LEASE_LOST";
}
