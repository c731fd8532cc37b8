import type { Transport } from "../api/transport/transport.ts";
import type { SendGuard } from "../bulk/postgres/lease.ts";

/**
 * Sends a request only while all guards hold. A process that was paused is thereby kept from sending for a job that another
 * process has taken meanwhile. It has to be close to the network: no wait may lie between the check and the request.
 */
export function withGuards(send: Transport, guards: ReadonlySet<SendGuard>): Transport {
  return async (request) => {
    for (const guard of guards) await guard.confirm();
    return await send(request);
  };
}

/** Returns whether a request may start now. */
export function allHold(guards: ReadonlySet<SendGuard>): boolean {
  for (const guard of guards) if (!guard.holds()) return false;
  return true;
}
