import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { topics } from "../../../src/api/contract/topics.ts";
import { walk } from "../../../src/api/endpoint.ts";
import { enumOf, list, num, obj, text } from "../../../src/api/models/fields.ts";
import { services } from "../../../src/api/services/all.ts";
import { domains } from "../../../src/api/services/index.ts";
import { differences } from "../../../src/commands/api/probe.ts";
import { createWorld, type World } from "../../support/world.ts";

interface Node {
  $ref?: string;
  allOf?: Node[];
  const?: string;
  properties?: Record<string, Node>;
  prefixItems?: Node[];
  items?: Node;
  contentSchema?: Node;
}

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterAll(() => world.close());

test("till api openapi describes every call of the platform, with no reference that leads nowhere", async () => {
  const { code, stdout } = await world.till("api openapi --json");
  expect(code).toBe(0);
  const { openapi, paths, webhooks, components } = JSON.parse(stdout);
  expect(openapi).toBe("3.1.0");
  const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(operations.toSorted()).toEqual(
    [...walk(services)]
      .map(([name]) => name)
      .filter((name) => !name.startsWith("sandbox"))
      .toSorted(),
  );
  expect(Object.keys(webhooks).toSorted()).toEqual(topics.map(({ type }) => type));
  const refs = new Set(stdout.match(/(?<="\$ref": ?"#\/components\/schemas\/)\w+/g));
  expect(refs.size).toBeGreaterThan(200);
  for (const ref of refs) expect(components.schemas).toHaveProperty([ref]);
});

test.each(Object.keys(domains))("till api openapi %s is a description of its own", async (domain) => {
  const { code, stdout } = await world.till(`api openapi ${domain}`);
  expect(code).toBe(0);
  const { paths, components } = parse(stdout);
  expect(Object.keys(paths).length).toBeGreaterThan(0);
  for (const ref of new Set(stdout.match(/(?<=\$ref: "?#\/components\/schemas\/)\w+/g)))
    expect(components.schemas).toHaveProperty([ref]);
});

test("a webhook is described as it is delivered", async () => {
  await world.till("webhooks trigger wix.ecom.v1.cart_created");
  const { stdout } = await world.till("webhooks replay last --json");
  const [{ type, jwt }] = JSON.parse(stdout).items;
  const decoded = jwt
    .split(".")
    .slice(0, 2)
    .map((part: string) => JSON.parse(Buffer.from(part, "base64url").toString()));
  const { webhooks, components } = JSON.parse((await world.till("api openapi cart --json")).stdout);
  const { schema } = webhooks[type].post.requestBody.content["text/plain"];
  // What JWTs have in general is not described.
  expect([...undescribed(schema.contentSchema, decoded)]).toEqual(["0.typ", "1.iat", "1.exp"]);

  /** Returns the places of a value that a schema does not describe, in JSON texts, too. */
  function* undescribed(
    node: Node,
    value: unknown,
    at: readonly (string | number)[] = [],
  ): Generator<string> {
    const schema = merged(node);
    if (schema.const !== undefined) expect(value).toBe(schema.const);
    if (schema.contentSchema) yield* undescribed(schema.contentSchema, JSON.parse(String(value)), at);
    if (typeof value !== "object" || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      const below = schema.properties?.[key] ?? schema.prefixItems?.[Number(key)] ?? schema.items;
      if (below) yield* undescribed(below, item, [...at, key]);
      else yield [...at, key].join(".");
    }
  }

  function merged({ $ref, allOf = [], ...own }: Node): Node {
    const parts = [...allOf, ...($ref ? [components.schemas[$ref.split("/").at(-1) ?? ""]] : [])].map(merged);
    const properties = Object.assign({}, ...parts.map((part) => part.properties), own.properties);
    return Object.assign({}, ...parts, own, { properties });
  }
});

test("a published linter finds no error in the description", async () => {
  const { createConfig, lintFromString } = await import("@redocly/openapi-core");
  const { stdout } = await world.till("api openapi --json");
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: stdout, config });
  const errors = problems.filter(({ severity }) => severity === "error");
  expect(errors.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  // Paths such as /orders/search and /orders/{id} are the platform's own.
  expect([...new Set(problems.map(({ ruleId }) => ruleId))]).toEqual(["no-ambiguous-paths"]);
});

test("a domain that does not exist is refused with the closest one", async () => {
  expect(await world.till("api openapi order")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining('There is no domain "order". Did you mean orders?'),
  });
});

test("a probe takes no argument, and says so as other commands do", async () => {
  expect(await world.till("api probe extra")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining('Too many arguments for "api probe". Expected 0 arguments but got 1.'),
  });
});

test("a probe of the sandbox reports nothing", async () => {
  for (const catalog of ["v1", "v3"]) {
    await world.till(`sandbox seed demo --catalog ${catalog} --yes`);
    const { code, stdout, stderr } = await world.till("api probe --json");
    expect({ code, items: JSON.parse(stdout).items }, stderr).toEqual({ code: 0, items: [] });
    expect(Number(/(\d+) calls were made/.exec(stderr)?.[1])).toBeGreaterThan(80);
  }
});

test("a probe names a call whose answer is a list instead of an object", async () => {
  const { stdout } = await world.till("api probe --json", {
    through: (send) => async (request) => {
      const response = await send(request);
      return request.name === "taxRegions.query" ? { ...response, body: "[]" } : response;
    },
  });
  expect(JSON.parse(stdout).items).toMatchObject([{ call: "taxRegions.query" }]);
});

test("a probe names fields, types and values that the contract does not know, and shows no other value", () => {
  const schema = obj({
    name: text(),
    age: num(),
    tags: list(obj({ id: text() }, { always: ["id"] })),
    state: enumOf("OPEN"),
  });
  const body = {
    name: 5,
    age: 7,
    secret: "Ada",
    tags: [{}, { id: "1", more: { deep: 1 } }, {}],
    state: "CLOSED",
  };
  expect(differences("things.get", schema, body)).toEqual([
    { call: "things.get", at: "name", what: "number, not string" },
    { call: "things.get", at: "secret", what: "unknown field (string)" },
    { call: "things.get", at: "tags[].id", what: "missing, though always there" },
    { call: "things.get", at: "tags[].more", what: "unknown field (object)" },
    { call: "things.get", at: "state", what: "unknown value CLOSED" },
  ]);
  expect(differences("x", obj({ state: enumOf("A") }), { state: "Ada Lovelace" })).toEqual([
    { call: "x", at: "state", what: "unknown value" },
  ]);
});
