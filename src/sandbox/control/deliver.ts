import { createPrivateKey, sign } from "node:crypto";
import { promisify } from "node:util";
import { existingKey, signingKey } from "../kernel/keys.ts";
import { type OutboxEvent, readEventsAndIdentities } from "../kernel/outbox.ts";
import type { Store } from "../kernel/store.ts";
import type { StoreTx } from "../kernel/tx.ts";
import { instanceIdOf } from "../members/tokens.ts";
import { operator } from "./control.ts";

/** A domain event as it is delivered to webhooks. */
export type SignedEvent = OutboxEvent & {
  /** The complete request body, one JWT. */
  jwt: string;
};

/** Validity of a signed event in seconds. */
const lifetime = 600;

/**
 * Returns up to `limit` events after a position, filtered by type and signed like the platform's: JSON text within
 * JSON text within a JWT. `last` is the position to continue from.
 */
export async function signedEvents(
  store: Store,
  { after, limit, types }: { after: number; limit: number; types?: readonly string[] | undefined },
): Promise<{ events: SignedEvent[]; last: number }> {
  const read = readEventsAndIdentities(store.db, after, limit);
  const last = read.at(-1)?.event.seq ?? after;
  const events = read.filter(({ event: { type } }) => types === undefined || types.includes(type));
  if (events.length === 0) return { events: [], last };
  const { pem, instanceId } = signer(store);
  const key = createPrivateKey(pem);
  const iat = Math.floor(store.wallTime().getTime() / 1000);
  const jwtOf = async ({ type, payload }: OutboxEvent, identity: string | null) => {
    const event = { eventType: type, instanceId, data: JSON.stringify(payload) };
    const data = JSON.stringify({ ...event, identity: identity ?? undefined });
    const signed = `${head}.${part({ data, iat, exp: iat + lifetime })}`;
    const signature = await signInBackground("RSA-SHA256", Buffer.from(signed), key);
    return `${signed}.${signature.toString("base64url")}`;
  };
  return {
    events: await Promise.all(
      events.map(async ({ event, identity }) => ({ ...event, jwt: await jwtOf(event, identity) })),
    ),
    last,
  };
}

/** Signs on all cores: signing takes most of the time. */
const signInBackground = promisify(sign);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const head = part({ alg: "RS256", typ: "JWT" });

/** Returns the signing key, created on first use, and the instance ID of this sandbox. */
function signer(store: Store) {
  const read = (tx: StoreTx) => ({
    pem: existingKey(tx),
    instanceId: instanceIdOf(tx),
  });
  const { pem, instanceId } = store.read(operator, read);
  return { instanceId, pem: pem ?? store.write(operator, signingKey) };
}
