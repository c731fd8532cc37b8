import { expect, test } from "vitest";
import { createJournal } from "../../../src/bulk/journal/journals.ts";
import type { Step, Work } from "../../../src/bulk/journal/step.ts";
import {
  countInvalid,
  estimateSeconds,
  listRejects,
  planRows,
  unknownRule,
} from "../../../src/bulk/plan/plan.ts";
import { stagedGroups, stageRows } from "../../../src/bulk/plan/stage.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { create, planned, priceRise, Shop, shopWork, someJob, update } from "../shop.ts";

const work = shopWork(new Shop(), { grouped: true });

test("counts rows, drops steps that change nothing, and summarizes the others", async () => {
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

test("a new value that the platform would reject makes a row invalid; unchanged values are not checked", async () => {
  const journal = createJournal(temporaryFolder(), someJob);
  const check: Work["check"] = ({ after }) => {
    const { price } = after as { price: string };
    return price.startsWith("-") ? [{ field: "price", value: price, message: "is negative" }] : [];
  };
  const rows = [
    [update("a", { price: "1" }, { price: "-2" }, "things.csv:2")],
    [update("b", { price: "-1" }, { price: "-1" })],
    [update("c", { price: "1" }, { price: "-3" }), update("c", { price: "1" }, { price: "3" })],
    [update("d", { price: "1" }, { price: "4" })],
  ];
  const summary = await planRows(rows, (row) => row, journal, { work: { ...work, check } });
  expect(summary).toMatchObject({ rows: 4, changed: 1, unchanged: 1, rejected: 2, problems: 2, steps: 1 });
  const problem = { column: "price", rule: "bounds", message: "is negative" };
  expect([...listRejects(journal)]).toEqual([
    { ...problem, row: 1, source: "things.csv:2", value: "-2" },
    { ...problem, row: 3, source: "c", value: "-3" },
  ]);
  expect(countInvalid(journal)).toBe(2);
});

test("rows of missing objects are not counted as invalid", async () => {
  const journal = createJournal(temporaryFolder(), someJob);
  const rows = [unknownRule, "price", "price", unknownRule].map((rule) => ({
    problems: [
      { rule, message: "no" },
      { rule, message: "still no" },
    ],
  }));
  await planRows(rows, (row) => row, journal, { work });
  expect([countInvalid(journal), [...listRejects(journal)].length]).toEqual([2, 8]);
});

test("an object with several invalid rows in the file counts each of them once", async () => {
  const journal = createJournal(temporaryFolder(), someJob);
  const problem = { source: "things.csv:14", rule: "price", message: "no" };
  const problems = [
    problem,
    { ...problem, column: "sku" },
    { ...problem, line: 14 },
    { ...problem, line: 15 },
  ];
  await planRows(
    [{ problems }, { problems: [{ ...problem, source: "things.csv:20" }] }],
    (row) => row,
    journal,
    { work },
  );
  expect(countInvalid(journal)).toBe(3);
});

test("drafts of a row that fit into one request are merged, and reads are counted", async () => {
  const journal = createJournal(temporaryFolder(), someJob);
  const merging = { ...work, fold: <T>(drafts: readonly T[]) => drafts.slice(0, 1), reads: () => 7 };
  const row = [update("a", { price: "1" }, { price: "2" }), update("a", { name: "x" }, { name: "y" })];
  expect(await planRows([row, row], (drafts) => drafts, journal, { work: merging })).toMatchObject({
    steps: 2,
    reads: 7,
  });
});

test("records more invalid rows and steps than fit into one transaction", async () => {
  const journal = createJournal(temporaryFolder(), someJob);
  const rows = Array.from({ length: 1201 }, (_, index) => index);
  const summary = await planRows(
    rows,
    (index) =>
      index % 2 === 0
        ? [update(`t${index}`, { price: "1" }, { price: "2" })]
        : { problems: [{ rule: "price", message: `${index}` }] },
    journal,
    { work },
  );
  expect(summary).toMatchObject({ rows: 1201, changed: 601, rejected: 600, problems: 600, steps: 601 });
  expect([...journal.allSteps()].map(({ row }) => row)).toEqual(
    rows.filter((n) => n % 2 === 0).map((n) => n + 1),
  );
  expect([...listRejects(journal)].map(({ row }) => row)).toEqual(
    rows.filter((n) => n % 2).map((n) => n + 1),
  );
});

test("requests of steps with sizes are counted as they will be packed", async () => {
  const sized = {
    ...work,
    limits: { variants: 10 },
    size: ({ after }: Pick<Step, "after">) => ({ variants: Number(after) }),
  };
  const calls = async (...steps: [id: string | undefined, variants: number][]) => {
    const journal = createJournal(temporaryFolder(), someJob);
    const rows = steps.map(([id, variants]) => {
      const { id: _, ...draft } = update("", null, variants);
      return [{ ...draft, ...(id !== undefined && { id }) }];
    });
    return (await planRows(rows, (row) => row, journal, { work: { ...sized, group: () => "all" } })).calls;
  };
  expect(await calls(["a", 5], ["b", 5], ["c", 1])).toBe(2);
  expect(await calls(["a", 5], ["a", 8], ["b", 2])).toBe(1);
  expect(await calls(["a", 99], ["b", 1])).toBe(2);
  expect(await calls([undefined, 8], [undefined, 8])).toBe(2);
  expect(await calls()).toBe(0);
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
