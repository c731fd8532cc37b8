import { createReadStream, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { apply } from "../../../src/bulk/engine/apply.ts";
import { createJournal, listJournals } from "../../../src/bulk/journal/journals.ts";
import { type PlanHeader, summarizePlan } from "../../../src/bulk/plan/plan.ts";
import { openPlanFile, readPlanFile, writePlanFile } from "../../../src/bulk/plan/plan-file.ts";
import {
  countStaged,
  fileHandle,
  restoredIdOf,
  stagedDialect,
  stagedHandleOf,
  stageRows,
} from "../../../src/bulk/plan/stage.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { collect, create, planned, priceRise, type Shop, shopWork } from "../shop.ts";

async function written(count: number) {
  const { shop, rows } = priceRise(count);
  rows.push([
    create("mug"),
    { kind: "thing.update", label: "mug", dependsOn: 0, phase: 1, before: null, after: { stock: 3 } },
  ]);
  const { journal, summary, dir } = await planned(rows, shopWork(shop, { grouped: true }));
  const path = join(dir, "july.plan.ndjson");
  await writePlanFile(journal, path);
  return { shop, journal, summary, path };
}

async function read(path: string, shop: Shop, dir = temporaryFolder()) {
  const bytes = createReadStream(path, { highWaterMark: 700 });
  const plan = await openPlanFile(bytes, "july.plan.ndjson");
  return await readPlanFile(plan, async ({ createdAt, ...job }: PlanHeader) => ({
    work: shopWork(shop, { grouped: true }),
    journal: createJournal(dir, { ...job, createdAt: new Date(createdAt) }),
  }));
}

test("a plan file gives the same plan and the same effects", async () => {
  const { shop, journal, summary, path } = await written(1200);
  const again = await read(path, shop);
  expect([...again.allSteps()]).toEqual([...journal.allSteps()]);
  const { id: _id, ...job } = journal.job;
  expect(again.job).toMatchObject(job);
  const work = shopWork(shop, { grouped: true });
  expect(summarizePlan(again, { work })).toEqual(summary);
  await collect(apply(again, work));
  expect(shop.writes).toHaveLength(summary.calls);
  expect(shop.state().mug).toEqual({ slug: "mug", stock: 3 });
});

test("a plan file keeps the handles of the imported file, and the ids that its objects had", async () => {
  const { shop, rows } = priceRise(3);
  const { journal, dir } = await planned(rows, shopWork(shop, { grouped: true }));
  await stageRows(journal, [
    { handle: fileHandle, line: 0, json: { dialect: "wix" } },
    { handle: "mug", line: 2, json: { restores: "id-1" } },
    { handle: "cup", line: 3, json: null },
  ]);
  const path = join(dir, "july.plan.ndjson");
  await writePlanFile(journal, path);
  const again = await read(path, shop);
  expect(stagedDialect(again)).toBe("wix");
  expect(countStaged(again)).toBe(2);
  const steps = [...again.allSteps()];
  expect(steps.map((step) => stagedHandleOf(again, step))).toEqual(["mug", "cup", undefined]);
  expect(steps.map((step) => restoredIdOf(again, step))).toEqual(["id-1", undefined, undefined]);
  const plain = await written(1);
  expect(readFileSync(plain.path, "utf8")).not.toMatch(/dialect|handle|restores/);
});

test("a plan file has a header and a line per step, and is never half-written", async () => {
  const { path, journal } = await written(3);
  const [header, ...steps] = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(header).toMatchObject({
    plan: 2,
    site: "site-1",
    kind: "things.update",
    toolVersion: "0.1.0",
    steps: 5,
  });
  expect(steps.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  expect(readdirSync(dirname(path)).filter((name) => name.endsWith(".part"))).toEqual([]);
  await expect(writePlanFile(journal, join(path, "no-folder"))).rejects.toThrow();
});

test("a plan that was made in a run is no part of it when it is applied", async () => {
  const { shop, journal, path } = await written(1);
  journal.db.prepare("UPDATE job SET run = 'night'").run();
  await writePlanFile(journal, path);
  const again = await read(path, shop);
  expect([...again.allSteps()]).toEqual([...journal.allSteps()]);
  expect(again.job.run).toBeUndefined();
});

test("a damaged plan file is an error with its line, and leaves no job", async () => {
  const { path, shop } = await written(3);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const swap = (index: number, line: string) =>
    lines.map((old, at) => (at === index ? line : old)).join("\n");
  const header = JSON.parse(lines[0] ?? "") as PlanHeader;
  const harms: [text: string | Uint8Array, message: RegExp][] = [
    ["", /empty/],
    ["id,name\n1,Mug\n", /ndjson:1: the line is not JSON/],
    ['{"kind":"thing"}\n', /ndjson:1: not a plan file/],
    [swap(0, JSON.stringify({ ...header, plan: 1 })), /format 1, expected 2/],
    [swap(0, JSON.stringify({ ...header, site: 7 })), /ndjson:1: site/],
    [swap(2, (lines[2] ?? "").slice(0, 30)), /ndjson:3: the line is not JSON/],
    [swap(2, (lines[2] ?? "").replace('"price":"11"', '"price":"1"')), /hash/],
    [swap(2, (lines[2] ?? "").replace('"label"', '"lable"')), /ndjson:3/],
    [
      swap(2, (lines[2] ?? "").replace("thing.update", "thing.explode")),
      /ndjson:3: unknown kind .*"thing.explode"/,
    ],
    [swap(2, lines[3] ?? ""), /ndjson:3: found step 3, expected step 2/],
    [
      swap(5, (lines[5] ?? "").replace('"dependsOn":4', '"dependsOn":5')),
      /ndjson:6: step 5, which it depends on/,
    ],
    [lines.slice(0, -1).join("\n"), /steps in the file: 4/],
    [Buffer.from([0x7b, 0xff, 0xfe]), /UTF-8/],
  ];
  for (const [text, message] of harms) {
    writeFileSync(path, text);
    const dir = temporaryFolder();
    await expect(read(path, shop, dir)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(message),
    });
    expect(listJournals(dir)).toEqual([]);
  }
});

test("a job that has sent something cannot be written as a plan", async () => {
  const { shop, journal, path } = await written(3);
  await collect(
    apply(journal, shopWork(shop, { faults: (call) => (call === 0 ? "ok" : "unreachable") }), {
      concurrency: 1,
    }),
  );
  await expect(writePlanFile(journal, path)).rejects.toMatchObject({
    exitCode: 6,
    message: `Job ${journal.id} cannot be written as a plan: it is incomplete, or some of it was sent.`,
  });
});
