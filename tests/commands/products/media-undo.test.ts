import { writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../../support/world.ts";

const before = [
  "till_stoneware-mug-oat~mv2.jpg",
  "till_stoneware-mug-ink~mv2.jpg",
  "till_stoneware-mug-moss~mv2.jpg",
];

test.each([
  ["replaced", "v1", "https://media.example/a.jpg;https://media.example/b.jpg"],
  ["replaced", "v3", "https://media.example/a.jpg;https://media.example/b.jpg"],
  ["added", "v3", [...before, "https://media.example/a.jpg"].join(";")],
  ["removed", "v1", before[1]],
])("pictures that an import has %s on catalog %s are as before after undo", async (_, catalog, media) => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till(`sandbox seed demo --catalog ${catalog}`);
  const media_ = async () =>
    (await world.till("products media list stoneware-mug --fields id")).stdout.trim().split("\n");
  expect(await media_()).toEqual(before);
  writeFileSync(world.path("media.csv"), `handle,media\nstoneware-mug,${media}\n`);
  expect(await world.till("products import media.csv --yes")).toMatchObject({ code: 0 });
  expect(await media_()).toHaveLength(media?.split(";").length ?? 0);
  expect(await world.till("jobs undo last --yes")).toMatchObject({ code: 0 });
  expect(await media_()).toEqual(before);
  // The file can be imported again.
  const again = await world.till("products import media.csv --yes");
  expect(again.stdout).toContain("1 product, 1 ok");
  expect(await media_()).toHaveLength(media?.split(";").length ?? 0);
});

test("pictures that someone else has changed since are left alone", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed demo");
  writeFileSync(world.path("media.csv"), "handle,media\nstoneware-mug,https://media.example/a.jpg\n");
  await world.till("products import media.csv --yes");
  const [{ id }] = JSON.parse((await world.till("jobs list --json")).stdout).items as [{ id: string }];
  await world.till("products media add stoneware-mug https://media.example/other.jpg");
  const undone = await world.till(`jobs undo ${id} --yes`);
  expect(undone.stderr).toContain("changed by someone else");
  expect((await world.till("products media list stoneware-mug --json")).stdout).toContain("other.jpg");
});

test.each([
  "remove stoneware-mug",
  `remove stoneware-mug '${before[1]}'`,
  "add stoneware-mug https://media.example/a.jpg",
  "add stoneware-mug till_serving-bowl~mv2.jpg",
])("pictures that one command changed on catalog v3 are as before after undo: %s", async (line) => {
  const world = createWorld();
  await world.till("sandbox seed demo --catalog v3");
  const media = async () =>
    (await world.till("products media list stoneware-mug --fields id")).stdout.trim().split("\n");
  expect((await world.till(`products media ${line} --yes`)).code).toBe(0);
  expect(await media()).not.toEqual(before);
  expect(await world.till("jobs undo last --yes")).toMatchObject({ code: 0 });
  expect(await media()).toEqual(before);
});

test("pictures that one command changed, and someone else since, are left alone", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo --catalog v3");
  await world.till(`products media remove stoneware-mug '${before[1]}' --yes`);
  const [{ id }] = JSON.parse((await world.till("jobs list --json")).stdout).items as [{ id: string }];
  await world.till("products media add stoneware-mug https://media.example/other.jpg --yes");
  const undone = await world.till(`jobs undo ${id} --yes`);
  expect([undone.code, undone.stderr]).toEqual([6, expect.stringContaining("left alone")]);
  expect((await world.till("products media list stoneware-mug --json")).stdout).toContain("other.jpg");
});
