import { afterEach, beforeEach, expect, test } from "vitest";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { openStore } from "../../../src/sandbox/kernel/store.ts";
import { PlatformError } from "../../../src/sandbox/kernel/tx.ts";
import { createRouter } from "../../../src/sandbox/server/router.ts";
import {
  createBranches,
  type SandboxServer,
  startSandboxServer,
} from "../../../src/sandbox/server/server.ts";
import { temporaryFolder } from "../../support/folders.ts";

let folder: string;
let server: SandboxServer;
const errors: unknown[] = [];
beforeEach(async () => {
  folder = temporaryFolder();
  errors.length = 0;
  server = await startSandboxServer({
    file: ":memory:",
    port: 0,
    snapshots: folder,
    onError: (error) => errors.push(error),
  });
});
afterEach(async () => {
  await server.close();
  expect(errors).toEqual([]);
});

type Method = "GET" | "POST" | "DELETE";

/** Sends a request over HTTP as the admin, with the control token. */
async function ask(method: Method, path: string, { branch, body }: { branch?: string; body?: unknown } = {}) {
  const response = await fetch(server.baseUrl + path, {
    method,
    headers: {
      authorization: defaults.apiKey,
      "wix-site-id": defaults.siteId,
      "x-till-control": server.controlToken,
      ...(branch !== undefined && { "x-sandbox-branch": branch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
}

const seed = (count: number, branch?: string) =>
  ask("POST", "/__till/seed", { body: { count }, ...(branch && { branch }) });
const products = async (branch?: string) =>
  (await ask("GET", "/stores-reader/v1/products/query-platformized", branch ? { branch } : {})).body.metadata
    .total;

test("a branch starts as a copy of the sandbox, and its changes are not visible elsewhere", async () => {
  await seed(2);
  expect(await products("a")).toBe(2);
  await seed(5, "a");
  const branch = "a";
  await ask("POST", "/__till/clock", { branch, body: { set: "2030-01-01T00:00:00Z" } });
  await ask("POST", "/__till/faults", { branch, body: { fault: "503", route: "tickets.checkIn", times: 3 } });
  await ask("POST", "/__till/settings", { branch, body: { name: "currency", value: "EUR" } });
  await ask("POST", "/__till/next-payment", { branch, body: { outcome: "DECLINED" } });
  await ask("POST", "/__till/members", { branch, body: { action: "add", email: "ada@example.com" } });
  await ask("POST", "/__till/events", { branch, body: { type: "only-in-a", entityId: "1", payload: {} } });

  expect([await products(), await products("a"), await products("b")]).toEqual([2, 5, 2]);
  for (const one of [undefined, "b"]) {
    const at = one === undefined ? {} : { branch: one };
    const status = (await ask("GET", "/__till/status", at)).body;
    expect([status.clock.mode, status.faults, status.currency]).toEqual(["real", 0, "USD"]);
    expect((await ask("GET", "/__till/next-payment", at)).body.outcome).toBe("APPROVED");
    expect((await ask("GET", "/__till/members", at)).body.members).toEqual([]);
    const events = JSON.stringify((await ask("GET", "/__till/deliveries", at)).body);
    expect(events).not.toContain("only-in-a");
    const paths = (await ask("GET", "/__till/log", at)).body.requests.map(
      ({ path }: { path: string }) => path,
    );
    expect(paths).not.toContain("/__till/faults");
  }
  await ask("POST", "/__till/reset", { body: {} });
  expect([await products(), await products("a")]).toEqual([0, 5]);
});

test("tokens of one branch are unknown in others, and due work runs in its branch only", async () => {
  const signUp = (branch: string) =>
    ask("POST", "/__till/members", { branch, body: { action: "add", email: "ada@example.com" } });
  await Promise.all([signUp("a"), signUp("b")]);
  const { accessToken } = (
    await ask("POST", "/__till/sign-in", { branch: "a", body: { email: "ada@example.com" } })
  ).body;
  const own = async (branch: string) =>
    (
      await fetch(`${server.baseUrl}/members/v1/members/my`, {
        headers: { authorization: accessToken, "x-sandbox-branch": branch },
      })
    ).status;
  expect([await own("a"), await own("b")]).toEqual([200, 401]);
  await ask("POST", "/__till/advance", { branch: "a", body: { by: "400d" } });
  const modes = ["a", "b"].map(
    async (branch) => (await ask("GET", "/__till/status", { branch })).body.clock.mode,
  );
  expect(await Promise.all(modes)).toEqual(["shifted", "real"]);
});

test("a path prefix selects a branch too, for base URLs and for pages with their forms and cookies", async () => {
  await seed(3, "a");
  const query = "/stores-reader/v1/products/query-platformized";
  expect((await ask("GET", `/@a${query}`)).body.metadata.total).toBe(3);
  expect((await ask("GET", `/@main${query}`)).body.metadata.total).toBe(0);
  expect((await ask("GET", "/@a/__till/status")).body.origin).toBe(`${server.baseUrl}/@a`);
  await ask("POST", "/__till/members", { branch: "a", body: { action: "add", email: "ada@example.com" } });
  await ask("POST", "/_api/iam/recovery/v1/send-email", { branch: "a", body: { email: "ada@example.com" } });
  const [message] = (await ask("GET", "/__till/mail", { branch: "a" })).body.messages;
  expect(message.link).toMatch(`${server.baseUrl}/@a/__till/pages/recover?`);
  const page = await (await fetch(message.link)).text();
  expect(page).toContain('action="/@a/__till/pages/recover?');
});

test("branches are forked from branches and snapshots, replaced in place, listed and removed", async () => {
  await seed(2);
  await ask("POST", "/__till/snapshots", { body: { name: "two" } });
  await seed(4, "a");
  const fork = (body: object, branch?: string) =>
    ask("POST", "/__till/branches", { body, ...(branch && { branch }) });
  expect((await fork({ name: "b" }, "a")).body.branch.url).toBe(`${server.baseUrl}/@b`);
  expect(await products("b")).toBe(4);
  expect((await fork({ name: "b" })).body.details.applicationError.code).toBe("BRANCH_EXISTS");
  expect(await fork({ name: "main" })).toMatchObject({
    status: 409,
    body: { message: "main is the sandbox itself" },
  });
  // The branch replaces itself while it answers.
  expect((await fork({ name: "b", snapshot: "two", replace: true }, "b")).status).toBe(200);
  expect(await products("b")).toBe(2);
  await ask("POST", "/__till/restore", { branch: "a", body: { snapshot: "two" } });
  expect(await products("a")).toBe(2);
  expect((await ask("DELETE", "/__till/branches/c")).body.message).toMatch(/^There is no branch c/);
  expect((await ask("DELETE", "/__till/branches/b", { branch: "b" })).status).toBe(200);
  const { branches } = (await ask("GET", "/__till/branches")).body;
  expect(branches.map(({ name }: { name: string }) => name)).toEqual(["a"]);
});

test("control calls of a branch need the token, and invalid names are rejected", async () => {
  const headers = { "x-sandbox-branch": "a" };
  expect((await fetch(`${server.baseUrl}/__till/status`, { headers })).status).toBe(403);
  for (const branch of ["a b", "../a", ".a", "a".repeat(65)])
    expect((await ask("GET", "/__till/status", { branch })).status, branch).toBe(400);
  expect((await ask("GET", "/@/__till/status")).status).toBe(400);
});

test("the number and the memory of branches are bounded, with an error that says how to free some", async () => {
  const main = openStore(":memory:");
  const limited = (bounds: { maxBranches?: number; maxBytes?: number }) =>
    createBranches({ main, routerOf: (store) => createRouter(store), ...bounds });
  const use = (branches: ReturnType<typeof limited>, name: string) =>
    branches.handle({ headers: { "x-sandbox-branch": name }, path: "/" }, async () => {});

  const two = limited({ maxBranches: 2 });
  await use(two, "a");
  await use(two, "b");
  await use(two, "a");
  const failed = await use(two, "c").catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(PlatformError);
  expect(failed).toMatchObject({
    code: "TOO_MANY_BRANCHES",
    message: "The sandbox has 2 branches, its maximum. Delete one: till sandbox branches remove <name>",
  });
  two.remove("a");
  await use(two, "c");

  const small = limited({ maxBytes: main.db.image().byteLength * 2 });
  await use(small, "a");
  await use(small, "b");
  await expect(use(small, "c")).rejects.toMatchObject({ code: "BRANCHES_TOO_LARGE" });
  for (const branches of [two, small]) branches.close();
  main.close();
});

test("with sites, each site ID has a shop of its own, up to a number", async () => {
  const many = await startSandboxServer({
    file: ":memory:",
    port: 0,
    sites: 2,
    onError: (error) => errors.push(error),
  });
  const shopOf = async (site: string, count: number) => {
    const headers = {
      authorization: defaults.apiKey,
      "wix-site-id": site,
      "x-till-control": many.controlToken,
    };
    await fetch(`${many.baseUrl}/__till/seed`, { method: "POST", headers, body: JSON.stringify({ count }) });
    const get = async (path: string) => await (await fetch(many.baseUrl + path, { headers })).json();
    const [{ siteId }, { metadata }] = await Promise.all([
      get("/__till/status") as Promise<{ siteId: string }>,
      get("/stores-reader/v1/products/query-platformized") as Promise<{ metadata: { total: number } }>,
    ]);
    return { siteId, products: metadata.total };
  };
  try {
    expect(await shopOf("site-a", 3)).toEqual({ siteId: "site-a", products: 3 });
    expect(await shopOf("site-b", 1)).toEqual({ siteId: "site-b", products: 1 });
    expect(await shopOf(defaults.siteId, 2)).toEqual({ siteId: defaults.siteId, products: 2 });
  } finally {
    await many.close();
  }
});

test("the branch of a site stays that of the site when it is emptied or replaced", async () => {
  const many = await startSandboxServer({
    file: ":memory:",
    port: 0,
    sites: 1,
    snapshots: folder,
    onError: (error) => errors.push(error),
  });
  const control = async (
    path: string,
    body?: object,
    more: Record<string, string> = { "wix-site-id": "site-a" },
  ) =>
    (await (
      await fetch(`${many.baseUrl}/__till/${path}`, {
        ...(body && { method: "POST", body: JSON.stringify(body) }),
        headers: { "x-till-control": many.controlToken, ...more },
      })
    ).json()) as { siteId?: string; message?: string };
  const siteId = async () => (await control("status")).siteId;
  try {
    await control("snapshots", { name: "main" }, {});
    for (const [path, body] of [
      ["reset", {}],
      ["restore", { snapshot: "main" }],
      ["branches", { name: "site-a", snapshot: "main", replace: true }],
    ] as const) {
      await control(path, body);
      expect([path, await siteId()]).toEqual([path, "site-a"]);
    }
    expect(await control("status", undefined, { "wix-site-id": "site-b" })).toMatchObject({
      message: expect.stringContaining("has 1 more site, its maximum"),
    });
  } finally {
    await many.close();
  }
});

test("a control call asks the program to stop, if it is a sandbox of its own", async () => {
  const rejected = await ask("POST", "/__till/stop", { body: {} });
  expect(rejected).toMatchObject({
    status: 409,
    body: { details: { applicationError: { code: "NOT_RUNNING" } } },
  });
  await server.close();
  let stops = 0;
  const onStop = () => {
    stops += 1;
  };
  server = await startSandboxServer({
    file: ":memory:",
    port: 0,
    onStop,
    onError: (error) => errors.push(error),
  });
  const { status } = await fetch(`${server.baseUrl}/__till/stop`, { method: "POST" });
  expect([status, stops]).toEqual([403, 0]);
  expect(await ask("POST", "/__till/stop", { body: {} })).toEqual({ status: 200, body: {} });
  expect(stops).toBe(1);
});
