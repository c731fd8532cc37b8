import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { recordSandbox } from "../../src/config/running-sandboxes.ts";
import { serve } from "../support/served.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("profiles create shop --platform sandbox");
});
afterEach(() => world.close());

const file = (name: string) => world.path(`till/data/sandbox-${name}.db`);
const shop = async (line: string) =>
  expect(await world.till(`${line} --profile shop`)).toMatchObject({ code: 0 });

/** Returns the documents of a table by id. */
function documents(name: string, table: string): Map<string, Record<string, never>> {
  const db = new DatabaseSync(file(name), { readOnly: true });
  const rows = db.prepare(`SELECT id, doc FROM "doc_${table}" ORDER BY id`).all() as {
    id: string;
    doc: string;
  }[];
  db.close();
  return new Map(rows.map(({ id, doc }) => [id, JSON.parse(doc)]));
}

describe.each(["v1", "v3"])("catalog %s", (catalog) => {
  test("a copy has the ids, prices and stock of the shop, and takes orders that continue its numbers", async () => {
    await shop(`sandbox seed demo --catalog ${catalog}`);
    expect(await world.till("sandbox pull --source shop --name copy")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/products\s+24\n.*\norders\s+14\n/s),
      stderr: expect.stringContaining("Personal data was replaced."),
    });
    const same = await world.till(
      "copy diff shop copy --only products,collections,inventory,discounts,tax,tips,settings --detailed-exitcode",
    );
    expect(same).toMatchObject({ code: 0, stderr: expect.stringContaining("No differences.") });
    for (const table of ["orders", "events", "ticketDefinitions", "ticketOrders", "eventTickets", "coupons"])
      expect([...documents("copy", table).keys()], table).toEqual([...documents("shop", table).keys()]);
    const products = catalog === "v3" ? "v3-products" : "products";
    expect([...documents("copy", products).keys()]).toEqual([...documents("shop", products).keys()]);

    for (const profile of ["shop", "copy"]) {
      await world.till(`cart add wool-throw --option Colour=Olive --quantity 2 --profile ${profile}`);
      const buyer = "--ship-to 'US-NY, 10001, New York, 5 Main St' --email ada@example.com";
      await world.till(`cart checkout ${buyer} --profile ${profile}`);
      const order = await world.till(`checkout complete --pay authorized --profile ${profile}`);
      expect(order, profile).toMatchObject({ code: 0 });
      const list = await world.till(
        `orders list --limit 1 --profile ${profile} --jq '.items[0] | .number + " " + .priceSummary.total.amount'`,
      );
      expect(list.stdout, profile).toBe("10015 214.79\n");
    }
    const stock = (profile: string) =>
      world.till(`products stock list --all --output csv --fields handle,stock --profile ${profile}`);
    expect((await stock("copy")).stdout).toBe((await stock("shop")).stdout);
    expect(await world.till("orders capture 10015 --yes --profile copy")).toMatchObject({ code: 0 });
  });
});

test("keeps amounts, dates and states of orders, and replaces personal data", async () => {
  await shop("sandbox seed demo");
  await shop("sandbox seed --orders 5");
  await world.till("sandbox pull --source shop --name copy");
  const personal =
    /^(?:activities|buyerInfo\.email|lineItems)$|^(?:billingInfo|recipientInfo|shippingInfo\.logistics\.shippingDestination)\./;
  const { stdout } = await world.till("copy diff shop copy --only orders --jq '.items[].field'");
  const fields = [...new Set(stdout.trim().split("\n"))];
  expect(fields.filter((field) => !personal.test(field))).toEqual([]);
  expect(fields).toContain("buyerInfo.email");

  const people = [...documents("shop", "orders").values()].flatMap(({ billingInfo, buyerInfo }) => {
    const { address, contactDetails } = (billingInfo ?? {}) as Record<string, Record<string, string>>;
    const { email } = (buyerInfo ?? {}) as { email?: string };
    return [email, address?.addressLine, address?.city, contactDetails?.firstName, contactDetails?.lastName];
  });
  const known = [...new Set(people.filter((one) => one !== undefined && one.length > 3))];
  expect(known.length).toBeGreaterThan(30);
  const bytes = readdirSync(world.path("till/data"))
    .filter((name) => name.includes("copy"))
    .map((name) => readFileSync(world.path(`till/data/${name}`), "latin1"))
    .join("");
  // A short name can be a part of a substitute.
  const written = (text: string) => (text.length > 8 ? text : `"${text}"`);
  const inBytes = (text = "") => bytes.includes(Buffer.from(written(text)).toString("latin1"));
  expect(known.filter(inBytes)).toEqual([]);

  const emails = (name: string) =>
    [...documents(name, "orders").values()].map(
      ({ buyerInfo }) => (buyerInfo as unknown as { email?: string }).email,
    );
  // The same buyer is the same one in all orders.
  expect(new Set(emails("copy")).size).toBe(new Set(emails("shop")).size);
});

test("a sandbox is replaced as a whole after it was confirmed, and keeps its own identity", async () => {
  await shop("sandbox seed 3");
  await world.till("sandbox seed demo");
  await world.till("sandbox settings siteId=my-site");
  const refused = await world.till("sandbox pull --source shop");
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("Replace everything") });
  expect((await world.till("products list --all --output ndjson")).stdout.split("\n")).toHaveLength(25);
  expect(await world.till("sandbox pull --source shop --yes")).toMatchObject({ code: 0 });
  expect((await world.till("products list --all --output ndjson")).stdout.split("\n")).toHaveLength(4);
  const status = JSON.parse((await world.till("sandbox status --json")).stdout);
  expect(status).toMatchObject({ siteId: "my-site", counts: { products: 3 } });
  expect(status.counts.members ?? 0).toBe(0);
  // New ids are not those of the shop, which has the default seed.
  await world.till("products create --name New --price 5");
  expect((await world.till("products list --all --output ndjson")).stdout.split("\n")).toHaveLength(5);
});

test("an interrupted copy does not change the sandbox, and the next copy deletes files of a killed one", async () => {
  await shop("sandbox seed 250");
  await world.till("sandbox seed 2");
  let left = 4;
  const stopped = await world.till("sandbox pull --source shop --yes --no-costs", {
    onRequest: () => {
      if (left-- <= 0) throw new Error("killed");
    },
  });
  expect(stopped.code).not.toBe(0);
  expect((await world.till("products list --all --output ndjson")).stdout.split("\n")).toHaveLength(3);
  const rest = () => readdirSync(world.path("till/data")).filter((name) => name.includes(".copy"));
  expect(rest()).toEqual([]);
  writeFileSync(world.path("till/data/sandbox.db.copy"), "what a killed process left");
  expect(await world.till("sandbox pull --source shop --yes --no-costs")).toMatchObject({ code: 0 });
  expect(rest()).toEqual([]);
  expect((await world.till("products list --all --output ndjson")).stdout.split("\n")).toHaveLength(251);
});

test.each(["", "--json"])("a list that changes while it is copied is reported %s", async (flags) => {
  await shop("sandbox seed 250");
  const { stdout } = await world.till("products list --all --output ndjson --profile shop");
  const ids = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { id: string }).id);
  let page = 0;
  const { code, stderr } = await world.till(
    `sandbox pull --source shop --yes --only products --no-costs ${flags}`,
    {
      async onRequest({ name }) {
        if (name === "products.query" && ++page === 3)
          await world.till(`products delete ${ids.sort().at(-1)} --yes --profile shop`);
      },
    },
  );
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining("The list of products changed while"),
  });
});

test("a part of a shop is copied together with the objects that it refers to", async () => {
  await shop("sandbox seed demo");
  await shop("sandbox seed --orders 5");
  const { stdout } = await world.till(
    "sandbox pull --source shop --name copy --only tickets --limit 2 --json",
  );
  const { counts, omitted } = JSON.parse(stdout);
  expect(counts).toMatchObject({ events: 2, "ticket types": expect.any(Number) });
  expect(counts).not.toHaveProperty("products");
  expect(omitted["ticket types"]).toBeGreaterThan(0);
  expect(await world.till("tickets list --all --profile copy")).toMatchObject({ code: 0 });
  const since = await world.till(
    "sandbox pull --source shop --name copy --only orders --since 1d --yes --json",
  );
  expect(JSON.parse(since.stdout).counts.orders).toBeLessThan(19);
  expect(JSON.parse(since.stdout).counts.orders).toBeGreaterThan(0);
});

test("personal data is not kept without a terminal to ask on, not even with --yes", async () => {
  await shop("sandbox seed demo");
  const line = "sandbox pull --source shop --name copy --keep-personal-data --yes";
  const refused = await world.till(line);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("there is no terminal to ask on"),
  });
  expect(existsSync(file("copy"))).toBe(false);
});

test("a copy that is not possible is refused before anything is read", async () => {
  await shop("sandbox seed 1");
  await shop("copy pull snapshot --only products");
  expect(await world.till("sandbox pull")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--source is missing"),
  });
  const cases: [string, RegExp][] = [
    ["--source ./snapshot", /is a snapshot/],
    ["--source sandbox", /is the sandbox that the shop is copied into/],
    ["--source shop --profile shop", /is the sandbox that the shop is copied into/],
    ["--source shop --name 'a b'", /Invalid profile name/],
    ["--source shop --only prodcts", /Did you mean "products"/],
  ];
  for (const [flags, message] of cases)
    expect(await world.till(`sandbox pull ${flags}`), flags).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(message),
    });
  expect(await world.till("sandbox pull --source nobody")).toMatchObject({ code: 5 });
});

test("a sandbox that was started by name is not copied into itself", async () => {
  const served = await serve(world);
  const started = { ...served, name: "served", pid: process.pid, startedAt: new Date().toISOString() };
  recordSandbox({ state: world.path("till/state") }, started);
  try {
    const { code, stderr } = await world.till("sandbox pull --source served --name served --yes");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("served is the sandbox that the shop is copied into"),
    });
  } finally {
    await served.close();
  }
});
