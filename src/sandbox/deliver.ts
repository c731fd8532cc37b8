import { importPKCS8, SignJWT } from "jose";
import { operator } from "./control.ts";
import { guidOf } from "./ids.ts";
import { knownKey, signingKey } from "./keys.ts";
import { type OutboxEvent, readEvents } from "./outbox.ts";
import type { Store } from "./store.ts";
import type { StoreTx } from "./store-tx.ts";

/** A domain event as it is delivered: the body of a webhook beside what it is about. */
export type SignedEvent = Omit<OutboxEvent, "payload"> & {
  /** The whole body of the request: one JWT. */
  jwt: string;
};

/** Seconds for which a signed event is valid. */
const lifetime = 600;

/** Up to `limit` events after a position, signed now as the platform signs: the event as JSON text in JSON text in a JWT. */
export async function signedEvents(store: Store, after: number, limit: number): Promise<SignedEvent[]> {
  const events = readEvents(store.db, after, limit);
  if (events.length === 0) return [];
  const { pem, instanceId } = signer(store);
  const key = await importPKCS8(pem, "RS256");
  const issuedAt = Math.floor(store.wallTime().getTime() / 1000);
  return await Promise.all(
    events.map(async ({ payload, ...event }) => {
      const data = { eventType: event.type, instanceId, data: JSON.stringify(payload) };
      const jwt = await new SignJWT({ data: JSON.stringify(data) })
        .setProtectedHeader({ alg: "RS256", typ: "JWT" })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetime)
        .sign(key);
      return { ...event, jwt };
    }),
  );
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
