import { createdErrors } from "./created-errors.ts";

/** The exit codes of all commands, as printed by `till help exit-codes`. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  auth: 4,
  notFound: 5,
  conflict: 6,
  rateLimited: 7,
  unavailable: 8,
  partial: 9,
  unknown: 10,
  changes: 11,
  deadline: 124,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The meaning of each exit code on the help page. */
export const exitMeanings: Record<keyof typeof exitCodes, string> = {
  ok: "everything worked",
  failure: "something failed",
  usage: "wrong usage or invalid input; nothing was changed",
  auth: "not signed in, or not allowed",
  notFound: "not found",
  conflict: "conflict: wrong state, changed by someone else, or locked",
  rateLimited: "rate limited",
  unavailable: "platform or network unavailable; safe to run again",
  partial: "partly done",
  unknown: "outcome unknown: do not run it again blindly",
  changes: "the plan has changes (only with --detailed-exitcode)",
  deadline: "stopped by --deadline; what is left of a job can be resumed",
  interrupted: "stopped by Ctrl-C (SIGINT)",
  terminated: "stopped by SIGTERM",
};

/** The codes of commands that were told to stop. */
export const stopCodes: ReadonlySet<ExitCode> = new Set([
  exitCodes.deadline,
  exitCodes.interrupted,
  exitCodes.terminated,
]);

/** The reason of a signal that a deadline has aborted. */
export const byDeadline = "deadline";

/** Returns the exit code of a command that a signal stopped. */
export function stopCode({ reason }: AbortSignal): ExitCode {
  if (reason === byDeadline) return exitCodes.deadline;
  return reason === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
}

/** Returns whether an exit code says that something went wrong, or was stopped: a plan that has changes is no problem. */
export const isProblem = (code: ExitCode): boolean => code !== exitCodes.ok && code !== exitCodes.changes;

export interface ErrorDetails {
  /** A stable, machine-readable name such as `INVALID_ARGUMENT`. */
  code?: string;
  /** The message for people, if it differs from the wording that programs parse. */
  plain?: string;
  /** The next step: a sentence or a command. */
  hint?: string;
  /** The field or flag that the error is about. */
  field?: string;
  /** The location of the error in a file; lines and columns are counted from 1. */
  location?: { file: string; line?: number; column?: number };
  cause?: unknown;
}

/** An expected failure: `message` says what happened and why, `hint` what to do next. */
export class TillError extends Error {
  readonly exitCode: ExitCode;
  readonly code: string;
  /** The message for people. */
  readonly plain: string;
  readonly hint: string | undefined;
  readonly field: string | undefined;
  readonly location: ErrorDetails["location"];

  constructor(exitCode: ExitCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = new.target.name;
    this.exitCode = exitCode;
    this.code = details.code ?? codeOf(exitCode);
    // The platform begins what is wrong with the input with this code.
    this.plain = details.plain ?? message.replace(/^INVALID_ARGUMENT: /, "");
    this.hint = details.hint;
    this.field = details.field;
    this.location = details.location;
    createdErrors.publish(this.code);
  }
}

function codeOf(exitCode: ExitCode): string {
  const name = Object.entries(exitCodes).find(([, value]) => value === exitCode)?.[0] ?? "failure";
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** Wrong usage or invalid input: nothing was sent. Exit 2. */
export class UsageError extends TillError {
  constructor(message: string, details: ErrorDetails = {}) {
    super(exitCodes.usage, message, { code: "USAGE", ...details });
  }
}

/** The error response of the platform. */
export interface ApiFailure {
  status: number;
  /** `INVALID_ARGUMENT`, an application code, or the status text in upper snake case. */
  code: string;
  requestId?: string | undefined;
  /** The `details` member of the platform's error body, unchanged. */
  details?: unknown;
  field?: string | undefined;
  plain?: string | undefined;
  hint?: string | undefined;
  /** An earlier attempt of the same request may have been executed. */
  repeated?: true | "answered" | undefined;
}

/** The platform rejected a call. The exit code depends on the HTTP status. */
export class ApiError extends TillError {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly details: unknown;
  /** An earlier attempt of the same request may have been executed. */
  readonly repeated: true | "answered" | undefined;

  constructor(message: string, failure: ApiFailure) {
    super(exitCodeOfStatus(failure.status), message, failure);
    this.repeated = failure.repeated;
    this.status = failure.status;
    this.requestId = failure.requestId;
    this.details = failure.details;
  }

  /** Returns the same error with another hint, and perhaps another message. */
  withHint(hint: string, message: string = this.message): ApiError {
    return this.forPeople({ hint }, message);
  }

  /** Returns the same error with another text or hint for people, or another message. */
  forPeople(
    { plain, hint = this.hint }: Pick<ErrorDetails, "plain" | "hint">,
    message: string = this.message,
  ): ApiError {
    const { status, code, requestId, details, field, repeated } = this;
    plain ??= message === this.message ? this.plain : message;
    return new ApiError(message, { status, code, requestId, details, field, repeated, plain, hint });
  }
}

function exitCodeOfStatus(status: number): ExitCode {
  if (status === 400 || status === 422) return exitCodes.usage;
  if (status === 401 || status === 403) return exitCodes.auth;
  if (status === 404) return exitCodes.notFound;
  if (status === 409 || status === 412 || status === 428) return exitCodes.conflict;
  if (status === 429) return exitCodes.rateLimited;
  // Not implemented: trying again changes nothing.
  if (status === 501) return exitCodes.failure;
  if (status >= 500) return exitCodes.unavailable;
  return exitCodes.failure;
}

/**
 * There was no usable response. `arrived` is whether the platform may have executed the request: "no" only if it certainly
 * did not (DNS, connection refused, TLS).
 */
export class TransportError extends TillError {
  readonly arrived: "no" | "maybe";
  readonly requestId: string | undefined;

  constructor(message: string, arrived: "no" | "maybe", details: ErrorDetails & { requestId?: string } = {}) {
    super(exitCodes.unavailable, message, { code: "UNAVAILABLE", ...details });
    this.arrived = arrived;
    this.requestId = details.requestId;
  }
}

/** A write may have been executed, and reading back did not settle it. Exit 10. */
export class UnknownOutcomeError extends TillError {
  constructor(message: string, details: ErrorDetails = {}) {
    super(exitCodes.unknown, message, { code: "UNKNOWN_OUTCOME", ...details });
  }
}

/** The error as `--json` prints it on stderr under the key `error`. */
export interface ErrorReport {
  code: string;
  message: string;
  field?: string;
  status?: number;
  requestId?: string;
  /** The platform's description, beyond the message. */
  description?: string;
  /** The `data` of the platform's application error, unchanged. */
  data?: unknown;
  /** The fields that the platform rejected. */
  violations?: readonly unknown[];
  retryable: boolean;
  hint?: string;
  exitCode: ExitCode;
}

/** Returns any thrown value as a report. Errors other than TillError are bugs (`INTERNAL`, exit 1). */
export function reportError(error: unknown): ErrorReport {
  if (!(error instanceof TillError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { code: "INTERNAL", message, retryable: false, exitCode: exitCodes.failure };
  }
  const status = error instanceof ApiError ? error.status : undefined;
  const requestId = requestIdOf(error) ?? requestIdOf(error.cause);
  return {
    code: error.code,
    message: error.message,
    field: error.field,
    status,
    requestId,
    ...(error instanceof ApiError && platformFacts(error.details)),
    retryable: error.exitCode === exitCodes.rateLimited || error.exitCode === exitCodes.unavailable,
    hint: error.hint,
    exitCode: error.exitCode,
  };
}

/** Returns the description and data of an application error, or the field violations, from the `details` of a platform error. */
function platformFacts(details: unknown): Pick<ErrorReport, "description" | "data" | "violations"> {
  const { applicationError, validationError } = (details ?? {}) as {
    applicationError?: { description?: unknown; data?: unknown };
    validationError?: { fieldViolations?: unknown };
  };
  const { description, data } = applicationError ?? {};
  const violations = validationError?.fieldViolations;
  return {
    ...(typeof description === "string" && description !== "" && { description }),
    ...(data !== undefined && data !== null && { data }),
    ...(Array.isArray(violations) && violations.length > 0 && { violations }),
  };
}

function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError || error instanceof TransportError ? error.requestId : undefined;
}
