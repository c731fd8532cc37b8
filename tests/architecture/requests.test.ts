import { expect, test } from "vitest";
import { type Services, walk } from "../../src/api/endpoint.ts";
import { buildRequest } from "../../src/api/request.ts";
import { shapeOf } from "../../src/api/schema-fields.ts";
import { services } from "../../src/api/services/all.ts";
import { products } from "../../src/api/services/products.ts";
import { referenceFields, seenLive, unknownFields } from "../support/reference.ts";

/**
 * The platform rejects fields that a call does not have. The requests of commands are checked in `tests/support/world.ts`, and
 * with them all stories.
 */
const calls = [...walk(services as Services)].filter(([name]) => !seenLive.has(name));

/** Fields that the sandbox accepts and the client does not send to the platform, with the reason. */
const accepted: Readonly<Record<string, readonly string[]>> = {
  // The names of RFC 6749.
  "oauth.token": ["refresh_token", "redirect_uri", "code_verifier"],
  // The factor PASSWORD has no field for its proof in the reference.
  "authentication.verify": ["passwordData"],
};

test("every call declares only fields that the reference has", () => {
  const unknown = calls.flatMap(([name, endpoint]) => {
    const known = referenceFields(name, endpoint);
    return Object.keys(shapeOf(endpoint.input))
      .filter((field) => !known?.has(field) && !accepted[name]?.includes(field))
      .map((field) => `${name}: ${field}`);
  });
  expect(unknown).toEqual([]);
});

test("fields that the reference does not have are found at every depth, in the body and in the query", () => {
  const sent = (input: object) => ({
    ...buildRequest("https://shop.example", products.query, input),
    headers: {},
    effect: "read" as const,
    name: "products.query",
  });
  expect(unknownFields(sent({ query: { filter: { anything: 1 }, paging: { limit: 1 } } }))).toEqual([]);
  expect(unknownFields(sent({ includeVariants: true }))).toEqual(["includeVariants"]);
  expect(unknownFields(sent({ query: { paging: { size: 1 } } }))).toEqual(["query.paging.size"]);
  const long = { query: { filter: { name: "x".repeat(5000) }, sort: [{ field: "name" }] } };
  expect(unknownFields(sent(long))).toEqual(["query.sort.field"]);
});
