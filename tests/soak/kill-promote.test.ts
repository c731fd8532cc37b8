import { afterEach, beforeEach, expect, test } from "vitest";
import { generatedShop, writeShop } from "../copies/generated-shop.ts";
import { createHome, type Home } from "../processes/program.ts";
import { jobsOf } from "../processes/repeated-kills.ts";
import { random } from "../support/runs.ts";

/** Promotions of every kind of object, with processes that are killed at random moments. */
let home: Home;
let kills = 0;
let resumed = 0;
beforeEach(() => {
  home = createHome();
});
afterEach(() => home.close());

const rounds = Array.from({ length: 4 }, (_, index) => index + 1);

/** Promotes a snapshot with processes that are killed while they plan or write, and resumes the job until it is done. */
async function promoteWithKills(folder: string): Promise<void> {
  const earlier = new Set(jobsOf(home).map(({ id }) => id));
  const started = () => jobsOf(home).find(({ id }) => !earlier.has(id));
  for (let run = 1; run <= 6; run++) {
    const job = started();
    const resumes = job !== undefined && job.state !== "unplanned";
    if (resumes) resumed++;
    const line = resumes
      ? ["jobs", "resume", job.id, "--profile", "copy", "--yes"]
      : ["copy", "promote", "--source", home.path(folder), "--target", "copy", "--prune", "--yes"];
    const done = () => started()?.done ?? -1;
    const until = done() + Math.floor(random() * 12);
    const ended = await home.till(line, { killWhen: run < 6 ? () => done() > until : undefined });
    if (ended.signal !== null) kills++;
    else {
      expect(ended.code, `${line.join(" ")}\n${ended.stderr}`).toBe(0);
      return;
    }
  }
}

test.each(rounds)("kill -9 in a promotion, round %d: resumed, it is as without", async (round) => {
  await home.till("profiles create copy --platform sandbox");
  for (const seed of [round, round + 200]) {
    writeShop(home.path(`shop${seed}`), generatedShop(seed));
    await promoteWithKills(`shop${seed}`);
    const { stdout } = await home.till(["copy", "diff", home.path(`shop${seed}`), "copy", "--json"]);
    const { items } = JSON.parse(stdout) as { items: { kind: string; change: string }[] };
    // Collections are never deleted.
    expect(items.filter(({ kind, change }) => kind !== "collection" || change !== "added")).toEqual([]);
  }
});

test("processes were killed, and jobs resumed", () => {
  expect(kills).toBeGreaterThan(rounds.length);
  expect(resumed).toBeGreaterThan(0);
});
