import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { createCaller } from "../../src/api/caller.ts";
import { walk } from "../../src/api/endpoint.ts";
import { shelves } from "../../src/api/endpoints/index.ts";
import { sandbox as control } from "../../src/api/endpoints/sandbox.ts";
import { topicPayload } from "../../src/api/topic-payloads.ts";
import { topics } from "../../src/api/topics.ts";
import { base, createWorlds } from "./family.ts";
import { families } from "./samples.ts";

/**
 * Topics that no single call of the contract's samples, and no month that passes after it, makes the sandbox tell of.
 * Those that nothing emits are among them: the list may only become shorter.
 */
const untold: readonly string[] = [];

interface Told {
  type: string;
  payload: unknown;
  /** The call after which it was heard. */
  call: string;
}

const worlds = createWorlds();
const told = new Map<string, Told[]>();
beforeAll(async () => {
  const endpoints = new Map([...walk(shelves), ...walk({ sandbox: control })]);
  for (const family of families) {
    for (const name of family.calls) {
      const endpoint = endpoints.get(name);
      if (!endpoint || endpoint.effect === "read") continue;
      const world = await worlds.open(family);
      const call = createCaller({
        send: world.send,
        baseUrl: base,
        headersFor: async (role) => world.headers[role],
      });
      const { events, deliveries: _, advance, ...more } = control;
      await call(name, endpoint, world.inputOf(name)).catch(() => {});
      await call("sandbox.advance", advance, { by: "30d" });
      const { body } = await call("sandbox.events", events, { after: 0, limit: 1000 });
      for (const event of (body as { events: Told[] }).events) {
        const list = told.get(event.type) ?? [];
        if (list.length < 20) list.push({ ...event, call: name });
        told.set(event.type, list);
      }
      world.close();
    }
  }
}, 120_000);
afterAll(worlds.close);

test("what the sandbox tells of are topics of the platform", () => {
  const known = new Set(topics.map(({ type }) => type));
  expect([...told.keys()].filter((type) => !known.has(type))).toEqual([]);
});

test("it tells of every topic but those that are listed", () => {
  expect(topics.map(({ type }) => type).filter((type) => !told.has(type))).toEqual(untold);
});

test.each(topics.map((topic) => [topic.type, topic] as const))("%s: what is told fits its model", (type, topic) => {
  const schema = topicPayload(topic);
  for (const { payload, call } of told.get(type) ?? []) {
    const decoded = z.safeDecode(schema, payload as never);
    expect(decoded.error, `after ${call}: ${JSON.stringify(payload)}`).toBeUndefined();
    expect(z.encode(schema, decoded.data), `after ${call}`).toEqual(payload);
  }
});
