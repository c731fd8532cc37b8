import { writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const till = async (...words: string[]) => {
  const result = await world.till(words);
  expect(result).toMatchObject({ code: 0 });
  return result.stdout;
};
const change = (set: string) => till("products", "update", "oven-mitt", "--yes", "--set", set);
/** Returns the ids of the collections that a product is in, without that of all products. */
const present = async () => {
  const ids = JSON.parse(await till("products", "get", "oven-mitt", "--json", "--jq", ".collectionIds"));
  return (ids as string[]).filter((id) => !id.startsWith("00000000-000000-"));
};

test.each(["v1", "v3"])("collections with the same name are told apart on catalog %s", async (version) => {
  await till("sandbox", "seed", "demo", "--catalog", version);
  const create = async () =>
    (JSON.parse(await till("collections", "create", "--name", "Twin", "--json")) as { id: string }).id;
  const [first, second] = [await create(), await create()];
  await change(`collections = ${second}`);
  expect(await present()).toEqual([second]);
  await change(`collections += ${first}`);
  expect((await present()).sort()).toEqual([first, second].sort());
  await change(`collections -= ${second}`);
  expect(await present()).toEqual([first]);
  await change(`collections = ${second}`);
  expect(await present()).toEqual([second]);
  await till("products", "delete", "oven-mitt", "--yes");
  await till("jobs", "undo", "last", "--yes");
  expect(await present()).toEqual([second]);
  await change("collections = Textiles");
  expect(await present()).toHaveLength(1);
  expect(await present()).not.toContain(second);
});

test.each(["v1", "v3"])(
  "a file names collections by id, or by a name that several have, on catalog %s",
  async (version) => {
    await till("sandbox", "seed", "demo", "--catalog", version);
    const create = async () =>
      (JSON.parse(await till("collections", "create", "--name", "Twin", "--json")) as { id: string }).id;
    const [, second] = [await create(), await create()];
    const load = async (collections: string) => {
      writeFileSync(world.path("shop.csv"), `handle,collections\noven-mitt,${collections}\n`);
      return await till("products", "import", "shop.csv", "--yes");
    };
    await load(second);
    expect(await present()).toEqual([second]);
    for (const same of [second, "Twin"]) {
      await load(same);
      expect(await present()).toEqual([second]);
    }
    await load("Textiles");
    expect(await present()).toHaveLength(1);
    expect(await present()).not.toContain(second);
    const [textiles = ""] = await present();
    await load(textiles);
    expect(await present()).toEqual([textiles]);
  },
);
