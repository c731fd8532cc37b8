import { expect, test } from "vitest";
import { combinedWork } from "../../../src/bulk/journal/combined-work.ts";
import type { Step, StepDraft, Work } from "../../../src/bulk/journal/step.ts";
import { UsageError } from "../../../src/kernel/errors.ts";

/** Returns a work for steps of one kind, which answers with the kind's name. It records its calls. */
function workFor(kind: string, more: Partial<Work> = {}): Work & { calls: string[] } {
  const calls: string[] = [];
  const call = (name: string, steps: readonly Step[]) => calls.push(`${name} ${steps.map(({ seq }) => seq)}`);
  return {
    calls,
    kinds: new Set([kind]),
    limits: { [kind]: 5 },
    group: () => `${kind} group`,
    read: async (steps) => {
      call("read", steps);
      return new Map(steps.map(({ seq }) => [seq, `${kind} ${seq}`]));
    },
    find: async (steps) => {
      call("find", steps);
      return new Map(steps.map(({ seq }) => [seq, `${kind} id`]));
    },
    write: async (steps) => {
      call("write", steps);
      return steps.map(({ seq }) => ({ seq, ok: true as const }));
    },
    invert: (step): StepDraft => ({ ...step, label: `inverse of ${kind}` }),
    ...more,
  };
}

const step = (seq: number, kind: string): Step => ({
  seq,
  kind,
  label: kind,
  phase: 0,
  before: null,
  after: null,
  state: "planned",
  attempts: 0,
});
const steps = [step(1, "price"), step(2, "stock"), step(3, "price")];

test("each step is passed to the work that knows its kind", async () => {
  const [price, stock, unused] = [workFor("price"), workFor("stock"), workFor("unused")];
  const both = combinedWork([price, stock, unused]);
  expect([...both.kinds]).toEqual(["price", "stock", "unused"]);
  expect(both.limits).toEqual({ price: 5, stock: 5, unused: 5 });
  expect(new Map([...(await both.read(steps))].sort())).toEqual(
    new Map([
      [1, "price 1"],
      [2, "stock 2"],
      [3, "price 3"],
    ]),
  );
  expect([...((await both.find?.(steps)) ?? [])].sort()).toEqual([
    [1, "price id"],
    [2, "stock id"],
    [3, "price id"],
  ]);
  expect(await both.write([step(2, "stock")])).toEqual([{ seq: 2, ok: true }]);
  expect(await both.write([])).toEqual([]);
  expect(price.calls).toEqual(["read 1,3", "find 1,3"]);
  expect(stock.calls).toEqual(["read 2", "find 2", "write 2"]);
  expect(unused.calls).toEqual([]);
  expect(steps.map((one) => [both.group?.(one), both.invert(one)?.label])).toEqual([
    ["price group", "inverse of price"],
    ["stock group", "inverse of stock"],
    ["price group", "inverse of price"],
  ]);
});

test("a step of an unknown kind is an error", () => {
  const work = combinedWork([workFor("price")]);
  expect(() => work.group?.(step(1, "moon"))).toThrow(UsageError);
  expect(() => work.group?.(step(1, "moon"))).toThrow('Unknown kind of step: "moon". Nothing was sent.');
});

test("an optional function applies to the steps of its own work, and defaults to the others", () => {
  const plain = combinedWork([workFor("price"), workFor("stock")]);
  expect([
    plain.size,
    plain.reads,
    plain.rereads,
    plain.check?.(steps[0]!, steps),
    plain.fold?.(steps),
  ]).toEqual([undefined, undefined, undefined, [], steps]);
  const problem = { field: "stock", value: "-1", message: "is negative" };
  const both = combinedWork([
    workFor("price"),
    workFor("stock", {
      rereads: [10, 20],
      size: () => ({ variants: 7 }),
      reads: (kinds) => (kinds.stock ?? 0) * 2 + (kinds.price ?? 0),
      check: () => [problem],
      conditional: () => true,
      final: ({ label }) => `${label} is final`,
      fold: (drafts) => drafts.slice(0, 1),
    }),
  ]);
  expect(both.rereads).toEqual([10, 20]);
  expect(steps.map((one) => both.size?.(one))).toEqual([{ steps: 1 }, { variants: 7 }, { steps: 1 }]);
  expect(steps.map((one) => both.check?.(one, steps))).toEqual([[], [problem], []]);
  expect(steps.map((one) => both.conditional?.(one))).toEqual([false, true, false]);
  expect(steps.map((one) => both.final?.(one))).toEqual([
    undefined,
    `${steps[1]?.label} is final`,
    undefined,
  ]);
  expect(both.fold?.([steps[0]!, steps[2]!])).toEqual([steps[0], steps[2]]);
  expect(both.fold?.([steps[1]!, steps[1]!])).toEqual([steps[1]]);
  expect(both.fold?.([])).toEqual([]);
});

test("the number of reads is the one that a work returns, or one for a hundred steps", () => {
  const both = combinedWork([workFor("price"), workFor("stock", { reads: ({ stock = 0 }) => stock * 2 })]);
  expect(both.reads?.({ price: 100, stock: 3, moon: 1000 })).toBe(1 + 6);
  expect(both.reads?.({ price: 101 })).toBe(2);
  expect(both.reads?.({})).toBe(0);
});
