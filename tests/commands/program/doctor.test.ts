import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { redirectUris } from "../../../src/api/auth/login.ts";
import { otherReaders } from "../../../src/commands/program/doctor-files.ts";
import { openCredentials } from "../../../src/config/credentials.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
  onTestFinished(() => world.close());
});

interface Finding {
  check: string;
  state: string;
  what: string;
  todo?: string;
}

async function doctor(flags = "", env: Record<string, string> = {}) {
  const result = await world.till(`doctor --json ${flags}`.trim(), { env });
  const items: Finding[] = JSON.parse(result.stdout).items;
  return {
    ...result,
    items,
    of: (check: string) => items.filter((item) => item.check === check),
    /** What is not ok. */
    bad: items.filter(({ state }) => state !== "ok").map(({ check, state }) => `${check}: ${state}`),
  };
}

/** Writes a file with open permissions into the world. */
function writeOpenFile(name: string, text: string, mode: number): string {
  const file = world.path(`till/${name}`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const modeOf = (name: string) => (statSync(world.path(`till/${name}`)).mode & 0o777).toString(8);

test("a fresh install is ok, makes no request and creates no files", async () => {
  const { code, stderr, items, bad } = await doctor();
  expect({ code, stderr, bad }).toEqual({ code: 0, stderr: "", bad: [] });
  const checks = ["till", "node", "terminal", "proxy", "config folder", "settings file", "settings"];
  expect(items.map(({ check }) => check)).toEqual(
    expect.arrayContaining([...checks, "credentials", "sandbox", "jobs", "profile", "platform"]),
  );
  expect(() => statSync(world.path("till"))).toThrow("ENOENT");
});

test("permissions that are too open are broken until --fix, which changes nothing else", async () => {
  await world.till("config set limit 5");
  const store = openCredentials({ file: world.path("till/config/credentials.db"), notice: () => {} });
  await store.update("sandbox", "apiKey", async () => ({
    accessToken: "CANARY",
    issuedAt: 1,
    expiresAt: 9_999_999_999,
  }));
  store.close();
  chmodSync(world.path("till/config"), 0o755);
  for (const name of ["settings.json", "credentials.db"]) chmodSync(world.path(`till/config/${name}`), 0o644);
  const before = readFileSync(world.path("till/config/settings.json"), "utf8");

  const found = await doctor();
  expect(found.code).toBe(1);
  expect(found.bad).toEqual(["config folder: broken", "settings file: broken", "credentials: broken"]);
  expect(found.of("credentials")[0]).toMatchObject({
    what: expect.stringContaining("is readable by other users (mode 644)"),
    todo: "till doctor --fix",
  });
  expect([modeOf("config"), modeOf("config/settings.json")]).toEqual(["755", "644"]);

  expect(await doctor("--fix")).toMatchObject({ code: 0, bad: [] });
  const modes = ["config", "config/settings.json", "config/credentials.db"].map(modeOf);
  expect(modes).toEqual(["700", "600", "600"]);
  expect(readFileSync(world.path("till/config/settings.json"), "utf8")).toBe(before);
  expect(await doctor()).toMatchObject({ code: 0, bad: [] });
});

test("reports symbolic links, damaged files and invalid settings", async () => {
  const target = writeOpenFile("elsewhere", "precious", 0o600);
  writeOpenFile(
    "config/settings.json",
    JSON.stringify({ settings: { limit: "few", shape: "round" } }),
    0o600,
  );
  symlinkSync(target, world.path("till/config/credentials.db"));
  writeOpenFile("data/sandbox.db", "no database at all".repeat(50), 0o600);
  writeOpenFile("state/jobs/abcd.sqlite", "no journal", 0o600);
  const { code, bad, of } = await doctor();
  expect(code).toBe(1);
  expect(bad).toEqual([
    "settings: broken",
    "settings: broken",
    "credentials: broken",
    "sandbox: broken",
    "jobs: warning",
  ]);
  expect(of("settings").map(({ todo }) => todo)).toEqual([
    "till config delete limit",
    "till config delete shape",
  ]);
  expect(of("credentials")[0]?.what).toContain("is a symbolic link");
  expect(readFileSync(target, "utf8")).toBe("precious");
  for (const { todo } of of("sandbox")) expect(todo).toMatch(/^Move it;/);
  for (const name of ["limit", "shape"])
    expect(await world.till(`config delete ${name}`)).toMatchObject({ code: 0 });
  expect((await doctor()).of("settings")).toEqual([expect.objectContaining({ state: "ok" })]);
});

test("damaged credentials that were renamed are reported until --fix, and deleted by logout", async () => {
  const files = ["credentials.db.damaged-1", "credentials.db.damaged-1-wal"];
  const write = () => {
    for (const name of files) writeOpenFile(`config/${name}`, "CANARY", 0o600);
  };
  write();
  const { code, bad, of } = await doctor();
  expect({ code, bad }).toEqual({ code: 0, bad: ["credentials: warning", "credentials: warning"] });
  expect(of("credentials")[1]).toMatchObject({
    what: expect.stringMatching(/damaged-1 is damaged and may still hold secrets$/),
    todo: "till doctor --fix",
  });
  expect(await doctor("--fix")).toMatchObject({ code: 0, bad: [] });
  expect(readdirSync(world.path("till/config"))).not.toContain(files[0]);
  for (const line of ["logout", "profiles delete shop --yes"]) {
    await world.till("profiles create shop");
    write();
    expect((await world.till(line)).stderr).toContain("credentials.db.damaged-1-wal, a damaged");
    expect(readdirSync(world.path("till/config")).filter((name) => name.includes("damaged"))).toEqual([]);
  }
});

test("does not suggest moving a sandbox that cannot be opened", async () => {
  mkdirSync(world.path("till/data/sandbox.db"), { recursive: true });
  const { code, of } = await doctor();
  expect(code).toBe(1);
  expect(of("sandbox")).toMatchObject([{ state: "broken", todo: expect.stringMatching(/^Check/) }]);
});

test("reports a folder that is a file and a missing profile without crashing", async () => {
  mkdirSync(world.path("till"));
  writeFileSync(world.path("till/config"), "");
  const none = await doctor();
  expect(none).toMatchObject({ code: 1, stderr: "" });
  expect(none.bad).toEqual(
    ["config folder", "settings file", "credentials"].map((check) => `${check}: broken`),
  );
  rmSync(world.path("till/config"));
  writeOpenFile("config/settings.json", '{"profile":"gone"}', 0o600);
  const gone = await doctor();
  expect(gone.bad).toEqual(["profile: broken"]);
  expect(gone.of("profile")[0]).toMatchObject({
    what: 'Unknown profile "gone".',
    todo: expect.stringContaining("till profiles create"),
  });
});

/** A platform whose clock is off by so many seconds. */
async function platform(seconds = 0): Promise<{ origin: string; calls: string[] }> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers.authorization ?? "nobody"}`);
    response.setHeader("date", new Date(Date.now() + seconds * 1000).toUTCString());
    response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

test("a hosted profile makes one announced request without credentials, and none with --offline", async () => {
  const { origin, calls } = await platform();
  await world.till(`profiles create shop --platform ${origin} --client-id app-1 --site s1 --use`);
  const { code, stderr, of } = await doctor();
  expect(code).toBe(0);
  expect(JSON.parse(stderr)).toEqual({ _kind: "notice", message: `Checking the connection to ${origin}…` });
  expect(calls).toEqual(["GET / nobody"]);
  expect(of("platform")[0]?.what).toContain("responded with 404");
  expect(of("clock")[0]).toMatchObject({ state: "ok" });
  expect(of("sign-in")[0]).toMatchObject({ state: "warning", todo: "till login --profile shop" });
  for (const uri of redirectUris) expect(of("redirect URIs")[0]?.what).toContain(uri);
  expect(await doctor("--offline")).toMatchObject({ code: 0, stderr: "" });
  expect(calls).toHaveLength(1);
});

test("an API key that the platform rejects is broken; one without the permission is not", async () => {
  const statuses = [401, 403, 200];
  const server = createServer(({ headers }, response) => {
    const status = headers.authorization === undefined ? 404 : statuses.shift();
    response.writeHead(status ?? 500, { "Content-Type": "application/json" });
    response.end(status === 200 ? '{"catalogVersion":"V1_CATALOG"}' : "{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const env = {
    TILL_API_KEY: "CANARY",
    TILL_SITE_ID: "s1",
    TILL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  const rejected = await doctor("", env);
  expect(rejected).toMatchObject({ code: 1, bad: ["API key: broken"] });
  expect(rejected.of("API key")[0]?.todo).toContain("TILL_API_KEY");
  expect(await doctor("", env)).toMatchObject({ code: 0, bad: [] });
  expect(await doctor("", env)).toMatchObject({ code: 0, bad: [] });
  expect(statuses).toEqual([]);
  expect((await doctor("--offline", env)).of("API key")).toEqual([]);
});

test("reports clock skew and an unreachable platform", async () => {
  const { origin } = await platform(-600);
  await world.till(`profiles create shop --platform ${origin} --use`);
  expect((await doctor()).of("clock")[0]).toMatchObject({
    state: "warning",
    what: expect.stringMatching(/^(599|600|601) s ahead of the platform's clock$/),
  });
  await world.till("profiles create gone --platform http://127.0.0.1:1 --use");
  const { code, of } = await doctor();
  expect(code).toBe(1);
  expect(of("platform")[0]).toMatchObject({
    state: "broken",
    what: expect.stringContaining("Connection refused"),
  });
});

test("reports identities and their expiry, but no secrets", async () => {
  const { origin } = await platform();
  await world.till(`profiles create shop --platform ${origin} --client-id app-1 --use`);
  const store = openCredentials({ file: world.path("till/config/credentials.db"), notice: () => {} });
  onTestFinished(() => store.close());
  const now = Math.floor(Date.now() / 1000);
  const keep = (kind: "member" | "visitor" | "apiKey", expiresAt: number, refreshToken?: string) =>
    store.update("shop", kind, async () => {
      const tokens = { accessToken: "CANARY-1", issuedAt: now - 7200, expiresAt };
      return refreshToken === undefined ? tokens : { ...tokens, refreshToken };
    });
  await keep("apiKey", 9_999_999_999);
  await keep("member", now + 7260, "CANARY-2");
  await keep("visitor", now - 60, "CANARY-3");
  const { stdout, of } = await doctor("--offline", { TILL_DEBUG: "http" });
  expect(of("sign-in").map(({ what }) => what)).toEqual([
    "stored API key, does not expire",
    "stored member, expires in 2 hours",
    "stored visitor, expired 1 minute ago; the next call refreshes it",
  ]);
  await keep("member", now - 60);
  expect((await doctor("--offline")).of("sign-in")[1]).toMatchObject({
    state: "warning",
    todo: "till login --profile shop",
  });
  const env = { TILL_API_KEY: "CANARY-4", HTTPS_PROXY: "http://user:CANARY-5@proxy.example:3128" };
  const outside = await doctor("--offline", env);
  expect(outside.of("sign-in")[0]?.what).toContain("TILL_API_KEY");
  expect(outside.of("proxy")[0]).toMatchObject({
    state: "warning",
    what: expect.stringContaining("proxy.example:3128"),
  });
  expect(stdout + outside.stdout + outside.stderr).not.toContain("CANARY");
  expect((await doctor("--offline", { HTTPS_PROXY: "socks5://proxy:1080" })).bad).toContain("proxy: broken");
});

test("on a terminal, each line shows its state as a symbol and a word, and nothing is truncated", async () => {
  await world.till("profiles create shop --client-id app-1 --use");
  const { stdout, code } = await world.till("doctor --offline", { terminal: true });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^✓ ok {7}till {11}version \d/);
  expect(stdout).toMatch(/▲ warning {2}sign-in +not signed in/);
  expect(stdout).toContain("→ till login --profile shop");
  expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  const text = stdout.replaceAll(/\s+/g, " ");
  for (const uri of redirectUris) expect(text).toContain(uri);
});

test("reports a stopped job with the command that resumes it", async () => {
  await world.till("sandbox seed demo");
  const stop = new AbortController();
  const onOutput = (text: string) => text.includes("step.sent") && stop.abort("SIGINT");
  const update =
    "products update oven-mitt serving-bowl --set 'price = price + 1' --yes --concurrency 1 --output ndjson";
  expect(await world.till(update, { signal: stop.signal, onOutput })).toMatchObject({ code: 130 });
  const { of, code } = await doctor();
  expect(code).toBe(0);
  expect(of("jobs")).toEqual([
    expect.objectContaining({ state: "ok", what: expect.stringContaining("1 job") }),
    expect.objectContaining({ state: "warning", todo: expect.stringMatching(/^till jobs resume \w{4}$/) }),
  ]);
});

test.each([
  ["O:BAG:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;S-1-5-21-1-2-3-1001)", []],
  ["D:AI(A;OICIID;0x1200a9;;;BU)(A;ID;FA;;;SY)(A;OICIID;FR;;;WD)", ["Users", "Everyone"]],
  ["D:(A;;0x100002;;;BU)(A;;FW;;;AU)(D;;FA;;;WD)", []],
])("who else can read a folder with the access list %s", (sddl, groups) => {
  expect(otherReaders(sddl)).toEqual(groups);
});
