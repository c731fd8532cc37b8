import { expect, test } from "vitest";
import { apply } from "../../../src/bulk/engine/apply.ts";
import type { Step, Work } from "../../../src/bulk/journal/step.ts";
import { refusedUndos, undo } from "../../../src/bulk/undo.ts";
import { collect, create, planned, priceRise, remove, Shop, shopWork, update } from "../shop.ts";

/** A shop whose reads show what was before the job until they have been repeated twice. */
function lateWork(shop: Shop): Work & { settle(): void } {
  const work = { ...shopWork(shop), rereads: [1, 1] };
  let shown = structuredClone(shop.things);
  let reads = 0;
  const late = async <T>(read: () => Promise<T>): Promise<T> => {
    const present = shop.things;
    reads += 1;
    if (reads > 2) shown = structuredClone(present);
    shop.things = shown;
    return await read().finally(() => {
      shop.things = present;
    });
  };
  return {
    ...work,
    read: (steps: readonly Step[]) => late(() => work.read(steps)),
    find: (steps: readonly Step[]) => late(async () => (await work.find?.(steps)) ?? new Map()),
    settle() {
      shown = structuredClone(shop.things);
      reads = 0;
    },
  };
}

test("a step on an entity that the job has just created is not gone while reads trail the write", async () => {
  const shop = new Shop();
  const work = lateWork(shop);
  const { journal } = await planned(
    [
      [
        create("mug", { price: "5" }),
        { kind: "thing.update", label: "mug/stock", dependsOn: 0, before: null, after: { stock: 3 } },
      ],
    ],
    work,
  );
  work.settle();
  const { finished } = await collect(apply(journal, work));
  expect(finished.counts).toMatchObject({ done: 2, failed: 0 });
  expect(shop.state().mug).toMatchObject({ stock: 3 });
});

test("an undo right after a job changes everything back while reads trail the writes", async () => {
  const { shop } = priceRise(2);
  const before = structuredClone(shop.state());
  const late = lateWork(shop);
  const rows = [
    [update("t1", { price: "10" }, { price: "12" })],
    [remove("t2", { slug: "thing-2", price: "10" })],
    [create("mug", { price: "5" })],
  ];
  const plain = shopWork(shop);
  const { journal } = await planned(rows, plain);
  late.settle();
  await collect(apply(journal, plain));
  expect(await refusedUndos(journal, late)).toEqual(new Map());
  late.settle();
  const { finished } = await collect(undo(journal, late));
  expect(finished.counts).toMatchObject({ undone: 3, done: 0 });
  expect(shop.state()).toEqual(before);
});
