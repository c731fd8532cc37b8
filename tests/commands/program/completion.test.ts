import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { groups } from "../../../src/commands/index.ts";
import { parseCursor } from "../../../src/commands/program/completion-cursor.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterAll(() => world.close());

/** What can stand at the end of a line; the last word is the one at the cursor. */
async function offered(line: string, env: Record<string, string> = {}): Promise<string[]> {
  const { stdout, stderr, code } = await world.till(["__complete", ...line.split(" ")], { env });
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  return stdout.split("\n").filter(Boolean);
}

const values = async (line: string) => (await offered(line)).map((one) => one.split("\t")[0]);

test("completes commands at every level with their summaries", async () => {
  expect(await offered("prod")).toEqual(["products\tList, change, import and export products"]);
  expect(await values("products li")).toEqual(["list"]);
  expect(await values("product li")).toEqual(["list"]);
  expect(await values("help exit")).toEqual(["exit-codes"]);
  expect(await values("help products up")).toEqual(["update"]);
  expect(await values("nonsense ")).toEqual([]);
});

test("completes flags that are not given yet, and repeatable flags again", async () => {
  expect(await values("products list --fi")).toEqual(["--filter", "--fields"]);
  expect(await values("products list --filter x --fi")).toEqual(["--fields"]);
  expect(await values("products update --set a --se")).toEqual(["--set"]);
  expect(await values("--prof")).toEqual(["--profile"]);
  expect(await values("products list -- --fi")).toEqual([]);
});

test("completes choices, however the shell splits an assignment", async () => {
  expect(await values("products list --output js")).toEqual(["json"]);
  expect(await values("products list --output=js")).toEqual(["--output=json"]);
  expect(await values("products list --output = js")).toEqual(["json"]);
  expect(await values("products list --output =")).toEqual(["table", "json", "ndjson", "csv", "yaml"]);
  expect(await values("config completion p")).toEqual(["powershell"]);
});

test("completes profile and setting names", async () => {
  expect(await values("profiles use ")).toEqual(["sandbox"]);
  expect(await values("products list --profile s")).toEqual(["sandbox"]);
  expect(await values("config get ti")).toEqual(["timeZone", "timeout"]);
  expect(await values("config set pag")).toEqual(["pager"]);
});

test("completes order numbers, and only orders with authorized payments after capture and void", async () => {
  const all = await values("orders get ");
  const waiting = await values("orders capture ");
  expect(waiting.length).toBeGreaterThan(0);
  expect(all.length).toBeGreaterThan(waiting.length);
  const { stdout } = await world.till("orders list --filter authorized>0 --all --json");
  const numbers = (JSON.parse(stdout).items as { number: string }[]).map(({ number }) => number);
  expect(waiting.toSorted()).toEqual(numbers.toSorted());
  expect((await values("orders void 10006 ")).toSorted()).toEqual(numbers.toSorted());
  expect(await values("orders get 1000")).toEqual(all.filter((number) => number?.startsWith("1000")));
});

test("completes each short webhook topic name once", async () => {
  expect(await values("webhooks topics order_cre")).toEqual(["order_created"]);
  expect(await values("webhooks listen --topic cart_up")).toEqual(["cart_updated"]);
});

test("leaves file names to the shell", async () => {
  expect(await offered("products import ")).toEqual([":files"]);
  expect(await offered("products create --input ")).toEqual([":files"]);
  expect(await offered("apply ")).toEqual([":files"]);
});

test("completes products by slug and SKU, and collections by slug", async () => {
  expect(await offered("products get stone")).toEqual(["stoneware-mug\tStoneware Mug"]);
  expect(await values("products update a b MUG-")).toContain("MUG-INK");
  expect(await values("collections get ")).toContain("tableware");
  expect((await values("products get ")).length).toBeGreaterThan(5);
  expect(await values("collections edit te")).toEqual(["textiles"]);
});

test("completes the fields that can be edited", async () => {
  expect(await values("products edit --fields name,desc")).toEqual(["name,description"]);
  expect(await values("products stock edit --filter bra")).toEqual(["brand"]);
});

test("completes jobs, newest first, and API calls", async () => {
  await world.till("products update stoneware-mug --set price=+1 --yes");
  const [last, job] = await offered("jobs undo ");
  expect(last).toBe("last\tthe newest job");
  expect(job).toMatch(/^\w{4}\tdone: till products update stoneware-mug/);
  expect(await values("api products.quer")).toContain("products.query");
});

test("caches values for a minute in files that only their owner can read", async () => {
  expect(await values("products get porce")).toEqual(["porcelain-pitcher"]);
  await world.till("products delete porcelain-pitcher --yes");
  expect(await values("products get porce")).toEqual(["porcelain-pitcher"]);
  const file = world.path("till/cache/completion/product.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const stored = JSON.parse(readFileSync(file, "utf8"));
  for (const entry of stored.entries) entry.updatedAt -= 61_000;
  writeFileSync(file, JSON.stringify(stored));
  expect(await values("products get porce")).toEqual([]);
  expect(readdirSync(world.path("till/cache/completion")).filter((name) => !name.endsWith(".json"))).toEqual(
    [],
  );
});

test("cached values of a short word also complete longer words", async () => {
  const before = await values("collections get t");
  const file = world.path("till/cache/completion/collection.json");
  const written = statSync(file).mtimeMs;
  expect(before).toEqual(["tableware", "textiles"]);
  expect(await values("collections get te")).toEqual(["textiles"]);
  expect(statSync(file).mtimeMs).toBe(written);
});

/** A shop that is not this computer's sandbox. */
function shop(name: string, baseUrl: string) {
  return { name, platform: { baseUrl }, credentials: name, clientId: "x" };
}

test("prints nothing if the shop is unreachable, files are damaged or the command line is invalid", async () => {
  expect(await offered("--profile nope products get x")).toEqual([]);
  mkdirSync(world.path("till/cache/completion"), { recursive: true });
  writeFileSync(world.path("till/cache/completion/product.json"), "{");
  expect(await values("products get gooseneck")).toEqual(["gooseneck-kettle"]);
  const wrong = createWorld();
  mkdirSync(wrong.path("till/data/sandbox.db"), { recursive: true });
  const typed = { stdout: "", stderr: "", code: 0 };
  expect(await wrong.till("__complete products get x")).toEqual(typed);
  wrong.close();
});

test("takes values from the local copy of the shop, without a request", async () => {
  const copied = createWorld();
  await copied.till("sandbox seed demo");
  await copied.till("data sync");
  const requests: string[] = [];
  const onRequest = ({ name = "" }: { name?: string }) => requests.push(name);
  const press = async (line: string, now = new Date()) =>
    (await copied.till(`__complete ${line}`, { onRequest, now })).stdout
      .split("\n")
      .map((one) => one.split("\t")[0]);
  expect(await press("products get gooseneck")).toContain("gooseneck-kettle");
  expect(await press("products get THROW-")).toContain("THROW-CAR");
  expect(await press("collections get tab")).toContain("tableware");
  expect(await press("orders get 1000")).toContain("10005");
  expect(requests).toEqual([]);
  // A copy from yesterday has not the products of today.
  await press("products get moka", new Date(Date.now() + 86_400_000));
  expect(requests).not.toEqual([]);
  copied.close();
});

test("queries a hosted shop in the background and completes its values the next time", async () => {
  const away = createWorld();
  mkdirSync(away.path("till/config"), { recursive: true });
  writeFileSync(
    away.path("till/config/settings.json"),
    JSON.stringify({ profiles: [shop("away", "http://127.0.0.1:9")] }),
  );
  const request: (readonly string[])[] = [];
  const onRestart = (argv: readonly string[]) => void request.push(argv);
  const press = (line: string) => away.till(`__complete --profile away ${line}`, { onRestart });
  expect(await press("products get mu")).toEqual({ stdout: "", stderr: "", code: 0 });
  expect(await press("products get mu")).toEqual({ stdout: "", stderr: "", code: 0 });
  expect(request).toEqual([["__complete", "__refresh", "product", "mu", "away", ""]]);
  expect(await away.till(request[0] ?? [])).toEqual({ stdout: "", stderr: "", code: 0 });
  away.close();
});

test("writes nothing to disk if the environment defines the profile", async () => {
  const environments: Record<string, string>[] = [
    { TILL_API_KEY: "IST.secret" },
    { TILL_CLIENT_ID: "x", TILL_BASE_URL: "http://127.0.0.1:9" },
  ];
  for (const env of environments) {
    const fresh = createWorld();
    expect(await fresh.till("__complete products get x", { env })).toEqual({
      stdout: "",
      stderr: "",
      code: 0,
    });
    expect(readdirSync(fresh.home)).toEqual([]);
    fresh.close();
  }
});

test("queries the profile named on the command line", async () => {
  expect(await parseCursor(["--profile", "shop", "products", "get", "x"], groups)).toMatchObject({
    profile: "shop",
    kind: "product",
  });
  expect(await parseCursor(["products", "get", "--profile=shop", "x"], groups)).toMatchObject({
    profile: "shop",
    kind: "product",
  });
});
