import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { walk } from "../../../src/api/endpoint.ts";
import { eventGuests, rsvps } from "../../../src/api/services/guests.ts";
import {
  eventCheckout,
  eventOrders,
  ticketDefinitions,
  ticketReservations,
  tickets,
} from "../../../src/api/services/tickets.ts";
import type { Request } from "../../../src/api/transport/transport.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { type OpenSandbox, openSandbox } from "../../../src/sandbox/server/router.ts";
import { createRequester } from "../../support/test-shop.ts";

/**
 * Requests that `@wix/sdk` 1.21.16 with `@wix/events` 1.0.852 sent to a sandbox with the demo shop, in order, from the
 * ticket definition to check-in, and what it read from the responses. Values of earlier responses are written `{{name}}`.
 */
interface Step {
  call: string;
  method: Request["method"];
  url: string;
  headers: Record<string, string>;
  body?: object;
  /** Default 200. */
  status?: number;
  /** Response paths that the SDK converts to Date. */
  dates?: string[];
  /** Paths of response values that later steps use, by name. */
  keep?: Record<string, string>;
  /** Part of the response. */
  answer?: object;
}

type Json = ReturnType<JSON["parse"]>;

const steps = JSON.parse(readFileSync("tests/sandbox/tickets/sdk.json", "utf8")) as Step[];
const known: Record<string, string> = {
  clientId: defaults.clientId,
  apiKey: defaults.apiKey,
  siteId: defaults.siteId,
};
let sandbox: OpenSandbox;

beforeAll(async () => {
  sandbox = openSandbox({ file: ":memory:", origin: "http://127.0.0.1:8787" });
  await createRequester(sandbox.send)("POST", "/__till/seed", { shop: "demo" });
});
afterAll(() => sandbox.close());

function filled<T>(value: T): T {
  const text = JSON.stringify(value).replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    expect(known).toHaveProperty(name);
    return known[name] ?? "";
  });
  return JSON.parse(text) as T;
}

const valueAt = (value: Json, path: string): Json => path.split(".").reduce((one, key) => one?.[key], value);

describe("recorded requests of the official SDK", () => {
  for (const {
    call,
    method,
    url,
    headers,
    body,
    status = 200,
    dates = [],
    keep = {},
    answer = {},
  } of steps) {
    test(status === 200 ? call : `${call}: ${status}`, async () => {
      const lower = Object.entries(filled(headers)).map(([name, value]) => [name.toLowerCase(), value]);
      const got = await sandbox.send({
        method,
        url: filled(url),
        headers: Object.fromEntries(lower),
        effect: "read",
        name: "test",
        ...(body && { body: JSON.stringify(filled(body)) }),
      });
      const read = JSON.parse(got.body);
      expect([got.status, read]).toMatchObject([status, filled(answer)]);
      for (const path of dates)
        expect(valueAt(read, path), path).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
      for (const [name, path] of Object.entries(keep)) known[name] = String(valueAt(read, path));
    });
  }

  test("cover almost every call of tickets, RSVPs and guests", async () => {
    const { body } = await createRequester(sandbox.send)("GET", "/__till/log?limit=500");
    const called = new Set(body.requests.map(({ call }: { call: string }) => call));
    const services = {
      ticketDefinitions,
      ticketReservations,
      eventCheckout,
      eventOrders,
      tickets,
      rsvps,
      eventGuests,
    };
    const offered = [...walk(services)].map(([name]) => name);
    expect(offered.filter((name) => !called.has(name))).toEqual([
      "ticketDefinitions.reorder",
      "ticketDefinitions.countAvailable",
      "ticketDefinitions.removeByFilter",
      "ticketReservations.updateTagsByFilter",
      "rsvps.listCurrent",
    ]);
  });
});
