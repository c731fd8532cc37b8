import { rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openJournal } from "../../../src/bulk/journal/journals.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const own = "handle,name,price,media\nmug,Mug,5,https://media.example/mug.jpg\njug,Jug,7,\n";
const shopify =
  "Handle,Title,Variant Price,Image Src\nmug,Mug,5.00,https://media.example/mug.jpg\njug,Jug,7.00,\n";

test.each([
  ["till's own", "till", own],
  ["Shopify's", "shopify", shopify],
])(
  "importing a file in %s format again after applying a plan file changes nothing",
  async (_, format, file) => {
    writeFileSync(world.path("new.csv"), file);
    const load = `products import new.csv --format ${format}`;
    expect(await world.till(`${load} --plan-out new.plan`)).toMatchObject({ code: 0 });
    expect(await world.till("apply new.plan --yes")).toMatchObject({ code: 0 });
    const again = await world.till(`${load} --dry-run`);
    expect(again.stdout).toContain("0 to change");
  },
);

test("matches a renamed product by the handle that the plan recorded", async () => {
  writeFileSync(world.path("new.csv"), shopify);
  await world.till("products import new.csv --plan-out new.plan");
  await world.till("apply new.plan --yes");
  await world.till("products import new.csv --dry-run");
  await world.till("products update mug --set handle=big-mug --yes");
  const again = await world.till("products import new.csv --dry-run");
  expect(again.stdout).not.toContain("create");
});

test("an undo that may not begin, because the job runs, does not forget which media were sent", async () => {
  writeFileSync(world.path("new.csv"), shopify);
  const { stdout } = await world.till("products import new.csv --create --yes --json");
  const { id } = JSON.parse(stdout) as { id: string };
  const running = openJournal(world.path("till/state/jobs"), id);
  await running.lock();
  expect(await world.till(`jobs undo ${id} --yes`)).toMatchObject({
    code: 6,
    stderr: expect.stringContaining("is running in another process"),
  });
  await running.close();
  expect((await world.till("products import new.csv --dry-run")).stdout).toContain("0 to change");
});

const wix = `handleId,fieldType,name,price,inventory,visible
x1,Product,Mug without SKU,12,InStock,TRUE
x2,Product,Jug without SKU,15,InStock,TRUE
`;

describe.each(["v1", "v3"])("a file that another computer has imported, on catalog %s", (catalog) => {
  beforeEach(async () => {
    await world.till(`sandbox seed empty --catalog ${catalog}`);
    writeFileSync(world.path("small.csv"), wix);
    expect(await world.till("products import small.csv --yes")).toMatchObject({ code: 0 });
    // What this computer knows about handles is not on the other one.
    for (const ending of ["", "-wal", "-shm"])
      rmSync(world.path(`till/state/handles.sqlite${ending}`), { force: true });
  });

  test("creates nothing a second time, and says how to go on", async () => {
    const again = await world.till("products import small.csv --yes");
    expect(again.code).toBe(2);
    expect(again.stderr).toContain(
      'small.csv:2: the shop has a product "Mug without SKU" already; to change it, add: --key name. To create another one, add: --create-duplicates',
    );
  });

  test("is matched by name, and then by its handles again", async () => {
    const named = await world.till("products import small.csv --key name --dry-run");
    expect(named).toMatchObject({ code: 0, stdout: expect.stringContaining("0 to change") });
    const again = await world.till("products import small.csv --dry-run");
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("0 to change") });
  });

  test("finds a product that was renamed since by the handle that it would get", async () => {
    await world.till("products update mug-without-sku --set name=Cup --yes");
    const again = await world.till("products import small.csv --yes");
    expect(again.stderr).toContain('small.csv:2, name: the product "Cup" has the handle "mug-without-sku"');
  });

  test("creates products with the same names if it is told to", async () => {
    const again = await world.till("products import small.csv --create-duplicates --yes");
    expect(again).toMatchObject({ code: 0 });
    expect((await world.till("products count --jq .count")).stdout.trim()).toBe("4");
  });
});
