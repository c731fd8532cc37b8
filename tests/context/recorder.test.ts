import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Request } from "../../src/api/transport/transport.ts";
import { openChanges } from "../../src/bulk/journal/single-changes.ts";
import { clean } from "../../src/context/recorder.ts";
import { type RecordedChange, recordedChanges } from "../support/recorded-changes.ts";
import { createWorld, type World } from "../support/world.ts";

const seeded = createWorld();
const worlds: World[] = [seeded];
beforeAll(async () => {
  expect(await seeded.till("sandbox seed demo")).toMatchObject({ code: 0 });
});
afterAll(() => {
  for (const world of worlds) world.close();
});

function newWorld(): World {
  const world = createWorld({ from: seeded.home });
  worlds.push(world);
  return world;
}

const logOf = (world: World) => world.path("till/state/changes.sqlite");
const recorded = (world: World): RecordedChange[] => recordedChanges(logOf(world));

/** Runs a command and returns the calls that it made. */
async function callsOf(world: World, line: string): Promise<string[]> {
  const sent: string[] = [];
  const onRequest = ({ name = "" }: Request) => void sent.push(name);
  expect(await world.till(line, { onRequest })).toMatchObject({ code: 0 });
  return sent;
}

test("the intent is recorded before the request is sent", async () => {
  const world = newWorld();
  const seen: (RecordedChange | undefined)[] = [];
  await world.till("collections update coffee --name Kaffee", {
    onRequest: ({ name }) => void (name === "collections.update" && seen.push(recorded(world)[0])),
  });
  expect(seen).toMatchObject([{ state: "sent", actor: "ada", host: "studio", before: { name: "Coffee" } }]);
  expect(recorded(world)).toMatchObject([{ state: "done", after: { name: "Kaffee" } }]);
});

test("reads, buyers, the sandbox's own settings and invalid input leave no record", async () => {
  const world = newWorld();
  for (const line of [
    "collections list",
    "cart add serving-bowl",
    "cart coupon WELCOME10",
    "sandbox settings rateLimit=200",
    "profiles create shop --client-id app-1 --site site-1",
  ])
    await world.till(line);
  expect((await world.till("api collections.create -f collection.name=")).code).not.toBe(0);
  expect((await world.till("api discountRules.create")).code).toBe(2);
  expect(recorded(world)).toEqual([]);
});

test("a bulk job has its journal, and no record of each call", async () => {
  const world = newWorld();
  expect(await world.till("products update serving-bowl --set price=20 --yes")).toMatchObject({ code: 0 });
  expect(await world.till("jobs undo last --yes")).toMatchObject({ code: 0 });
  expect(existsSync(logOf(world))).toBe(false);
});

test("an object that the command has read is not read again before it is changed", async () => {
  const world = newWorld();
  const { stdout } = await world.till("settings tax groups create --name Books --json");
  const { id } = JSON.parse(stdout) as { id: string };
  const sent = await callsOf(world, `settings tax groups update ${id} -f name=Papers`);
  expect(sent.filter((name) => name === "taxGroups.get")).toHaveLength(1);
  expect(recorded(world).at(-1)).toMatchObject({ before: { name: "Books" }, after: { name: "Papers" } });
});

test("a rejected call is recorded as failed, with the platform's code", async () => {
  const world = newWorld();
  expect((await world.till("api collections.remove -f id=nothing --yes")).code).toBe(5);
  expect(recorded(world)).toMatchObject([
    { state: "failed", kind: "collections.remove", error: { status: 404 } },
  ]);
});

test("secrets are neither in the command nor in the input of a record", async () => {
  const world = newWorld();
  const input = JSON.stringify({ collection: { name: "X" }, password: "hunter2-canary" });
  expect(await world.till(["api", "collections.create", "--input", input])).toMatchObject({ code: 0 });
  expect(recorded(world)).toHaveLength(1);
  expect(JSON.stringify(recorded(world))).not.toContain("hunter2-canary");
});

test.each([
  [
    { description: "Run it with --token abc", name: "X" },
    { description: "Run it with --token [redacted]", name: "X" },
  ],
  [{ url: "http://localhost:3000", email: "ada@shop.example" }, undefined],
  [
    { accessToken: { value: "abc" }, password: 12345, code: "abc", note: { code: "OUT_OF_STOCK" } },
    {
      accessToken: { value: "[redacted]" },
      password: "[redacted]",
      code: "[redacted]",
      note: { code: "OUT_OF_STOCK" },
    },
  ],
  [
    { body: '{"refresh_token":"abc"}', list: ["https://a.example/?token=abc&b=1"] },
    { body: '{"refresh_token":"[redacted]"}', list: ["https://a.example/?token=[redacted]&b=1"] },
  ],
])("%j is recorded without its secrets, and with everything else", (given, recorded) => {
  expect(clean(given)).toEqual(recorded ?? given);
});

const unwritable: [what: string, prepare: (world: World) => void][] = [
  ["a folder that cannot be written", (world) => chmodSync(world.path("till/state"), 0o500)],
  [
    "a file in place of the folder",
    (world) => {
      rmSync(world.path("till/state"), { recursive: true, force: true });
      writeFileSync(world.path("till/state"), "");
    },
  ],
  [
    "a damaged record",
    (world) => {
      mkdirSync(world.path("till/state"), { recursive: true });
      writeFileSync(logOf(world), "not a database, but long enough to look like one".repeat(40));
    },
  ],
];

test.each(unwritable)("with %s, the change is made and one notice says so", async (what, prepare) => {
  // A superuser may write everywhere.
  if (what.includes("folder that") && process.getuid?.() === 0) return;
  const world = newWorld();
  mkdirSync(world.path("till/state"), { recursive: true });
  prepare(world);
  const { code, stderr, stdout } = await world.till("tickets orders list --limit 1 --json");
  expect({ code, stderr, stdout: stdout.length > 0 }).toEqual({ code: 0, stderr: "", stdout: true });
  const changed = await world.till("collections update coffee --name Kaffee");
  expect(changed.code).toBe(0);
  expect(changed.stderr.match(/not recorded/g)).toHaveLength(1);
  expect((await world.till("collections get coffee --fields name")).stdout).toContain("Kaffee");
  chmodSync(world.path("till/state"), 0o700);
});

test("a call whose process was killed is unknown; resume finds out what happened", async () => {
  const world = newWorld();
  const { stdout } = await world.till("collections get coffee --json");
  const { id } = JSON.parse(stdout) as { id: string };
  await world.till("collections update coffee --visible true");
  const { site = "" } = recorded(world)[0] ?? {};
  const log = openChanges(logOf(world));
  const [lost, arrived, gone] = ["Lost", "Kaffee", "Other"].map((name) => {
    const command = `till collections update coffee --name ${name}`;
    // No process has this number.
    const by = {
      actor: "ada",
      host: "studio",
      pid: 2 ** 30,
      profile: "sandbox",
      site,
      command,
      toolVersion: "1",
    };
    const change = { name: "collections.update", input: { collection: { id, name } }, id };
    return log.begin(by, { ...change, at: new Date(), before: { name: "Coffee" }, after: { name } }).job;
  });
  log.close();
  expect((await world.till("jobs list --command Lost --json --fields state")).stdout).toContain("unknown");
  expect(await world.till(`jobs resume ${lost}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("was not carried out"),
  });
  await world.till("collections update coffee --name Kaffee");
  const sent = await callsOf(world, `jobs resume ${arrived}`);
  expect(sent).toEqual(["collections.get"]);
  const unclear = await world.till(`jobs resume ${gone}`);
  expect([unclear.code, unclear.stderr]).toEqual([
    10,
    expect.stringContaining("run it again: till collections"),
  ]);
  const states = recorded(world).flatMap(({ job, state }) =>
    [lost, arrived, gone].includes(job) ? [state] : [],
  );
  expect(states).toEqual(["failed", "done", "sent"]);
});

test("an undo whose responses are lost is settled by reading, and made once", async () => {
  const world = newWorld();
  await world.till("collections update coffee --name Kaffee");
  const [{ job = "" } = {}] = recorded(world);
  expect(await world.till("sandbox fault drop-after --route collections.update --count 1")).toMatchObject({
    code: 0,
  });
  expect(await world.till(`jobs undo ${job} --yes`)).toMatchObject({ code: 0 });
  expect((await world.till("collections get coffee --fields name")).stdout).toContain("Coffee");
  expect(recorded(world)).toMatchObject([{ state: "undone", undo: "done" }]);
  expect((await world.till(`jobs undo ${job} --yes`)).stderr).toContain("nothing to undo");
});
