import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type SettingName, settings } from "../../src/config/settings.ts";
import { type CommandOptions, createWorld, type World } from "../support/world.ts";

const seeded = createWorld();
afterAll(() => seeded.close());
await seeded.till("sandbox seed demo");

let world: World;
beforeEach(() => {
  world = createWorld({ from: seeded.home });
  onTestFinished(() => world.close());
});

async function list(line = "", typed?: CommandOptions): Promise<string> {
  const result = await world.till(`products list --fields name ${line}`.trim(), typed);
  expect(result.code, result.stderr).toBe(0);
  return result.stdout;
}

const lines = (text: string) => text.trimEnd().split("\n").length;

/** Writes the settings file as an editor would. */
function edit(contents: object | string): void {
  mkdirSync(world.path("till/config"), { recursive: true });
  const text = typeof contents === "string" ? contents : JSON.stringify(contents);
  writeFileSync(world.path("till/config/settings.json"), text);
}

test("limit: a profile overrides the setting, a variable the profile, a flag the variable", async () => {
  expect(lines(await list())).toBe(24);
  await world.till("config set limit 2");
  expect(lines(await list())).toBe(2);
  await world.till("config set limit 3 --profile sandbox");
  expect(lines(await list())).toBe(3);
  expect(lines(await list("", { env: { TILL_LIMIT: "4" } }))).toBe(4);
  expect(lines(await list("--limit 5", { env: { TILL_LIMIT: "4" } }))).toBe(5);
  expect(lines(await list("--all"))).toBe(24);
  await world.till("config delete limit --profile sandbox");
  await world.till("config delete limit");
  expect(lines(await list())).toBe(24);
});

test("output: a flag overrides the stored format; raw calls print JSON if they do not support it", async () => {
  await world.till("config set output csv");
  expect(await list("--limit 1")).toMatch(/^name\n\S/);
  expect(await list("--limit 1 --output ndjson")).toMatch(/^\{"_kind":"product"/);
  expect(JSON.parse(await list("--limit 1 --json")).items).toHaveLength(1);
  expect((await world.till("products list --limit 1 --jq .items[0]._kind")).stdout).toBe("product\n");
  const raw = await world.till("api products.query -f query.paging.limit=1");
  expect(JSON.parse(raw.stdout).products).toHaveLength(1);
  expect(await world.till("api products.query --output csv")).toMatchObject({ code: 2 });
});

const red = "\u001b[";

test("color: the environment overrides the setting; TILL_COLOR and the flag override both", async () => {
  const shown = async (line = "", env: Record<string, string> = {}) =>
    (await world.till(`products list --limit 1 ${line}`.trim(), { terminal: true, env })).stdout.includes(
      red,
    );
  expect(await shown()).toBe(false);
  await world.till("config set color always");
  expect(await shown()).toBe(true);
  expect(await shown("--no-color")).toBe(false);
  expect(await shown("", { NO_COLOR: "1" })).toBe(false);
  expect(await shown("", { NO_COLOR: "1", TILL_COLOR: "always" })).toBe(true);
  expect(await shown("--color always", { NO_COLOR: "1" })).toBe(true);
  await world.till("config set color never");
  expect(await shown("", { FORCE_COLOR: "1" })).toBe(true);
  expect(await shown("", { FORCE_COLOR: "1", TILL_COLOR: "never" })).toBe(false);
});

test("timeZone and symbols affect terminal output only", async () => {
  await world.till("products update oven-mitt --set price=+1 --yes");
  const job = async (typed?: CommandOptions) => (await world.till("jobs show last", typed)).stdout;
  expect(await job({ terminal: true })).toMatch(/Started +\d{4}-\d\d-\d\d \d\d:\d\d UTC\n/);
  await world.till("config set timeZone Asia/Kolkata");
  expect(await job({ terminal: true })).toMatch(/Started +\d{4}-\d\d-\d\d \d\d:\d\d GMT\+5:30\n/);
  expect(await job()).toMatch(/Started\t\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z\n/);

  const doctor = async () => (await world.till("doctor", { terminal: true })).stdout;
  expect(await doctor()).toContain("✓ ok");
  await world.till("config set symbols ascii");
  expect(await doctor()).toContain("+ ok");
});

/** A platform that responds to every call with a status, or never, and counts the calls. */
async function platform(status: number | "never") {
  const seen = { calls: 0 };
  const server = createServer((_request, response) => {
    seen.calls += 1;
    if (status === "never") return;
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  await world.till(`profiles create shop --platform http://127.0.0.1:${port} --site s --use`);
  return seen;
}

test("retries: uses the configured number", async () => {
  const seen = await platform(503);
  const env = { TILL_API_KEY: "k" };
  expect(await world.till("api products.query", { env })).toMatchObject({ code: 8 });
  expect(seen.calls).toBe(4);
  await world.till("config set retries 0 --profile shop");
  await world.till("api products.query", { env });
  expect(seen.calls).toBe(5);
  await world.till("api products.query", { env: { ...env, TILL_RETRIES: "2" } });
  expect(seen.calls).toBe(8);
});

test("timeout: the setting ends the wait", async () => {
  await platform("never");
  await world.till("config set timeout 1s");
  const result = await world.till("api products.query", { env: { TILL_API_KEY: "k", TILL_RETRIES: "0" } });
  expect(result).toMatchObject({ code: 8, stderr: expect.stringMatching(/took longer than 1 s/) });
});

test("concurrency and rate are validated from every source", async () => {
  expect(await world.till("products list --concurrency 65")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--concurrency must be a whole number from 1 to 64, not 65."),
  });
  expect(await world.till("products list", { env: { TILL_MAX_REQUESTS: "fast" } })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'TILL_MAX_REQUESTS must be a number of requests per second, such as 20, or per minute, such as 200/m, not "fast".',
    ),
  });
});

test("every setting can be stored, read back as typed, and removed", async () => {
  writeFileSync(world.path("approvers"), "");
  const samples: Record<SettingName, string> = {
    output: "yaml",
    color: "never",
    symbols: "ascii",
    timeZone: "America/New_York",
    limit: "7",
    noInput: "true",
    pager: "less -R",
    timeout: "90s",
    concurrency: "4",
    maxRequests: "3",
    retries: "0",
    pictures: "never",
    journal: "postgres://till@db.example/till",
    credentialCommand: "op read op://shop/till/key",
    keepJobs: "90d",
    notify: "https://hooks.example/till",
    notifyOn: "all",
    requireApproval: "2",
    approvers: world.path("approvers"),
    theme: "dark",
    pane: "false",
    mouse: "false",
    cartApi: "v2",
  };
  for (const [name, value] of Object.entries(samples)) {
    expect(await world.till(["config", "set", name, value]), name).toMatchObject({ code: 0 });
    const got = (await world.till(["config", "get", name])).stdout;
    expect(got).toContain(value);
    if (name !== "output") {
      expect(got).toBe(`${value}\n`);
      const { origin, source } = JSON.parse((await world.till(["config", "get", name, "--json"])).stdout);
      expect([origin, source]).toEqual(["settings", `setting ${name}`]);
    }
    expect(await world.till(["config", "delete", name]), name).toMatchObject({ code: 0 });
  }
  expect(Object.keys(samples)).toEqual(Object.keys(settings));
});

test("an invalid stored value fails every command except those that can repair it", async () => {
  edit({ settings: { color: 3, limit: "few" } });
  const result = await world.till("products list");
  expect(result).toMatchObject({ code: 2, stdout: "" });
  expect(result.stderr).toContain("setting color must be one of auto, always, never, not 3.");
  expect(await world.till("help exit-codes")).toMatchObject({ code: 0, stderr: "" });

  const repaired = await world.till("config delete color");
  expect(repaired.code).toBe(0);
  expect(repaired.stderr).toContain("must be one of auto, always, never, not 3. It is ignored.");
  expect((await world.till("products list")).stderr).toContain(
    "setting limit must be a whole number of at least 1",
  );
  expect(await world.till("doctor --json")).toMatchObject({ code: 1 });
  await world.till("config delete limit");
  expect(await world.till("products list")).toMatchObject({ code: 0 });
});

test("a missing active profile is reported by every command, and another one can be selected", async () => {
  edit({ profile: "gone" });
  expect(await world.till("products list")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Unknown profile "gone".'),
  });
  expect(await world.till("profiles use sandbox")).toMatchObject({ code: 0 });
  expect(await world.till("products list")).toMatchObject({ code: 0 });
});

test("an empty or damaged file ends every command that uses a shop: another profile was in use", async () => {
  await world.till("sandbox seed 3");
  for (const wreck of ["", '{"profile":"shop","settings":', "[]"]) {
    edit(wreck);
    const change = "products update --filter 'price > 0' --set price=+1 --yes";
    // What names a shop does not say whether it is locked.
    for (const line of [change, `${change} --profile sandbox`, "products list", "config set limit 5"]) {
      const result = await world.till(line);
      expect(result).toMatchObject({ code: 2, stdout: "" });
      expect(result.stderr).toContain(`The settings file ${world.path("till/config/settings.json")} is `);
    }
    expect(await world.till("doctor --json")).toMatchObject({ code: 1 });
    for (const line of ["config path", "help exit-codes"])
      expect({ line, ...(await world.till(line)) }).toMatchObject({ line, code: 0 });
  }
  rmSync(world.path("till/config/settings.json"));
  expect(await world.till("jobs list --json")).toMatchObject({ code: 0, stdout: '{"items":[]}\n' });
});
