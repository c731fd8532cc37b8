import { expect, test } from "vitest";
import { topics } from "../../src/api/contract/topics.ts";
import { listsOfEvent } from "../../src/mirror/follow.ts";
import { createWorld } from "../support/world.ts";

test("every event about something that is copied changes its list", () => {
  const listsOf = (pattern: RegExp) =>
    topics.filter(({ type }) => pattern.test(type)).map(({ type }) => [type, listsOfEvent(type)] as const);
  for (const [type, lists] of listsOf(
    /stores\.catalog\.v3\.(product|inventory_item|brand|ribbon)|catalog\.api|inventory\.api/,
  ))
    expect(lists, type).toContain("products");
  for (const [type, lists] of listsOf(/categor|Collection/)) expect(lists, type).toContain("collections");
  for (const [type, lists] of listsOf(/ecom\.v1\.(order|order_transactions|fulfillments)_/))
    expect(lists, type).toContain("orders");
  for (const [type, lists] of listsOf(/abandoned_checkout_|Abandoned|CartRecovered/))
    expect(lists, type).toEqual(["abandonedCheckouts"]);
  for (const [type, lists] of listsOf(/discount_rule/)) expect(lists, type).toEqual(["discountRules"]);
  for (const [type, lists] of listsOf(/events\.(v3\.event|guests|v2\.rsvp|ticketing)/))
    expect(lists, type).toEqual(["events", "tickets", "guests"]);
  expect(listsOfEvent("wix.ecom.v1.cart_updated")).toEqual([]);
  expect(listsOfEvent("wix.ecom.v1.draft_order_created")).toEqual([]);
});

test("webhooks receive --sync reads the lists that events are about", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const stop = new AbortController();
  let output = "";
  const requests: string[] = [];
  const done = world.till("webhooks receive --sync", {
    signal: stop.signal,
    onOutput: (text) => {
      output += text;
    },
    onRequest: ({ name = "" }) => requests.push(name),
  });
  await expect.poll(() => output).toMatch(/Receiving webhooks on http/);
  expect(output).toMatch(/The local copy is up to date: \d+ rows/);
  const [, origin = ""] = /on (http:\S+?)\. /.exec(output) ?? [];
  const send = async (body: string) => (await fetch(origin, { method: "POST", body })).status;
  const last = async () =>
    (await world.till("webhooks replay last --jq .items[0].jwt")).stdout.trim().replaceAll('"', "");
  requests.length = 0;
  await world.till("products create --name Lantern --price 19.50");
  expect(await send(await last())).toBe(200);
  await expect.poll(() => output).toContain("Updated the local copy: products");
  const count = async (query: string) =>
    JSON.parse((await world.till(["data", "sql", query, "--json"])).stdout).items;
  expect(await count("select price from products where name = 'Lantern'")).toMatchObject([
    { price: "19.50" },
  ]);
  expect(new Set(requests)).toEqual(new Set(["products.query"]));
  expect(requests.length).toBeLessThanOrEqual(3);
  // A forged event changes nothing and causes no request.
  requests.length = 0;
  expect(await send("e30.e30.e30")).toBe(400);
  expect(requests).toEqual([]);
  stop.abort("SIGINT");
  expect((await done).code).toBe(130);
  world.close();
});

test("a list that the key may not read is named, and not said to be up to date", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const stop = new AbortController();
  let output = "";
  let denied = /^coupons\./;
  const done = world.till("webhooks receive --sync", {
    signal: stop.signal,
    onOutput: (text) => {
      output += text;
    },
    through: (send) => async (request) =>
      denied.test(request.name ?? "")
        ? {
            status: 403,
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ message: "Forbidden", details: {} }),
          }
        : await send(request),
  });
  await expect.poll(() => output).toMatch(/Receiving webhooks on http/);
  expect(output).toContain("may not read coupons");
  expect(output).not.toContain("is up to date");
  const [, origin = ""] = /on (http:\S+?)\. /.exec(output) ?? [];
  denied = /^products\./;
  await world.till("products create --name Lantern --price 19.50");
  const jwt = (await world.till("webhooks replay last --jq .items[0].jwt")).stdout.trim().replaceAll('"', "");
  expect((await fetch(origin, { method: "POST", body: jwt })).status).toBe(200);
  await expect.poll(() => output).toContain("may not read products");
  stop.abort("SIGINT");
  expect((await done).code).toBe(130);
  expect(output).not.toContain("Updated the local copy");
  world.close();
});
