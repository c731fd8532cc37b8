import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contractFiles, exceptions } from "../../scripts/contract.ts";
import { type ContractFile, changesFrom, factsOf, type Reference } from "../../scripts/contract-reference.ts";
import { contractTypes } from "../../scripts/contract-types.ts";
import bounds from "../support/contract-bounds.json" with { type: "json" };

const files = contractFiles();

test("the types of the contract are those of its files (node scripts/contract.ts types)", () => {
  for (const [name, text] of Object.entries(contractTypes(files)))
    expect(readFileSync(`src/api/contract/${name}`, "utf8") === text, name).toBe(true);
});

test("no bound of the contract has changed since it was compared with the reference", () => {
  const now = factsOf(files);
  const known = bounds as Record<string, unknown>;
  const keys = [...new Set([...Object.keys(now), ...Object.keys(known)])];
  expect(keys.filter((key) => JSON.stringify(now[key]) !== JSON.stringify(known[key]))).toEqual([]);
  expect(Object.keys(known).length).toBeGreaterThan(4000);
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
    calls: [
      {
        method: "GET",
        publicPath: "/v1/things",
        protoPath: "/v1/things",
        visibility: "public",
        request: {},
        response: { things: { type: "array:Thing", maxSize: 100 } },
      },
    ],
    events: [
      {
        eventType: "wix.v1.thing_updated",
        slug: "updated",
        bodyKind: "updatedEvent",
        entity: "Thing",
        deprecated: true,
      },
      { eventType: "wix.v1.thing_sold", slug: "sold", bodyKind: "actionEvent", data: "ThingSold" },
      { eventType: "wix.v1.other_sold", slug: "sold", bodyKind: "actionEvent", data: "ThingSold" },
    ],
    entities: {
      ThingSold: { fields: { buyer: { type: "string", format: "GUID" } } },
      Thing: {
        fields: { state: { type: "enum:State" }, price: { type: "decimal-string", decimal: { gte: 0 } } },
      },
    },
    enums: { State: { values: ["OPEN", "CLOSED"] } },
  };
  return { files: { things: file }, reference };
}

test("a new release of the platform is followed where the contract differs, and what differs is reported", () => {
  const { files, reference } = example();
  const changes = changesFrom(reference, files, {});
  expect(changes.map(({ at, what }) => `${at}: ${what}`)).toEqual([
    "things.list result.things maxItems: 300, 100 in the reference",
    "Thing.state enum: lacks CLOSED",
    "Thing.older exists: not in the reference",
    "Thing.price type: string, decimal-string in the reference",
    "wix.v1.thing_updated kind: created, updated in the reference",
    "wix.v1.thing_updated deprecated: false, true in the reference",
    "wix.v1.thing_sold lacks: a topic of the reference (ThingSold)",
    "wix.v1.other_sold lacks: a topic of the reference (ThingSold)",
  ]);
  for (const { apply } of changes) apply();
  expect(
    changesFrom(reference, files, { "Older clients send it.": ["Thing.older exists"] }).map(({ at }) => at),
  ).toEqual(["Thing.price min", "ThingSold.buyer lacks", "wix.v1.other_sold lacks"]);
  expect(files.things.webhooks).toHaveProperty(["wix.v1.thing_sold", "post", "tags"], ["wix.v1.thing"]);
});
