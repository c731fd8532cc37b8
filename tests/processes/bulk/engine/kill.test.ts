import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { apply } from "../../../../src/bulk/engine/apply.ts";
import { listJournals, openJournal } from "../../../../src/bulk/journal/journals.ts";
import { collect, planned } from "../../../bulk/shop.ts";
import { openStoredShop, storedRows, storedWork } from "../../../bulk/stored-shop.ts";
import { temporaryFolder } from "../../../support/folders.ts";
import { random } from "../../../support/runs.ts";

const child = fileURLToPath(new URL("kill-child.ts", import.meta.url));
const immediately = async () => {};

async function storedJob(count: number) {
  const shopFile = join(temporaryFolder(), "shop.sqlite");
  const shop = openStoredShop(shopFile);
  const work = storedWork(shop, immediately);
  const { journal, dir } = await planned(storedRows(shop, count), work);
  journal.close();
  const effects = () => shop.prepare("SELECT what, times FROM effect").all<{ what: string; times: number }>();
  return { id: journal.id, dir, shopFile, shop, work, effects };
}

/** Runs the job in another process and kills it (SIGKILL) at its nth line. Returns true if it ended before. */
async function runUntilKilled(
  { dir, id, shopFile }: { dir: string; id: string; shopFile: string },
  lines: number,
): Promise<boolean> {
  const running = spawn(process.execPath, [child, dir, id, shopFile], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(running, "exit") as Promise<[code: number | null, signal: string | null]>;
  let seen = 0;
  let words = "";
  running.stderr.on("data", (data) => {
    words += data;
  });
  for await (const _ of createInterface({ input: running.stdout }))
    if (++seen === lines) running.kill("SIGKILL");
  const [code, signal] = await ended;
  expect(signal ?? code, words).toSatisfy((end) => end === "SIGKILL" || end === 0);
  return code === 0;
}

test("after repeated kill -9 every effect happens once, and the job finishes", async () => {
  const job = await storedJob(120);
  let ended = false;
  for (let life = 1; !ended && life <= 6; life++)
    ended = await runUntilKilled(job, 1 + Math.floor(random() * 120));
  if (!ended) expect(await runUntilKilled(job, Number.POSITIVE_INFINITY)).toBe(true);
  const journal = openJournal(job.dir, job.id);
  expect(journal.counts()).toEqual({ total: 360, planned: 0, sent: 0, done: 360, failed: 0, undone: 0 });
  const effects = job.effects();
  expect(effects).toHaveLength(360);
  expect(effects.filter(({ times }) => times !== 1)).toEqual([]);
});

test("a job that runs in another process is locked until that process is killed", async () => {
  const job = await storedJob(20);
  const running = spawn(process.execPath, [child, job.dir, job.id, job.shopFile, "hang"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
  while ((await lines.next()).value !== "step.sent");
  const journal = openJournal(job.dir, job.id);
  await expect(collect(apply(journal, job.work))).rejects.toMatchObject({ exitCode: 6, code: "JOB_RUNNING" });
  expect(listJournals(job.dir)).toMatchObject([{ state: "running" }]);
  running.kill("SIGKILL");
  await once(running, "exit");
  const { finished } = await collect(apply(journal, job.work));
  expect(finished.counts).toMatchObject({ done: 60 });
  expect(job.effects().filter(({ times }) => times !== 1)).toEqual([]);
});
