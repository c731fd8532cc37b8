import type { Response } from "../../api/transport/transport.ts";
import { invalidArgument, type Violation } from "../../api/violations.ts";

/** A JSON answer as the platform gives it. */
export function jsonResponse(status: number, body: unknown): Response {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) };
}

/** The platform's body for an application error. */
export function errorResponse(status: number, code: string, message: string, data: unknown = {}): Response {
  return jsonResponse(status, {
    message,
    details: { applicationError: { code, description: message, data } },
  });
}

/** The platform's body for fields that it refuses. */
export function violationsResponse(violations: readonly Violation[]): Response {
  return jsonResponse(400, invalidArgument(violations));
}
