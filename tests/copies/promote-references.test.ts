import { appendFileSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acceptEdits } from "../support/snapshots.ts";
import { createWorld, type World } from "../support/world.ts";
import { generatedShop, writeShop } from "./generated-shop.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("profiles create copy --platform sandbox");
  writeShop(world.path("shop"), generatedShop(1));
});
afterEach(() => world.close());

const coupon = (code: string, entity: string) => ({
  _kind: "coupon",
  specification: {
    ...{ code, name: code, startTime: "1767225600000", percentOffRate: 10 },
    scope: { namespace: "stores", group: { name: "product", entity } },
  },
});

/** Runs a command line and returns the names of its writing calls, too. */
async function writesOf(line: string) {
  const writes: string[] = [];
  const result = await world.till(line, {
    onRequest: ({ name = "", effect }) => void (effect === "read" || writes.push(name)),
  });
  return { ...result, writes };
}

const lines = (name: string) => readFileSync(world.path(name), "utf8").split("\n").filter(Boolean).length;

test("a reference to an object that does not exist is an error with its line, and nothing is sent", async () => {
  appendFileSync(world.path("shop/discounts.ndjson"), `${JSON.stringify(coupon("LOST", "no-such-mug"))}\n`);
  acceptEdits(world.path("shop"));
  const line = lines("shop/discounts.ndjson");
  const { code, stderr, writes } = await writesOf("copy promote --source ./shop --target copy --yes");
  expect({ code, writes }).toEqual({ code: 2, writes: [] });
  expect(stderr).toContain(
    `shop/discounts.ndjson:${line}, specification.scope.group.entity: coupon LOST refers to the product "no-such-mug", which does not exist`,
  );
  await world.till("copy promote --source ./shop --target copy --yes --skip-invalid");
  expect((await world.till("copy pull after --only discounts --profile copy")).code).toBe(0);
  expect(lines("after/discounts.ndjson")).toBe(line - 1);
});

test("discounts are promoted alone if the target has their products, else they are errors", async () => {
  const alone = await writesOf("copy promote --source ./shop --target copy --only tickets --yes");
  expect(alone).toMatchObject({ code: 2, writes: [] });
  expect(alone.stderr).toMatch(/shop\/tickets\.ndjson:1.*: ticket type .* refers to the event "event-1"/);
  await world.till("copy promote --source ./shop --target copy --only events --yes");
  expect(await world.till("copy promote --source ./shop --target copy --only tickets --yes")).toMatchObject({
    code: 0,
  });
});

test("regions of the target that overlap with new ones are an error, unless --prune deletes them", async () => {
  const profile = (region: string) => ({
    ...{ _kind: "deliveryProfile", name: "General", default: true },
    deliveryRegions: [
      {
        name: region,
        active: true,
        destinations: [{ countryCode: "DE", subdivisions: [] }],
        deliveryCarriers: [],
      },
    ],
  });
  const pickup = (region: string) => ({
    ...{
      _kind: "pickupLocation",
      name: "Shop",
      address: { addressLine: "1 Street", country: "DE" },
      rates: [],
    },
    ...{ active: true, deliveryRegions: [`default / ${region}`] },
  });
  writeShop(world.path("one"), { shipping: [profile("Germany"), pickup("Germany")] });
  writeShop(world.path("two"), { shipping: [profile("Domestic"), pickup("Domestic")] });
  await world.till("copy promote --source ./one --target copy --yes");
  const { code, stderr, writes } = await writesOf("copy promote --source ./two --target copy --yes");
  expect({ code, writes }).toEqual({ code: 2, writes: [] });
  expect(stderr).toContain('DE is in "default / Germany", which only the target has and --prune deletes');
  expect(await world.till("copy promote --source ./two --target copy --prune --yes")).toMatchObject({
    code: 0,
  });
  expect((await world.till("copy diff ./two copy --only shipping")).stdout).toBe("");
  const { stdout } = await world.till("jobs list --json --jq .items[0].id");
  expect(await world.till(`jobs undo ${stdout.trim()} --yes --profile copy`)).toMatchObject({ code: 0 });
  expect((await world.till("copy diff ./one copy --only shipping")).stdout).toBe("");
});

test("objects that someone changes between plan and apply are skipped and named; the others are changed", async () => {
  await world.till("copy promote --source ./shop --target copy --yes");
  writeShop(world.path("next"), {
    tax: [
      { _kind: "taxSettings", taxIncludedInItemPrices: true },
      ...["AT", "US-NY"].map((region) => ({
        ...{ _kind: "taxRegion", appId: "7ac41c00-5a9d-4b0c-8a0d-000000000002", country: region.slice(0, 2) },
        ...(region.length > 2 && { subdivision: region }),
        taxIncludedInPrice: true,
      })),
    ],
    settings: [{ _kind: "ordersSettings", inventoryUpdateTrigger: "ON_ORDER_PAID", createInvoice: true }],
  });
  const settings = {
    _kind: "ordersSettings",
    inventoryUpdateTrigger: "ON_ORDER_PLACED",
    createInvoice: false,
  };
  writeShop(world.path("reset"), { settings: [settings] });
  writeShop(world.path("other"), { settings: [{ ...settings, inventoryUpdateTrigger: "ON_ORDER_PAID" }] });
  await world.till("copy promote --source ./reset --target copy --yes");
  expect(await world.till("copy promote --source ./next --target copy --plan-out plan.ndjson")).toMatchObject(
    {
      code: 0,
    },
  );
  await world.till("copy promote --source ./other --target copy --yes");
  const { code, stdout, stderr } = await world.till("apply plan.ndjson --yes --profile copy");
  expect(code).toBe(9);
  expect(stdout + stderr).toMatch(/settings\.ndjson:1 +order settings +changed by job \w+ since/);
  expect((await world.till("copy diff ./next copy --only tax")).stdout).not.toMatch(/taxIncluded/);
});

test("orders are refused by name, and sold tickets are listed as not carried over", async () => {
  await world.till("sandbox seed demo");
  const refused = await world.till("copy promote --source sandbox --target copy --only orders --yes");
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toContain("Orders and sold tickets are never written");
  const planned = await world.till(
    "copy promote --source sandbox --target copy --only events,tickets --dry-run",
  );
  expect(planned.stderr).toContain("Not carried over: sold tickets, which are never written (13).");
});

test.each([
  ["title", "7", "title must be text"],
  ["location", "7", "location must be an object"],
  ["shortDescription", "[]", "shortDescription must be text"],
  ["titel", '"Talk"', "titel is not a field of events; did you mean title?"],
])(
  "%s: %s in a new or a changed event is an error with its line, and nothing is sent",
  async (field, value, message) => {
    const event = (slug: string, more: object = {}) => ({
      ...{ _kind: "event", slug, status: "PUBLISHED", title: `Talk ${slug}`, ...more },
      dateAndTimeSettings: { dateAndTimeTbd: true, dateAndTimeTbdMessage: "Soon" },
      registration: { initialType: "RSVP" },
    });
    const wrong = { [field]: JSON.parse(value) as unknown };
    writeShop(world.path("right"), { events: [event("one")] });
    await world.till("copy promote --source ./right --target copy --yes");
    for (const slug of ["one", "two"]) {
      writeShop(world.path("wrong"), { events: [event("a"), event(slug, wrong)] });
      const { code, stderr } = await world.till("copy promote --source ./wrong --target copy --yes");
      expect(code, stderr).toBe(2);
      expect(stderr).toContain("Nothing was sent.");
      expect(stderr).toContain(`wrong/events.ndjson:2: ${message}`);
    }
  },
);

test("a new event without a start is an error with its line", async () => {
  const event = (slug: string, start: object) => ({
    ...{ _kind: "event", slug, status: "PUBLISHED", title: slug, registration: { initialType: "RSVP" } },
    dateAndTimeSettings: start,
  });
  const later = { dateAndTimeTbd: true, dateAndTimeTbdMessage: "Soon" };
  writeShop(world.path("right"), { events: [event("one", later)] });
  await world.till("copy promote --source ./right --target copy --yes");
  writeShop(world.path("wrong"), { events: [event("one", later), event("two", {})] });
  const { code, stderr } = await world.till("copy promote --source ./wrong --target copy --yes");
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining("wrong/events.ndjson:2: a new event needs start"),
  });
});

test("events with guests keep their ticket types with --prune", async () => {
  await world.till("sandbox seed demo");
  await world.till("copy pull before --only events,tickets");
  const pruned = await world.till(
    "copy promote --source copy --target sandbox --only events,tickets --prune --allow-empty-source --yes",
  );
  expect(pruned).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("deleting events with guests (2)"),
  });
  await world.till("copy pull after --only events,tickets");
  const objects = (folder: string, domain: string) =>
    readFileSync(world.path(`${folder}/${domain}.ndjson`), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { _kind: string; slug?: string; event?: string });
  const kept = objects("after", "events").map(({ slug }) => slug);
  const types = (folder: string) =>
    objects(folder, "tickets").filter(
      ({ _kind, event }) => _kind === "ticketDefinition" && kept.includes(event),
    );
  expect(kept).toHaveLength(2);
  expect(types("before").length).toBeGreaterThan(2);
  expect(types("after")).toEqual(types("before"));
});
