import { expect, test } from "vitest";
import { apply } from "../../src/bulk/engine/apply.ts";
import { undo } from "../../src/bulk/undo.ts";
import { collect } from "../bulk/shop.ts";
import {
  newDrafts,
  type Planned,
  planDelete,
  planImport,
  planPrices,
  planUpdate,
  Site,
} from "../resources/products/bulk-jobs.ts";

const count = 400;

async function applied({ journal, work, summary }: Planned, site: Site) {
  const planning = site.calls.length;
  const { finished } = await collect(apply(journal, work));
  expect(finished.counts).toMatchObject({ failed: 0, sent: 0, planned: 0 });
  const perProduct = site.calls.length / count;
  return { perProduct, applying: site.calls.length - planning, planned: summary.calls + summary.reads };
}

test.each([
  ["v3", 0.03],
  ["v1", 1.05],
] as const)("%s: a price change costs at most %d calls a product", async (generation, most) => {
  const site = new Site(generation);
  await site.seed(count);
  const before = await site.products();
  site.calls = [];
  const job = await planUpdate(await site.open(undefined, { stock: false }), "price=+10%");
  const { perProduct, applying, planned } = await applied(job, site);
  expect(perProduct).toBeLessThanOrEqual(most);
  expect(applying).toBe(planned);
  await collect(undo(job.journal, job.work));
  expect(await site.products()).toEqual(before);
});

test.each([
  ["v3", 0.05, ["salePrice = price * 0.8", "seoTitle = upper(name)"]],
  ["v1", 1.05, ["salePrice = price * 0.8", "seoTitle = upper(name)"]],
  ["v3", 0.05, ["stock=7"]],
  ["v1", 1.05, ["stock=7"]],
] as const)("%s: at most %d calls a product for %j", async (generation, most, sets) => {
  const site = new Site(generation);
  await site.seed(count);
  const before = await site.products();
  site.calls = [];
  const stock = sets.some((set) => set.startsWith("stock"));
  const job = await planUpdate(await site.open(undefined, { stock }), ...sets);
  const { perProduct } = await applied(job, site);
  expect(perProduct).toBeLessThanOrEqual(most);
  expect(job.summary).toMatchObject({ rows: count, rejected: 0 });
  await collect(undo(job.journal, job.work));
  expect(await site.products()).toEqual(before);
});

test.each([
  ["v3", 0.05],
  ["v1", 1.05],
] as const)("%s: a price list by SKU costs at most %d calls a product", async (generation, most) => {
  const site = new Site(generation);
  await site.seed(count);
  const before = await site.products();
  const prices = Object.fromEntries(
    before.map(({ sku, variants }, index) => [sku || variants?.[0]?.variant?.sku, `${100 + index}.50`]),
  );
  site.calls = [];
  const job = await planPrices(await site.open(undefined, { stock: false }), prices);
  expect(job.summary).toMatchObject({ rows: count, changed: count });
  const { perProduct } = await applied(job, site);
  expect(perProduct).toBeLessThanOrEqual(most);
  await collect(undo(job.journal, job.work));
  expect(await site.products()).toEqual(before);
});

test.each([
  ["v3", 0.15],
  ["v1", 2.1],
] as const)("%s: a created product costs at most %d calls", async (generation, most) => {
  const site = new Site(generation);
  await site.seed(0);
  const before = await site.products();
  site.calls = [];
  const drafts = newDrafts(count).map((draft) =>
    generation === "v3"
      ? draft
      : { ...draft, media: [], variants: [], options: [], inventory: { quantity: 3 } },
  );
  const job = await planImport(await site.open(), drafts);
  const { perProduct, applying, planned } = await applied(job, site);
  expect(perProduct).toBeLessThanOrEqual(most);
  expect(applying).toBeLessThanOrEqual(planned + 5);
  expect(await site.products()).toHaveLength(before.length + count);
  site.calls = [];
  const { finished } = await collect(undo(job.journal, job.work));
  expect(finished.counts).toMatchObject({ done: 0, sent: 0, failed: 0 });
  expect(site.calls.length / count).toBeLessThanOrEqual(generation === "v3" ? 0.05 : 1.05);
  expect(await site.products()).toEqual(before);
});

test("v3: a deletion and its undo use bulk calls", async () => {
  const site = new Site("v3");
  await site.seed(count);
  const before = await site.products();
  site.calls = [];
  const job = await planDelete(await site.open());
  expect((await applied(job, site)).perProduct).toBeLessThanOrEqual(0.08);
  expect(await site.products()).toEqual([]);
  site.calls = [];
  await collect(undo(job.journal, job.work));
  expect(site.calls.length / count).toBeLessThanOrEqual(0.08);
  expect(await site.products()).toEqual(before);
});
