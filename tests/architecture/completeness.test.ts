import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Method, walk } from "../../src/api/endpoint.ts";
import { services } from "../../src/api/services/all.ts";
import { findTarget } from "../../src/commands/api/call.ts";
import type { UsageError } from "../../src/kernel/errors.ts";
import { shopOver } from "../../src/library/services.ts";
import { openStore, type Store } from "../../src/sandbox/kernel/store.ts";
import { allServices, createRouter, type Router } from "../../src/sandbox/server/router.ts";
import { createRoutes } from "../../src/sandbox/server/run-call.ts";
import { createRequester } from "../support/test-shop.ts";
import rows from "./spec-calls.json" with { type: "json" };

/** The number of specified calls that the sandbox does not emulate. */
const notEmulated = 0;

const endpoints = new Map(walk(services));
/** Rows with their title in the specification, which names the test. */
const listed = rows.map((row) => [`${row.document}: ${row.method} ${row.path}`, row] as const);
// The specification and the reference use different parameter names in the same path.
const withoutNames = (path: string) => path.replaceAll(/\{[^}]+\}/g, "{}");
const sample = (path: string) => path.replaceAll(/\{[^}]+\}/g, "00000000-0000-4000-8000-000000000001");

test("the list of specified calls is complete", () => {
  const counts = Object.groupBy(rows, ({ document }) => document);
  expect(Object.entries(counts).map(([name, list]) => [name, list?.length])).toEqual([
    ["commerce", 16],
    ["events", 30],
    ["identity-and-catalog", 45],
  ]);
});

test.each(listed)("%s has an endpoint and a client method", (_, { path, call }) => {
  const endpoint = endpoints.get(call);
  expect(withoutNames(endpoint?.path ?? "none")).toBe(withoutNames(path));
  const [service = "", name = ""] = call.split(".");
  const shop = shopOver(() => Promise.reject(new Error("unexpected request")));
  const methods = (shop as unknown as Record<string, Record<string, unknown>>)[service];
  expect(methods?.[name]).toBeTypeOf("function");
});

test.each(listed)("%s can be called by name and by path", async (_, row) => {
  const { call, method, path } = row;
  const open = sample(endpoints.get(call)?.public ?? "/none");
  const context = { site: () => Promise.reject(new Error("unexpected request")) };
  for (const words of [[call], [endpoints.get(call)?.method ?? "", open]]) {
    const { endpoint, known } = await findTarget(words, context);
    expect([endpoint === endpoints.get(call), known], words.join(" ")).toEqual([true, true]);
  }
  // A service path works if it is unique; otherwise the error lists the calls that match.
  const named = await findTarget([method, sample(path)], context).then(
    ({ endpoint }) => endpoint.name,
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
    store.db.close();
  });

  test.each(listed)("%s has a route", async (_, { method, call }) => {
    const { public: path, alternatives = [] } = endpoints.get(call) ?? { public: "none" };
    const { find } = createRoutes(allServices);
    for (const one of [path, ...alternatives]) {
      expect((await find(method, sample(one)))?.name, `${method} ${one}`).toBe(call);
    }
  });

  test("the fallback of a long query reaches the same call", async () => {
    const { find } = createRoutes(allServices);
    for (const [name, { fallback }] of endpoints) {
      if (fallback) expect((await find(fallback.method, fallback.public))?.name).toBe(name);
    }
  });

  test("calls without emulation return 501 with their name", async () => {
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

test("every call has a one-line summary and complete paging data", () => {
  for (const [name, { summary, path, public: open, paging, items, limitMax }] of endpoints) {
    // Plain ASCII: measuring any other text loads Unicode tables, which takes 25 ms at start-up.
    expect(summary, name).toMatch(/^[A-Z][\x20-\x7e]{5,100}[^.\x80-\uffff]$/);
    expect(
      [path, open].every((one) => one.startsWith("/")),
      name,
    ).toBe(true);
    if (paging) expect([typeof items, typeof limitMax], name).toEqual(["string", "number"]);
  }
});
