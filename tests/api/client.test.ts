import fc from "fast-check";
import { expect, test } from "vitest";
import { type Call, type CallerOptions, createCaller } from "../../src/api/caller.ts";
import { decodedCall } from "../../src/api/client.ts";
import { endpoint, service } from "../../src/api/endpoint.ts";
import { json as anyJson, bool, date, list, num, obj, text } from "../../src/api/models/fields.ts";
import { graphql } from "../../src/api/services/graphql.ts";
import { orderFulfillments, orders } from "../../src/api/services/orders.ts";
import { orderTransactions } from "../../src/api/services/payments.ts";
import { products } from "../../src/api/services/products.ts";
import type { Request, Response } from "../../src/api/transport/transport.ts";
import { ApiError, TransportError, UnknownOutcomeError, UsageError } from "../../src/kernel/errors.ts";
import { json } from "./loopback.ts";

const things = service("things", {
  list: endpoint("GET /v1/things", {
    input: obj({
      ids: list(text()),
      since: date(),
      deep: obj({ a: num(), b: obj({ c: bool() }) }),
      rows: list(obj({ a: num() })),
    }),
    result: obj({ things: list(obj({ id: text() })) }),
    items: "things",
    summary: "List things",
  }),
  capture: endpoint("POST /x/v1/things/{id}/capture", {
    required: [],
    input: obj({ id: text(), amount: num(), extra: anyJson() }),
    result: obj({}),
    effect: "money",
    summary: "Capture",
  }),
});

/** A client whose platform returns these responses in turn, repeating the last one. */
function world(
  responses: (Response | Error)[] = [json({ data: {}, product: { id: "p1" }, products: [], things: [] })],
  more: Partial<CallerOptions> = {},
) {
  const sent: Request[] = [];
  const call = createCaller({
    send: async (request) => {
      const response = responses[Math.min(sent.push(request), responses.length) - 1];
      if (response instanceof Error) throw response;
      return response ?? json({});
    },
    baseUrl: "https://shop.example/",
    headersFor: async ({ role }) => ({ authorization: `token of ${role}` }),
    ...more,
  });
  return { sent, call };
}

async function failure(call: Promise<unknown>): Promise<ApiError> {
  return call.then(
    () => expect.unreachable("it should have failed"),
    (error: ApiError) => error,
  );
}

const rOf = ({ url }: Request) =>
  JSON.parse(Buffer.from(new URL(url).searchParams.get(".r") ?? "", "base64url").toString());

test("GET sends the whole input in the query, including path values, without body and content type", async () => {
  const { call, sent } = world();
  await call(products.get, { id: "a/b ü?x=1", includeMerchantSpecificData: true });
  expect(sent).toEqual([
    {
      method: "GET",
      url: "https://shop.example/stores-reader/v1/products/a%2Fb%20%C3%BC%3Fx%3D1?id=a%2Fb+%C3%BC%3Fx%3D1&includeMerchantSpecificData=true",
      headers: { accept: "application/json", authorization: "token of visitor" },
      effect: "read",
      name: "products.get",
    },
  ]);
});

test("POST and PATCH send the whole input as JSON, including path values", async () => {
  const { call, sent } = world();
  await call(products.update, { product: { id: "p1", name: "Mug", brand: null } });
  expect(sent[0]).toMatchObject({
    method: "PATCH",
    url: "https://shop.example/stores/v1/products/p1",
    headers: { "content-type": "application/json", authorization: "token of admin" },
    effect: "set",
  });
  expect(JSON.parse(sent[0]?.body ?? "")).toEqual({ product: { id: "p1", name: "Mug", brand: null } });
});

test("a GraphQL body omits the schema version, which is in the path", async () => {
  const { call, sent } = world();
  await decodedCall(call)(graphql.run, { apiVersion: "alpha", query: "{ products { total } }" });
  expect(new URL(sent[0]?.url ?? "").pathname).toBe("/graphql/alpha");
  expect(JSON.parse(sent[0]?.body ?? "")).toEqual({ query: "{ products { total } }" });
});

test("DELETE has a query and no body", async () => {
  const { call, sent } = world();
  await call(products.remove, { id: "p1" });
  expect(sent[0]).toMatchObject({
    method: "DELETE",
    url: "https://shop.example/stores/v1/products/p1?id=p1",
  });
  expect(sent[0]).not.toHaveProperty("body");
});

test("a plain query has dotted and repeated keys and dates, and omits null, undefined and empty lists", async () => {
  const { call, sent } = world();
  await call(things.list, { ids: ["a", "b c"], deep: { a: 0, b: { c: false } }, since: null, rows: [] });
  expect(new URL(sent[0]?.url ?? "").search).toBe("?ids=a&ids=b+c&deep.a=0&deep.b.c=false");
  await decodedCall(call)(things.list, { since: new Date(0) });
  expect(new URL(sent[1]?.url ?? "").search).toBe("?since=1970-01-01T00%3A00%3A00.000Z");
  await expect(call(things.list, { rows: [{ a: 1 }] })).rejects.toThrow(UsageError);
  expect(sent).toHaveLength(2);
});

test("a complex query is sent as .r: UTF-8 JSON in base64url, even if it is null", async () => {
  const { call, sent } = world();
  const query = { filter: { name: { $startsWith: "Tässchen ☕" } }, paging: { limit: 5, offset: 0 } };
  await call(products.query, { query });
  expect(sent[0]?.url).toMatch(/query-platformized\?\.r=[\w-]+$/);
  expect(rOf(sent[0] as Request)).toEqual({ query });
  await call(products.query, { query: { filter: { brand: null } } });
  expect(rOf(sent[1] as Request)).toEqual({ query: { filter: { brand: null } } });
  await call(products.get, { id: "a", includeMerchantSpecificData: true });
  expect(new URL(sent[2]?.url ?? "").search).toBe("?id=a&includeMerchantSpecificData=true");
});

test("a GET uses its fallback for queries of more than 4000 characters", async () => {
  const { call, sent } = world();
  const ask = (length: number) => call(products.query, { query: { filter: { x: "y".repeat(length) } } });
  const query = (index: number) => new URL(sent[index]?.url ?? "").search.slice(1);
  await ask(2000);
  const room = Math.floor(((4000 - query(0).length) * 3) / 4);
  await ask(2000 + room);
  await ask(2000 + room + 3);
  expect(query(1).length).toBeGreaterThan(3990);
  expect(query(1).length).toBeLessThanOrEqual(4000);
  expect(sent[1]?.method).toBe("GET");
  expect(sent[2]).toMatchObject({
    method: "POST",
    url: "https://shop.example/stores-reader/v1/products/query-platformized",
    headers: { "content-type": "application/json" },
    effect: "read",
  });
  expect(JSON.parse(sent[2]?.body ?? "").query.filter.x).toHaveLength(2000 + room + 3);
  await call(things.list, { ids: ["z".repeat(5000)] });
  expect(sent[3]?.method).toBe("GET");
});

test("rejects values that cannot be part of a URL or of JSON before sending", async () => {
  const { call, sent } = world();
  for (const id of [undefined, null, "", ".", "..", "\ud800"]) {
    await expect(call(things.capture, { id, amount: 1 })).rejects.toThrow(UsageError);
  }
  for (const extra of [Number.NaN, { deep: [Number.POSITIVE_INFINITY] }, 1n]) {
    await expect(call(things.capture, { id: "a", extra })).rejects.toThrow(/cannot be sent/);
  }
  expect(sent).toEqual([]);
});

test("encodes any id as one path segment", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1 }), async (id) => {
      fc.pre(id !== "." && id !== "..");
      const { call, sent } = world();
      await call(things.capture, { id });
      const segments = new URL(sent[0]?.url ?? "").pathname.split("/");
      expect(segments.map(decodeURIComponent)).toEqual(["", "x", "v1", "things", id, "capture"]);
    }),
  );
});

test("rejects invalid input with the platform's message, sorted by field, before sending", async () => {
  const { call, sent } = world();
  const error = await failure(
    call(products.create, { product: { sku: "x".repeat(41), name: "", priceData: { price: 1 } } }),
  );
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ exitCode: 2, code: "INVALID_ARGUMENT", field: "product.name" });
  expect(error.message).toMatch(/^INVALID_ARGUMENT: "product.name" .+, "product.sku" .+/);
  expect(sent).toEqual([]);
});

test("echoes the platform's consistency header, per client", async () => {
  const { call, sent } = world([
    json({}, 500, { "x-wix-consistent": "mark1" }),
    json({ product: { id: "a" } }),
  ]);
  await failure(call(products.get, { id: "a" }));
  await call(products.get, { id: "a" });
  await call(products.get, { id: "a" });
  expect(sent.map(({ headers }) => headers["x-wix-consistent"])).toEqual([undefined, "mark1", "mark1"]);
});

test("repeats a call once with new headers after a 401; a second 401 is the result", async () => {
  const reported: string[] = [];
  let token = 1;
  const unauthorized = json({ message: "who?" }, 401);
  const renewing: Partial<CallerOptions> = {
    headersFor: async () => ({ authorization: `t${token}` }),
    onUnauthorized: async (rejected, { role }) => {
      reported.push(`${rejected} ${role}`);
      token++;
      return true;
    },
  };
  const good = world([unauthorized, json({ done: 1 })], renewing);
  expect(await good.call(things.capture, { id: "a" })).toEqual({ done: 1 });
  expect(good.sent.map(({ headers }) => headers.authorization)).toEqual(["t1", "t2"]);
  const bad = world([unauthorized], renewing);
  expect(await failure(bad.call(products.get, { id: "a" }))).toMatchObject({
    status: 401,
    exitCode: 4,
    code: "UNAUTHORIZED",
  });
  expect(reported).toEqual(["t1 admin", "t2 visitor"]);
  const hopeless = world([unauthorized], { onUnauthorized: async () => false });
  await failure(hopeless.call(products.get, { id: "a" }));
  expect(hopeless.sent).toHaveLength(1);
});

test("makes an open call without an identity", async () => {
  const { call, sent } = world([json({ things: [] })], {
    headersFor: () => Promise.reject(new Error("nobody is signed in")),
  });
  await call({ ...things.list, open: true }, {});
  expect(sent[0]?.headers).toEqual({ accept: "application/json" });
});

test("sends credentials to one origin only", async () => {
  const stray = service("things", {
    get: {
      ...endpoint("GET /", { input: obj({}), result: obj({}), summary: "" }),
      public: ".evil.example/",
    },
  });
  const { call, sent } = world();
  await expect(call(stray.get, {})).rejects.toThrow(/is outside https:\/\/shop.example/);
  expect(sent).toEqual([]);
  expect(() =>
    createCaller({ send: async () => json({}), baseUrl: "shop", headersFor: async () => ({}) }),
  ).toThrow(UsageError);
});

const id = { "x-wix-request-id": "r1" };

test("platform errors keep message, code, details and request id", async () => {
  const reject = (body: unknown, status: number) =>
    failure(world([json(body, status, id)]).call(products.get, { id: "a" }));

  const fieldViolations = [
    { field: "b", description: "is bad", data: {} },
    { field: "a", description: "is worse", data: {} },
  ];
  const invalid = await reject({ message: "no", details: { validationError: { fieldViolations } } }, 400);
  expect(invalid.message).toBe('INVALID_ARGUMENT: "a" is worse, "b" is bad');
  expect(invalid).toMatchObject({ code: "INVALID_ARGUMENT", status: 400, requestId: "r1", exitCode: 2 });
  expect(invalid.details).toEqual({ validationError: { fieldViolations } });
  expect((await reject({ message: "no", details: { validationError: {} } }, 400)).message).toBe(
    "INVALID_ARGUMENT: no",
  );

  const application = (error: unknown, status = 409) =>
    reject({ message: "No stock", details: { applicationError: error } }, status);
  const stock = await application({ code: "OUT_OF_STOCK", description: "only 2 left", data: { left: 2 } });
  expect(stock).toMatchObject({
    message: "No stock: only 2 left",
    code: "OUT_OF_STOCK",
    exitCode: 6,
    requestId: "r1",
  });
  expect(await application({ code: -19976, description: "No stock" })).toMatchObject({
    message: "No stock",
    code: "-19976",
  });
  expect(await application({}, 500)).toMatchObject({ message: "No stock", code: "UNKNOWN", exitCode: 8 });

  expect(await reject({ message: "gone" }, 404)).toMatchObject({
    message: "gone",
    code: "NOT_FOUND",
    exitCode: 5,
  });
  expect(await reject({ message: "" }, 418)).toMatchObject({
    message: "I'm a Teapot",
    code: "I_M_A_TEAPOT",
    requestId: "r1",
  });
  expect(await reject({}, 429)).toMatchObject({ code: "TOO_MANY_REQUESTS", exitCode: 7 });
  expect(await reject({ details: { validationError: null } }, 403)).toMatchObject({
    code: "FORBIDDEN",
    exitCode: 4,
  });
  const system = await reject("<html>", 502);
  expect(system.message).toBe("System error occurred: Bad Gateway (502) (request r1)");
  expect(system).toMatchObject({ code: "BAD_GATEWAY", exitCode: 8, requestId: "r1" });
});

test.each([
  [
    { message: "Declined", details: { applicationError: { code: "DECLINED", description: "card" } } },
    "DECLINED",
  ],
  [{ error: { code: 16, message: "Declined: card" } }, undefined],
  [{ error: "Declined: card" }, undefined],
  [{ errors: [{ message: "Declined: card", code: "DECLINED" }] }, "DECLINED"],
])("an error inside a 200 is no result of a read, and no refusal of a payment: %j", async (body, code) => {
  const answering = () => world([json(body, 200, id)]).call;
  const read = await failure(answering()(things.list, {}));
  expect(read.message).toContain(
    "things.list: the platform responded 200 with an error: Declined: card (request r1)",
  );
  expect(read).toMatchObject({ exitCode: 8, requestId: "r1", ...(code && { code }) });
  expect(await failure(answering()(things.capture, { id: "a" }))).toMatchObject({ exitCode: 10 });
});

test("errors are part of a GraphQL result", async () => {
  const errors = [{ message: "no such field" }];
  expect(await world([json({ errors })]).call(graphql.run, { apiVersion: "alpha", query: "{ x }" })).toEqual({
    errors,
  });
});

test.each([404, 400, 409, 410])(
  "a %i that is not the platform's says nothing of an object",
  async (status) => {
    const html = json("<html>no route</html>", status, id);
    expect(await failure(world([html]).call(products.get, { id: "a" }))).toMatchObject({
      exitCode: 8,
      message: `products.get: the platform responded ${status} with HTML instead of JSON (is the base URL right?) (request r1).`,
    });
    expect(await failure(world([html]).call(things.capture, { id: "a" }))).toMatchObject({ exitCode: 10 });
  },
);

test("a 404 in JSON without a message or details is not the platform's", async () => {
  const error = await failure(world([json({ status: 404 }, 404, id)]).call(products.get, { id: "a" }));
  expect(error).toMatchObject({
    exitCode: 8,
    message: expect.stringContaining("not the platform's (request r1)"),
  });
});

test("redirects are errors that name the target without its query", async () => {
  const { call } = world([json("", 307, { location: "https://evil.example/?token=CANARY", ...id })]);
  const error = await failure(call(products.query, {}));
  expect(error.message).toContain("https://evil.example (HTTP 307)");
  expect(error.message).not.toContain("CANARY");
  expect(error).toMatchObject({ code: "REDIRECT", requestId: "r1", exitCode: 1 });
});

test.each([
  ["an empty body", json("", 200, id), "an empty body"],
  ["HTML", json("<!doctype html>", 200, id), "HTML instead of JSON"],
  ["truncated JSON", json('{"a":', 200, id), "truncated or invalid JSON"],
  ["a list", json("[]", 200, id), "not a JSON object"],
  ["null", json("null", 200, id), "not a JSON object"],
  ["another success status", json("{}", 201, id), "unexpected success status"],
])("after %s the outcome of a payment is unknown", async (_, response, message) => {
  const error = await failure(world([response]).call(things.capture, { id: "a" }));
  expect(error).toBeInstanceOf(UnknownOutcomeError);
  expect(error).toMatchObject({ exitCode: 10, code: "UNKNOWN_OUTCOME" });
  expect(error.cause).toBeInstanceOf(TransportError);
  expect(error.cause).toMatchObject({ arrived: "maybe", requestId: "r1" });
  expect(error.message).toContain(message);
  expect(error.message).toContain("r1");
  expect(error.hint).toMatch(/may have been executed/);
});

test("only a refusal by the platform itself says that a payment was not made", async () => {
  const later = { ...id, "retry-after": "1" };
  const unclear = [
    json('{"message":"down"}', 500, id),
    json('{"message":"later"}', 503, later),
    json('{"message":"slow down"}', 429, later),
    json('{"message":"","details":{}}', 403, id),
    json('{"message":"timed out"}', 408, id),
    json("{}", 409, id),
    json("<html>Forbidden</html>", 403, id),
    json("<html>Not found</html>", 404, id),
    json("<html>Sign in</html>", 401, id),
    json("", 307, { ...id, location: "https://proxy.example/" }),
  ];
  for (const response of unclear) {
    const error = await failure(world([response]).call(things.capture, { id: "a" }));
    expect(error).toMatchObject({ exitCode: 10, hint: expect.stringMatching(/may have been executed/) });
    expect(error.cause).toBeInstanceOf(response.status === 404 ? TransportError : ApiError);
  }
  for (const status of [400, 401, 403, 404, 409, 422, 501]) {
    const response = json('{"message":"no","details":{"applicationError":{"code":"NO"}}}', status, id);
    const error = await failure(world([response]).call(things.capture, { id: "a" }));
    expect(error).toMatchObject({ status, code: "NO" });
  }
  const undone = { ...json('{"message":"slow down"}', 429, id), undone: true as const };
  expect(await failure(world([undone]).call(things.capture, { id: "a" }))).toMatchObject({ exitCode: 7 });
  const failed = json('{"message":"down"}', 500, id);
  expect(await failure(world([failed]).call(products.query, {}))).toMatchObject({ exitCode: 8 });
});

test("a payment that was answered 401 by a proxy is not sent again with another token", async () => {
  let renewals = 0;
  const { call, sent } = world([json("<html>Sign in</html>", 401), json('{"done":1}')], {
    onUnauthorized: async () => ++renewals > 0,
  });
  expect(await failure(call(things.capture, { id: "a" }))).toMatchObject({ exitCode: 10 });
  expect([sent.length, renewals]).toEqual([1, 0]);
});

test("a list without its items is empty only if its paging metadata says so", async () => {
  const list = (body: object) => world([json(body, 200, id)]).call(products.query, {});
  for (const body of [
    {},
    { products: null },
    { metadata: {} },
    { metadata: { total: 3 } },
    { totalResults: 3 },
  ])
    expect(await failure(list(body))).toMatchObject({
      exitCode: 8,
      message: expect.stringContaining('without "products" (request r1)'),
    });
  for (const body of [
    { products: [] },
    { metadata: { total: 0 } },
    { metadata: { count: 0, total: 3 } },
    { totalResults: 0 },
    { products: null, metadata: { hasNext: false } },
    { metadata: { cursors: {} } },
  ])
    expect(await list(body)).toEqual(body);
});

test("a list of any result must be a list of objects", async () => {
  const query = (call: Call) => call(products.query, {});
  const lists = (call: Call) => call(orderFulfillments.list, { orderIds: ["o1"] });
  const payments = (call: Call) => call(orderTransactions.get, { orderId: "o1" });
  const failed = async (result: object, made: (call: Call) => Promise<unknown>) =>
    await failure(made(world([json(result, 200, id)]).call));
  for (const [result, made, problem] of [
    [{ products: {} }, query, '"products" that is not a list'],
    [{ products: "x" }, query, '"products" that is not a list'],
    [{ products: [null] }, query, '"products[0]" that is null'],
    [{ products: [[]] }, query, '"products[0]" that is not an object'],
    [{}, lists, 'a result without "ordersWithFulfillments"'],
    [{ ordersWithFulfillments: {} }, lists, '"ordersWithFulfillments" that is not a list'],
    [{ ordersWithFulfillments: "none" }, lists, '"ordersWithFulfillments" that is not a list'],
    [
      { orderTransactions: { orderId: "o1", payments: { id: "p1" } } },
      payments,
      '"orderTransactions.payments" that is not a list',
    ],
  ] as const)
    expect(await failed(result, made)).toMatchObject({
      exitCode: 8,
      message: expect.stringContaining(`${problem} (request r1)`),
    });
});

test("an object with another ID than the one that was asked for is not the result", async () => {
  const [asked, other] = ["5d1c2a4e-4b63-4c4e-9d2f-000000000001", "5d1c2a4e-4b63-4c4e-9d2f-000000000002"];
  const get = (found: string) =>
    world([json({ product: { id: found } }, 200, id)]).call(products.get, { id: asked });
  expect(await failure(get(other))).toMatchObject({
    exitCode: 8,
    message: `products.get: the platform responded 200 with product ${other} instead of ${asked} (request r1).`,
  });
  expect(await get(asked.toUpperCase())).toBeDefined();
});

test("the payments of another order than the one that was asked for are not the result", async () => {
  const [asked, other] = ["5d1c2a4e-4b63-4c4e-9d2f-000000000001", "5d1c2a4e-4b63-4c4e-9d2f-000000000002"];
  const get = (orderId: string) =>
    world([json({ orderTransactions: { orderId, payments: [], refunds: [] } }, 200, id)]).call(
      orderTransactions.get,
      { orderId: asked },
    );
  expect(await failure(get(other))).toMatchObject({
    exitCode: 8,
    message: `orderTransactions.get: the platform responded 200 with orderTransactions ${other} instead of ${asked} (request r1).`,
  });
  expect(await get(asked)).toBeDefined();
});

test("a list by IDs, numbers or slugs has no object that was not asked for", async () => {
  const list = (found: object[], field: string, values: string[]) => {
    const body = json({ orders: found, metadata: { count: found.length, cursors: {} } }, 200, id);
    return world([body]).call(orders.search, { search: { filter: { [field]: { $in: values } } } });
  };
  const [asked, other] = ["5d1c2a4e-4b63-4c4e-9d2f-000000000001", "5d1c2a4e-4b63-4c4e-9d2f-000000000002"];
  expect(await failure(list([{ id: asked }, { id: other }], "id", [asked]))).toMatchObject({
    exitCode: 8,
    message: `orders.search: the platform responded 200 with "orders" of id ${other}, which was not asked for (request r1).`,
  });
  expect(await failure(list([{ id: asked, number: "7" }], "number", ["8"]))).toMatchObject({ exitCode: 8 });
  expect(await list([{ id: asked, number: "8" }], "number", ["8", "9"])).toBeDefined();
  expect(await list([{ id: asked }], "id", [asked.toUpperCase(), other])).toBeDefined();
});

test("a result without an id that the platform always returns is an error", async () => {
  const rejection = async (result: object, made: (call: Call) => Promise<unknown>) =>
    await failure(made(world([json(result, 200, id)]).call));
  const get = (call: Call) => call(products.get, { id: "p1" });
  const list = (call: Call) => call(products.query, {});
  for (const [result, made, missing] of [
    [{}, get, "product"],
    [{ product: null }, get, "product"],
    [{ product: { name: "Mug" } }, get, "product.id"],
    [{ products: [{ id: "p1" }, { name: "Mug", id: null }] }, list, "products[1].id"],
  ] as const) {
    expect(await rejection(result, made)).toMatchObject({
      exitCode: 8,
      message: expect.stringContaining(`a result without "${missing}" (request r1)`),
    });
  }
  // Also one in the objects that it holds: requests name them by their ids.
  const order = (call: Call) => call(orders.get, { id: "o1" });
  const payments = (call: Call) => call(orderTransactions.get, { orderId: "o1" });
  const lineItems = [{ id: "l1" }, { productName: { original: "Mug" } }];
  for (const [result, made, missing] of [
    [{ order: { id: "o1", lineItems } }, order, "order.lineItems[1].id"],
    [
      { orderTransactions: { orderId: "o1", payments: [{ amount: { amount: "5" } }] } },
      payments,
      "orderTransactions.payments[0].id",
    ],
  ] as const)
    expect((await rejection(result, made)).message).toContain(`a result without "${missing}"`);
  expect(
    await world([json({ order: { id: "o1", lineItems: [] } })]).call(orders.get, { id: "o1" }),
  ).toBeDefined();
  // The product may have been created.
  const create = (call: Call) => call(products.create, { product: { name: "Mug", priceData: { price: 1 } } });
  expect(await rejection({ product: {} }, create)).toBeInstanceOf(UnknownOutcomeError);
});

test("a decoded call converts dates; a wire call does not", async () => {
  const product = {
    id: "p1",
    lastUpdated: "2026-01-02T03:04:05.678Z",
    unheardOf: { x: 1 },
    createdDate: null,
  };
  const { call, sent } = world([json({ product })]);
  const revived = await decodedCall(call)(products.get, { id: "p1" });
  expect(revived.product?.lastUpdated).toEqual(new Date("2026-01-02T03:04:05.678Z"));
  expect(revived.product).toMatchObject({ unheardOf: { x: 1 }, createdDate: null });
  expect(await call(products.get, { id: "p1" })).toEqual({ product });
  await decodedCall(call)(products.update, { product: { id: "p1", lastUpdated: new Date(0) } });
  expect(JSON.parse(sent[2]?.body ?? "").product.lastUpdated).toBe("1970-01-01T00:00:00.000Z");
});

test("a response that does not match is an error with the request id; an input that does not match is not sent", async () => {
  const { call, sent } = world([json({ product: { id: "p1", lastUpdated: "yesterday" } }, 200, id)]);
  const error = await failure(decodedCall(call)(products.get, { id: "p1" }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: "UNEXPECTED_ANSWER", requestId: "r1" });
  expect(error.message).toContain('"product.lastUpdated"');
  const input = { product: { id: "p1", lastUpdated: new Date(Number.NaN) } };
  await expect(decodedCall(call)(products.update, input)).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
    exitCode: 2,
  });
  expect(sent).toHaveLength(1);
});

test("passes on the signal, and rethrows transport errors", async () => {
  const lost = new TransportError("lost", "no");
  const { call, sent } = world([lost]);
  const { signal } = new AbortController();
  await expect(call(products.get, { id: "a" }, { signal })).rejects.toBe(lost);
  expect(sent[0]?.signal).toBe(signal);
});
