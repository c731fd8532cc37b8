import { expect, expectTypeOf, test } from "vitest";
import { decodedCall } from "../../../src/api/client.ts";
import { decodeInPlace, toJson } from "../../../src/api/decode.ts";
import { endpoint as declare, type Endpoint, walk } from "../../../src/api/endpoint.ts";
import { enumOf, guid, obj } from "../../../src/api/models/fields.ts";
import type { WireOf } from "../../../src/api/schema.ts";
import { boundsOf, isTime, type Schema } from "../../../src/api/schema.ts";
import { services } from "../../../src/api/services/all.ts";
import { backInStock } from "../../../src/api/services/back-in-stock.ts";
import { currentCart } from "../../../src/api/services/cart.ts";
import { events } from "../../../src/api/services/events.ts";
import { redirects } from "../../../src/api/services/redirects.ts";
import { controlCalls } from "../../../src/api/services/sandbox/sandbox.ts";
import { eventCheckout } from "../../../src/api/services/tickets.ts";
import { violations } from "../../../src/api/violations.ts";
import { failuresOf } from "../../support/failures.ts";

const moment = "2030-01-01T09:30:00.000Z";

/** Returns a value with all fields of a schema; lists and maps have one item. */
function fullValue(schema: Schema): unknown {
  const { type, properties, additionalProperties, items, anyOf } = schema;
  const { min = 1, values } = boundsOf(schema);
  if (anyOf) return fullValue(anyOf[0] ?? {});
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, fullValue(field)]));
  if (additionalProperties) return { key: fullValue(additionalProperties) };
  if (type === "array") return [fullValue(items ?? {})];
  if (isTime(schema)) return moment;
  if (values) return values[0];
  if (type === "string") return "7";
  if (type === "number" || type === "integer") return min;
  return type === "boolean" ? true : { any: ["thing"] };
}

/** Runs a check for each call. Returns the calls that fail it, with the reason. */
const failing = (check: (endpoint: Endpoint) => void) =>
  failuresOf([...walk(services)].map(([name, endpoint]) => [name, () => check(endpoint)] as const));

test("the input and result of each call keep every field in both directions, with dates as Date", async () => {
  const failures = await failing(({ input, result }) => {
    for (const schema of [input, result]) {
      const wire = fullValue(schema);
      const value = structuredClone(wire);
      expect(decodeInPlace(schema, value)).toBeUndefined();
      expect(toJson(schema, value)).toEqual(wire);
      const dates = JSON.stringify(wire).split(moment).length - 1;
      expect(countDates(value)).toBe(dates);
    }
  });
  expect(failures).toEqual([]);
});

test("the result of each call keeps unknown fields", async () => {
  const failures = await failing(({ result }) => {
    const answer = { ...(fullValue(result) as object), unheardOf: { deep: [1] } };
    expect(decodeInPlace(result, answer)).toBeUndefined();
    expect(answer).toMatchObject({ unheardOf: { deep: [1] } });
  });
  expect(failures).toEqual([]);
});

test("violations are found in any schema of an input", async () => {
  const failures = await failing((endpoint) => void violations(endpoint, fullValue(endpoint.input)));
  expect(failures).toEqual([]);
});

test("the path and the required fields of each call are fields of its input", async () => {
  const failures = await failing(({ input, path, public: open, required = [], requiredOneOf = [] }) => {
    const full = fullValue(input);
    const inPath = [path, open].flatMap((one) =>
      [...one.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? ""),
    );
    for (const field of [...inPath, ...required, ...requiredOneOf.flat()]) {
      const found = field
        .replace("?", "")
        .split(".")
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], full);
      expect(found, field).toBeDefined();
    }
  });
  expect(failures).toEqual([]);
});

function countDates(value: unknown): number {
  if (value instanceof Date) return 1;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, one) => sum + countDates(one), 0);
}

const broken = (endpoint: Parameters<typeof violations>[0], input: unknown) =>
  violations(endpoint, input).map(({ field, violatedRule }) => `${field} ${violatedRule}`);
const id = "047fd7b9-8c25-46dd-9afe-d5d1b1aa4126";

test("an item for a cart requires a catalog reference and a quantity; read-only fields are not checked", () => {
  const item = { quantity: 0, selectedMembership: { id: "1" }, price: { amount: "free" } };
  expect(broken(currentCart.addToCart, { lineItems: [item] })).toEqual([
    "lineItems[0].catalogReference REQUIRED_FIELD",
    "lineItems[0].quantity MIN",
    "lineItems[0].selectedMembership.appId REQUIRED_FIELD",
  ]);
  expect(broken(currentCart.update, { lineItems: [{ catalogReference: { appId: id } }] })).toEqual([
    "lineItems[0].catalogReference.catalogItemId REQUIRED_FIELD",
  ]);
  expect(broken(currentCart.addToCart, { customLineItems: [{ price: "-1" }] })).toEqual([
    "customLineItems[0].itemType REQUIRED_FIELD",
    "customLineItems[0].price DECIMAL_GTE",
  ]);
});

test("a redirect session has exactly one target", () => {
  const { createRedirectSession } = redirects;
  expect(broken(createRedirectSession, {})).toEqual(["bookingsCheckout REQUIRED_ONE_OF_FIELD"]);
  expect(broken(createRedirectSession, { login: {} })).toEqual([]);
  expect(broken(createRedirectSession, { login: {}, logout: { clientId: id } })).toEqual([
    "logout ONE_OF_ALIGNMENT",
  ]);
});

/** Calls that charge, capture, void or refund payments, or that place an order which does. */
const movesMoney = [
  /^eventOrders\.(capture|void)$/,
  /^(checkouts\.createOrder(AndCharge)?|cartsV2\.placeOrder)$/,
  /^giftVouchers\.(redeem|voidTransaction)$/,
  /^orders\.(recordPayment|markAsPaid|bulkMarkAsPaid|chargeMemberships|refund|voidPayments|capturePayments|cancel)$/,
  /^orderTransactions\.addPayments$/,
  /^orderBilling\.(charge|chargeMemberships|redeemGiftCard|authorizeSaved|capture|void|refund|voidMemberships)$/,
  /^orderPaymentRequests\.charge$/,
];

test("calls that move money have the effect money, and calls that create are never repeated", () => {
  for (const [name, { effect, path }] of walk(services)) {
    expect(effect === "money", name).toBe(movesMoney.some((pattern) => pattern.test(name)));
    if (/\/(capture|void|refund|charge)(-|$)/.test(path) && !name.startsWith("orderPaymentRequests")) {
      expect(["money", "read"], name).toContain(effect);
    }
  }
  for (const once of [
    events.create,
    events.clone,
    eventCheckout.reserve,
    eventCheckout.checkout,
    backInStock.create,
  ]) {
    expect(once.effect).toBe("add");
  }
  for (const [name, { method, effect }] of walk(services)) {
    // The platform creates these settings on first access, so it reads them with PUT.
    const looks = name === "backInStockSettings.get" ? ["PUT"] : ["GET", "POST"];
    if (effect === "read") expect(looks, name).toContain(method);
    // Undoing a check-in twice is rejected, so it is not repeated automatically.
    if (method === "DELETE") expect(effect, name).toBe(name === "tickets.undoCheckIn" ? "add" : "delete");
  }
});

test("every call is named after its place in the table of services", () => {
  for (const [service, calls] of Object.entries({ ...services, ...controlCalls }))
    for (const [call, { name }] of Object.entries(calls)) expect(name).toBe(`${service}.${call}`);
});

test("a decoded call converts dates in read-only fields", async () => {
  const body = {
    cart: { createdDate: moment, lineItems: [{ serviceProperties: { scheduledDate: moment } }] },
  };
  const { cart } = await decodedCall(async () => body as never)(currentCart.get, {});
  expect(cart?.createdDate?.getTime()).toBe(Date.parse(moment));
  expect(cart?.lineItems?.[0]?.serviceProperties?.scheduledDate).toEqual(new Date(moment));
});

test("a mistake in the declaration of a model or a call does not compile", () => {
  const State = enumOf("OPEN", "PAID");
  expectTypeOf<"OPEN">().toExtend<WireOf<typeof State>>();
  const Invoice = obj({ id: guid(), state: State }, { always: ["id"] });
  const invoice: WireOf<typeof Invoice>[] = [
    { id: "1", state: "PAID" },
    // @ts-expect-error: a field that is always there is absent
    { state: "OPEN" },
    // @ts-expect-error: a state is text
    { id: "1", state: 1 },
  ];
  // @ts-expect-error: a field that does not exist is always there
  const Unknown = obj({ id: guid() }, { always: ["name"] });
  const input = obj({ id: guid() });
  const calls = [
    declare("GET /v1/invoices/{id}", { input, result: Invoice, summary: "Get an invoice" }),
    // @ts-expect-error: no summary
    declare("GET /v1/invoices/{id}", { input, result: Invoice }),
    // @ts-expect-error: a role that does not exist
    declare("GET /v1/invoices/{id}", { input, result: Invoice, summary: "Get an invoice", role: "owner" }),
    // @ts-expect-error: a field that does not exist
    declare("GET /v1/invoices/{id}", { input, result: Invoice, summary: "Get an invoice", roles: "admin" }),
    // @ts-expect-error: a result is an object
    declare("GET /v1/invoices/{id}", { input, result: guid(), summary: "Get an invoice" }),
  ];
  expect([invoice.length, Unknown["x-till-always"]]).toEqual([3, ["name"]]);
  expect(calls[0]).toMatchObject({
    method: "GET",
    path: "/v1/invoices/{id}",
    required: ["id"],
    role: "visitor",
  });
});
