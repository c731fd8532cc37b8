import { expect, test } from "vitest";
import { apply } from "../../src/bulk/engine/apply.ts";
import { outcomeExit, rowTotals, undoExit } from "../../src/bulk/engine/outcome.ts";
import { openJournal } from "../../src/bulk/journal/journals.ts";
import type { StepDraft, Work } from "../../src/bulk/journal/step.ts";
import { summarizeUndo, undo, undoSteps } from "../../src/bulk/undo.ts";
import { collect, create, diskImage, planned, priceRise, remove, Shop, shopWork, update } from "./shop.ts";

test("undo restores the previous state, newest step first", async () => {
  const { shop, rows } = priceRise(150, (index) => String(10 + index));
  rows.push([
    create("mug", { price: "5" }),
    { kind: "thing.update", label: "mug/stock", dependsOn: 0, before: null, after: { stock: 3 } },
  ]);
  const before = structuredClone(shop.state());
  const work = shopWork(shop);
  const { journal } = await planned(rows, work);
  await collect(apply(journal, work));
  expect(shop.state()).not.toEqual(before);
  shop.writes = [];
  const { finished, log } = await collect(undo(journal, work));
  expect(shop.state()).toEqual(before);
  expect(log[0]).toBe("done mug");
  expect(shop.writes[1]).toEqual(["t150"]);
  expect(finished.counts).toMatchObject({ undone: 152, done: 0 });
  expect(undoExit(journal, finished.counts)).toBe(0);
  expect(rowTotals(journal)).toMatchObject({ rows: 151, undone: 151, ok: 0 });
});

test("events of an undo carry the inverse steps with the seqs of the undone steps", async () => {
  const shop = new Shop();
  const work = shopWork(shop);
  const { journal } = await planned([[create("mug")]], work);
  await collect(apply(journal, work));
  const { seen } = await collect(undo(journal, work));
  expect(seen[0]).toEqual({ type: "started", job: journal.id, total: 1 });
  expect(seen[2]).toMatchObject({
    type: "step.done",
    step: { seq: 1, kind: "thing.delete", state: "undone" },
  });
});

test("an inverse step keeps the name, line and SKUs of the step", async () => {
  const { shop } = priceRise(2);
  const facts = { source: "things.csv:2", skus: { "": "SKU-1" } };
  const work = shopWork(shop);
  const change = { price: "10" };
  const rows = [
    [{ ...update("t1", change, { price: "11" }), ...facts }],
    [update("t2", change, { price: "11" })],
  ];
  const { journal } = await planned(rows, work);
  await collect(apply(journal, work));
  const [second, first] = [...undoSteps(journal, work)];
  expect(first).toMatchObject({
    seq: 1,
    phase: 0,
    kind: "thing.update",
    id: "t1",
    label: "t1",
    ...facts,
    before: { price: "11" },
    after: change,
    state: "planned",
    attempts: 0,
  });
  expect(second?.skus).toBeUndefined();
  expect(second?.source).toBeUndefined();
});

test("undoing a delete creates an entity with a new id, which is in the event", async () => {
  const { shop } = priceRise(1);
  const work = shopWork(shop);
  const before = structuredClone(shop.state());
  const { journal } = await planned([[remove("t1", { slug: "thing-1", price: "10" })]], work);
  await collect(apply(journal, work));
  const { seen } = await collect(undo(journal, work));
  expect(seen).toContainEqual(
    expect.objectContaining({ type: "step.done", note: "created again with the new id new-1" }),
  );
  expect(shop.state()).toEqual(before);
  expect(journal.steps()[0]).toMatchObject({ state: "undone", id: "t1", newId: "new-1" });
});

test("rows that others changed since are reported and left alone, and a second undo retries them", async () => {
  const { shop, rows } = priceRise(3);
  const work = shopWork(shop);
  const { journal } = await planned(rows, work);
  await collect(apply(journal, work));
  shop.things.set("t2", { slug: "thing-2", price: "42" });
  const { seen, finished } = await collect(undo(journal, work));
  expect(seen).toContainEqual(
    expect.objectContaining({ type: "step.failed", error: expect.objectContaining({ code: "CHANGED" }) }),
  );
  expect(shop.things.get("t2")).toEqual({ slug: "thing-2", price: "42" });
  expect(finished.counts).toMatchObject({ undone: 2, done: 1 });
  expect(undoExit(journal, finished.counts)).toBe(9);
  expect(journal.steps({ state: "done" })[0]?.error?.code).toBe("CHANGED");
  shop.things.set("t2", { slug: "thing-2", price: "11" });
  expect((await collect(undo(journal, work))).finished.counts).toMatchObject({ undone: 3 });
  expect(shop.things.get("t2")?.price).toBe("10");
});

test("final steps are reported, the undo of a final job is an error", async () => {
  const { shop, rows } = priceRise(2);
  const final: StepDraft[] = [{ ...update("t1", { note: null }, { note: "paid" }), kind: "thing.final" }];
  const work = shopWork(shop);
  const { journal } = await planned([...rows, final], work);
  await collect(apply(journal, work));
  const { seen, finished } = await collect(undo(journal, work));
  expect(seen.filter(({ type }) => type === "step.failed")).toEqual([
    expect.objectContaining({ error: { code: "FINAL", message: "thing.final cannot be undone" } }),
  ]);
  expect(undoExit(journal, finished.counts)).toBe(9);
  journal.amend({ final: true });
  await expect(collect(undo(journal, work))).rejects.toMatchObject({
    exitCode: 6,
    code: "FINAL",
    message: `Job ${journal.id} is final and cannot be undone.`,
  });
});

test("the steps of an undo are listed newest first, without those that are final", async () => {
  const { shop, rows } = priceRise(250);
  rows.push([{ ...update("t1", { note: null }, { note: "paid" }), kind: "thing.final" }]);
  const work = shopWork(shop);
  const { journal } = await planned(rows, work);
  await collect(apply(journal, work));
  expect([...undoSteps(journal, work)].map(({ seq }) => seq)).toEqual(
    Array.from({ length: 250 }, (_, index) => 250 - index),
  );
  journal.amend({ final: true });
  expect([...undoSteps(journal, work)]).toEqual([]);
  expect(summarizeUndo(journal, work)).toEqual({ steps: 0, final: 251, recreated: 0, reasons: [] });
});

test("an undo stopped by Ctrl-C is reported as stopped only if steps are left", async () => {
  for (const [count, stops] of [
    [1, false],
    [2, true],
  ] as const) {
    const { shop, rows } = priceRise(count);
    const { journal } = await planned(rows, shopWork(shop));
    await collect(apply(journal, shopWork(shop)));
    const controller = new AbortController();
    const work = shopWork(shop, { alive: (where) => where === "after" && controller.abort() });
    const { finished } = await collect(undo(journal, work, { signal: controller.signal, concurrency: 1 }));
    expect(finished.stopped?.code).toBe(stops ? "INTERRUPTED" : undefined);
    expect(finished.counts).toMatchObject({ undone: 1, done: count - 1 });
  }
});

test("the summary of an undo counts undoable and final steps and new ids", async () => {
  const { shop, rows } = priceRise(2);
  rows.push([remove("t2", { slug: "thing-2", price: "11" })]);
  rows.push([
    create("mug"),
    { kind: "thing.update", label: "mug/stock", dependsOn: 0, before: null, after: { stock: 3 } },
  ]);
  rows.push([{ ...update("t1", { note: null }, { note: "paid" }), kind: "thing.final" }]);
  const work = shopWork(shop);
  const { journal } = await planned(
    rows.map((row, index) => row.map((draft) => ({ ...draft, phase: index }))),
    work,
  );
  await collect(apply(journal, work));
  const writes = shop.writes.length;
  expect(summarizeUndo(journal, work)).toEqual({ steps: 4, final: 1, recreated: 1, reasons: [] });
  expect(shop.writes).toHaveLength(writes);
});

test("a create is not undone while a step that depends on it is done", async () => {
  const shop = new Shop();
  const nested: StepDraft[] = [create("service"), { ...create("cup", { price: "1" }), dependsOn: 0 }];
  const work = shopWork(shop);
  const { journal } = await planned([nested], work);
  await collect(apply(journal, work));
  expect(shop.things.size).toBe(2);
  const cup = [...shop.things].find(([, { slug }]) => slug === "cup");
  if (cup) shop.things.set(cup[0], { slug: "cup", price: "2" });
  const { seen } = await collect(undo(journal, work));
  const codes = seen.flatMap((event) =>
    event.type === "step.failed" ? [[event.step.label, event.error.code]] : [],
  );
  expect(codes).toEqual([
    ["cup", "CHANGED"],
    ["service", "DEPENDENCY"],
  ]);
  expect(journal.steps().map(({ error }) => error?.message)).toEqual([
    "not undone, because step 2 (cup), which depends on it, was not undone",
    "changed by someone else since the plan; left alone",
  ]);
  if (cup) shop.things.set(cup[0], { slug: "cup", price: "1" });
  await collect(undo(journal, work));
  expect(shop.things.size).toBe(0);
  expect(shop.writes.slice(-2)).toEqual([["cup"], ["service"]]);
});

test("lost responses during an undo are settled, also after the process was killed", async () => {
  const { shop, rows } = priceRise(5);
  const before = structuredClone(shop.state());
  const { journal } = await planned(rows, shopWork(shop));
  await collect(apply(journal, shopWork(shop)));
  const work = shopWork(shop, {
    faults: (call) => (call === 0 ? "lostAfter" : call === 1 ? "lostBefore" : "ok"),
  });
  let image = "";
  for await (const event of undo(journal, work, { concurrency: 1 }))
    if (event.type === "step.sent" && event.steps[0]?.seq === 3) image = diskImage(journal);
  expect(shop.state()).toEqual(before);
  const revived = openJournal(image, journal.id);
  expect(revived.counts().sent).toBeGreaterThan(0);
  const { finished } = await collect(undo(revived, shopWork(shop)));
  expect(finished.counts).toMatchObject({ undone: 5 });
  expect(shop.state()).toEqual(before);
});

test("undoing an interrupted job undoes what is done; it cannot be resumed afterwards", async () => {
  const { shop, rows } = priceRise(40);
  const before = structuredClone(shop.state());
  const stop = new AbortController();
  const work = shopWork(shop, {
    faults: (call) => {
      if (call === 5) stop.abort();
      return "ok";
    },
  });
  const { journal } = await planned(rows, work);
  const { finished } = await collect(apply(journal, work, { signal: stop.signal, concurrency: 2 }));
  expect(finished.counts.planned).toBeGreaterThan(30);
  const undone = await collect(undo(journal, work));
  expect(shop.state()).toEqual(before);
  expect(undone.finished.counts).toMatchObject({ done: 0, undone: finished.counts.done });
  await expect(collect(apply(journal, work))).rejects.toMatchObject({ exitCode: 6, code: "JOB_UNDONE" });
});

test("a step with an unknown outcome is settled before the undo, and undone if it was done", async () => {
  const { shop, rows } = priceRise(2);
  const before = structuredClone(shop.state());
  const work = shopWork(shop, { faults: () => "lostAfter", readFaults: (read) => read > 0 });
  const { journal } = await planned(rows, work);
  const { finished } = await collect(apply(journal, work));
  expect(outcomeExit(finished.counts, finished.stopped)).toBe(10);
  const undone = await collect(undo(journal, shopWork(shop)));
  expect(shop.state()).toEqual(before);
  expect(undoExit(journal, undone.finished.counts)).toBe(0);
});

test("a 404 shows that a killed undo carried out a delete that cannot be read back", async () => {
  const shop = new Shop();
  const blind = (): Work => {
    const work = shopWork(shop);
    const read: Work["read"] = (steps) => work.read(steps.filter(({ kind }) => kind !== "thing.delete"));
    return { ...work, read };
  };
  const { journal } = await planned([[create("mug")]], blind());
  await collect(apply(journal, blind()));
  let image = "";
  for await (const event of undo(journal, blind()))
    if (event.type === "step.sent") image = diskImage(journal);
  expect(shop.things.size).toBe(0);
  const { finished } = await collect(undo(openJournal(image, journal.id), blind()));
  expect(finished.counts).toMatchObject({ undone: 1, done: 0, sent: 0 });
});
