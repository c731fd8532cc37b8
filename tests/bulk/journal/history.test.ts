import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apply } from "../../../src/bulk/engine/apply.ts";
import { entityHistory } from "../../../src/bulk/journal/journals.ts";
import { undo } from "../../../src/bulk/undo.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { collect, create, planned, priceRise, shopWork, update } from "../shop.ts";

const place = { site: "site-1" };
const historyOf = (dir: string, id: string, budget?: number) => {
  const { steps, skipped } = entityHistory(dir, { place, id, ...(budget !== undefined && { budget }) });
  return { steps: steps.map(({ step }) => `${step.kind} ${step.state}`), skipped };
};

test("the history of an entity leaves out planned changes, other entities and other sites", async () => {
  const dir = temporaryFolder();
  const { shop, rows } = priceRise(5);
  const work = shopWork(shop);
  const { journal } = await planned(rows, work, dir);
  expect(historyOf(dir, "t2")).toEqual({ steps: [], skipped: 0 });
  await collect(apply(journal, work));
  journal.close();
  expect(historyOf(dir, "t2")).toEqual({ steps: ["thing.update done"], skipped: 0 });
  expect(historyOf(dir, "t9").steps).toEqual([]);
  expect(entityHistory(dir, { place: { site: "site-2" }, id: "t2" }).steps).toEqual([]);
  expect(entityHistory(temporaryFolder(), { place, id: "t2" })).toEqual({ steps: [], skipped: 0 });
});

test("undone changes and the create are included; a damaged record is skipped", async () => {
  const dir = temporaryFolder();
  const { shop, rows } = priceRise(2);
  const work = shopWork(shop);
  const first = await planned(rows, work, dir);
  await collect(apply(first.journal, work));
  await collect(undo(first.journal, work));
  first.journal.close();
  expect(historyOf(dir, "t1").steps).toEqual(["thing.update undone"]);
  const after = { ...update("", null, { price: "3" }), dependsOn: 0 };
  const { id: _, ...change } = after;
  const second = await planned([[create("cup"), change]], work, dir);
  await collect(apply(second.journal, work));
  const [created] = second.journal.steps();
  second.journal.close();
  writeFileSync(join(dir, "zzzz.sqlite"), "");
  expect(historyOf(dir, created?.id ?? "").steps).toEqual(["thing.create done", "thing.update done"]);
});

test("jobs that are too long to search are counted, shorter older ones are searched", async () => {
  const dir = temporaryFolder();
  const { shop, rows } = priceRise(20);
  const work = shopWork(shop);
  for (const some of [rows.slice(0, 3), rows]) {
    const { journal } = await planned(some, work, dir);
    await collect(apply(journal, work));
    journal.close();
  }
  expect(historyOf(dir, "t1", 10)).toEqual({ steps: ["thing.update done"], skipped: 1 });
  expect(historyOf(dir, "t1", 2)).toEqual({ steps: [], skipped: 2 });
  expect(historyOf(dir, "t1", 23).skipped).toBe(0);
});
