import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "../../src/context/context.ts";
import { pullProgress } from "../../src/copies/read-shop.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

/** Returns the files of a snapshot by name, without the times of `snapshot.json`. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(world.path(folder), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => /\.(ndjson|json|yaml)$/.test(name)).sort();
  return Object.fromEntries(
    files.map((name) => [
      name,
      readFileSync(world.path(`${folder}/${name}`), "utf8").replace(/"takenAt": "[^"]+"/g, '"takenAt": ""'),
    ]),
  );
}

describe.each(["v1", "v3"])("catalog %s", (catalog) => {
  test("two pulls of an unchanged shop are equal, byte for byte", async () => {
    await world.till(`sandbox seed --catalog ${catalog}`);
    await world.till("sandbox seed --orders 3");
    expect(await world.till("copy pull one")).toMatchObject({ code: 0 });
    expect(await world.till("copy pull two")).toMatchObject({ code: 0 });
    const files = filesOf("one");
    expect(filesOf("two")).toEqual(files);
    expect(files["products.ndjson"]?.split("\n")).toHaveLength(25);
    expect(files["products.ndjson"]).not.toMatch(/"(id|revision|lastUpdated|createdDate)":/);
    expect(files["ids/products.ndjson"]).toContain('"key":"stoneware-mug"');
    expect(files["inventory.ndjson"]).toContain('"handle":"stoneware-mug"');
    expect(files["orders.ndjson"]).not.toBe("");
  });

  test("a pull that is interrupted at any request gives the same files when it is run again", async () => {
    await world.till(`sandbox seed 320 --catalog ${catalog}`);
    const flags = "--only products,collections,inventory,settings --no-costs";
    let requests = 0;
    await world.till(`copy pull whole ${flags}`, { onRequest: () => void requests++ });
    const whole = filesOf("whole");
    expect(requests).toBeGreaterThan(6);
    for (const name of ["products", "inventory", "ids/products"])
      expect(whole[`${name}.ndjson`]?.split("\n"), name).toHaveLength(321);
    for (let last = 1; last < requests; last += catalog === "v3" ? 4 : 1) {
      let left = last;
      const interrupted = await world.till(`copy pull part${last} ${flags}`, {
        onRequest: () => {
          if (left-- <= 0) throw new Error("killed");
        },
      });
      expect(interrupted.code).not.toBe(0);
      expect(existsSync(world.path(`part${last}/snapshot.json`))).toBe(false);
      let again = 0;
      expect(
        await world.till(`copy pull part${last} ${flags}`, { onRequest: () => void again++ }),
      ).toMatchObject({
        code: 0,
      });
      expect(filesOf(`part${last}`)).toEqual(whole);
      expect(again).toBeLessThan(requests + 4);
      expect(existsSync(world.path(`part${last}/.pull.sqlite`))).toBe(false);
    }
  });
});

test("a compressed snapshot has the lines of the folder", async () => {
  await world.till("sandbox seed demo");
  await world.till("copy pull folder --only products,orders");
  await world.till("copy pull shop.ndjson.gz --only products,orders");
  const [first = "", ...lines] = gunzipSync(readFileSync(world.path("shop.ndjson.gz")))
    .toString()
    .split("\n");
  expect(JSON.parse(first)).toMatchObject({
    _kind: "snapshot",
    format: 3,
    domains: { products: { count: 24 } },
  });
  const content = lines.filter((line) => !line.includes('.ids"')).join("\n");
  const files = filesOf("folder");
  expect(content).toBe(`${files["products.ndjson"]}${files["orders.ndjson"]}`);
});

test("--yaml writes one file per product, and files of deleted products disappear", async () => {
  await world.till("sandbox seed demo");
  await world.till("copy pull shop --yaml --only products");
  expect(readdirSync(world.path("shop/products"))).toHaveLength(24);
  expect(readFileSync(world.path("shop/products/wool-throw.yaml"), "utf8")).toContain("name: Wool Throw");
  await world.till("products delete wool-throw --yes");
  await world.till("copy pull shop --yaml --only products");
  expect(existsSync(world.path("shop/products/wool-throw.yaml"))).toBe(false);
});

test("names from the platform do not become paths", async () => {
  await world.till(["products", "create", "--name", "Up", "--price", "1", "--handle", "../../evil"]);
  await world.till(["products", "create", "--name", "Con", "--price", "1", "--handle", "con"]);
  const pulled = await world.till("copy pull shop --yaml --only products");
  expect(pulled.code).toBe(0);
  for (const name of readdirSync(world.path("shop/products")))
    expect(name).toMatch(/^[a-z0-9-]+~[0-9a-f]{8}\.yaml$/);
  expect(existsSync(world.path("evil.yaml"))).toBe(false);
});

test("--only adds to the snapshot, and keeps its other files", async () => {
  await world.till("sandbox seed demo");
  await world.till("copy pull shop --only products,tax");
  await world.till("products delete wool-throw --yes");
  await world.till("copy pull shop --only products");
  const manifest = JSON.parse(readFileSync(world.path("shop/snapshot.json"), "utf8"));
  expect(Object.keys(manifest.domains)).toEqual(["products", "tax"]);
  expect(manifest.domains.products.count).toBe(23);
  expect(manifest.domains.tax.takenAt < manifest.domains.products.takenAt).toBe(true);
});

test("a list that changed before a pull was interrupted is read again by the one that continues", async () => {
  await world.till("sandbox seed 250");
  const { stdout } = await world.till("products list --all --output ndjson");
  const ids = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { id: string }).id);
  const ctrlC = new AbortController();
  let page = 0;
  const stopped = await world.till("copy pull shop --only products,collections --no-costs", {
    signal: ctrlC.signal,
    async onRequest({ name }) {
      if (name === "products.query" && ++page === 3)
        expect(await world.till(`products delete ${ids.sort().at(-1)} --yes`)).toMatchObject({ code: 0 });
      if (name === "collections.query") ctrlC.abort("SIGINT");
    },
  });
  expect(stopped).toMatchObject({ code: 130, stderr: expect.stringContaining("run the same command again") });
  const { code, stderr } = await world.till("copy pull shop --only products,collections --no-costs");
  expect(code).toBe(0);
  expect(stderr).toContain("Continuing the pull");
  const manifest = JSON.parse(readFileSync(world.path("shop/snapshot.json"), "utf8"));
  expect(manifest.domains.products).toMatchObject({ count: 249 });
  expect(manifest.domains.products).not.toHaveProperty("moved");
});

test("a pull whose cursor has expired begins again, without objects that were deleted meanwhile", async () => {
  await world.till("sandbox seed 250 --catalog v3");
  const line = "copy pull shop --only products,inventory --no-costs";
  const isList = ({ name }: { name: string }) => name === "productsV3.search";
  let deleted = "";
  const killed = await world.till(line, {
    through: (send) => async (request) => {
      if (isList(request) && deleted !== "") throw new Error("killed");
      const response = await send(request);
      if (isList(request)) deleted = JSON.parse(response.body).products[0].slug;
      return response;
    },
  });
  expect(killed.code).not.toBe(0);
  await world.till(`products delete ${deleted} --yes`);
  let expired = 0;
  const again = await world.till(line, {
    through: (send) => async (request) => {
      if (!isList(request) || expired++ > 0) return await send(request);
      return { status: 400, headers: {}, body: JSON.stringify({ message: "The cursor has expired." }) };
    },
  });
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("Continuing the pull") });
  const { domains } = JSON.parse(readFileSync(world.path("shop/snapshot.json"), "utf8"));
  expect(domains).toMatchObject({ products: { count: 249 }, inventory: { count: 249 } });
  for (const name of ["products.ndjson", "inventory.ndjson"])
    expect(filesOf("shop")[name]).not.toContain(`"handle":"${deleted}"`);
});

test("what killed processes left of the files of a snapshot is removed, and nothing else", async () => {
  await world.till("sandbox seed 3");
  mkdirSync(world.path("shop/products.77-abc.part"), { recursive: true });
  mkdirSync(world.path("shop/ids"));
  writeFileSync(world.path("shop/products.77-abc.part/mug.yaml"), "name: Mug");
  for (const name of ["orders.ndjson.77-abc.part", "ids/orders.ndjson.77-abc.part", "mine.txt.77-abc.part"])
    writeFileSync(world.path(`shop/${name}`), "cut");
  writeFileSync(world.path("shop/.pull.sqlite"), "");
  expect(await world.till("copy pull shop --yaml --only products")).toMatchObject({ code: 0 });
  expect(readdirSync(world.path("shop")).sort()).toEqual([
    ...["ids", "mine.txt.77-abc.part", "products", "snapshot.json"],
  ]);
  expect(readdirSync(world.path("shop/ids"))).toEqual(["products.ndjson"]);
});

test("a pull that fails while it writes keeps the other domains of the snapshot, and continues", async () => {
  await world.till("sandbox seed demo");
  await world.till("copy pull shop --only products,tax --no-costs");
  const whole = filesOf("shop");
  rmSync(world.path("shop/ids/products.ndjson"));
  mkdirSync(world.path("shop/ids/products.ndjson"));
  expect((await world.till("copy pull shop --only products --no-costs")).code).toBe(2);
  expect((await world.till("copy diff ./shop sandbox --only products")).stderr).toContain(
    "contains no products",
  );
  rmdirSync(world.path("shop/ids/products.ndjson"));
  const again = await world.till("copy pull shop --only products --no-costs");
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("Continuing the pull") });
  expect(filesOf("shop")).toEqual(whole);
});

test("a pull that was killed before it read anything is begun again", async () => {
  await world.till("sandbox seed 3");
  mkdirSync(world.path("shop"));
  for (const end of ["", "-wal", "-shm"]) writeFileSync(world.path(`shop/.pull.sqlite.lock${end}`), "");
  expect(await world.till("copy pull shop --only products")).toMatchObject({ code: 0 });
  expect(readdirSync(world.path("shop")).sort()).toEqual(["ids", "products.ndjson", "snapshot.json"]);
});

test("a page without new rows gives no estimate of the time that is left", async () => {
  const lines: string[] = [];
  let now = 0;
  const status = async (text: string) => void lines.push(text);
  const report = await pullProgress({ now: () => new Date(now), status } as Context);
  for (const fresh of [100, 100, 150]) {
    await report({ name: "products", seen: fresh, total: 200, fresh });
    now += 10_000;
  }
  expect(lines).toEqual(["Reading products: 100 of 200", "Reading products: 150 of 200, about 20 s left"]);
});

test("--limit is not a multiple of the pages", async () => {
  await world.till("sandbox seed 320");
  await world.till("copy pull shop --only products,inventory --limit 250 --no-costs");
  const { domains } = JSON.parse(readFileSync(world.path("shop/snapshot.json"), "utf8"));
  expect(domains).toMatchObject({ products: { count: 250 }, inventory: { count: 250 } });
});

test("--limit and --since are recorded", async () => {
  await world.till("sandbox seed demo");
  await world.till("copy pull shop --only products,inventory,orders --limit 5 --since 90d --no-costs");
  const { domains } = JSON.parse(readFileSync(world.path("shop/snapshot.json"), "utf8"));
  expect(domains.products).toMatchObject({ count: 5, limit: 5, without: ["cost"] });
  expect(domains.inventory).toMatchObject({ count: 5 });
  expect(domains.orders.since).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(filesOf("shop")["products.ndjson"]).not.toContain('"cost"');
});

test.each([
  ["copy pull . ", 2, "contains other files"],
  ["copy pull shop --only produkts", 2, 'Did you mean "products"?'],
  ["copy pull shop --only members", 2, "Members cannot be pulled"],
  ["copy pull shop.ndjson.gz --yaml", 2, "--yaml writes a folder"],
])("till %s exits %i", async (line, code, message) => {
  writeFileSync(world.path("other.txt"), "mine");
  const result = await world.till(line);
  expect(result.code).toBe(code);
  expect(result.stderr).toContain(message);
  expect(readFileSync(world.path("other.txt"), "utf8")).toBe("mine");
});

test("an unfinished pull is not continued with other options, and --restart begins again", async () => {
  await world.till("sandbox seed 120");
  const stopped = {
    onRequest: ({ name }: { name?: string }) => {
      if (name === "products.query") throw new Error("killed");
    },
  };
  await world.till("copy pull shop --only products", stopped);
  const other = await world.till("copy pull shop --only products,tax");
  expect(other).toMatchObject({ code: 6, stderr: expect.stringContaining("with other options") });
  expect((await world.till("copy pull shop --only products,tax --restart")).code).toBe(0);
});
