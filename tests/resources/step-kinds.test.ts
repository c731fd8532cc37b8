import { expect, test } from "vitest";
import type { Call } from "../../src/api/caller.ts";
import type { Step, Work } from "../../src/bulk/journal/step.ts";
import { eventWork } from "../../src/resources/events/work.ts";
import type { PaymentGateway } from "../../src/resources/payments/gateway.ts";
import { paymentWork } from "../../src/resources/payments/work.ts";
import { catalogV1 } from "../../src/resources/products/catalog-v1.ts";
import type { Upload } from "../../src/resources/products/media.ts";
import { productWork } from "../../src/resources/products/work.ts";

/** An object that counts every use and fails on it. */
function untouched<T>(used: string[]): T {
  const target = () => {};
  return new Proxy(target, {
    get: (_, name) => {
      used.push(String(name));
      return untouched(used);
    },
    apply: () => Promise.reject(new Error("a request was made")),
  }) as T;
}

const step: Step = {
  seq: 1,
  kind: "thing.explode",
  id: "7",
  label: "Mug",
  phase: 0,
  before: { states: {} },
  after: { states: {} },
  state: "planned",
  attempts: 0,
};

const works: [string, (used: string[]) => Work][] = [
  ["catalog", (used) => productWork(catalogV1(untouched<Call>(used), true, untouched<Upload>(used)))],
  ["events", (used) => eventWork(untouched<Call>(used))],
  ["payments", (used) => paymentWork(untouched<PaymentGateway>(used))],
];

test.each(works)("%s: a step of an unknown kind is an error, and no request is made", async (_, open) => {
  const used: string[] = [];
  const work = open(used);
  expect(work.kinds.has("thing.explode")).toBe(false);
  for (const attempt of [
    async () => await work.read([step]),
    async () => await work.write([step]),
    async () => work.invert(step),
  ])
    await expect(attempt()).rejects.toThrow(/"thing\.explode"/);
  expect(used).toEqual([]);
});
