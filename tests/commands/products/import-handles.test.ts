import { writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openJournal } from "../../../src/bulk/journal/journals.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const own = "handle,name,slug,price,media\nmug,Mug,mug,5,https://media.example/mug.jpg\njug,Jug,jug,7,\n";
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
  await world.till("products update mug --set slug=big-mug --yes");
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
