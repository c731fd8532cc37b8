import { expect, test } from "vitest";
import { apply } from "../../../src/bulk/engine/apply.ts";
import { Packer } from "../../../src/bulk/engine/feed.ts";
import type { Size, Step, StepDraft, StepOutcome, Work } from "../../../src/bulk/journal/step.ts";
import { ApiError } from "../../../src/kernel/errors.ts";
import { collect, create, planned, priceRise, remove, Shop, shopWork, update } from "../shop.ts";

const limits = { products: 3, variants: 10 };
const sized = (size: (step: Pick<Step, "id">) => Size): Pick<Work, "group" | "limits" | "size"> => ({
  limits,
  group: () => "products",
  size,
});
const stepsOn = (...ids: string[]): Step[] =>
  ids.map((id, index) => ({
    ...update(id, { price: "1" }, { price: "2" }),
    seq: index + 1,
    phase: 0,
    state: "planned",
    attempts: 0,
  }));
const idsOf = (requests: Step[][]) => requests.map((steps) => steps.map(({ id }) => id).join(" "));

test("a request is full when one of its sums reaches the limit", () => {
  const variants: Record<string, number> = { a: 4, b: 5, c: 2, d: 1, e: 1, f: 1 };
  const packer = new Packer(sized(({ id = "" }) => ({ products: 1, variants: variants[id] ?? 1 })));
  expect(idsOf(packer.add(stepsOn("a", "b", "c", "d", "e", "f"), false))).toEqual(["a b", "c d e", "f"]);
});

test("steps on the same entity count once, and a step above the limit gets its own request", () => {
  const packer = new Packer(sized(({ id }) => ({ products: 1, variants: id === "huge" ? 50 : 3 })));
  const requests = packer.add(stepsOn("a", "a", "b", "b", "c", "c", "huge", "d"), false);
  expect(idsOf(requests)).toEqual(["a a b b c c", "huge", "d"]);
});

test("a group can continue on the next page", () => {
  const packer = new Packer(sized(() => ({ products: 1 })));
  expect(idsOf(packer.add(stepsOn("a", "b", "c", "d"), true))).toEqual(["a b c"]);
  expect(idsOf(packer.add(stepsOn("e", "f", "g"), true))).toEqual(["d e f"]);
  expect(idsOf(packer.add([], false))).toEqual(["g"]);
});

test("as many requests are sent as planned, over page limits", async () => {
  const { shop, rows } = priceRise(730);
  const base = shopWork(shop);
  const size = ({ id = "" }: Pick<Step, "id">) => ({ products: 1, variants: (Number(id.slice(1)) % 7) + 1 });
  const work = { ...base, group: () => "all", limits: { products: 100, variants: 150 }, size };
  const { journal, summary } = await planned(rows, work);
  await collect(apply(journal, work));
  expect(shop.writes).toHaveLength(summary.calls);
  expect(shop.writes.length).toBeLessThan(25);
});

const bulk = (shop: Shop, write: (steps: readonly Step[], acts: Work["write"]) => Promise<StepOutcome[]>) => {
  const base = shopWork(shop);
  const work: Work = { ...base, group: ({ kind }) => kind, limits: { steps: 100 } };
  return { ...work, write: (steps: readonly Step[]) => write(steps, base.write) };
};

test("of a request that is rejected as a whole, only the invalid step fails", async () => {
  const { shop, rows } = priceRise(100, (index) => (index === 70 ? "bad" : "11"));
  let requests = 0;
  const work = bulk(shop, async (steps, act) => {
    requests++;
    if (steps.some(({ after }) => JSON.stringify(after).includes("bad")))
      throw new ApiError("invalid price", { status: 400, code: "INVALID_ARGUMENT" });
    return await act(steps);
  });
  const { journal } = await planned(rows, work);
  const { finished } = await collect(apply(journal, work));
  expect(finished.counts).toMatchObject({ done: 99, failed: 1 });
  expect(requests).toBeLessThan(20);
  expect([...shop.effects.values()].every((times) => times === 1)).toBe(true);
});

test("a stale step is read again: sent again if its fields are as before, else left alone", async () => {
  const { shop, rows } = priceRise(4);
  let requests = 0;
  const work = bulk(shop, async (steps, act) => {
    if (++requests > 1) return await act(steps);
    Object.assign(shop.things.get("t2") ?? {}, { note: "theirs" });
    Object.assign(shop.things.get("t3") ?? {}, { price: "99" });
    const stale = steps.filter(({ id }) => id === "t2" || id === "t3");
    const error = { code: "REVISION_MISMATCH", message: "the revision is 2" };
    return [
      ...stale.map(({ seq }) => ({ seq, ok: false as const, stale: true, error })),
      ...(await act(steps.filter((step) => !stale.includes(step)))),
    ];
  });
  const { journal } = await planned(rows, work);
  const { finished } = await collect(apply(journal, work));
  expect(finished.counts).toMatchObject({ done: 3, failed: 1 });
  expect(journal.steps()[1]).toMatchObject({ state: "done", attempts: 1 });
  expect(journal.steps()[2]).toMatchObject({ state: "failed", error: { code: "CHANGED" } });
  expect(shop.things.get("t2")).toMatchObject({ price: "11", note: "theirs" });
});

test("a step that stays stale fails after a few attempts", async () => {
  const { shop, rows } = priceRise(1);
  let requests = 0;
  const work = bulk(shop, async (steps) => {
    requests++;
    const error = { code: "REVISION_MISMATCH", message: "the revision is 2" };
    return steps.map(({ seq }) => ({ seq, ok: false, stale: true, error }));
  });
  const { journal } = await planned(rows, work);
  expect((await collect(apply(journal, work))).finished.counts).toMatchObject({ failed: 1 });
  expect(requests).toBe(6);
});

test("a delete that is rejected because the entity is gone is done", async () => {
  const shop = new Shop();
  shop.things.set("a", { slug: "a" });
  const error = { code: "NOT_FOUND", message: "no such thing" };
  const work = bulk(shop, async (steps) => {
    shop.things.clear();
    return steps.map(({ seq }) => ({ seq, ok: false, error }));
  });
  const { journal } = await planned([[remove("a", { slug: "a" })]], work);
  expect((await collect(apply(journal, work))).finished.counts).toMatchObject({ done: 1 });
});

test("creates are looked up a hundred at a time, and those of a lost request are found in one", async () => {
  const shop = new Shop();
  const rows: StepDraft[][] = Array.from({ length: 250 }, (_, index) => [create(`thing-${index}`)]);
  let requests = 0;
  const work = bulk(shop, async (steps, act) => {
    const outcomes = await act(steps);
    if (++requests === 1) throw new ApiError("gone wrong", { status: 502, code: "BAD_GATEWAY" });
    return outcomes;
  });
  const { journal, summary } = await planned(rows, work);
  expect(summary).toMatchObject({ calls: 3, reads: 3 });
  expect((await collect(apply(journal, work))).finished.counts).toMatchObject({ done: 250 });
  expect([requests, shop.finds, shop.things.size]).toEqual([3, 4, 250]);
});
