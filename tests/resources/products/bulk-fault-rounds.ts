import { expect } from "vitest";
import { productsV3, type Variant } from "../../../src/api/services/products.ts";
import { apply } from "../../../src/bulk/engine/apply.ts";
import { undo } from "../../../src/bulk/undo.ts";
import { randomOf, runThroughTrouble, type Trouble } from "./bulk-faults.ts";
import { newDrafts, planImport, planUpdate, Site } from "./bulk-jobs.ts";

const existing = 130;
const created = 120;

/** Returns how often each product was created and changed, from the events of the sandbox. */
function effectsOf({ sandbox }: Site) {
  const rows = sandbox.store.db
    .prepare("SELECT type, entity_id AS id FROM event WHERE type LIKE '%catalog.v3.product%'")
    .all<{ type: string; id: string }>();
  const count = (ending: string) => {
    const times = new Map<string, number>();
    for (const { type, id } of rows) if (type.endsWith(ending)) times.set(id, (times.get(id) ?? 0) + 1);
    return [...times.values()];
  };
  return { created: count("created"), updated: count("updated") };
}

const twice = (times: readonly number[]) => times.filter((one) => one > 1);

/** Updates and creates products through kills and faults, checks that each row took effect once, and undoes both jobs. */
export async function faultRound(round: number): Promise<void> {
  const random = randomOf(round);
  const site = new Site("v3");
  await site.seed(existing);
  const before = await site.products();
  const trouble: Trouble = {
    random,
    kills: random(5),
    faultEvery: round % 3 === 0 ? 0 : 4,
    writerEvery: round % 2 === 0 ? 2 : 0,
  };

  const update = await planUpdate(await site.open(), "price=price+1");
  const updated = await runThroughTrouble(apply, site, update.journal, trouble);
  const raised = before.map((one) => Math.round(((one.price ?? 0) + 1) * 100) / 100);
  expect((await site.products()).map(({ price }) => price)).toEqual(raised);
  if (trouble.writerEvery === 0) expect(twice(effectsOf(site).updated)).toEqual([]);

  const creation = await planImport(await site.open(), newDrafts(created));
  const made = await runThroughTrouble(apply, site, creation.journal, trouble);
  const all = await site.products();
  expect(all).toHaveLength(before.length + created);
  const { created: times } = effectsOf(site);
  expect([times.length, twice(times)]).toEqual([created, []]);
  const stocked = all.filter(({ slug }) => slug?.startsWith("new-"));
  expect(stocked.every(({ variants, media }) => media === 1 && variants?.every(isStocked))).toBe(true);

  await runThroughTrouble(undo, site, made, trouble);
  await runThroughTrouble(undo, site, updated, trouble);
  expect(await site.products()).toEqual(before);
  await checkNoStrays(site);
}

/** Of the three sizes of new products, the first is sold out and the others have one and two pieces. */
function isStocked({ choices, stock }: Pick<Variant, "choices" | "stock">): boolean {
  const size = ["S", "M", "L"].indexOf(choices?.Size ?? "");
  return stock?.trackQuantity === true && (size < 0 || stock.quantity === size);
}

async function checkNoStrays(site: Site): Promise<void> {
  const call = site.call(site.sandbox.send);
  const { products } = await call(productsV3.query, { query: { filter: { slug: { $startsWith: "new-" } } } });
  expect(products).toEqual([]);
}
