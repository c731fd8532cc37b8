import { expect, test } from "vitest";
import { apply } from "../../../src/bulk/engine/apply.ts";
import type { Step } from "../../../src/bulk/journal/step.ts";
import { stockChange } from "../../../src/resources/products/body.ts";
import { productsBySlug } from "../../../src/resources/products/catalog.ts";
import { inventoryOf } from "../../../src/resources/products/snapshot.ts";
import { collect } from "../../bulk/shop.ts";
import { createWorld } from "../../support/world.ts";
import { planUpdate, Site } from "./bulk-jobs.ts";

test.each(["v1", "v3"] as const)(
  "%s: stock that was changed after planning is left alone",
  async (generation) => {
    const site = new Site(generation);
    await site.seed(0);
    const catalog = await site.open();
    const job = await planUpdate(catalog, "stock=7");
    const other = await site.open();
    const productOf = async (slug: string) =>
      (await productsBySlug(other, [slug])).get(slug) ?? expect.unreachable();
    const stockOf = async (slug: string) => inventoryOf(await productOf(slug));
    const mug = await productOf("stoneware-mug");
    const { id } = mug;
    const { variants } = inventoryOf(mug);
    const sold = Object.fromEntries(Object.keys(variants).map((key) => [key, 3]));
    await other.stock.set(mug, stockChange(mug, { tracked: true, variants: sold }));
    const { seen, finished } = await collect(apply(job.journal, job.work));
    expect(finished.counts).toMatchObject({ failed: 1, planned: 0, sent: 0 });
    const failed = seen.flatMap((event): [Step, string][] =>
      event.type === "step.failed" ? [[event.step, event.error.code]] : [],
    );
    expect(failed).toMatchObject([[{ id }, "CHANGED"]]);
    expect((await stockOf("stoneware-mug")).variants).toEqual(sold);
    expect(Object.values((await stockOf("hand-grinder")).variants)).toEqual([7]);
  },
);

test.each([
  ["the stock of the job", 7, 0, [7, 7, 7]],
  ["another stock", 3, 6, [7, 3, 7]],
])("v3: a variant that another program gives %s while the job runs", async (_, quantity, code, stock) => {
  const world = createWorld();
  await world.till("sandbox seed demo --catalog v3");
  const till = async (line: string) => JSON.parse((await world.till(`${line} --json`)).stdout);
  let isFirst = true;
  const result = await world.till("products update stoneware-mug --set stock=7 --yes --json", {
    async onRequest({ name }) {
      if (name !== "inventoryItemsV3.bulkUpsert" || !isFirst) return;
      isFirst = false;
      const { inventoryItems } = await till("api inventoryItemsV3.query");
      type Item = { id: string; revision: string; product: { variantSku: string } };
      const ink = (inventoryItems as Item[]).find((one) => one.product.variantSku === "MUG-INK");
      const inventoryItem = { id: ink?.id, revision: ink?.revision, quantity };
      const input = JSON.stringify({ inventoryItem });
      await world.till(["api", "inventoryItemsV3.update", "--input", input, "--yes"]);
    },
  });
  expect(result.code).toBe(code);
  const { items } = await till("products stock list --filter \"handle = 'stoneware-mug'\"");
  expect((items as { stock: number }[]).map((one) => one.stock)).toEqual(stock);
  const reason = "part of the stock was changed by someone else since the plan; the rest was set";
  expect(result.stderr.includes(reason) || result.stdout.includes(reason)).toBe(code !== 0);
});
