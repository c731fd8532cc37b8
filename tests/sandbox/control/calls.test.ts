import { afterEach, beforeEach, expect, test } from "vitest";
import { walk } from "../../../src/api/endpoint.ts";
import { unknownFields } from "../../../src/api/schema-fields.ts";
import { controlCalls } from "../../../src/api/services/sandbox/sandbox.ts";
import { type OpenSandbox, openSandbox } from "../../../src/sandbox/server/router.ts";
import { createRequester, openTestShop } from "../../support/test-shop.ts";

let sandbox: OpenSandbox;
let ask: ReturnType<typeof createRequester>;
beforeEach(() => {
  sandbox = openSandbox({ file: ":memory:", snapshots: "no-such-folder" });
  ask = createRequester(sandbox.send);
});
afterEach(() => sandbox.close());

test("results of control calls have no fields that the table does not declare", async () => {
  await ask("POST", "/__till/seed", { shop: "demo" });
  await ask("POST", "/__till/faults", { fault: "503" });
  const reads = [...walk(controlCalls)].filter(
    // Only running sandboxes have branches.
    ([name, { method, public: path }]) =>
      method === "GET" && !path.includes("{") && name !== "sandbox.branches",
  );
  for (const [name, { public: path, result }] of reads) {
    const { status, body } = await ask("GET", path);
    expect({ name, status }).toEqual({ name, status: 200 });
    expect({ name, unknown: [...unknownFields(result, body)] }).toEqual({ name, unknown: [] });
  }
  expect(reads.length).toBeGreaterThan(10);
});

test.each([
  [
    "POST",
    "/__till/clock",
    { sett: "2030-01-01T00:00:00Z" },
    '"sett" is not a field of this call; did you mean set?',
  ],
  ["POST", "/__till/reset", { all: true }, '"all" is not a field of this call; the fields are seed'],
  [
    "POST",
    "/__till/coupons",
    { coupon: { code: "A", percent: 5, minimumSubtotl: 3 } },
    '"coupon.minimumSubtotl" is not a field of this call; did you mean minimumSubtotal?',
  ],
] as const)("%s %s rejects unknown fields with the nearest one", async (method, path, body, expected) => {
  const { status, body: answer } = await ask(method, path, body);
  expect(status).toBe(400);
  expect(answer.message).toContain(expected);
});

test("control calls reject unknown query parameters, and calls of the platform ignore them", async () => {
  const rejected = await ask("GET", "/__till/log?limt=3");
  expect(rejected.status).toBe(400);
  expect(rejected.body.message).toContain('"limt" is not a field of this call; did you mean limit?');
  expect((await ask("GET", "/__till/status?x=1")).body.message).toContain("it has no fields");
  expect((await ask("GET", "/stores-reader/v1/products/query-platformized?limt=3")).status).toBe(200);
});

test.each([
  ["/__till/advance", { by: "99999999d" }],
  ["/__till/advance", { by: `${"9".repeat(400)}d` }],
  ["/__till/clock", { set: "" }],
  ["/__till/clock", { set: "2030-02-30T10:00:00Z" }],
  ["/__till/clock", { set: "+012026-01-01T10:00:00Z" }],
])("%s %o is no time, and leaves the clock as it was", async (path, body) => {
  await ask("POST", "/__till/clock", { set: "2030-01-01T00:00:00Z" });
  expect((await ask("POST", path, body)).status).toBe(400);
  expect((await ask("GET", "/__till/time")).body.now).toBe("2030-01-01T00:00:00.000Z");
});

test("a member can be pending for two reasons, and is active only without any", async () => {
  const change = async (action: string) =>
    (await ask("POST", "/__till/members", { action, email: "ada@example.com" })).body.member;
  await change("add");
  await change("unverify");
  expect((await change("pend")).reasons).toEqual([
    "PENDING_EMAIL_VERIFICATION_REQUIRED",
    "PENDING_ADMIN_APPROVAL_REQUIRED",
  ]);
  await change("pend");
  expect(await change("approve")).toMatchObject({
    status: "PENDING",
    reasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED"],
  });
  expect(await change("verify")).toMatchObject({ status: "ACTIVE", reasons: [] });
});

test("a blocked member is active again, and a logout ends the logins of a member", async () => {
  const shop = openTestShop();
  const { authorization } = await shop.newVisitor();
  const logIn = () =>
    shop.ask(
      "POST",
      "/_api/iam/authentication/v2/login",
      { loginId: { email: "mira@example.com" }, password: "till-demo-1" },
      { authorization },
    );
  const change = async (action: string) =>
    (await shop.control("POST", "members", { action, email: "mira@example.com" })).member;
  expect((await change("block")).status).toBe("BLOCKED");
  expect((await logIn()).status).toBe(403);
  expect((await change("activate")).status).toBe("ACTIVE");
  const { identity } = (await logIn()).body;
  const grant = { grant_type: "authorized_client", member_id: identity.id };
  const { access_token: member } = await shop.ok("POST", "/oauth2/token", grant);
  const me = async () =>
    (await shop.ask("GET", "/members/v1/members/my", undefined, { authorization: member })).status;
  expect(await me()).toBe(200);
  await change("logout");
  expect(await me()).not.toBe(200);
  expect((await logIn()).body.state).toBe("SUCCESS");
  shop.close();
});

test("lists what a table stores, newest first, without secrets", async () => {
  await ask("POST", "/__till/seed", { shop: "demo" });
  const list = async (query: string) => (await ask("GET", `/__till/documents/${query}`)).body;
  const { documents, total } = await list("products?contains=CUP&limit=2");
  expect(documents).toHaveLength(2);
  expect(total).toBeGreaterThan(2);
  for (const one of documents) expect(JSON.stringify(one).toLowerCase()).toContain("cup");
  expect((await list("products?contains=CUP&limit=2&offset=1")).documents[0]).toEqual(documents[1]);
  const members = JSON.stringify((await list("members")).documents);
  expect(members).toContain("mira@example.com");
  expect(members).toContain('"password":"[redacted]"');
  expect(members.replaceAll('"password":"[redacted]"', "")).not.toContain('"password"');
  expect((await ask("GET", "/__till/documents/nothing")).status).toBe(404);
});

test("finds messages to an address in any case of letters, as members are found", async () => {
  await ask("POST", "/__till/members", { action: "add", email: "Ada@Example.com" });
  await ask("POST", "/_api/iam/recovery/v1/send-email", { email: "ada@example.com" });
  for (const to of ["Ada@Example.com", "ada@example.com"])
    expect((await ask("GET", `/__till/mail?to=${to}`)).body.messages).toHaveLength(1);
  expect((await ask("GET", "/__till/mail?to=a@example.com")).body.messages).toEqual([]);
});
