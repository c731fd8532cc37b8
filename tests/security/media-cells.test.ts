import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterAll(() => world.close());

const lines = {
  "a till file": (cell: string) => `handle,kind,price,media\noven-mitt,product,19,${cell}\n`,
  "a Wix file": (cell: string) => `handleId,fieldType,name,price,productImageUrl\nx1,Product,X,5,${cell}\n`,
  "a Shopify file": (cell: string) => `Handle,Title,Variant Price,Image Src\nx2,X,5,${cell}\n`,
};
const columns = { "a till file": "media", "a Wix file": "productImageUrl", "a Shopify file": "Image Src" };
const cells = [
  "mug.jpg",
  "tasse",
  "http:/x",
  "https:x.jpg",
  "http://",
  "ftp://example.com/a.jpg",
  "a1b2c3.jpg",
];

test.each(Object.entries(lines).flatMap(([kind, file]) => cells.map((cell) => [cell, kind, file] as const)))(
  "the media cell %s in %s is refused with line and column, and nothing is sent",
  async (cell, kind, file) => {
    writeFileSync(world.path("media.csv"), file(cell));
    const { code, stderr } = await world.till("products import media.csv --yes");
    expect(stderr).toContain(`media.csv:2, ${columns[kind as keyof typeof columns]}`);
    expect(stderr).toContain("Nothing was sent.");
    expect(code).toBe(2);
  },
);

test.each(["mug.jpg", "tasse", "http:/x"])("--set media=%s is refused", async (source) => {
  const { code, stderr } = await world.till([
    "products",
    "update",
    "oven-mitt",
    "--set",
    `media=${source}`,
    "--yes",
  ]);
  expect(stderr).toContain(source);
  expect(code).toBe(2);
});

test.each([
  "2b8f3a_90ba0452216b410ea9678af4e79f37db~mv2_d_3000_2250_s_2.jpg",
  "2b8f3a_90ba0452216b410ea9678af4e79f37db.jpg",
  "2b8f3a_90ba0452216b410ea9678af4e79f37db",
  "wix:image://v1/2b8f3a_90ba0452216b410ea9678af4e79f37db~mv2.jpg/mug.jpg#originWidth=9&originHeight=9",
  "till_oven-mitt~mv2.jpg",
  "https://media.example/mug.jpg",
])("the media %s is accepted", async (cell) => {
  writeFileSync(world.path("media.csv"), lines["a till file"](cell));
  expect(await world.till("products import media.csv --dry-run")).toMatchObject({ code: 0 });
});

test("media that the product has already stays, whatever its id", async () => {
  const { id } = JSON.parse((await world.till("products get oven-mitt --json")).stdout) as { id: string };
  const media = JSON.stringify({ id, media: [{ mediaId: "old-picture" }] });
  await world.till(["api", "products.addMedia", "--input", media, "--yes"]);
  await world.till("products export own.csv");
  expect(await world.till("products import own.csv --dry-run")).toMatchObject({ code: 0 });
  const more = await world.till(
    "products update oven-mitt --set 'media += https://media.example/b.jpg' --dry-run",
  );
  expect(more).toMatchObject({ code: 0 });
});
