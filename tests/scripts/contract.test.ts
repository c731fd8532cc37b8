import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contractFiles, exceptions, referenceFacts } from "../../scripts/contract.ts";
import { type ContractFile, changesFrom } from "../../scripts/contract-reference.ts";
import { contractTypes } from "../../scripts/contract-types.ts";
import { type Reference, referenceOf } from "../../scripts/platform-reference.ts";
import { type Document, documentOf, operationText } from "../../src/api/contract/contract.ts";

const files = contractFiles();

test("the types of the contract are those of its files (node scripts/contract.ts types)", () => {
  for (const [name, text] of Object.entries(contractTypes(files)))
    expect(readFileSync(`src/api/contract/${name}`, "utf8") === text, name).toBe(true);
});

test("the texts of the build lose nothing of an operation", () => {
  for (const { paths } of Object.values(files) as unknown as Document[]) {
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [
        operation.operationId,
        [method, path, operationText(operation)],
      ]),
    );
    expect(documentOf({ operations: Object.fromEntries(operations), schemas: {} }).paths).toEqual(paths);
  }
});

/** Returns how a contract differs from the reference. */
const differences = (changed: Readonly<Record<string, ContractFile>>) =>
  changesFrom(referenceOf(referenceFacts()), changed, exceptions()).map(({ at, what }) => `${at}: ${what}`);

test("the contract is what the reference says, exceptions aside (node scripts/contract.ts compare)", () => {
  expect(differences(files)).toEqual([]);
});

test.each<[string, (orders: ContractFile) => void]>([
  [
    "orders.get GET /ecom/v1/order/{id}: not in the reference",
    ({ paths }) => {
      paths["/ecom/v1/order/{id}"] = { get: paths["/ecom/v1/orders/{id}"]?.get as never };
      delete paths["/ecom/v1/orders/{id}"]?.get;
    },
  ],
  [
    "Order.number lacks: a field of the reference (string)",
    ({ components }) => delete components.schemas.Order?.properties?.number,
  ],
  [
    "Order.extra exists: not in the reference",
    ({ components }) => Object.assign(components.schemas.Order?.properties ?? {}, { extra: {} }),
  ],
  [
    "orders.create input.order.lineItems required: required in the reference",
    ({ paths }) => paths["/ecom/v1/orders"]?.post?.["x-till-required"]?.splice(2, 1),
  ],
  [
    "FulfillmentStatus enum: lacks NOT_FULFILLED",
    ({ components }) => components.schemas.FulfillmentStatus?.enum?.shift(),
  ],
  [
    "Order.lineItems maxItems 500: 300 in the reference",
    ({ components }) =>
      Object.assign(components.schemas.Order?.properties?.lineItems ?? {}, { maxItems: 500 }),
  ],
  [
    "orders.search filter number none: text in the reference",
    ({ paths }) => paths["/ecom/v1/orders/search"]?.post?.["x-till-filter"]?.text?.splice(0, 100),
  ],
  [
    "orders.search sort number lacks: in the reference",
    ({ paths }) => paths["/ecom/v1/orders/search"]?.post?.["x-till-sort"]?.splice(0, 100),
  ],
  [
    "wix.ecom.v1.order_approved lacks: a topic of the reference (OrderApproved)",
    ({ webhooks }) => delete webhooks?.["wix.ecom.v1.order_approved"],
  ],
  [
    "Fulfillment.id readOnly: an exception that no difference needs",
    ({ components }) =>
      Object.assign(components.schemas.Fulfillment?.properties?.id ?? {}, { readOnly: true }),
  ],
])("finds what is changed by hand: %s", (expected, change) => {
  const changed = structuredClone(files);
  change(changed.orders as ContractFile);
  expect(differences(changed)).toContain(expected);
});

test("every exception has a reason, and none is listed twice", () => {
  const all = Object.values(exceptions()).flat();
  expect(new Set(all).size).toBe(all.length);
  for (const reason of Object.keys(exceptions())) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});

/** A contract and a reference that differ in one bound, one value and one field. */
function example() {
  const things = { type: "array", maxItems: 300, items: { $ref: "#/components/schemas/Thing" } };
  const schema = { type: "object", properties: { things } };
  const file: ContractFile = {
    openapi: "3.1.0",
    paths: {
      "/v1/things": {
        get: {
          operationId: "things.list",
          responses: { 200: { content: { "application/json": { schema } } } },
        },
      },
    },
    webhooks: {
      "wix.v1.thing_updated": {
        post: {
          tags: ["wix.v1.thing"],
          requestBody: {
            content: { "text/plain": { schema: { contentSchema: { $ref: "#/components/schemas/Thing" } } } },
          },
          "x-till-kind": "created",
        },
      },
    },
    components: {
      schemas: {
        Thing: {
          type: "object",
          properties: {
            state: { type: "string", enum: ["OPEN"] },
            older: { type: "string" },
            price: { type: "string" },
          },
        },
      },
    },
  };
  const reference: Reference = {
    calls: {
      "GET /v1/things": {
        request: {},
        response: { things: { type: "array:Thing", maxSize: 100 } },
        required: [],
      },
    },
    events: {
      "wix.v1.thing_updated": { kind: "updated", entity: "wix.v1.thing", content: "Thing", deprecated: true },
      "wix.v1.thing_sold": { kind: "action", entity: "wix.v1.thing", content: "ThingSold" },
      "wix.v1.other_sold": { kind: "action", entity: "wix.v1.other", content: "ThingSold" },
    },
    types: {
      ThingSold: { buyer: { type: "string", format: "GUID" } },
      Thing: { state: { type: "enum:State" }, price: { type: "decimal-string", gte: 0 } },
    },
    enums: { State: ["OPEN", "CLOSED"] },
  };
  return { files: { things: file }, reference };
}

test("a new release of the platform is followed where the contract differs, and what differs is reported", () => {
  const { files, reference } = example();
  const changes = changesFrom(reference, files, {});
  expect(changes.map(({ at, what }) => `${at}: ${what}`)).toEqual([
    "things.list result.things maxItems 300: 100 in the reference",
    "Thing.state enum: lacks CLOSED",
    "Thing.older exists: not in the reference",
    "Thing.price type string: decimal-string in the reference",
    "wix.v1.thing_updated kind created: updated in the reference",
    "wix.v1.thing_updated deprecated false: true in the reference",
    "wix.v1.thing_sold lacks: a topic of the reference (ThingSold)",
    "wix.v1.other_sold lacks: a topic of the reference (ThingSold)",
  ]);
  for (const { apply } of changes) apply();
  expect(
    changesFrom(reference, files, { "Older clients send it.": ["Thing.older exists"] }).map(({ at }) => at),
  ).toEqual(["Thing.price min none", "ThingSold.buyer lacks", "wix.v1.other_sold lacks"]);
  expect(files.things.webhooks).toHaveProperty(["wix.v1.thing_sold", "post", "tags"], ["wix.v1.thing"]);
});
