import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogFile } from "../processes/catalog-file.ts";
import { createHome, type Home, type Served, serve } from "../processes/program.ts";
import { jobsOf } from "../processes/repeated-kills.ts";
import { faultRound } from "../resources/products/bulk-fault-rounds.ts";
import { effectsOf, timesOf } from "../support/outbox.ts";
import { random } from "../support/runs.ts";

/** Bulk calls of catalog v3, with processes that are killed at random moments: one round of each kind. */
const existing = 250;
const created = 150;

let home: Home;
let served: Served;
beforeAll(async () => {
  home = createHome();
  served = await serve(home);
  await served.control("POST seed", { count: existing, catalog: "v3" });
  writeFileSync(home.path("new.csv"), catalogFile(created));
});
afterAll(() => home.close());

const position = () => effectsOf(served.file).at(-1)?.seq ?? 0;

/** Runs a command that starts a job, kills it twice at a random moment, and resumes what it began. */
async function throughTwoKills(command: readonly string[]): Promise<void> {
  const { env } = served;
  const earlier = jobsOf(home).length;
  for (let run = 1; run <= 3; run++) {
    const jobs = jobsOf(home);
    const [job] = jobs;
    const begun = jobs.length > earlier && job !== undefined && job.state !== "unplanned";
    const killAfter = run < 3 ? 150 + random() * 1500 : 0;
    const ended = await home.till(begun ? ["jobs", "resume", job.id, "--yes", "--no-wait"] : command, {
      env,
      killAfter,
    });
    if (ended.signal !== null) continue;
    expect(ended).toMatchObject({ code: 0 });
    return;
  }
}

test("kill -9 in a bulk update: every row once", async () => {
  const before = position();
  await throughTwoKills(["products", "update", "--filter", "price > 0", "--set", "price=+1", "--yes"]);
  const [job] = jobsOf(home);
  expect(job).toMatchObject({ state: "done", done: existing, failed: 0 });
  expect(timesOf(effectsOf(served.file, before), "product_updated")).toEqual({ once: existing });
});

test("kill -9 in a bulk import: every row once", async () => {
  const { env, file } = served;
  const before = position();
  await throughTwoKills(["products", "import", "new.csv", "--yes"]);
  const [job] = jobsOf(home);
  expect(job).toMatchObject({ state: "done", failed: 0 });
  expect(timesOf(effectsOf(file, before), "product_created")).toEqual({ once: created });
  expect(await home.till(["jobs", "undo", String(job?.id), "--yes"], { env })).toMatchObject({ code: 0 });
  expect(timesOf(effectsOf(file, before), "product_deleted")).toEqual({ once: created });
});

test("kills, lost responses, 429, 5xx and other writers in one process", () => faultRound(1001));
