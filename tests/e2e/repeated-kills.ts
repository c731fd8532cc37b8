import { expect } from "vitest";
import type { Home, ProgramResult } from "./program.ts";

/** A job in `jobs list --json`. */
export interface JobRow {
  id: string;
  state: string;
  done: number;
  failed: number;
  total: number;
}

export async function jobsOf(home: Home): Promise<JobRow[]> {
  const { stdout } = await home.till("jobs list --json");
  return (JSON.parse(stdout) as { items: JobRow[] }).items;
}

/** The number of runs, all but the last of which are killed after `from` to `to` milliseconds. */
export interface Kills {
  lives: number;
  from: number;
  to: number;
  env?: Record<string, string>;
}

/**
 * Runs a command that starts a job and kills it at a random moment, then resumes it (`jobs resume last`, or the command
 * itself if planning was not completed) and kills that too, `lives` times. The last run is not killed. Returns the last
 * run and the result of each one.
 */
export async function throughKills(
  home: Home,
  command: readonly string[],
  kills: Kills,
): Promise<{ last: ProgramResult; ends: string[] }> {
  const { lives, from, to, env = {} } = kills;
  const ends: string[] = [];
  const live = async (words: readonly string[], mortal: boolean) => {
    const killAfter = mortal ? from + Math.random() * (to - from) : 0;
    const ended = await home.till(words, { env, killAfter });
    ends.push(ended.signal ?? String(ended.code));
    if (ended.signal === null) expect(ended, ends.join(" ")).toMatchObject({ code: 0 });
    return ended;
  };
  let last = await live(command, true);
  for (let life = 2; life <= lives + 1; life++) {
    const jobs = await jobsOf(home);
    expect(jobs.map(({ state }) => state)).not.toContain("damaged");
    const [job] = jobs;
    const begun = job !== undefined && job.state !== "planning";
    last = await live(begun ? ["jobs", "resume", job.id, "--yes"] : command, life <= lives);
  }
  return { last, ends };
}

/** Does the same for the undo of the job. */
export async function undoThroughKills(
  home: Home,
  job: string,
  { lives, from, to, env = {} }: Kills,
): Promise<void> {
  for (let life = 1; life <= lives + 1; life++) {
    const killAfter = life <= lives ? from + Math.random() * (to - from) : 0;
    const ended = await home.till(["jobs", "undo", job, "--yes"], { env, killAfter });
    if (ended.signal === null) expect(ended, ended.stdout + ended.stderr).toMatchObject({ code: 0 });
  }
}
