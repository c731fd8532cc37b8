import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

interface BackupRecord {
  name: string;
  path: string;
  takenAt: string;
  domains: Record<string, number>;
  deleted: string[];
}

async function backup(flags = ""): Promise<BackupRecord> {
  const { code, stdout, stderr } = await world.till(`backup create --json ${flags}`);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as BackupRecord;
}

async function names(): Promise<string[]> {
  const { stdout } = await world.till("backup list --json");
  return (JSON.parse(stdout) as { items: BackupRecord[] }).items.map(({ name }) => name);
}

const linesOf = (path: string) => gunzipSync(readFileSync(path)).toString().split("\n").slice(1);

test("a backup has everything, only its owner can read it, and an unchanged shop gives the same lines", async () => {
  await world.till("sandbox seed demo");
  const one = await backup();
  const two = await backup();
  expect(one.domains).toMatchObject({ products: 24, orders: 14, tickets: 20 });
  expect(one.name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
  expect(statSync(one.path).mode & 0o777).toBe(0o600);
  expect(statSync(join(one.path, "..")).mode & 0o777).toBe(0o700);
  expect(two.name).not.toBe(one.name);
  expect(linesOf(two.path)).toEqual(linesOf(one.path));
});

test("--keep deletes older backups of the same contents, but none that has a name", async () => {
  await world.till("sandbox seed 3");
  const only = "--only products";
  const [first, , third] = [await backup(only), await backup(`${only} --name kept`), await backup()];
  const [fourth, fifth] = [await backup(only), await backup(`${only} --keep 2`)];
  expect(fifth.deleted).toEqual([first.name]);
  expect((await names()).sort()).toEqual([third.name, fourth.name, fifth.name, "kept"].sort());
  // Backups without costs do not replace those with them.
  const sixth = await backup(`${only} --no-costs --keep 1`);
  expect(sixth.deleted).toEqual([]);
  expect((await backup(`${only} --no-costs --keep 1`)).deleted).toEqual([sixth.name]);
});

test("a backup that is interrupted at any request continues, and deletes nothing before it is complete", async () => {
  await world.till("sandbox seed 220");
  const only = "--only products,inventory,settings --no-costs";
  let requests = 0;
  await world.till(`backup create --name whole ${only}`, { onRequest: () => void requests++ });
  const old = await backup(only);
  const whole = linesOf(old.path.replace(old.name, "whole"));
  expect(requests).toBeGreaterThan(4);
  for (let last = 1; last < requests; last++) {
    let left = last;
    const interrupted = await world.till(`backup create --keep 1 ${only}`, {
      onRequest: () => {
        if (left-- <= 0) throw new Error("killed");
      },
    });
    expect(interrupted.code).not.toBe(0);
    const before = await names();
    expect(before).toHaveLength(2);
    let again = 0;
    const { code, stdout } = await world.till(`backup create --json --keep 1 ${only}`, {
      onRequest: () => void again++,
    });
    const made = JSON.parse(stdout) as BackupRecord;
    expect({ code, deleted: made.deleted }).toEqual({
      code: 0,
      deleted: before.filter((name) => name !== "whole"),
    });
    expect(linesOf(made.path)).toEqual(whole);
    expect(readdirSync(join(made.path, "..")).filter((name) => name.startsWith("."))).toEqual([]);
  }
});

test("a backup removes what killed ones left, whatever their names were", async () => {
  await world.till("sandbox seed 3");
  const { path } = await backup("--only products");
  const folder = join(path, "..");
  for (const name of ["2026-01-01T00-00-00Z.ndjson.gz.77-abc.part", "old.ndjson.gz.77-abc.part", "old.part"])
    writeFileSync(join(folder, name), "cut");
  const { path: next } = await backup("--only products --name next");
  expect(readdirSync(folder).sort()).toEqual([basename(path), basename(next), "old.part"].sort());
});

test("the backups of a shop are in a folder of their own, whatever its id is", async () => {
  await world.till("sandbox seed 3");
  const folders = join(await backup().then(({ path }) => path), "..", "..");
  for (const [url, site, folder] of [
    ["http://127.0.0.1:9", "../../settings", "%2E.%2F..%2Fsettings"],
    ["http://127.0.0.1:9", "..", "%2E."],
    ["http://127.0.0.1:9", "", "127.0.0.1%3A9"],
  ]) {
    mkdirSync(join(folders, folder ?? ""));
    writeFileSync(join(folders, folder ?? "", "cut.ndjson.gz"), "cut");
    const env = { TILL_BASE_URL: url, TILL_SITE_ID: site || undefined, TILL_API_KEY: "IST.key" };
    const { stderr } = await world.till("backup list", { env });
    expect(stderr).toContain(join(folder ?? "", "cut.ndjson.gz"));
  }
});

test("each sandbox has its own backups, and a damaged one is reported", async () => {
  await world.till("sandbox seed 3");
  await world.till("profiles create other --platform sandbox");
  const { path, name } = await backup();
  expect((await world.till("backup list --profile other")).stderr).toContain("No backups yet");
  writeFileSync(path, readFileSync(path).subarray(0, 40));
  const list = await world.till("backup list");
  expect(list).toMatchObject({ code: 0, stdout: "" });
  expect(list.stderr).toContain(`${name}.ndjson.gz cannot be read: `);
  expect(await world.till(`backup restore --at ${name}`)).toMatchObject({ code: 5 });
  expect(await world.till(`backup delete ${name} --yes`)).toMatchObject({ code: 0 });
  expect((await world.till("backup list")).stderr).toContain("No backups yet");
});

test.each([
  ["--name 2026-11-20", "reads as a time"],
  ["--name 7d", "reads as a time"],
  ["--name yesterday", "reads as a time"],
  ["--name ../evil", "use up to 64 letters"],
  ["--keep 0", "expected a whole number"],
  ["--only members", "Members cannot be pulled"],
  ["other", "Too many arguments"],
])("till backup create %s exits 2", async (line, message) => {
  const { code, stderr } = await world.till(`backup create ${line}`);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test.each(["../../settings", "nothing"])("till backup delete %s finds nothing", async (name) => {
  expect(await world.till(`backup delete ${name} --yes`)).toMatchObject({ code: 5 });
});

test.each([
  ["is empty", {}],
  ["has less than half of the products", { limit: 4 }],
])("--keep deletes nothing if the new backup %s, and says so", async (_, { limit }: { limit?: number }) => {
  await world.till("sandbox seed 10");
  const only = "--only products --no-costs";
  const good = await backup(only);
  const { code, stderr, stdout } = await world.till(`backup create --json --keep 1 ${only}`, {
    through: (send) => async (request) => {
      const response = await send(request);
      if (request.name !== "products.query") return response;
      const products = (JSON.parse(response.body).products as unknown[]).slice(0, limit ?? 0);
      return { ...response, body: JSON.stringify({ products, metadata: { total: products.length } }) };
    },
  });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).deleted).toEqual([]);
  expect(stderr).toContain(`No older backup was deleted: products went from 10 to ${limit ?? 0}.`);
  const { stdout: list } = await world.till("backup list --json");
  expect(JSON.parse(list).items.map(({ name }: { name: string }) => name)).toContain(good.name);
});

test("--keep counts complete backups only", async () => {
  await world.till("sandbox seed 10");
  const only = "--only products --no-costs";
  const good = await backup(only);
  const changing = await world.till(`backup create --json --keep 1 ${only}`, {
    through: (send) => async (request) => {
      const response = await send(request);
      if (request.name !== "products.query") return response;
      return { ...response, body: response.body.replace('"total":10', '"total":11') };
    },
  });
  expect(changing).toMatchObject({ code: 9, stderr: expect.stringContaining("No older backup was deleted") });
  const last = await backup(`${only} --keep 2`);
  expect(last.deleted).toEqual([]);
  expect((await backup(`${only} --keep 1`)).deleted).toEqual([last.name, good.name]);
});

test("what a shop answers that is no list is no backup, and deletes none", async () => {
  await world.till("sandbox seed 10");
  const only = "--only products --no-costs";
  const good = await backup(only);
  const failed = await world.till(`backup create --keep 1 ${only}`, {
    through: (send) => async (request) =>
      request.name === "products.query" ? { ...(await send(request)), body: "{}" } : await send(request),
  });
  expect(failed).toMatchObject({ code: 8, stderr: expect.stringContaining('without "products"') });
  const { stdout: list } = await world.till("backup list --json");
  expect(JSON.parse(list).items.map(({ name }: { name: string }) => name)).toEqual([good.name]);
});
