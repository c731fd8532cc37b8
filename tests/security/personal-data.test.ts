import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { walk } from "../../src/api/endpoint.ts";
import { createFakes, maskInput, maskResult, oneText } from "../../src/api/personal-data.ts";
import { services } from "../../src/api/services/all.ts";
import { withoutPersonalData } from "../../src/api/transport/masked.ts";
import type { Request, Transport } from "../../src/api/transport/transport.ts";
import { mirrorFile } from "../../src/mirror/file.ts";
import { maskObject } from "../../src/mirror/masks.ts";
import { tables } from "../../src/mirror/tables.ts";
import { callTools } from "../commands/agents/client.ts";
import { planted, plantedId, remains } from "../support/canaries.ts";
import { inContext } from "../support/context.ts";
import { createWorld, type World } from "../support/world.ts";

const fakes = createFakes(Buffer.alloc(32, 3));
const endpoints = new Map(walk(services));
const requestOf = (name: string, body?: string): Request => ({
  method: "POST",
  url: "https://www.wixapis.com/x",
  headers: {},
  effect: "read",
  name,
  ...(body !== undefined && { body }),
});
const answering =
  (body: unknown): Transport =>
  async () => ({ status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** Names of fields that describe a person wherever they are, whatever the contract says. */
const ofPersons =
  /^(firstName|lastName|fullName|nickname|orderFullName|guestFullName|givenName|familyName|emails?|loginEmail|authorEmail|phones?|mobile|birthdate|company|city|postalCode|addressLine2?|formattedAddress(Line)?|buyerNote|note|personalizedMessage|message|instructions|value|values|birthdate)$/;

/** Calls whose results are of the shop; fields of these names are its own texts there. */
const ofShop = (name: string) => endpoints.get(name)?.personal === false;

/** Yields the texts in a value with the name of their field. */
function* texts(value: unknown, name = ""): Generator<[name: string, text: string]> {
  if (typeof value === "string") yield [name, value];
  else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* texts(inner, Array.isArray(value) ? name : key);
}

describe("no canary is left", () => {
  test("in the result and the input of any call that an agent makes", async () => {
    let total = 0;
    for (const [name, { result, input, personal = true }] of endpoints) {
      const { value: body, count } = planted(result, personal);
      const { value: sent } = planted(input, personal);
      total += count;
      const masked = await withoutPersonalData(answering(body), fakes)(requestOf(name));
      expect(masked.body.match(remains)?.[0], name).toBeUndefined();
      expect(
        JSON.stringify(maskInput(endpoints.get(name), sent, fakes)).match(remains)?.[0],
        name,
      ).toBeUndefined();
    }
    expect(total).toBeGreaterThan(5000);
  });

  test("in fields that are added later to what describes a person", () => {
    for (const [name, { result, personal = true }] of endpoints) {
      if (!personal) continue;
      const later = { later: "Canary", laterList: ["Canary"], laterMap: { canary: 775577557 } };
      expect(JSON.stringify(maskResult(endpoints.get(name), later, fakes)), name).not.toMatch(remains);
      expect(result).toBeDefined();
    }
  });
});

test("fields that name, locate or quote a person are open in no call about persons", () => {
  const open = new Set<string>();
  for (const [name, endpoint] of endpoints) {
    if (ofShop(name)) continue;
    const { value } = planted(endpoint.result, true);
    for (const [field, text] of texts(maskResult(endpoint, value, oneText("*"))))
      if (text.startsWith("open") && ofPersons.test(field)) open.add(`${name}: ${field} ${text}`);
  }
  expect([...open]).toEqual([]);
});

test("masked filters keep their fields and states, and lose persons", () => {
  const filter = { status: "APPROVED", "billingInfo.contactDetails.lastName": "Canary" };
  const masked = JSON.stringify(maskInput(endpoints.get("orders.search"), { search: { filter } }, fakes));
  expect(masked).toContain('"status":"APPROVED"');
  expect(masked).not.toMatch(remains);
});

test("the substitutes of a masked object stay when it is masked again", () => {
  const { value } = planted(endpoints.get("orders.get")?.result ?? {}, true);
  const order = (value as { order: object }).order;
  const once = maskObject("orders", order, fakes);
  expect(JSON.stringify(once)).not.toMatch(remains);
});

/** The calls that the shop answers with canaries. */
const answered = [
  ...["orders.search", "orders.get", "abandonedCheckouts.query", "abandonedCheckouts.search"],
  ...["eventGuests.query", "tickets.list", "tickets.get", "giftCards.query", "giftCards.get"],
  ...["orderTransactions.list", "orderTransactions.get", "orderFulfillments.list", "orderFulfillments.get"],
  ...["eventOrders.list", "eventOrders.get", "rsvps.query", "rsvps.get", "subscriptionContracts.query"],
  ...["orderInvoices.list", "orderPaymentRequests.query", "draftOrders.query", "eventStaffMembers.query"],
];
const withCanaries =
  (send: Transport): Transport =>
  async (request) => {
    const endpoint = endpoints.get(request.name);
    // The number of orders, which a local copy is compared with.
    if (request.name === "orders.aggregate")
      return await answering({ aggregates: { number: { APPROVED: 1 } } })(request);
    if (endpoint === undefined || !answered.includes(request.name)) return await send(request);
    const { value } = planted(endpoint.result, true);
    const body = { ...(value as object) };
    // One page.
    for (const name of Object.keys(body))
      if (/paging|metadata/i.test(name)) delete body[name as keyof object];
    return await answering({
      ...body,
      ...(endpoint.paging === "offset" && { total: 1, limit: 100, offset: 0 }),
    })(request);
  };
const options = { through: withCanaries };

describe("in a shop whose persons are canaries", () => {
  let world: World;
  beforeAll(async () => {
    world = createWorld();
    await world.till("sandbox seed demo");
  });
  afterAll(() => world.close());

  /** Commands that show persons; those with `--local` also read the local copy. */
  const reads = [
    "orders list --json",
    "orders list --json --jq '.items[0] | {buyerInfo, billingInfo, recipientInfo, shippingInfo, buyerNote, customFields}'",
    "orders list --json --jq '.items[0] | {extendedFields, aNewField, aNewObject, appliedDiscounts, additionalFees}'",
    "orders list --json --jq '.items[0].activities'",
    "orders list --json --jq '.items[0].lineItems'",
    `orders get ${plantedId} --json`,
    `orders get ${plantedId}`,
    "orders list --output csv --fields number,buyerInfo,billingInfo",
    "orders abandoned list --json",
    "events guests list --json",
    "tickets list --json",
    "gift-cards list --json",
    `api orders.get -F orderId=${plantedId}`,
    `api orders.get -F id=${plantedId}`,
  ];

  test("an agent that reads over the network sees none", async () => {
    const answers = await callTools(
      world,
      reads.map((command) => ["read", { command }] as const),
      options,
    );
    const ok = answers.filter(({ isError }) => !isError);
    expect(ok.length, JSON.stringify(answers.filter(({ isError }) => isError))).toBeGreaterThan(6);
    for (const [at, { text }] of answers.entries())
      expect(text.match(remains)?.[0], reads[at]).toBeUndefined();
    const shown = await callTools(world, [["read", { command: reads[1] ?? "" }]], options, [
      "--show-personal",
    ]);
    expect(shown[0]?.text).toMatch(remains);
  });

  test("a plan that an agent is shown has none", async () => {
    const [planned] = await callTools(world, [["plan", { command: "orders capture --authorized" }]]);
    expect(planned?.text).toContain("Plan: ");
    const { stdout } = await world.till("orders list --all --json");
    const people = texts(JSON.parse(stdout)).filter(([name]) => /^(first|last)Name$/.test(name));
    const names = [...people].map(([, text]) => text);
    expect(names.length).toBeGreaterThan(3);
    // A made-up name may contain a short name, as Samahome does.
    expect(planned?.text).not.toMatch(new RegExp(`(?<!\\p{L})(?:${names.join("|")})(?!\\p{L})`, "u"));
  });

  test("an agent that reads the local copy sees none, with --local and in SQL", async () => {
    const synced = await world.till("data sync --with gift-cards --with payments", options);
    expect(synced.code, synced.stderr).toBe(0);
    const raw = await world.till("data sql 'select json from orders' --json");
    expect(raw.stdout).toMatch(remains);
    const lists = ["orders", "abandonedCheckouts", "tickets", "guests", "giftCards"];
    const queries = tables.flatMap(({ name, list }) =>
      lists.includes(list) ? [`select * from ${name}`] : [],
    );
    const local = reads.filter((line) => / list /.test(line)).map((line) => `${line} --local`);
    const calls = [
      ...queries.map((query) => ["sql", { query }] as const),
      ["sql", { query: "select * from customers" }] as const,
      ["sql", { query: "select * from order_lines" }] as const,
      [
        "sql",
        { query: "select json_extract(json, '$.billingInfo'), upper(lastName) || '' from orders" },
      ] as const,
      ...local.map((command) => ["read", { command }] as const),
      ...["data search canary", "data report customers", "sql 'select * from orders'"].map(
        (command) => ["read", { command }] as const,
      ),
    ];
    const answers = await callTools(world, calls);
    for (const [at, { text, isError }] of answers.entries()) {
      expect(text.match(remains)?.[0], JSON.stringify(calls[at])).toBeUndefined();
      if (at < queries.length) expect(isError, text).toBe(false);
    }
    expect(answers.filter(({ isError }) => !isError).length).toBeGreaterThan(queries.length + 4);
  });

  test("a local copy that was made with --masked or --without customers has none", async () => {
    for (const flags of ["--masked", "--without customers"]) {
      await world.till("data sync --forget");
      const { code, stderr } = await world.till(
        `data sync ${flags} --with gift-cards --with payments`,
        options,
      );
      expect(code, stderr).toBe(0);
      await inContext(world, async (context) => {
        const file = mirrorFile({ paths: context.paths, profile: await context.profile() });
        for (const end of ["", "-wal"].filter((one) => existsSync(file + one)))
          expect(readFileSync(file + end, "latin1").match(remains)?.[0], flags).toBeUndefined();
      });
      const { stdout } = await world.till("data sql 'select count(*) as n from orders' --json");
      expect(JSON.parse(stdout).items).toMatchObject([{ n: 1 }]);
    }
  });
});
