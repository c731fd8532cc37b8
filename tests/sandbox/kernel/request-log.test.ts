import { afterEach, beforeEach, expect, test } from "vitest";
import { type OpenSandbox, openSandbox } from "../../../src/sandbox/server/router.ts";
import { createRequester } from "../../support/test-shop.ts";

let sandbox: OpenSandbox;
let ask: ReturnType<typeof createRequester>;
beforeEach(() => {
  sandbox = openSandbox({ file: ":memory:" });
  ask = createRequester(sandbox.send);
});
afterEach(() => sandbox.close());

const create = (name: string) =>
  ask("POST", "/stores/v1/products", { product: { name, priceData: { price: 5 } } });
const logged = async (query: object = {}) => (await ask("POST", "/__till/log/query", query)).body.requests;

test("keeps query, role and bodies without secrets, and shows bodies only if asked", async () => {
  await create("Mug");
  await ask("POST", "/oauth2/token", {
    clientId: "c11e9700-5a9d-4b0c-8a0d-000000000001",
    grantType: "anonymous",
  });
  await ask("GET", "/stores-reader/v1/products/query-platformized?query=%7B%7D&token=abc");
  const [created, token, query] = await logged({ bodies: true });
  expect(created).toMatchObject({ id: 1, call: "products.create", role: "admin", status: 200 });
  expect(JSON.parse(created.input).product.name).toBe("Mug");
  expect(created.headers.authorization).toBe("[redacted]");
  expect(JSON.parse(created.response).product.slug).toBe("mug");
  expect(token.response).toContain('"access_token":"[redacted]"');
  expect(query.query).toBe("?query=%7B%7D&token=[redacted]");
  expect((await logged()).every((one: object) => !("input" in one || "headers" in one))).toBe(true);
});

test("cuts off long bodies and does not send them again", async () => {
  const long = "x".repeat(70_000);
  await ask("POST", "/stores/v1/products", {
    product: { name: "Long", description: long, priceData: { price: 5 } },
  });
  const [entry] = await logged({ bodies: true });
  expect(entry.input).toMatch(/x… \(70\d{3} characters\)$/);
  expect((await ask("POST", "/__till/log/1/replay")).status).toBe(404);
});

test("sends a request again as the same identity, whether or not its token still holds", async () => {
  await create("Mug");
  const { requestId, status, response } = (await ask("POST", "/__till/log/1/replay")).body;
  expect(status).toBe(200);
  expect(JSON.parse(response).product.slug).toBe("mug-1");
  const [, again] = await logged();
  expect(again).toMatchObject({ id: 2, requestId, role: "admin", call: "products.create" });
  // A visitor may still not create products.
  const visitor = await ask("POST", "/oauth2/token", {
    clientId: "c11e9700-5a9d-4b0c-8a0d-000000000001",
    grantType: "anonymous",
  });
  const refused = await ask(
    "POST",
    "/stores/v1/products",
    { product: { name: "No" } },
    { authorization: visitor.body.access_token },
  );
  expect(refused.status).toBe(403);
  const { id } = (await logged()).at(-1);
  expect((await ask("POST", `/__till/log/${id}/replay`)).body.status).toBe(403);
});

test("filters by its fields, pages by number, and reading it adds no entry", async () => {
  for (const name of ["A", "B", "C"]) await create(name);
  await ask("GET", "/nowhere");
  expect(await logged({ filter: { status: { $gte: 400 } } })).toMatchObject([
    { path: "/nowhere", call: null },
  ]);
  expect(await logged({ after: 2 })).toMatchObject([{ id: 3 }, { id: 4 }]);
  expect(await logged({ limit: 1 })).toMatchObject([{ id: 4 }]);
  expect((await ask("GET", "/__till/log/2")).body.request).toMatchObject({ id: 2 });
  const refused = await ask("POST", "/__till/log/query", { filter: { color: "red" } });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain("the fields are id, at, method");
  expect(await logged()).toHaveLength(4);
});

test("keeps no bodies of control calls and pages, and does not repeat a request that had a secret", async () => {
  await ask("POST", "/__till/settings", { name: "apiKey", value: "another" });
  await ask("POST", "/_api/iam/authentication/v2/login", {
    loginId: { email: "a@example.com" },
    password: "secret-word",
  });
  const [setting, login] = await logged({ bodies: true });
  expect(setting).toMatchObject({ path: "/__till/settings", input: null, response: "" });
  expect(login.input).toBe('{"loginId":{"email":"a@example.com"},"password":"[redacted]"}');
  for (const { id } of [setting, login])
    expect((await ask("POST", `/__till/log/${id}/replay`)).status).toBe(404);
});
