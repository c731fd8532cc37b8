import { expect, test } from "vitest";
import { ofShape, sameValue, sentFields } from "../../src/api/difference.ts";
import { walk } from "../../src/api/endpoint.ts";
import { inverseOf, objectRead } from "../../src/api/inverse.ts";
import { services } from "../../src/api/services/all.ts";
import { loadEndpoint } from "../../src/api/services/index.ts";
import { violations } from "../../src/api/violations.ts";

/** Returns the call that undoes one, as its name and input, or why there is none. */
async function undo(name: string, input: object, known: { before?: unknown; after?: unknown } = {}) {
  const inverse = await inverseOf({
    endpoint: await loadEndpoint(name),
    input: { ...input },
    ...known,
  });
  return inverse.final ?? [inverse.endpoint.name, inverse.input];
}

const guid = "0c85618d-c040-4b5b-8396-61bccd36233c";

test("an update is undone with the values before, a create with a delete", async () => {
  const collection = { id: guid, name: "Kaffee" };
  expect(await undo("collections.update", { collection }, { before: { name: "Coffee" } })).toEqual([
    "collections.update",
    { collection: { id: guid, name: "Coffee" } },
  ]);
  expect(await undo("collections.create", { collection }, { after: { id: guid } })).toEqual([
    "collections.remove",
    { id: guid },
  ]);
  expect(await undo("discountRules.create", { discountRule: {} }, { after: { id: guid } })).toEqual([
    "discountRules.remove",
    { discountRuleId: guid },
  ]);
});

test("pairs of calls that undo each other", async () => {
  const stock = { incrementData: [{ productId: guid, variantId: guid, incrementBy: 3 }] };
  const decremented = { decrementData: [{ productId: guid, variantId: guid, decrementBy: 3 }] };
  expect(await undo("inventory.increment", stock)).toEqual(["inventory.decrement", decremented]);
  expect(await undo("inventory.decrement", decremented)).toEqual(["inventory.increment", stock]);
  const archived = { eventId: guid, orderNumber: ["1-A"], fields: "archived", archived: true };
  expect(await undo("eventOrders.bulkUpdate", archived)).toEqual([
    "eventOrders.bulkUpdate",
    { ...archived, archived: false },
  ]);
  expect(await undo("products.removeBrand", { id: guid }, { before: { brand: "Acme" } })).toEqual([
    "products.update",
    { product: { id: guid, brand: "Acme" } },
  ]);
});

test("undoing an addition keeps products that were in the collection before", async () => {
  const input = { id: guid, productIds: ["a", "b"] };
  expect(await undo("collections.addProducts", input, { before: { productIds: ["a"] } })).toEqual([
    "collections.removeProducts",
    { id: guid, productIds: ["b"] },
  ]);
  expect(await undo("collections.addProducts", input, { before: { productIds: ["a", "b"] } })).toMatch(
    /changed nothing/,
  );
  expect(await undo("collections.addProducts", input)).toMatch(/not known/);
  expect(await undo("collections.removeProducts", input, { before: { productIds: ["a"] } })).toEqual([
    "collections.addProducts",
    { id: guid, productIds: ["a"] },
  ]);
});

test("a call that cannot be undone is final, with the reason", async () => {
  expect(await undo("orders.refund", {})).toBe("It moves money.");
  expect(await undo("collections.remove", { id: guid }, { before: { id: guid } })).toMatch(/deleted/);
  expect(await undo("events.publish", { eventId: guid })).toMatch(/no call/);
  expect(await undo("collections.update", { collection: { id: guid, name: "X" } })).toMatch(/not known/);
  const secret = { collection: { id: guid, name: "[redacted]" } };
  expect(await undo("collections.update", secret, { before: { name: "X" } })).toMatch(/secret/);
  const part = { collection: { id: guid, description: "For all" } };
  const before = { description: "Use code=[redacted] for 10%" };
  expect(await undo("collections.update", part, { before })).toMatch(/secret/);
});

const writes = [...walk(services)].filter(
  ([name, { effect, role }]) => effect !== "read" && role === "admin" && !name.startsWith("sandbox."),
);

test("every write of the shop has an inverse or a reason, also for an empty record", async () => {
  expect(writes.length).toBeGreaterThan(300);
  for (const [name, endpoint] of writes) {
    const inverse = await inverseOf({ endpoint, input: {} }).catch((error: unknown) => {
      throw new Error(`${name}: ${String(error)}`);
    });
    if (inverse.final === undefined)
      expect(violations(inverse.endpoint, inverse.input).map(({ field }) => `${name} ${field}`)).toEqual([]);
    else expect(inverse.final, name).toMatch(/\.$|:/);
  }
});

test.each([
  ["discountRules.update", { discountRule: { id: guid } }, "discountRules.get", { discountRuleId: guid }],
  ["collections.remove", { id: guid }, "collections.get", { id: guid }],
  ["events.publish", { eventId: guid }, "events.get", { eventId: guid }],
  ["orders.updateStatus", { orderId: guid, status: "APPROVED" }, "orders.get", { id: guid }],
  ["checkoutSettings.update", { checkoutSettings: {} }, "checkoutSettings.get", {}],
  ["draftOrders.setShipping", { draftOrderId: guid }, "draftOrders.get", { draftOrderId: guid }],
])("%s is read by %3$s", async (name, input, get, expected) => {
  const read = await objectRead(await loadEndpoint(name), input);
  expect(read).toMatchObject({ endpoint: { name: get }, input: expected });
});

test.each([
  ["eventCategories.update", { category: { id: guid } }],
  ["products.bulkUpdate", { ids: [guid] }],
  ["collections.remove", {}],
])("%s reads no object", async (name, input) => {
  expect(await objectRead(await loadEndpoint(name), input)).toBeUndefined();
});

test("values are compared in the shape that was set, items by their ids", () => {
  const stock = {
    id: "i",
    revision: "7",
    variants: [
      { variantId: "a", quantity: 1 },
      { variantId: "b", quantity: 2 },
    ],
  };
  const set = { variants: [{ variantId: "b", quantity: 9 }], note: "x" };
  expect(ofShape(stock, set)).toEqual({ variants: [{ variantId: "b", quantity: 2 }], note: null });
  expect(sameValue({ a: 1, b: null }, { a: 1 })).toBe(true);
  expect(sameValue([1, 2], [1])).toBe(false);
});

test("ids, revisions and field masks are not given values", async () => {
  const endpoint = await loadEndpoint("discountRules.update");
  const input = { discountRule: { id: guid, revision: "3", name: "X" } };
  expect(sentFields(endpoint, input)).toEqual({ name: "X" });
});
