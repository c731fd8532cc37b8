import { expect } from "vitest";
import { type JobState, listJournals } from "../../src/bulk/journal/journals.ts";
import type { Counts } from "../../src/bulk/journal/step.ts";
import { random } from "../support/runs.ts";
import type { Home, ProgramResult } from "./program.ts";

/** A job as in `jobs list --json`. */
export interface JobRow extends Pick<Counts, "done" | "failed" | "total"> {
  id: string;
  state: JobState | "damaged";
}

/** Reads the jobs of a home from its journals, newest first. */
export function jobsOf(home: Home): JobRow[] {
  return listJournals(home.path("till/state/jobs")).map((entry) => {
    if ("damaged" in entry) return { id: entry.id, state: "damaged", done: 0, failed: 0, total: 0 };
    const { done, failed, total } = entry.counts;
    return { id: entry.id, state: entry.state, done, failed, total };
  });
}

/** The number of runs, all but the last of which are killed after `from` to `to` milliseconds. */
export interface Kills {
  runs: number;
  from: number;
  to: number;
  env?: Record<string, string>;
}

/**
 * Runs a command that starts a job and kills it at a random moment, then resumes it (`jobs resume last`, or the command
 * itself if planning was not completed) and kills that too, `runs` times. The last run is not killed. Returns the last
 * run and the result of each one.
 */
export async function throughKills(
  home: Home,
  command: readonly string[],
  kills: Kills,
): Promise<{ last: ProgramResult; ends: string[] }> {
  const { runs, from, to, env = {} } = kills;
  const ends: string[] = [];
  const run = async (args: readonly string[], killed: boolean) => {
    const killAfter = killed ? from + random() * (to - from) : 0;
    const ended = await home.till(args, { env, killAfter });
    ends.push(
      ended.signal === null ? `exit ${ended.code}` : `${ended.signal} after ${Math.round(killAfter)} ms`,
    );
    if (ended.signal === null) expect(ended, ends.join(" ")).toMatchObject({ code: 0 });
    return ended;
  };
  let last = await run(command, true);
  for (let round = 2; round <= runs + 1; round++) {
    const jobs = jobsOf(home);
    expect(jobs.map(({ state }) => state)).not.toContain("damaged");
    const [job] = jobs;
    const started = job !== undefined && job.state !== "unplanned";
    last = await run(started ? ["jobs", "resume", job.id, "--yes", "--no-wait"] : command, round <= runs);
  }
  return { last, ends };
}

/** Does the same for the undo of the job. */
export async function undoThroughKills(
  home: Home,
  job: string,
  { runs, from, to, env = {} }: Kills,
): Promise<void> {
  for (let round = 1; round <= runs + 1; round++) {
    const killAfter = round <= runs ? from + random() * (to - from) : 0;
    const ended = await home.till(["jobs", "undo", job, "--yes", "--no-wait"], { env, killAfter });
    if (ended.signal === null) expect(ended, ended.stdout + ended.stderr).toMatchObject({ code: 0 });
  }
}
