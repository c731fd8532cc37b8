import fc from "fast-check";
import { expect, test } from "vitest";
import { createQueue } from "../../src/webhooks/forward.ts";
import { runs } from "../support/runs.ts";

const events = (entities: readonly number[]) =>
  entities.map((entity, index) => ({ seq: index + 1, type: "t", entityId: `e${entity}`, jwt: "" }));

test("delivers every event once, in order per entity, and the position never skips one", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(4), { maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      fc.scheduler(),
      async (entities, concurrency, scheduler) => {
        const taken: number[] = [];
        const finished = new Set<number>();
        const busy = new Set<string>();
        let place = 0;
        const queue = createQueue({
          concurrency,
          async deliver({ seq, entityId }) {
            expect(busy.has(entityId)).toBe(false);
            busy.add(entityId);
            taken.push(seq);
            expect(busy.size).toBeLessThanOrEqual(concurrency);
            await scheduler.schedule(Promise.resolve());
            busy.delete(entityId);
            finished.add(seq);
          },
          onSettled(seq) {
            expect(seq).toBeGreaterThanOrEqual(place);
            for (let one = 1; one <= seq; one += 1) expect(finished.has(one)).toBe(true);
            place = seq;
          },
        });
        const all = events(entities);
        const pushing = (async () => {
          for (const one of all) await queue.push(one);
          await queue.drained();
        })();
        await scheduler.waitFor(pushing);
        expect([...taken].sort((a, b) => a - b)).toEqual(all.map(({ seq }) => seq));
        for (const entity of new Set(entities)) {
          const own = taken.filter((seq) => entities[seq - 1] === entity);
          expect(own).toEqual([...own].sort((a, b) => a - b));
        }
        expect(place).toBe(all.length);
      },
    ),
    { numRuns: runs(100) },
  );
});

test("a failure ends the queue, and no later event counts as settled", async () => {
  let place = 0;
  const queue = createQueue({
    concurrency: 2,
    deliver: async ({ seq }) => {
      if (seq === 2) throw new Error("the disk is full");
    },
    onSettled: (seq) => {
      place = seq;
    },
  });
  const pushing = (async () => {
    for (const one of events([1, 2, 3, 4])) await queue.push(one);
    await queue.drained();
  })();
  await expect(pushing).rejects.toThrow("the disk is full");
  expect(place).toBe(1);
});
