import fc from "fast-check";
import { expect, test } from "vitest";
import { apply } from "../../../src/bulk/engine/apply.ts";
import { rowTotals } from "../../../src/bulk/engine/outcome.ts";
import type { Journal } from "../../../src/bulk/journal/journal.ts";
import { openJournal } from "../../../src/bulk/journal/journals.ts";
import type { BulkEvent, StepDraft, Work } from "../../../src/bulk/journal/step.ts";
import { undo } from "../../../src/bulk/undo.ts";
import { runs } from "../../support/runs.ts";
import { collect, create, diskImage, type Fault, planned, remove, Shop, shopWork, update } from "../shop.ts";

type Go = (journal: Journal, work: Work) => AsyncIterable<BulkEvent>;

/** One run of a process: its faults, and after how many reads and writes it is killed (undefined: never). */
interface Life {
  faults: Fault[];
  deadReads: number[];
  killAfter: number | undefined;
}

const anyFault = fc.constantFrom<Fault>(
  "ok",
  "ok",
  "ok",
  "lostBefore",
  "lostAfter",
  "refused",
  "unreachable",
  "brokenBefore",
  "brokenAfter",
  "halfGroup",
);
const anyLife: fc.Arbitrary<Life> = fc.record({
  faults: fc.array(anyFault, { maxLength: 12 }),
  deadReads: fc.array(fc.nat(8), { maxLength: 2 }),
  killAfter: fc.option(fc.nat(40), { nil: undefined }),
});
const anyRow = fc.constantFrom("update", "grouped", "create", "family", "delete");

class Killed extends Error {}

/** Runs a process. If it is killed, returns a folder with the files that it left. */
async function live(
  go: Go,
  journal: Journal,
  shop: Shop,
  { faults, deadReads, killAfter }: Life,
): Promise<string | undefined> {
  let breaths = 0;
  let image: string | undefined;
  const firstRead = shop.reads;
  const work = shopWork(shop, {
    grouped: true,
    faults: (call) => faults[call] ?? "ok",
    readFaults: (read) => deadReads.includes(read - firstRead),
    alive: () => {
      if (killAfter === undefined || breaths++ < killAfter) return;
      image ??= diskImage(journal);
      throw new Killed();
    },
  });
  try {
    await collect(go(journal, work));
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
  return image;
}

/** Runs processes one after the other, each resuming the job; the last one has no faults. */
async function outlive(go: Go, start: Journal, shop: Shop, lives: readonly Life[]): Promise<Journal> {
  let journal = start;
  for (const life of [...lives, { faults: [], deadReads: [], killAfter: undefined }]) {
    const image = await live(go, journal, shop, life);
    if (image === undefined) continue;
    journal.close();
    journal = openJournal(image, start.id);
  }
  return journal;
}

function rowsFor(kinds: readonly string[], shop: Shop): StepDraft[][] {
  return kinds.map((kind, index): StepDraft[] => {
    const id = `t${index}`;
    if (kind === "create") return [create(`made-${index}`, { price: "1" })];
    if (kind === "family")
      return [
        create(`made-${index}`, { price: "1" }),
        { kind: "thing.update", label: `${id}/stock`, dependsOn: 0, before: null, after: { stock: index } },
        {
          kind: "thing.update",
          label: `${id}/note`,
          dependsOn: 0,
          phase: 1,
          before: null,
          after: { note: `n${index}` },
        },
      ];
    shop.things.set(id, { slug: id, price: "10" });
    if (kind === "delete") return [remove(id, { slug: id, price: "10" })];
    return [update(id, { price: "10" }, { price: kind === "grouped" ? "11" : `1${index}.5` })];
  });
}

test("with any faults and kills every step has one effect, the counts are right, and undo restores everything", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRow, { minLength: 1, maxLength: 25 }),
      fc.array(anyLife, { maxLength: 4 }),
      fc.array(anyLife, { maxLength: 3 }),
      async (kinds, lives, undoLives) => {
        const shop = new Shop();
        const rows = rowsFor(kinds, shop);
        const before = structuredClone(shop.state());
        const { journal: fresh } = await planned(rows, shopWork(shop, { grouped: true }));

        const journal = await outlive(
          (one, work) => apply(one, work, { concurrency: 3 }),
          fresh,
          shop,
          lives,
        );
        const steps = [...journal.allSteps()];
        expect(steps.filter(({ state }) => state !== "done" && state !== "failed")).toEqual([]);
        const done = steps.filter(({ state }) => state === "done");
        expect([...shop.effects.values()].every((times) => times === 1)).toBe(true);
        expect(shop.effects.size).toBe(done.length);
        const { rows: all, ok, failed, unchanged } = rowTotals(journal);
        expect([all, ok + failed + unchanged]).toEqual([rows.length, rows.length]);

        shop.effects.clear();
        const back = await outlive(
          (one, work) => undo(one, work, { concurrency: 3 }),
          journal,
          shop,
          undoLives,
        );
        expect(shop.state()).toEqual(before);
        expect([...shop.effects.values()].every((times) => times === 1)).toBe(true);
        expect(back.counts()).toMatchObject({ done: 0, sent: 0, undone: done.length });
        back.close();
      },
    ),
    { numRuns: runs(40) },
  );
});
