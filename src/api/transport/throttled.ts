import type { Response } from "./transport.ts";

/**
 * Whether the platform refuses for now because of too many requests: 429, or a 403 with an empty message and no
 * details. The live platform was seen to send the latter in a burst of calls; seconds later the same call worked.
 */
export function isThrottled({ status, body }: Pick<Response, "status" | "body">): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  try {
    const { message, details } = JSON.parse(body) as { message?: unknown; details?: unknown };
    return message === "" && Object.keys(details ?? {}).length === 0;
  } catch {
    return false;
  }
}

/**
 * Whether a new site still installs its catalog (428): nothing was done, and the same call works some seconds later.
 * Seen on the live platform.
 */
export function isProvisioning({ status, body }: Pick<Response, "status" | "body">): boolean {
  return status === 428 && body.includes('"CATALOG_V3_SITE_PROVISIONING"');
}
