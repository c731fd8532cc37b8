import { globSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { generatedShop, writeShop } from "../commands/promote/generated-shop.ts";
import { createHome, type Home } from "../e2e/program.ts";

/** Promotions of every kind of object, with processes that are killed at random moments. */
let home: Home;
let kills = 0;
let resumed = 0;
beforeEach(() => {
  home = createHome();
});
afterEach(() => home.close());

const rounds = Array.from({ length: 4 }, (_, index) => index + 1);

/** Returns the id and state of the last job. */
async function lastJob(): Promise<{ id: string; state: string } | undefined> {
  const { stdout } = await home.till("jobs list --json");
  return (JSON.parse(stdout) as { items: { id: string; state: string }[] }).items[0];
}

const journals = () => globSync(home.path("till/state/jobs/*.sqlite"));

/** Returns how many steps of a job were sent; -1 if it has no journal yet. */
function sentSteps(file: string): number {
  let journal: DatabaseSync | undefined;
  try {
    journal = new DatabaseSync(file, { readOnly: true });
    const row = journal.prepare("SELECT count(*) AS sent FROM step WHERE state <> 'planned'").get();
    return Number(row?.sent);
  } catch {
    // It is being created.
    return -1;
  } finally {
    journal?.close();
  }
}

/** Promotes a snapshot with processes that are killed while they plan or write, and resumes the job until it is done. */
async function promoteWithKills(folder: string): Promise<void> {
  const earlier = new Set(journals());
  const before = (await lastJob())?.id;
  for (let run = 1; run <= 6; run++) {
    const job = await lastJob();
    const line =
      job === undefined || job.id === before || job.state === "planning"
        ? ["promote", "--from", home.path(folder), "--to", "copy", "--prune", "--yes"]
        : ["jobs", "resume", job.id, "--profile", "copy", "--yes"];
    if (line[1] === "resume") resumed++;
    const sent = () => Math.max(...journals().map((file) => (earlier.has(file) ? -1 : sentSteps(file))), -1);
    const until = sent() + Math.floor(Math.random() * 12);
    const killWhen = run < 6 ? () => sent() > until : undefined;
    const ended = await home.till(line, { killWhen });
    if (ended.signal !== null) kills++;
    else {
      expect(ended.code, `${line.join(" ")}\n${ended.stderr}`).toBe(0);
      return;
    }
  }
}

test.each(rounds)("kill -9 in a promotion, round %d: resumed, it is as without", async (round) => {
  await home.till("profiles add copy --platform sandbox");
  for (const seed of [round, round + 200]) {
    writeShop(home.path(`shop${seed}`), generatedShop(seed));
    await promoteWithKills(`shop${seed}`);
    const { stdout } = await home.till(["diff", home.path(`shop${seed}`), "copy", "--json"]);
    const { items } = JSON.parse(stdout) as { items: { kind: string; change: string }[] };
    // Collections are never deleted.
    expect(items.filter(({ kind, change }) => kind !== "collection" || change !== "added")).toEqual([]);
  }
});

test("processes were killed, and jobs resumed", () => {
  expect(kills).toBeGreaterThan(rounds.length);
  expect(resumed).toBeGreaterThan(0);
});
