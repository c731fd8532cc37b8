import { expect, test } from "vitest";
import type { Method } from "../../../src/api/endpoint.ts";
import { calls as all } from "../../../src/api/services/calls.ts";
import { type Addressed, findCalls } from "../../../src/api/services/find-call.ts";

const call = (
  name: string,
  method: Method,
  path: string,
  open: string,
  more: Partial<Addressed> = {},
): Addressed => ({ name, method, path, public: open, ...more });

const calls = [
  call("tickets.get", "GET", "/v1/orders/{id}", "/events/v1/orders/{id}"),
  call("tickets.sum", "GET", "/v1/orders/summary", "/events/v1/orders/summary"),
  call("orders.get", "GET", "/v1/orders/{id}", "/ecom/v1/orders/{id}", {
    alternatives: ["/old/orders/{id}"],
  }),
  call("orders.query", "GET", "/v1/orders/query", "/ecom/v1/orders/query", {
    fallback: { method: "POST", public: "/ecom/v1/orders/long-query" },
  }),
  call("orders.line", "GET", "/v1/orders/{order.id}/lines/{line}", "/ecom/v1/orders/{order.id}/lines/{line}"),
  // Its public path is the service path of another call.
  call("carts.get", "GET", "/v1/carts/{id}", "/v1/baskets/{id}"),
  call("baskets.get", "GET", "/v1/baskets/{id}", "/ecom/v1/baskets/{id}"),
];
const find = (method: Method, path: string) =>
  findCalls(calls, method, path).map((found) => [found.call.name, found.params]);

test("finds one call by public, alternative and fallback paths", () => {
  expect(find("GET", "/ecom/v1/orders/1")).toEqual([["orders.get", { id: "1" }]]);
  expect(find("GET", "/old/orders/1")).toEqual([["orders.get", { id: "1" }]]);
  expect(find("POST", "/ecom/v1/orders/long-query")).toEqual([["orders.query", {}]]);
  expect(find("GET", "/ecom/v1/orders/1/lines/2")).toEqual([["orders.line", { "order.id": "1", line: "2" }]]);
});

test("finds all calls with a service path", () => {
  expect(find("GET", "/v1/orders/1")).toEqual([
    ["tickets.get", { id: "1" }],
    ["orders.get", { id: "1" }],
  ]);
});

test("literal segments win over values, public paths over service paths", () => {
  expect(find("GET", "/v1/orders/summary")).toEqual([["tickets.sum", {}]]);
  expect(find("GET", "/v1/baskets/1")).toEqual([["carts.get", { id: "1" }]]);
});

test("a GET query can be posted to its service path, as older clients do", () => {
  const paged = [call("carts.query", "GET", "/v1/carts/query", "/ecom/v1/carts/query", { paging: "offset" })];
  expect(findCalls(paged, "POST", "/v1/carts/query").map((found) => found.call.name)).toEqual([
    "carts.query",
  ]);
  expect(findCalls(calls, "POST", "/v1/orders/query")).toEqual([]);
});

test("finds nothing for another method, an empty value or another length", () => {
  expect(find("DELETE", "/ecom/v1/orders/1")).toEqual([]);
  expect(find("GET", "/ecom/v1/orders/")).toEqual([]);
  expect(find("GET", "/ecom/v1/orders/1/")).toEqual([]);
  expect(find("POST", "/ecom/v1/orders/query")).toEqual([]);
});

test("finds every call by its public path, and among others by its service path", () => {
  const names = (method: Method, path: string) =>
    findCalls(all, method, path.replace(/\{[^}]+\}/g, "x")).map((found) => found.call.name);
  for (const { name, method, path, public: open } of all) {
    expect(names(method, open)).toEqual([name]);
    const found = names(method, path);
    expect(found.length).toBeGreaterThan(0);
    const isShadowed = all.some(
      (other) => other.name !== name && other.method === method && found.includes(other.name),
    );
    if (!isShadowed) expect(found).toEqual([name]);
  }
});
