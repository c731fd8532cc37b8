import { mkdirSync, writeFileSync } from "node:fs";
import { encode } from "fast-png";
import { expect, onTestFinished, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

const picture = (width: number, height: number) =>
  encode({ width, height, channels: 3, data: new Uint8Array(width * height * 3) });

async function open(catalog = "v1"): Promise<World> {
  const world = createWorld();
  onTestFinished(() => world.close());
  mkdirSync(world.path("pictures"));
  writeFileSync(world.path("pictures/mug.png"), picture(4, 3));
  writeFileSync(world.path("pictures/notes.png"), "hello");
  await world.till(`sandbox seed demo --catalog ${catalog}`);
  return world;
}

async function requests(world: World): Promise<string[]> {
  const { stdout } = await world.till("sandbox log --limit 200 --json");
  return [...stdout.matchAll(/"call":"(mediaFiles\.\w+)"/g)].map(([, name = ""]) => name);
}

const uploads = async (world: World) =>
  (await requests(world)).filter((name) => name === "mediaFiles.upload").length;

test.each(["v1", "v3"])(
  "pictures in a file are uploaded once on catalog %s, and found again",
  async (catalog) => {
    const world = await open(catalog);
    const rows = ["jug,Jug,5,pictures/mug.png;https://media.example/a.jpg", "cup,Cup,6,./pictures/mug.png"];
    writeFileSync(world.path("shop.csv"), `handle,name,price,media\n${rows.join("\n")}\n`);
    expect(await world.till("products import shop.csv --dry-run")).toMatchObject({ code: 0 });
    expect(await requests(world)).toEqual([]);
    expect(await world.till("products import shop.csv --yes")).toMatchObject({ code: 0 });
    const listed = await world.till("products media list jug --json");
    expect(listed.stdout).toMatch(/"title":"mug-[0-9a-f]{12}\.png"/);
    expect(JSON.parse(listed.stdout).items).toHaveLength(2);
    expect(await uploads(world)).toBe(1);
    expect((await world.till("products import shop.csv --dry-run")).stdout).toContain("0 to change");
    expect(await world.till("jobs undo last --yes")).toMatchObject({ code: 0 });
    // Another run finds the file of the first.
    expect(await world.till("products media add serving-bowl pictures/mug.png")).toMatchObject({ code: 0 });
    expect(await uploads(world)).toBe(1);
  },
);

test("a picture has its size", async () => {
  const world = await open();
  const added = await world.till("products media add serving-bowl pictures/mug.png --json");
  expect(JSON.parse(added.stdout).items.at(-1).image).toMatchObject({ width: 4, height: 3 });
});

test("an upload whose response is lost is found, and not repeated", async () => {
  const world = await open();
  await world.till("sandbox fault drop-after --route mediaFiles.upload");
  const added = await world.till("products media add serving-bowl pictures/mug.png --json");
  expect(added.stdout).toContain("mug-");
  expect(await uploads(world)).toBe(1);
});

test.each([
  ["pictures/notes.png", "pictures/notes.png: not a PNG, JPEG, GIF or WebP picture"],
  ["./none.png", "./none.png: no such file"],
  ["pictures/none.png", "pictures/none.png: no such file"],
])("%s is refused before anything is sent", async (source, message) => {
  const world = await open();
  const added = await world.till(`products media add serving-bowl ${source}`);
  expect(added).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  writeFileSync(world.path("shop.csv"), `handle,name,price,media\njug,Jug,5,${source}\n`);
  const imported = await world.till("products import shop.csv --dry-run");
  expect(imported).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`shop.csv:2, media: ${message}`),
  });
  expect(await requests(world)).toEqual([]);
});

test("a name with the extension of a picture is a file, not an id", async () => {
  const world = await open();
  const added = await world.till("products media add serving-bowl none.png");
  expect(added).toMatchObject({ code: 2, stderr: expect.stringContaining("none.png: no such file") });
  expect(await requests(world)).toEqual([]);
});

test("a file URL that names another computer is an error of its line", async () => {
  const world = await open();
  const message = "file://mug.png: not the address of a file; use its path";
  expect(await world.till("products media add serving-bowl file://mug.png")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(message),
  });
  writeFileSync(world.path("shop.csv"), "handle,name,price,media\njug,Jug,5,file://mug.png\ncup,Cup,5,\n");
  const planned = await world.till("products import shop.csv --dry-run --skip-invalid");
  expect(planned).toMatchObject({
    code: 9,
    stderr: expect.stringMatching(/shop\.csv:2.*not the address of a file/),
  });
});

test("a picture that was changed since the plan is not uploaded", async () => {
  const world = await open();
  writeFileSync(world.path("shop.csv"), "handle,name,price,media\njug,Jug,5,pictures/mug.png\n");
  await world.till("products import shop.csv --plan-out shop.plan");
  writeFileSync(world.path("pictures/mug.png"), picture(5, 5));
  const applied = await world.till("apply shop.plan --yes");
  expect(applied.stderr).toContain("the file was changed since the plan");
  expect(await uploads(world)).toBe(0);
});
