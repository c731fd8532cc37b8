import { isRecord } from "../kernel/json.ts";
import type { Endpoint } from "./endpoint.ts";
import { isProvisioning, isThrottled } from "./response.ts";
import type { Response } from "./transport/transport.ts";

/**
 * Returns whether an error response to a call that adds or moves money proves that nothing was done: a read has shown it, or the
 * platform itself refused the call. A gateway's page or an empty object proves nothing, nor does a rate limit. Of calls that
 * may be repeated after a 429, every status below 500 is believed.
 */
export function provesNothingDone(
  { effect, once }: Pick<Endpoint, "effect" | "once">,
  response: Response,
): boolean {
  const { status } = response;
  if (response.undone) return true;
  if (effect === "add" && (!once || isProvisioning(response))) return status < 500 || status === 501;
  const refuses = status === 200 || status === 501 || (status >= 400 && status < 500);
  return refuses && !unclear.has(status) && !isThrottled(response) && isFromPlatform(response);
}

/** Statuses that say that a request was not received as a whole, or too early. */
const unclear: ReadonlySet<number> = new Set([408, 425]);

/** Returns whether a body has the form of the platform's errors: a message or details, or the error of a sign-in. */
function isFromPlatform({ status, body }: Response): boolean {
  // The identity is checked first.
  if (status === 401 && body.trim() === "") return true;
  try {
    const error: unknown = JSON.parse(body);
    if (!isRecord(error)) return false;
    const { message, details, error: code } = error;
    return typeof message === "string" || isRecord(details) || typeof code === "string";
  } catch {
    return false;
  }
}
