import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, createWireClient } from "../../src/api/client.ts";
import type { Method } from "../../src/api/endpoint.ts";
import { walk } from "../../src/api/endpoint.ts";
import { services } from "../../src/api/services/all.ts";
import { findTarget } from "../../src/commands/api/target.ts";
import type { UsageError } from "../../src/kernel/errors.ts";
import { openStore, type Store } from "../../src/sandbox/kernel/store.ts";
import { allServices, createRouter, type Router } from "../../src/sandbox/server/router.ts";
import { createRoutes } from "../../src/sandbox/server/routes.ts";
import { createRequester } from "../sandbox/support/requester.ts";
import rows from "./spec-calls.json" with { type: "json" };

/** Calls that the sandbox does not emulate: none of the specification. */
const notEmulated = 0;

const endpoints = new Map(walk(services));
/** Rows as `[what the specification lists, row]`, which is how a failing test is named. */
const listed = rows.map((row) => [`${row.document}: ${row.method} ${row.path}`, row] as const);
/** What the specification and the reference call differently is the name of a value in a path, never the path. */
const unnamed = (path: string) => path.replaceAll(/\{[^}]+\}/g, "{}");
const sample = (path: string) => path.replaceAll(/\{[^}]+\}/g, "00000000-0000-4000-8000-000000000001");

test("the lists of the specification are complete", () => {
  const counts = Object.groupBy(rows, ({ document }) => document);
  expect(Object.entries(counts).map(([name, list]) => [name, list?.length])).toEqual([
    ["commerce", 16],
    ["events", 30],
    ["identity-and-catalog", 45],
  ]);
});

test.each(listed)("%s has an endpoint and a client method", (_, { path, call }) => {
  const endpoint = endpoints.get(call);
  expect(unnamed(endpoint?.path ?? "none")).toBe(unnamed(path));
  const [service = "", name = ""] = call.split(".");
  const never = () => Promise.reject(new Error("not asked"));
  for (const client of [createClient(services, never), createWireClient(services, never)]) {
    const methods = (client as unknown as Record<string, Record<string, unknown>>)[service];
    expect(methods?.[name]).toBeTypeOf("function");
  }
});

test.each(listed)("%s has a raw command, by its name and by its addresses", async (_, row) => {
  const { call, method, path } = row;
  const open = sample(endpoints.get(call)?.public ?? "/none");
  const meant = { name: call, endpoint: endpoints.get(call), known: true };
  expect(await findTarget([call])).toMatchObject(meant);
  expect(await findTarget([endpoints.get(call)?.method ?? "", open])).toMatchObject(meant);
  // A service path is enough where no other service has the same; else the error names the calls that it can mean.
  const named = await findTarget([method, sample(path)]).then(
    ({ name }) => name,
    (error: UsageError) => error.hint ?? error.message,
  );
  expect(named).toContain(call);
});

describe("in the sandbox", () => {
  let store: Store;
  let router: Router;

  beforeAll(() => {
    store = openStore(":memory:");
    router = createRouter(store);
  });
  afterAll(() => {
    router.close();
    store.db.close();
  });

  test.each(listed)("%s has a route", async (_, { method, call }) => {
    const { public: path, alternatives = [] } = endpoints.get(call) ?? { public: "none" };
    const { find } = createRoutes(allServices);
    for (const one of [path, ...alternatives]) {
      expect((await find(method, sample(one)))?.name, `${method} ${one}`).toBe(call);
    }
  });

  test("a query too long for an address reaches the same call by its fallback", async () => {
    const { find } = createRoutes(allServices);
    for (const [name, { fallback }] of endpoints) {
      if (fallback) expect((await find(fallback.method, fallback.public))?.name).toBe(name);
    }
  });

  test("what it does not emulate it says, and that is no more than before", async () => {
    const ask = createRequester(router.send);
    const missing = new Set<string>();
    for (const { method, call } of rows) {
      const path = sample(endpoints.get(call)?.public ?? "/none");
      const { status, body } = await ask(method as Method, path, method === "GET" ? undefined : {});
      if (status !== 501) continue;
      expect(body.message).toContain(call);
      missing.add(call);
    }
    expect(missing.size).toBe(notEmulated);
  });
});

test("every call has a summary of one line, and paging that can be followed", () => {
  for (const [name, { summary, path, public: open, paging, items, limitMax }] of endpoints) {
    // Plain ASCII: the width of any other text takes Unicode tables, which cost a start 25 ms.
    expect(summary, name).toMatch(/^[A-Z][\x20-\x7e]{5,100}[^.\x80-\uffff]$/);
    expect(
      [path, open].every((one) => one.startsWith("/")),
      name,
    ).toBe(true);
    if (paging) expect([typeof items, typeof limitMax], name).toEqual(["string", "number"]);
  }
});
