import { importPKCS8, SignJWT } from "jose";
import { operator } from "./control.ts";
import { guidOf } from "./ids.ts";
import { knownKey, signingKey } from "./keys.ts";
import { type OutboxEvent, readEvents } from "./outbox.ts";
import type { Store } from "./store.ts";
import type { StoreTx } from "./store-tx.ts";

/** A domain event as it is delivered. */
export type SignedEvent = OutboxEvent & {
  /** The whole body of the request: one JWT. */
  jwt: string;
};

/** Seconds for which a signed event is valid. */
const lifetime = 600;

/**
 * Of up to `limit` events after a position those of the given types (default: all), signed now as the platform signs:
 * the event as JSON text in JSON text in a JWT. `last` is the position to go on from.
 */
export async function signedEvents(
  store: Store,
  { after, limit, types }: { after: number; limit: number; types?: readonly string[] | undefined },
): Promise<{ events: SignedEvent[]; last: number }> {
  const read = readEvents(store.db, after, limit);
  const last = read.at(-1)?.seq ?? after;
  const events = read.filter(({ type }) => types === undefined || types.includes(type));
  if (events.length === 0) return { events: [], last };
  const { pem, instanceId } = signer(store);
  const key = await importPKCS8(pem, "RS256");
  const issuedAt = Math.floor(store.wallTime().getTime() / 1000);
  const sign = (event: OutboxEvent) => {
    const data = { eventType: event.type, instanceId, data: JSON.stringify(event.payload) };
    return new SignJWT({ data: JSON.stringify(data) })
      .setProtectedHeader({ alg: "RS256", typ: "JWT" })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetime)
      .sign(key);
  };
  return {
    events: await Promise.all(events.map(async (event) => ({ ...event, jwt: await sign(event) }))),
    last,
  };
}

/** The key, made where there is none yet, and the installation that is told: one in each sandbox. */
function signer(store: Store) {
  const read = (tx: StoreTx) => ({
    pem: knownKey(tx),
    instanceId: guidOf(tx.setting("seed") ?? "", "instance", 1),
  });
  const { pem, instanceId } = store.read(operator, read);
  return { instanceId, pem: pem ?? store.write(operator, signingKey) };
}
