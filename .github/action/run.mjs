// The step of action.yml that runs till. TILL_LINE is the command line; with TILL_RESUME=true a later attempt of the run
// continues the jobs of this step instead, and runs nothing without a record of the step: the record may be lost, and the work
// done. Sets the outputs job, exit-code, done and failed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { dirname, join } from "node:path";

const { env } = process;
const line = env.TILL_LINE ?? "";
const attempt = Number(env.GITHUB_RUN_ATTEMPT ?? 1);

// Only jobs of the same line on the same shop, in the same step of the same run, are those of this step.
const shop = ["TILL_PROFILE", "TILL_SITE_ID", "TILL_BASE_URL"].map((name) => env[name] ?? "");
const digest = createHash("sha256")
  .update(JSON.stringify([line, ...shop]))
  .digest("hex")
  .slice(0, 12);
const job = `${env.GITHUB_JOB}-${env.TILL_JOB_INDEX || 0}`;
const step = ["github", env.GITHUB_WORKFLOW, env.GITHUB_RUN_ID, job, env.GITHUB_ACTION, digest].join("/");
const run = `${step}/${attempt}/`;
// Beside the journal, and kept with it.
const record = join(env.TILL_HOME, "state", "action", createHash("sha256").update(step).digest("hex"));

let stopped;
let child;
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    stopped = signal;
    send(signal);
  });

let { code, jobs } = await main();
const { done, failed } = countRows(jobs);
// A job that is finished and has refused rows did not do what the line says.
if (code === 0 && failed > 0) code = 9;
appendFileSync(
  env.GITHUB_OUTPUT,
  `exit-code=${code}\njob=${jobs[0]?.id ?? ""}\ndone=${done}\nfailed=${failed}\n`,
);
if (env.GITHUB_ENV) appendFileSync(env.GITHUB_ENV, "TILL_ACTION_RAN=true\n");
process.exitCode = code;

async function main() {
  const resumes = env.TILL_RESUME === "true" && attempt > 1;
  const earlier = resumes ? listJobs() : { code: 0, jobs: [] };
  // Whether there is such a job is not known: running the line could do it twice.
  if (earlier.code !== 0) return { ...earlier, jobs: [] };
  if (resumes && earlier.jobs.length === 0 && !existsSync(record)) {
    process.stderr.write(
      `error: Attempt ${attempt} has no record of this step: an earlier attempt may have done its work. Nothing was sent.\n` +
        "  Check the shop, then start a new run of the workflow instead of running this one again.\n",
    );
    return { code: 10, jobs: [] };
  }
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, `${step}\n`);
  const newest = earlier.jobs.filter((one) => one.run === earlier.jobs[0]?.run);
  if (newest.some(isBegun)) {
    process.stdout.write(
      `Resuming what attempt ${newest[0].run.split("/").at(-2)} has begun: ${names(newest)}.\n`,
    );
    const which = newest.length === 1 ? newest[0].id : `--run '${newest[0].run.replaceAll("'", "'\\''")}'`;
    const retry = newest.some((one) => one.failed > 0) ? "--retry-failed" : "";
    const shopFlags = line.match(/(?<=\s)--(profile|site)[= ]\S+/g) ?? [];
    const resumed = await shell(["till jobs resume", which, "--yes", retry, ...shopFlags].join(" "));
    return { code: resumed, jobs: listJobs(newest[0].run).jobs };
  }
  const ended = await shell(`till ${line}`);
  return { code: ended, jobs: listJobs(run).jobs };
}

/** A job that was planned only has sent nothing, and one that was undone is as if it had not been. */
function isBegun({ state, done }) {
  return (
    ["running", "stopped", "unknown"].includes(state) || (["done", "failed"].includes(state) && done > 0)
  );
}

function names(some) {
  const ids = some.slice(0, 5).map(({ id }) => id);
  return `${ids.join(", ")}${some.length > 5 ? " …" : ""}`;
}

/** Returns the jobs of a run, or of all attempts of this step, newest first. */
function listJobs(name) {
  const { status, stdout, stderr } = till("jobs", "list", ...(name ? ["--run", name] : []), "--json");
  if (status === 0)
    return {
      code: 0,
      jobs: JSON.parse(stdout).items.filter((one) => one.run?.startsWith(name ?? `${step}/`)),
    };
  process.stderr.write(stderr ?? "");
  return { code: status ?? 1, jobs: [] };
}

/** Returns the rows that are done and those that failed, refused ones included. */
function countRows(some) {
  const [only, more] = some;
  if (only === undefined) return { done: 0, failed: refused() };
  if (more === undefined) {
    const { status, stdout } = till("jobs", "show", only.id, "--json");
    if (status === 0) {
      const { totals, steps } = JSON.parse(stdout);
      return totals ? { done: totals.ok, failed: totals.failed } : { done: steps.done, failed: steps.failed };
    }
  }
  const sum = (name) => some.reduce((count, one) => count + (one[name] ?? 0), 0);
  return { done: sum("done"), failed: sum("failed") };
}

/** Returns the rows that were refused by a command without a job. */
function refused() {
  try {
    return JSON.parse(readFileSync(resultFile(), "utf8")).refused;
  } catch {
    return 0;
  }
}

function resultFile() {
  return join(env.RUNNER_TEMP ?? tmpdir(), `till-result-${process.pid}.json`);
}

/** Runs till to its end, without a summary of its own. */
function till(...args) {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY, ...quiet } = env;
  return spawnSync("till", args, {
    env: quiet,
    encoding: "utf8",
    shell: process.platform === "win32",
    maxBuffer: 1e9,
  });
}

/** Runs shell text, which the author of the workflow has written, and returns its exit code. */
async function shell(text) {
  if (stopped) return 128 + constants.signals[stopped];
  rmSync(resultFile(), { force: true });
  child = spawn("bash", ["-c", text], {
    stdio: "inherit",
    // A group of its own, so that a signal reaches till and not the shell only.
    detached: process.platform !== "win32",
    env: { ...env, TILL_RUN: run, TILL_RESULT: resultFile() },
  });
  const [ended, signal] = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (...result) => resolve(result));
  });
  child = undefined;
  return ended ?? 128 + constants.signals[signal];
}

function send(signal) {
  try {
    if (process.platform === "win32") child?.kill(signal);
    else if (child?.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It has just ended.
  }
}
