import { rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

/** An empty variable is what a renamed secret, or a fork without secrets, gives a workflow. */
let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("profiles create shop --site s1");
  await world.till("profiles create other --platform sandbox");
});
afterAll(() => world.close());

const capture = "orders capture --authorized --older-than 2d --allow-empty --yes";
const selecting = [
  "TILL_PROFILE",
  "TILL_API_KEY",
  "TILL_SITE_ID",
  "TILL_BASE_URL",
  "TILL_ACCESS_TOKEN",
  "TILL_CLIENT_ID",
];

for (const name of selecting) {
  test(`an empty ${name} is not a capture of nothing in the sandbox: exit 4, nothing sent`, async () => {
    const sent: string[] = [];
    const env = { [name]: "", ...(name !== "TILL_SITE_ID" && { TILL_SITE_ID: "a-site" }) };
    for (const line of [capture, "products list", "sandbox reset --yes", "jobs undo last --yes"]) {
      const ended = await world.till(line, { env, onRequest: ({ name = "" }) => sent.push(name) });
      expect(ended).toMatchObject({ code: 4, stdout: "" });
      expect(ended.stderr).toContain(`${name} is set but empty`);
      expect(ended.stderr).toContain("TILL_PROFILE=sandbox");
    }
    expect(sent).toEqual([]);
    for (const line of ["products list --profile sandbox", "profiles list", "config list", "help filters"])
      expect(await world.till(line, { env })).toMatchObject({ code: 0 });
    if (name !== "TILL_PROFILE")
      expect(await world.till(capture, { env: { [name]: "", TILL_PROFILE: "sandbox" } })).toMatchObject({
        code: 0,
      });
  });
}

test("doctor reports an empty secret, which other commands refuse", async () => {
  const ended = await world.till("doctor --offline --json", { env: { TILL_API_KEY: "" } });
  expect(ended.code).toBe(1);
  const { items } = JSON.parse(ended.stdout);
  expect(items).toContainEqual(
    expect.objectContaining({
      state: "broken",
      what: expect.stringContaining("TILL_API_KEY is set but empty"),
    }),
  );
});

test("a site without credentials is not the sandbox: exit 4", async () => {
  const ended = await world.till(`${capture} --json`, { env: { TILL_SITE_ID: "a-site" } });
  expect(ended).toMatchObject({ code: 4, stdout: "" });
  expect(JSON.parse(ended.stderr)).toMatchObject({
    error: { code: "SHOP_NOT_SELECTED", field: "TILL_SITE_ID", exitCode: 4 },
  });
});

test("a key without its site is refused before a request: exit 4", async () => {
  const sent: string[] = [];
  const ended = await world.till("products list", {
    env: { TILL_API_KEY: "a-key" },
    onRequest: ({ name = "" }) => sent.push(name),
  });
  expect(ended).toMatchObject({ code: 4, stderr: expect.stringContaining("Set TILL_SITE_ID as well") });
  expect(sent).toEqual([]);
});

test("an empty secret does not lead to the sandbox that is in use either", async () => {
  const chosen = createWorld({ from: world.home });
  await chosen.till("profiles use other");
  expect(await chosen.till("products list", { env: { TILL_API_KEY: "" } })).toMatchObject({ code: 4 });
  expect(await chosen.till("products list")).toMatchObject({ code: 0 });
  // A hosted profile in use is a shop: its own credentials count.
  await chosen.till("profiles use shop");
  const hosted = await chosen.till("products list", { env: { TILL_API_KEY: "" } });
  expect(hosted.stderr).toContain('Profile "shop" has no client ID');
  chosen.close();
});

test("without a terminal, a command that changes something never takes a shop that nobody named: exit 4 before the input is read", async () => {
  for (const line of [
    capture,
    `${capture} --quiet`,
    "products import missing.csv --yes",
    "products update stoneware-mug --set price=1 --dry-run",
    "jobs undo last --yes",
    "api POST /stores/v1/products",
    "api DELETE /stores/v1/products/x --yes",
    ["api", "graphql", "mutation { nothing }"],
    "orders capture --file - --allow-empty --yes",
  ]) {
    const sent: string[] = [];
    const ended = await world.till(line, {
      unattended: true,
      onRequest: ({ name = "" }) => sent.push(name),
    });
    expect({ line, ...ended }).toMatchObject({ line, code: 4, stdout: "" });
    expect(ended.stderr).toContain("No shop is named, and nobody is at a terminal");
    expect(ended.stderr).toContain("TILL_PROFILE=sandbox");
    expect(sent).toEqual([]);
  }
});

test("the profile in use is not a name: it may be another one than on the day when the line was written", async () => {
  const chosen = createWorld({ from: world.home });
  for (const profile of ["other", "shop"]) {
    await chosen.till(`profiles use ${profile}`);
    expect(await chosen.till(capture, { unattended: true })).toMatchObject({ code: 4, stdout: "" });
  }
  chosen.close();
});

test("without a terminal, commands that change no shop work without a name, and changes with one", async () => {
  for (const line of [
    "products list",
    "api products.query",
    ["api", "graphql", "{ products(limit: 1) { items { name } } }"],
    "sandbox clock",
    "sandbox status",
    "sandbox seed 3",
    "profiles list",
    "config set limit 20",
    "doctor",
    "login --help",
    "help exit-codes",
    "config completion bash",
    `${capture} --profile sandbox`,
    // A line for many shops names each of them.
    "each --sites sandbox,other -- products update --all --set price=+1 --dry-run",
  ])
    expect({ line, code: (await world.till(line, { unattended: true })).code }).toEqual({ line, code: 0 });
  for (const env of [{ TILL_PROFILE: "sandbox" }, { TILL_STORY: "1" }])
    expect(await world.till(capture, { unattended: true, env })).toMatchObject({ code: 0 });
});

test("the file of a folder names its shop, and a job that of its own", async () => {
  const folder = createWorld({ from: world.home });
  writeFileSync(folder.path(".till.yaml"), "profile: sandbox\n");
  await folder.till("config trust");
  const change = "products update stoneware-mug --set price=+1 --yes --json";
  const ended = await folder.till(change, { unattended: true });
  expect(ended).toMatchObject({ code: 0 });
  rmSync(folder.path(".till.yaml"));
  const { id } = JSON.parse((await folder.till("jobs show last --json")).stdout) as { id: string };
  expect(await folder.till(`jobs undo ${id} --yes`, { unattended: true })).toMatchObject({ code: 0 });
  folder.close();
});
