import { expect, test } from "vitest";
import { createJournal } from "../../../src/bulk/journal/journals.ts";
import { estimateSeconds, planRows } from "../../../src/bulk/plan/plan.ts";
import { listRejects } from "../../../src/bulk/plan/rejects.ts";
import { stagedGroups, stageRows } from "../../../src/bulk/plan/stage.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { create, planned, priceRise, Shop, shopWork, someJob, update } from "../shop.ts";

const work = shopWork(new Shop(), { grouped: true });

test("counts rows, drops steps that change nothing, and summarises the others", async () => {
  const journal = createJournal(temporaryFolder(), someJob);
  const rows = [
    [update("a", { price: "1", brand: "x" }, { brand: "x", price: "1" })],
    [],
    [update("b", { price: "1" }, { price: "2" })],
    [
      create("c"),
      { kind: "thing.update", label: "c", dependsOn: 0, phase: 2, before: null, after: { stock: 1 } },
    ],
    {
      problems: [
        {
          source: "things.csv:6",
          line: 6,
          column: "price",
          value: "1,5",
          rule: "price.ambiguous",
          message: "is it 1.5 or 15?",
        },
      ],
    },
  ];
  const summary = await planRows(rows, (row) => row, journal, { work });
  expect(summary).toMatchObject({
    rows: 5,
    changed: 2,
    unchanged: 2,
    rejected: 1,
    problems: 1,
    steps: 3,
    calls: 3,
    reads: 3,
  });
  expect(summary.kinds).toEqual({ "thing.update": 2, "thing.create": 1 });
  expect(journal.steps({ after: 1 })).toMatchObject([
    { seq: 2, row: 4, phase: 0, state: "planned", attempts: 0 },
    { seq: 3, row: 4, phase: 2, dependsOn: 2 },
  ]);
  expect([...listRejects(journal)]).toEqual([
    {
      row: 5,
      source: "things.csv:6",
      line: 6,
      column: "price",
      value: "1,5",
      rule: "price.ambiguous",
      message: "is it 1.5 or 15?",
    },
  ]);
  expect(journal.job).toMatchObject({ sealed: true, rows: 5, unchanged: 2, rejected: 1 });
});

test("dependsOn skips drafts that were dropped", async () => {
  const journal = createJournal(temporaryFolder(), someJob);
  const row = [
    update("a", { price: "1" }, { price: "1" }),
    create("c"),
    { ...update("", null, { stock: 1 }), id: undefined, dependsOn: 1 },
  ];
  await planRows([row.slice(1, 2), row], (drafts) => drafts, journal, { work });
  expect(journal.steps().map(({ seq, dependsOn }) => [seq, dependsOn])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, 2],
  ]);
});

test("a dependsOn that is not an earlier draft throws", async () => {
  const bad = (dependsOn: number, phase = 0) => [
    { ...create("c"), phase: 1 },
    { kind: "x", label: "x", dependsOn, phase, before: null, after: 1 },
  ];
  for (const row of [bad(1, 1), bad(-1, 1), bad(0, 0)]) {
    const journal = createJournal(temporaryFolder(), someJob);
    await expect(planRows([row], (drafts) => drafts, journal, { work })).rejects.toThrow(RangeError);
    expect(journal.job.sealed).toBe(false);
  }
});

test("requests are counted by group and give the duration", async () => {
  const { rows } = priceRise(1234, (index) => (index <= 1000 ? "11" : String(index)));
  const { summary } = await planned(rows, work);
  expect(summary).toMatchObject({ steps: 1234, calls: 100 + 234, reads: 13 });
  expect(estimateSeconds(summary, 60)).toBe(347);
});

test("staged rows are returned by handle, in the order of the first rows", async () => {
  const journal = createJournal(temporaryFolder(), someJob);
  const handles = Array.from({ length: 1500 }, (_, index) => ["b", "a", `h${index % 700}`][index % 3] ?? "");
  await stageRows(
    journal,
    handles.map((handle, index) => ({ handle, line: index + 2, json: { n: index } })),
  );
  const groups = [...stagedGroups(journal)];
  expect(groups.map(({ handle }) => handle)).toEqual([...new Set(handles)]);
  expect(groups[0]?.rows.map(({ line }) => line)).toEqual(
    Array.from({ length: 500 }, (_, index) => index * 3 + 2),
  );
  expect(groups.flatMap(({ rows }) => rows)).toHaveLength(1500);
  expect(groups[1]?.rows[1]).toEqual({ handle: "a", line: 6, json: { n: 4 } });
});
