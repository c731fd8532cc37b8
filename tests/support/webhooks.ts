import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { decodeJwt, exportSPKI, generateKeyPair, SignJWT } from "jose";

/** An event as the platform sends it. */
export interface SignedEvent {
  entity: string;
  /** Its place among the events of the entity. */
  number: number;
  /** Differs from other events; the same again if the platform repeats it. */
  id: string;
}

/** An app's key pair: the public key in PEM format, and a function that signs events. */
export async function signer(): Promise<{ pem: string; sign(event: SignedEvent): Promise<string> }> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  return {
    pem: await exportSPKI(publicKey),
    async sign({ entity, number, id }) {
      const payload = { id, entityId: entity, slug: "updated", number };
      const data = {
        eventType: "wix.test.v1.thing_updated",
        instanceId: "app",
        data: JSON.stringify(payload),
      };
      return await new SignJWT({ data: JSON.stringify(data) })
        .setProtectedHeader({ alg: "RS256" })
        .setIssuedAt()
        .setExpirationTime("10m")
        .sign(privateKey);
    },
  };
}

/** The server of an app, which webhooks are forwarded to. */
export interface Consumer {
  readonly url: string;
  /** The events in the order in which they arrived, repeated ones included. */
  readonly arrived: SignedEvent[];
  readonly headers: Record<string, string | string[] | undefined>[];
  close(): Promise<void>;
}

/** Starts a server that answers each event with what `answer` returns; undefined: it does not answer. Default: 200. */
export async function startConsumer(
  answer: (event: SignedEvent, count: number) => number | undefined | Promise<number> = () => 200,
): Promise<Consumer> {
  const arrived: SignedEvent[] = [];
  const headers: Consumer["headers"] = [];
  const server = createServer(async (request, response) => {
    const { data } = decodeJwt<{ data: string }>(await text(request));
    const { id, entityId, number } = JSON.parse((JSON.parse(data) as { data: string }).data) as {
      id: string;
      entityId: string;
      number: number;
    };
    const event = { id, entity: entityId, number };
    arrived.push(event);
    headers.push(request.headers);
    const status = await answer(event, arrived.length);
    if (status !== undefined) response.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?key=canary`,
    arrived,
    headers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns the numbers of each entity's events in the order of their arrival; those that were sent again at once count once. */
export function orders(arrived: readonly SignedEvent[]): Record<string, number[]> {
  const byEntity = Object.groupBy(arrived, ({ entity }) => entity);
  return Object.fromEntries(
    Object.entries(byEntity).map(([entity, events = []]) => [
      entity,
      events.map(({ number }) => number).filter((number, index, all) => number !== all[index - 1]),
    ]),
  );
}
