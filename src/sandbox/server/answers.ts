import type { Response } from "../../api/transport/transport.ts";
import { invalidArgument, type Violation } from "../../api/violations.ts";

/** A JSON answer as the platform gives it. */
export function jsonAnswer(status: number, body: unknown): Response {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) };
}

/** The platform's body for an application error. */
export function refusedAnswer(status: number, code: string, message: string, data: unknown = {}): Response {
  return jsonAnswer(status, { message, details: { applicationError: { code, description: message, data } } });
}

/** The platform's body for fields that it refuses. */
export function violatedAnswer(violations: readonly Violation[]): Response {
  return jsonAnswer(400, invalidArgument(violations));
}
