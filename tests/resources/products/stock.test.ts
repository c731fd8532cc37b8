import { expect, test } from "vitest";
import { apply } from "../../../src/bulk/engine/apply.ts";
import type { Step } from "../../../src/bulk/journal/step.ts";
import { stockChange } from "../../../src/resources/products/body.ts";
import { productsBySlug } from "../../../src/resources/products/catalog.ts";
import { inventoryOf } from "../../../src/resources/products/snapshot.ts";
import { collect } from "../../bulk/shop.ts";
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
