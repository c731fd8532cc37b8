import type { Response } from "../../api/transport/transport.ts";
import { invalidArgument, type Violation } from "../../api/violations.ts";

/** Returns a JSON response. */
export function jsonResponse(status: number, body: unknown): Response {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) };
}

/** Returns the platform's response for an application error. */
export function errorResponse(
  status: number,
  code: string,
  message: string,
  data: unknown = {},
  description = message,
): Response {
  return jsonResponse(status, { message, details: { applicationError: { code, description, data } } });
}

/** Returns the platform's response to one request too many; `wait` is in milliseconds. */
export function rateLimited(wait: number): Response {
  const { headers, ...response } = errorResponse(429, "TOO_MANY_REQUESTS", "Too many requests");
  return { ...response, headers: { ...headers, "retry-after": String(Math.ceil(wait / 1000)) } };
}

/** Returns the platform's response for invalid fields. */
export function violationsResponse(violations: readonly Violation[]): Response {
  return jsonResponse(400, invalidArgument(violations));
}
