import type { Endpoint } from "./endpoint.ts";
import { isFromPlatform, isProvisioning, isThrottled } from "./response.ts";
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
