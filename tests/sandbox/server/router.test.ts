import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endpoint, service, walk } from "../../../src/api/endpoint.ts";
import { bool, json, list, map, num, obj, text } from "../../../src/api/models/fields.ts";
import { Query } from "../../../src/api/services/models.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { migrations } from "../../../src/sandbox/kernel/schema.ts";
import { openStore, type Store } from "../../../src/sandbox/kernel/store.ts";
import { PlatformError, type Table } from "../../../src/sandbox/kernel/tx.ts";
import type { LoadedService } from "../../../src/sandbox/registry.ts";
import { allServices, createRouter, type Router } from "../../../src/sandbox/server/router.ts";
import { createRequester } from "../../support/test-shop.ts";

const seen: unknown[] = [];
const note = (_: unknown, input: unknown) => {
  seen.push(input);
  return { echo: input };
};
const things: Table<{ id: string }> = { name: "things" };
const result = obj({ echo: json() });
const get = { result, summary: "test" } as const;
const add = { result, summary: "test", input: obj({}) } as const;

/** A service for these tests only. */
const testService: LoadedService = {
  endpoints: service("things", {
    query: endpoint("GET /t/things/query", {
      ...get,
      fallback: { method: "POST", public: "/t/things/query" },
      complexQuery: true,
      paging: "offset",
      input: obj({ query: Query, fields: list(text()), deep: obj({ on: bool() }), by: map(num()) }),
    }),
    get: endpoint("GET /t/things/{id}", {
      ...get,
      alternatives: ["/old/{id}"],
      input: obj({ id: text(), size: num() }),
    }),
    update: endpoint("PATCH /t/things/{thing.id}", {
      input: obj({ thing: obj({ id: text(), name: text({ maxLength: 3 }) }) }),
      result,
      summary: "test",
    }),
    mine: endpoint("GET /t/mine", { ...get, input: obj({}), role: "member" }),
    fail: endpoint("POST /t/fail", add),
    crash: endpoint("POST /t/crash", add),
    empty: endpoint("POST /t/empty", add),
    later: endpoint("POST /t/later", add),
    absent: endpoint("POST /t/absent", add),
  }),
  handlers: {
    query: note,
    get: note,
    update: note,
    mine: note,
    fail(tx) {
      tx.put(things, "lost", { id: "lost" });
      tx.emit("lost", "lost", {});
      throw new PlatformError(409, "WRONG_STATE", "the thing is sold", { id: 1 });
    },
    crash() {
      throw new Error("a bug with api key SECRET-IN-MESSAGE");
    },
    empty: () => undefined,
    later(tx) {
      for (const [hours, ref] of [
        [2, "second"],
        [1, "first"],
        [48, "much later"],
      ] as const) {
        tx.schedule(new Date(tx.now.getTime() + hours * 3_600_000), "test.expire", ref);
      }
      tx.schedule(tx.now, "test.expire", "never");
      tx.unschedule("test.expire", "never");
      return {};
    },
  },
  due: { expire: (tx, ref) => tx.emit("expired", ref, {}) },
};

let store: Store;
let router: Router;
let ask: ReturnType<typeof createRequester>;
beforeEach(() => {
  seen.length = 0;
  store = openStore(":memory:");
  router = createRouter(store, {
    maxBody: 1000,
    services: [{ name: "test", prefixes: ["/t", "/old"], load: async () => testService }, ...allServices],
  });
  ask = createRequester(router.send);
});
afterEach(() => {
  store.close();
});

const packed = (input: unknown) => `.r=${Buffer.from(JSON.stringify(input)).toString("base64url")}`;

describe("routing", () => {
  test("every public path of a service is below one of its prefixes", async () => {
    for (const { name: serviceName, prefixes, load } of allServices) {
      const { endpoints } = await load();
      for (const [name, { public: path, alternatives = [], fallback }] of walk({
        [serviceName]: endpoints,
      })) {
        for (const one of [path, ...alternatives, ...(fallback ? [fallback.public] : [])]) {
          expect([name, prefixes.some((prefix) => one === prefix || one.startsWith(`${prefix}/`))]).toEqual([
            name,
            true,
          ]);
        }
      }
    }
  });

  test("a service is loaded once, on the first request for one of its paths", async () => {
    const loaded: string[] = [];
    const services = allServices.map(({ load, ...loader }) => ({
      ...loader,
      load() {
        loaded.push(loader.name);
        return load();
      },
    }));
    const lazy = createRequester(createRouter(store, { services }).send);
    await lazy("GET", "/nothing/here");
    expect(loaded).toEqual([]);
    await Promise.all([
      lazy("GET", "/stores-reader/v1/products/x"),
      lazy("GET", "/stores-reader/v1/products/y"),
    ]);
    expect(loaded).toEqual(["products"]);
  });

  test("literal segments win over values; alternative paths and other hosts reach the same call", async () => {
    await ask("GET", "/t/things/query");
    await ask("GET", "/t/things/7");
    await ask("GET", "/old/8");
    await createRequester(router.send, "http://127.0.0.1:1234")("GET", "/t/things/9");
    expect(seen).toEqual([{}, { id: "7" }, { id: "8" }, { id: "9" }]);
  });

  test("the older form of a query is a POST", async () => {
    await ask("POST", "/t/things/query", { query: { paging: { limit: 5 } } });
    expect(seen).toEqual([{ query: { paging: { limit: 5 } } }]);
  });

  test("an unknown path, an unsupported method and a call without a handler are rejected", async () => {
    expect(await ask("GET", "/t/none/at/all")).toMatchObject({
      status: 501,
      body: { details: { applicationError: { code: "NOT_EMULATED" } } },
    });
    expect((await ask("DELETE", "/t/things/7")).status).toBe(501);
    const absent = await ask("POST", "/t/absent", {});
    expect(absent.status).toBe(501);
    expect(absent.body.message).toContain("test.absent");
  });
});

describe("input", () => {
  test("query strings support dotted keys, repeated keys and typed values", async () => {
    await ask("GET", "/t/things/query?query.paging.limit=5&fields=A&fields=B&deep.on=true&by.Size=2");
    await ask("GET", "/t/things/query?fields=A&query.paging.offset=0");
    await ask("GET", "/t/things/a%20b%2Fc?id=other&size=2.5");
    expect(seen).toEqual([
      { query: { paging: { limit: 5 } }, fields: ["A", "B"], deep: { on: true }, by: { Size: 2 } },
      { fields: ["A"], query: { paging: { offset: 0 } } },
      { id: "a b/c", size: 2.5 },
    ]);
  });

  test("the .r parameter wins over other parameters", async () => {
    const input = {
      query: { filter: { name: { $in: ["ü", "日本"] } }, sort: [{ fieldName: "name", order: "DESC" }] },
    };
    await ask("GET", `/t/things/query?query.paging.limit=5&${packed(input)}`);
    expect(seen).toEqual([input]);
  });

  test("a very long query arrives complete", async () => {
    const input = {
      query: { filter: { id: { $in: Array.from({ length: 1000 }, (_, index) => `id-${index}`) } } },
    };
    await ask("GET", `/t/things/query?${packed(input)}`);
    expect(seen).toEqual([input]);
  });

  test("values of the path win over the body", async () => {
    await ask("PATCH", "/t/things/7", { thing: { id: "8", name: "abc" } });
    expect(seen).toEqual([{ thing: { id: "7", name: "abc" } }]);
  });

  test("keys such as __proto__ are plain keys", async () => {
    await ask("GET", "/t/things/query?__proto__.polluted=1&by.__proto__=3");
    await ask("PATCH", "/t/things/7", '{"thing":{"__proto__":{"polluted":1}}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each<[string, unknown, RegExp]>([
    ["text that is no JSON", "{nope", /body.*not valid JSON/],
    ["a list", "[1]", /body.*must be a JSON object/],
    ["a wrong kind of value", { thing: { name: 5 } }, /"thing.name" Expected a string\./],
    ["a value out of bounds", { thing: { name: "long" } }, /"thing.name" has size 4, expected 3 or less/],
  ])("%s is a 400 with field violations", async (_, body, message) => {
    const answer = await ask("PATCH", "/t/things/7", body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
    expect(answer.body.details.validationError.fieldViolations[0]).toMatchObject({
      data: expect.any(Object),
    });
    expect(seen).toEqual([]);
  });

  test("an invalid .r or percent-encoding is a 400, a huge body a 413", async () => {
    expect((await ask("GET", "/t/things/query?.r=%%%")).status).toBe(400);
    expect((await ask("GET", "/t/things/%E0%A4%A")).status).toBe(400);
    expect((await ask("POST", "/t/empty", { pad: "x".repeat(1000) })).status).toBe(413);
  });
});

describe("permissions", () => {
  const visitorToken = async (settings: Record<string, string> = {}) => {
    store.write({ caller: { role: "admin" } }, (tx) => {
      for (const [name, value] of Object.entries(settings)) tx.setSetting(name, value);
    });
    const { body } = await ask(
      "POST",
      "/oauth2/token",
      { clientId: defaults.clientId, grantType: "anonymous" },
      { authorization: "" },
    );
    return body as { access_token: string; refresh_token: string; expires_in: number };
  };

  test.each(["", "nonsense", "Bearer nonsense", `nonsense,${defaults.apiKey}`])(
    "%j is a 401",
    async (authorization) => {
      const answer = await ask("GET", "/t/things/7", undefined, { authorization });
      expect(answer).toMatchObject({
        status: 401,
        body: { details: { applicationError: { code: "UNAUTHENTICATED" } } },
      });
      expect(seen).toEqual([]);
    },
  );

  test("an API key has all permissions, a visitor can read, and a visitor with an API key can write", async () => {
    const { access_token: token } = await visitorToken();
    expect(token).toMatch(/^OauthNG\.JWS\./);
    const status = async (path: string, authorization: string, method: "GET" | "PATCH" = "GET") =>
      (await ask(method, path, method === "PATCH" ? { thing: {} } : undefined, { authorization })).status;
    expect(await status("/t/things/7", token)).toBe(200);
    expect(await status("/t/things/7", `Bearer ${token}`)).toBe(200);
    expect(await status("/t/mine", token)).toBe(403);
    expect(await status("/t/things/7", token, "PATCH")).toBe(403);
    expect(await status("/t/things/7", `${token},${defaults.apiKey}`, "PATCH")).toBe(200);
    expect(await status("/t/mine", defaults.apiKey)).toBe(200);
  });

  test("a token expires after its lifetime by the computer's clock, not the sandbox's", async () => {
    expect((await visitorToken()).expires_in).toBe(14_400);
    const { access_token: authorization } = await visitorToken({
      tokenLifetime: "60",
      clock: '{"mode":"shifted","byMs":99999999}',
    });
    expect((await ask("GET", "/t/things/7", undefined, { authorization })).status).toBe(200);
    const { access_token: late } = await visitorToken({ tokenLifetime: "0" });
    const answer = await ask("GET", "/t/things/7", undefined, { authorization: late });
    expect([answer.status, answer.body.message]).toEqual([401, "The access token has expired"]);
  });

  test("a renewed token belongs to the same visitor; with rotation a refresh token works once", async () => {
    const { refresh_token: first } = await visitorToken();
    const renew = (refreshToken: string) =>
      ask("POST", "/oauth2/token", { refreshToken, grantType: "refresh_token" }, { authorization: "" });
    expect((await renew(first)).body.refresh_token).toBe(first);
    await visitorToken({ tokenRotation: "on" });
    const { body } = await renew(first);
    expect(body.refresh_token).not.toBe(first);
    expect((await renew(first)).status).toBe(400);
    expect((await renew(body.refresh_token)).status).toBe(200);
    const subjects = store.db.prepare("SELECT DISTINCT subject FROM token WHERE kind = 'access'").all();
    expect(subjects).toHaveLength(2);
  });

  test.each<[object, number, string]>([
    [{ clientId: "other", grantType: "anonymous" }, 400, "INVALID_CLIENT"],
    [{ refreshToken: "x", grantType: "refresh_token" }, 400, "INVALID_GRANT"],
    [{ clientId: defaults.clientId, grantType: "authorization_code", code: "c" }, 400, "INVALID_GRANT"],
    [{ grant_type: "client_credentials", client_id: "app", instance_id: "i" }, 400, "INVALID_CLIENT"],
    [{ grantType: "magic" }, 400, "UNSUPPORTED_GRANT_TYPE"],
  ])("the grant %j is rejected with a clear error", async (body, status, code) => {
    const answer = await ask("POST", "/oauth2/token", body, { authorization: "" });
    expect([answer.status, answer.body.details.applicationError.code]).toEqual([status, code]);
  });
});

describe("responses", () => {
  test("an empty response is {}, and every response has its own request ID", async () => {
    const [one, other] = [await ask("POST", "/t/empty", {}), await ask("POST", "/t/empty")];
    expect(one).toMatchObject({
      status: 200,
      body: {},
      headers: { "content-type": "application/json", "x-sandbox": "till" },
    });
    expect(one.headers["x-wix-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(one.headers["x-wix-request-id"]).not.toBe(other.headers["x-wix-request-id"]);
  });

  test("a rejected call is an application error and leaves neither documents nor events", async () => {
    expect(await ask("POST", "/t/fail", {})).toMatchObject({
      status: 409,
      body: {
        message: "the thing is sold",
        details: {
          applicationError: { code: "WRONG_STATE", description: "the thing is sold", data: { id: 1 } },
        },
      },
    });
    expect(store.read({ caller: { role: "admin" } }, (tx) => tx.get(things, "lost"))).toBeUndefined();
    expect((await ask("GET", "/__till/events")).body.events).toEqual([]);
  });

  test("a bug is a 500 with the request ID; the details are in the log only", async () => {
    const answer = await ask("POST", "/t/crash", {});
    expect(answer.status).toBe(500);
    expect(answer.body.details.applicationError.data.requestId).toBe(answer.headers["x-wix-request-id"]);
    expect(JSON.stringify(answer.body)).not.toContain("SECRET-IN-MESSAGE");
    const { requests } = (await ask("GET", "/__till/log")).body;
    expect(requests[0]).toMatchObject({
      status: 500,
      call: "test.crash",
      requestId: answer.headers["x-wix-request-id"],
      error: expect.stringContaining("a bug"),
    });
  });

  test("the log has time, call and outcome, but no secrets", async () => {
    const { body } = await ask("POST", "/oauth2/token", {
      clientId: defaults.clientId,
      grantType: "anonymous",
    });
    await ask("GET", "/t/things/7?size=1", undefined, { authorization: body.access_token });
    const log = await ask("GET", "/__till/log?limit=2");
    expect(log.body.requests).toMatchObject([
      { method: "POST", path: "/oauth2/token", call: "oauth.token", status: 200 },
      {
        method: "GET",
        path: "/t/things/7",
        call: "test.get",
        status: 200,
        ms: expect.any(Number),
        error: null,
      },
    ]);
    const text = JSON.stringify((await ask("GET", "/__till/log")).body);
    for (const secret of [defaults.apiKey, body.access_token, body.refresh_token])
      expect(text).not.toContain(secret);
  });

  test("the log keeps the last 1,000 requests", async () => {
    for (let i = 0; i < 1100; i++) await ask("GET", `/t/things/${i}`);
    const { requests } = (await ask("GET", "/__till/log?limit=1000")).body;
    expect(requests).toHaveLength(1000);
    expect(requests.at(-1).path).toBe("/t/things/1099");
    expect(store.db.prepare("SELECT count(*) AS n FROM request").get()).toEqual({ n: 1000 });
  });
});

describe("time", () => {
  test("due work runs once, in order, each at its own time", async () => {
    await ask("POST", "/__till/clock", { set: "2030-01-01T00:00:00Z" });
    await ask("POST", "/t/later", {});
    const events = async () =>
      (await ask("GET", "/__till/events")).body.events.map(
        ({ at, entityId }: { at: string; entityId: string }) => [at, entityId],
      );
    expect(await events()).toEqual([]);
    expect((await ask("POST", "/__till/advance", { by: "1d" })).body).toEqual({
      mode: "frozen",
      now: "2030-01-02T00:00:00.000Z",
    });
    await ask("GET", "/t/things/7");
    expect(await events()).toEqual([
      ["2030-01-01T01:00:00.000Z", "first"],
      ["2030-01-01T02:00:00.000Z", "second"],
    ]);
  });

  test("the clock can be stopped, moved and resumed", async () => {
    const now = async () => (await ask("GET", "/__till/status")).body.clock;
    await ask("POST", "/__till/advance", { by: "1w1h" });
    const shifted = await now();
    expect(shifted.mode).toBe("shifted");
    expect(Date.parse(shifted.now) - Date.now()).toBeGreaterThan(169 * 3_600_000 - 60_000);
    await ask("POST", "/__till/clock", { set: "2030-01-01T00:00:00+01:00" });
    expect(await now()).toEqual({ mode: "frozen", now: "2029-12-31T23:00:00.000Z" });
    await ask("POST", "/__till/clock", { real: true });
    expect((await now()).mode).toBe("real");
    expect((await ask("POST", "/__till/clock", { set: "2030-01-01 00:00" })).status).toBe(400);
    expect((await ask("POST", "/__till/advance", { by: "soon" })).status).toBe(400);
  });
});

describe("control", () => {
  test("status shows the documents and the limits", async () => {
    await ask("POST", "/__till/seed", { shop: "demo" });
    const { body } = await ask("GET", "/__till/status", undefined, { authorization: "" });
    expect(body).toMatchObject({
      file: ":memory:",
      schemaVersion: migrations.length,
      seed: "till",
      clientId: defaults.clientId,
      currency: "USD",
    });
    expect(body.counts.products).toBeGreaterThan(0);
    expect(body.limits.length).toBeGreaterThan(3);
  });

  test("products are seeded in several transactions, and reset deletes everything", async () => {
    const { body } = await ask("POST", "/__till/seed", { count: 1201 });
    expect(body.counts.products).toBe(1201);
    expect((await ask("POST", "/__till/seed", {})).status).toBe(400);
    await ask("POST", "/__till/reset", {});
    const counts = (await ask("GET", "/__till/status")).body.counts;
    expect(Object.values(counts).every((count) => count === 0)).toBe(true);
  });

  test("only known settings can be changed", async () => {
    expect((await ask("POST", "/__till/settings", { name: "currency", value: "JPY" })).status).toBe(200);
    expect((await ask("GET", "/__till/status")).body.currency).toBe("JPY");
    expect((await ask("POST", "/__till/settings", { name: "nonsense", value: "1" })).status).toBe(400);
  });

  test("with a control token, control calls need it", async () => {
    const guarded = createRequester(createRouter(store, { controlToken: "right" }).send);
    expect((await guarded("GET", "/__till/status")).status).toBe(403);
    expect((await guarded("POST", "/__till/reset", {}, { "x-till-control": "wrong" })).status).toBe(403);
    expect((await guarded("GET", "/__till/status", undefined, { "x-till-control": "right" })).status).toBe(
      200,
    );
  });
});
