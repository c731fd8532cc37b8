import { copyFileSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "../support/served.ts";
import { createWorld } from "../support/world.ts";

const header = "handleId,fieldType,name,productImageUrl,sku,price,visible";
const rows = [
  "product_1,Product,Linen Shirt,https://pictures.test/shirt.jpg,SHIRT,80,true",
  "product_2,Product,Gift Box,https://pictures.test/box.jpg;https://pictures.test/lid.jpg,BOX,3.5,true",
];

test("a plan made on one computer is applied on another", async () => {
  const [laptop, server] = [createWorld(), createWorld()];
  const { env, control, close } = await serve(laptop);
  await control("POST seed", { shop: "demo" });
  onTestFinished(async () => {
    await close();
    for (const world of [laptop, server]) world.close();
  });
  writeFileSync(laptop.path("shop.csv"), [header, ...rows, ""].join("\n"));
  const planned = await laptop.till("products import shop.csv --plan-out shop.plan --diff planned.ndjson", {
    env,
  });
  expect([planned.code, planned.stderr]).toEqual([0, expect.stringContaining("till apply shop.plan")]);

  for (const name of ["shop.csv", "shop.plan"]) copyFileSync(laptop.path(name), server.path(name));
  const applied = await server.till("apply shop.plan --yes", { env });
  expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining("2 products, 2 ok")]);

  // The computer that applied the plan knows the pictures, and the other one the products.
  const again = await server.till("products import shop.csv --dry-run --json", { env });
  expect(JSON.parse(again.stdout)).toMatchObject({ rows: 2, unchanged: 2 });
  const first = await laptop.till("products import shop.csv --dry-run --json", { env });
  const { changes } = JSON.parse(first.stdout) as { changes: { field: string }[] };
  expect([first.code, changes.filter(({ field }) => field !== "media")]).toEqual([0, []]);

  const other = { ...env, TILL_SITE_ID: "11111111-1111-4111-8111-111111111111" };
  const refused = await server.till("apply shop.plan --yes", { env: other });
  expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining("Nothing was sent")]);
});
