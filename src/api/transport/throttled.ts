import type { Response } from "./transport.ts";

/**
 * Returns whether the platform rate-limits: a 429, or a 403 with an empty message and no details. The hosted platform was
 * observed to send the latter during a burst of calls.
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
 * Returns whether a new site is still installing its catalog (428): nothing was done and a later retry works. Observed on
 * the hosted platform.
 */
export function isProvisioning({ status, body }: Pick<Response, "status" | "body">): boolean {
  return status === 428 && body.includes('"CATALOG_V3_SITE_PROVISIONING"');
}
