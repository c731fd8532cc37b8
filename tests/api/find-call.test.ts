import { expect, test } from "vitest";
import { endpoint, type Method, walk } from "../../src/api/endpoint.ts";
import { shelves as all } from "../../src/api/endpoints/index.ts";
import { findCalls } from "../../src/api/find-call.ts";
import { obj } from "../../src/api/models/fields.ts";

const call = (method: Method, path: string, open: string, more: object = {}) =>
  endpoint({ method, path, public: open, input: obj({}), result: obj({}), summary: "test", ...more });

const shelves = {
  tickets: {
    get: call("GET", "/v1/orders/{id}", "/events/v1/orders/{id}"),
    sum: call("GET", "/v1/orders/summary", "/events/v1/orders/summary"),
  },
  orders: {
    get: call("GET", "/v1/orders/{id}", "/ecom/v1/orders/{id}", { alternatives: ["/old/orders/{id}"] }),
    query: call("GET", "/v1/orders/query", "/ecom/v1/orders/query", {
      fallback: { method: "POST", public: "/ecom/v1/orders/long-query" },
    }),
    line: call("GET", "/v1/orders/{order.id}/lines/{line}", "/ecom/v1/orders/{order.id}/lines/{line}"),
  },
  // Its public path is the service path of another one.
  carts: { get: call("GET", "/v1/carts/{id}", "/v1/baskets/{id}") },
  baskets: { get: call("GET", "/v1/baskets/{id}", "/ecom/v1/baskets/{id}") },
};
const find = (method: Method, path: string) =>
  findCalls(shelves, method, path).map(({ name, params }) => [name, params]);

test("public, alternative and fallback paths mean one call", () => {
  expect(find("GET", "/ecom/v1/orders/1")).toEqual([["orders.get", { id: "1" }]]);
  expect(find("GET", "/old/orders/1")).toEqual([["orders.get", { id: "1" }]]);
  expect(find("POST", "/ecom/v1/orders/long-query")).toEqual([["orders.query", {}]]);
  expect(find("GET", "/ecom/v1/orders/1/lines/2")).toEqual([["orders.line", { "order.id": "1", line: "2" }]]);
});

test("a service path means every call that has it", () => {
  expect(find("GET", "/v1/orders/1")).toEqual([
    ["tickets.get", { id: "1" }],
    ["orders.get", { id: "1" }],
  ]);
});

test("a written segment goes before a value, a path that travels before a service's own", () => {
  expect(find("GET", "/v1/orders/summary")).toEqual([["tickets.sum", {}]]);
  expect(find("GET", "/v1/baskets/1")).toEqual([["carts.get", { id: "1" }]]);
});

test("another method, an empty value or another length means nothing", () => {
  expect(find("DELETE", "/ecom/v1/orders/1")).toEqual([]);
  expect(find("GET", "/ecom/v1/orders/")).toEqual([]);
  expect(find("GET", "/ecom/v1/orders/1/")).toEqual([]);
  expect(find("POST", "/ecom/v1/orders/query")).toEqual([]);
});

test("every call of the platform is found by its public path, and among others by its service path", () => {
  const wanted = [...walk(all)];
  for (const [name, { method, path, public: open }] of wanted) {
    expect(findCalls(all, method, open.replace(/\{[^}]+\}/g, "x")).map((one) => one.name)).toEqual([name]);
    const found = findCalls(all, method, path.replace(/\{[^}]+\}/g, "x")).map((one) => one.name);
    expect(found.length).toBeGreaterThan(0);
    const isShadowed = wanted.some(
      ([other, one]) => other !== name && one.method === method && found.includes(other),
    );
    if (!isShadowed) expect(found).toEqual([name]);
  }
});
