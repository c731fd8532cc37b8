import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { listJournals } from "../../src/bulk/journal/journals.ts";
import { startSandboxServer } from "../../src/sandbox/server/server.ts";
import { createHome, type Home, script } from "../processes/program.ts";
import { effectsOf, timesOf } from "../support/outbox.ts";
import { type ServedSandbox, servedAt } from "../support/served.ts";

/** The step of action.yml that runs till. */
interface RunStep {
  id?: string;
  run: string;
  env: Record<string, string>;
}
const action = parse(readFileSync("action.yml", "utf8")) as { runs: { steps: RunStep[] } };
const runStep = action.runs.steps.find(({ id }) => id === "run") as RunStep;

/** One step of a workflow that uses the action. */
interface Use {
  line: string;
  /** The id of the step. */
  id?: string;
  resume?: boolean;
  env?: Record<string, string>;
  /** What happens to it while it runs. */
  during?(entry: number): Promise<void>;
}

let shop: ServedSandbox;
let home: Home;
beforeEach(async () => {
  home = createHome();
  const file = home.path("shop.db");
  const server = await startSandboxServer({ file, port: 0, sites: 3, onError: () => {} });
  shop = servedAt({ ...server, file });
  onTestFinished(async () => {
    await server.close();
    home.close();
  });
  const bin = home.path("bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "till"), `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
  chmodSync(join(bin, "till"), 0o755);
});

/** What GitHub does with a job of a workflow: each attempt has a new machine, and gets the artifact of the last one. */
function attempt(number: number, { runId = "77" } = {}) {
  const temp = home.path(`runner-${runId}-${number}`);
  const artifact = home.path(`artifact-${runId}`);
  const state = join(temp, "till/state");
  mkdirSync(temp);
  let restored = false;
  const value = (expression: string, { line, resume = true }: Use): string =>
    ({
      "inputs.run": line,
      "inputs.resume": String(resume),
      "strategy.job-index": "0",
      "runner.temp": temp,
    })[expression] ?? `no value for ${expression}`;

  /** Runs the step as GitHub does. Returns its exit code, its outputs, and the summary of the job. */
  return async (use: Use) => {
    if (number > 1 && use.resume !== false && !restored && existsSync(artifact))
      cpSync(artifact, state, { recursive: true });
    restored = true;
    const [output, summary, file] = ["output", "summary", "step.sh"].map((name) => join(temp, name)) as [
      string,
      string,
      string,
    ];
    for (const name of [output, summary]) writeFileSync(name, "");
    writeFileSync(file, runStep.run);
    const given = Object.entries(runStep.env).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, expression: string) => value(expression, use)),
    ]);
    const entry = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", file], {
      env: {
        PATH: `${home.path("bin")}:${join(process.execPath, "..")}:${process.env.PATH}`,
        HOME: home.root,
        CI: "true",
        GITHUB_ACTIONS: "true",
        GITHUB_WORKFLOW: "Prices",
        GITHUB_RUN_ID: runId,
        GITHUB_RUN_ATTEMPT: String(number),
        GITHUB_JOB: "prices",
        GITHUB_ACTION: use.id ?? "till",
        GITHUB_ACTION_PATH: resolve("."),
        GITHUB_OUTPUT: output,
        GITHUB_ENV: join(temp, "env"),
        GITHUB_STEP_SUMMARY: summary,
        RUNNER_TEMP: temp,
        TILL_RETRIES: "0",
        ...shop.env,
        ...Object.fromEntries(given),
        ...use.env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let log = "";
    for (const stream of [entry.stdout, entry.stderr])
      stream.setEncoding("utf8").on("data", (text) => (log += text));
    const ended = once(entry, "close") as Promise<[number | null, NodeJS.Signals | null]>;
    await use.during?.(entry.pid ?? 0);
    const [code, signal] = await ended;
    if (existsSync(state)) cpSync(state, artifact, { recursive: true, force: true });
    const lines = readFileSync(output, "utf8").trim().split("\n");
    return {
      code: code ?? signal,
      outputs: Object.fromEntries(lines.map((text) => text.split("=", 2))) as Record<string, string>,
      summary: readFileSync(summary, "utf8"),
      log,
    };
  };
}

/** Waits until something is true. */
async function until(check: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!check()) {
    if (performance.now() > deadline) throw new Error("The state was not reached.");
    await pause(20);
  }
}

/** How often each product was changed: `{ once: 24 }`. */
const changed = () => timesOf(effectsOf(shop.file), "ProductChanged");
const untilUnderWay = () => until(() => Object.keys(changed()).length > 0);

/** Cancels a step as GitHub does: SIGINT to its entry, after 7.5 s SIGTERM, 2.5 s later SIGKILL. Here, the waits are given. */
const cancel =
  (begun: () => Promise<void>, ...waits: (() => Promise<unknown>)[]) =>
  async (entry: number) => {
    await begun();
    process.kill(entry, "SIGINT");
    for (const [at, wait] of waits.entries()) {
      await wait();
      process.kill(entry, at === 0 ? "SIGTERM" : "SIGKILL");
    }
  };

/** Kills till like a machine without memory, but not the step. */
async function killTill(entry: number, begun: () => Promise<void> = untilUnderWay): Promise<void> {
  await begun();
  const [child] = readFileSync(`/proc/${entry}/task/${entry}/children`, "utf8").split(" ");
  process.kill(-Number(child), "SIGKILL");
}

/** The states of the jobs on the computer of an attempt. */
const jobStates = (number: number) =>
  listJournals(home.path(`runner-77-${number}/till/state/jobs`)).map((entry) =>
    "state" in entry ? entry.state : "damaged",
  );

const raise = "products update --filter 'price > 0' --set price=+10% --yes";

test("a job that was killed is resumed by the next attempt: every product is changed once", async () => {
  await shop.control("POST seed", { count: 2000 });
  const first = await attempt(1)({ line: raise, during: killTill });
  expect(first).toMatchObject({
    code: 137,
    outputs: { "exit-code": "137", job: expect.stringMatching(/.{4}/) },
  });
  const done = Number(first.outputs.done);
  expect(done).toBeLessThan(2000);
  const second = await attempt(2)({ line: raise });
  expect(second).toMatchObject({
    code: 0,
    outputs: { "exit-code": "0", job: first.outputs.job, done: "2000", failed: "0" },
  });
  expect(changed()).toEqual({ once: 2000 });
});

test("a job that is done is not run again by the next attempt: +10% is applied once", async () => {
  await shop.control("POST seed", { shop: "demo" });
  const first = await attempt(1)({ line: raise });
  expect(first.code).toBe(0);
  const applied = changed();
  const second = await attempt(2)({ line: raise });
  expect(second).toMatchObject({ code: 0, outputs: first.outputs });
  expect(second.log).toContain(`Resuming what attempt 1 has begun: ${first.outputs.job}.`);
  expect(changed()).toEqual(applied);
  // Another run of the workflow is another matter, and so is a line without resume.
  await attempt(1, { runId: "78" })({ line: "products update wool-throw --set price=+1 --yes" });
  await attempt(3)({ line: "products update wool-throw --set price=+1 --yes", resume: false });
  expect(changed()).not.toEqual(applied);
});

test("a step resumes neither the job of another step, nor that of another line, site or run, nor a colleague's", async () => {
  await shop.control("POST seed", { count: 400 });
  const begun = attempt(1);
  const first = await begun({ line: raise, id: "raise", during: killTill });
  expect(first.code).toBe(137);
  const before = changed();
  // Each reason not to be the same step: all of them begin in the first attempt.
  const others: Use[] = [
    { line: "products list", id: "list" },
    { line: "products list", id: "raise" },
    { line: "products list --json", id: "raise", env: { TILL_SITE_ID: "another" } },
  ];
  const runs = [];
  for (const use of others) runs.push(await begun(use));
  const next = attempt(2);
  for (const use of others) runs.push(await next(use));
  const one = "products update --filter 'handle = \"product-1\"' --set name=New --dry-run";
  for (const number of [1, 2]) runs.push(await attempt(number, { runId: "78" })({ line: one, id: "raise" }));
  for (const { code, log, outputs } of runs) {
    expect({ code, log }).toEqual({ code: 0, log: expect.not.stringContaining("Resuming") });
    expect(outputs.job).not.toBe(first.outputs.job);
  }
  expect(changed()).toEqual(before);
  // The step itself does.
  expect(await next({ line: raise, id: "raise" })).toMatchObject({
    code: 0,
    outputs: { job: first.outputs.job, done: "400" },
  });
  expect(changed()).toEqual({ once: 400 });
});

test("without a record of the step, a later attempt runs nothing: exit 10", async () => {
  await shop.control("POST seed", { shop: "demo" });
  expect((await attempt(1)({ line: raise })).code).toBe(0);
  const applied = changed();
  // The artifact of this run is lost.
  const ended = await attempt(2, { runId: "78" })({ line: raise });
  expect(ended).toMatchObject({
    code: 10,
    outputs: { "exit-code": "10", job: "", done: "0", failed: "0" },
    log: expect.stringContaining("error: Attempt 2 has no record of this step"),
  });
  expect(changed()).toEqual(applied);
});

test("a job that was undone is run again", async () => {
  await shop.control("POST seed", { shop: "demo" });
  const line = "products update wool-throw --set price=+10% --yes";
  const begun = attempt(1);
  const first = await begun({ line });
  const undo = `jobs undo ${first.outputs.job} --yes`;
  expect((await begun({ line: undo, id: "undo" })).code).toBe(0);
  const again = await attempt(2)({ line });
  expect(again.code).toBe(0);
  expect(again.outputs.job).not.toBe(first.outputs.job);
});

test("canceled: till ends what is in flight and exits with 130, and the next attempt does the rest", async () => {
  await shop.control("POST seed", { count: 2000 });
  const first = await attempt(1)({ line: raise, during: cancel(untilUnderWay) });
  expect(first.code).toBe(130);
  expect(first.outputs).toMatchObject({
    "exit-code": "130",
    job: expect.stringMatching(/.{4}/),
    failed: "0",
  });
  expect(first.log).toContain("Resume with");
  expect(timesOf(effectsOf(shop.file), "ProductChanged")).toEqual({ once: Number(first.outputs.done) });
  expect((await attempt(2)({ line: raise })).outputs).toMatchObject({ "exit-code": "0", done: "2000" });
  expect(changed()).toEqual({ once: 2000 });
});

test("canceled while requests hang: SIGTERM ends till, and the next attempt reads back what it had sent", async () => {
  await shop.control("POST seed", { count: 200 });
  await shop.control("POST faults", { fault: "hold", route: "products.update", skip: 20, times: 1000 });
  const reached = async () => await until(() => Object.values(changed())[0] === 20);
  const first = await attempt(1)({ line: raise, during: cancel(reached, async () => {}) });
  expect(first).toMatchObject({ outputs: { "exit-code": expect.stringMatching(/143|130/) } });
  await shop.control("DELETE faults");
  const second = await attempt(2)({ line: raise });
  expect(second.outputs).toMatchObject({ "exit-code": "0", job: first.outputs.job, done: "200" });
  expect(changed()).toEqual({ once: 200 });
});

test("a killed step leaves a journal, and the next attempt continues from it", async () => {
  await shop.control("POST seed", { count: 200 });
  await shop.control("POST faults", { fault: "hold", route: "products.update", skip: 20, times: 1000 });
  const reached = async () => await until(() => Object.values(changed())[0] === 20);
  // The computer is reset: everything on it ends at once.
  const all = async (entry: number) => {
    await reached();
    const [child] = readFileSync(`/proc/${entry}/task/${entry}/children`, "utf8").split(" ");
    process.kill(entry, "SIGKILL");
    process.kill(-Number(child), "SIGKILL");
  };
  const first = await attempt(1)({ line: raise, during: all });
  expect(first).toMatchObject({ code: "SIGKILL" });
  await shop.control("DELETE faults");
  expect((await attempt(2)({ line: raise })).outputs).toMatchObject({ "exit-code": "0", done: "200" });
  expect(changed()).toEqual({ once: 200 });
});

test("outputs are complete without a job, for single changes, refused orders and failed guards", async () => {
  await shop.control("POST seed", { shop: "demo" });
  const step = attempt(1);
  const outputsOf = async (line: string) => (await step({ line })).outputs;
  const none = { job: "", done: "0", failed: "0" };
  expect(await outputsOf("products list")).toEqual({ "exit-code": "0", ...none });
  expect(await outputsOf("products get nothing")).toEqual({ "exit-code": "5", ...none });
  expect(await outputsOf("orders capture 10001 10003 --yes")).toEqual({
    "exit-code": "6",
    ...none,
    failed: "2",
  });
  expect(await outputsOf("orders cancel 10012 --yes")).toMatchObject({
    "exit-code": "0",
    done: "1",
    failed: "0",
  });
  const partly = await step({ line: "orders capture 10001 10006 --yes", id: "partly" });
  expect(partly.outputs).toMatchObject({ "exit-code": "9", done: "1", failed: "1" });
  // What was refused is not green because it is run again.
  const again = await attempt(2)({ line: "orders capture 10001 10006 --yes", id: "partly" });
  expect(again).toMatchObject({ code: 9, outputs: partly.outputs });
  const guarded = await step({ line: "orders capture 10007 10008 --max-total 10USD --yes" });
  expect(guarded).toMatchObject({ code: 6, outputs: { "exit-code": "6", ...none } });
  expect(guarded.summary).toContain("**Exit code 6:**");
  expect(guarded.summary).toContain("--max-total");
});

test("all sites of a run are resumed", async () => {
  await shop.control("POST seed", { count: 60 });
  const sites = ["1", "2", "3"].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
  writeFileSync(home.path("sites.csv"), `site\n${sites.join("\n")}\n`);
  const line = `each --sites '${home.path("sites.csv")}' --at-once 1 -- ${raise}`;
  // The sites have copies of the shop, whose changes are not in its file.
  const first = await attempt(1)({
    line,
    during: async (entry) => {
      await until(() => jobStates(1).includes("done"));
      await killTill(entry, async () => {});
    },
  });
  expect(first.code).toBe(137);
  const second = await attempt(2)({ line });
  expect(second).toMatchObject({ code: 0, outputs: { "exit-code": "0", done: "180", failed: "0" } });
  expect(jobStates(2)).toEqual(["done", "done", "done"]);
});

test("if the journal cannot be read in a later attempt, the line is not run", async () => {
  await shop.control("POST seed", { shop: "demo" });
  const env = { TILL_JOURNAL: "postgres://till@127.0.0.1:9/till" };
  const ended = await attempt(2)({ line: raise, env });
  expect(ended).toMatchObject({ code: 8, outputs: { "exit-code": "8", job: "", done: "0", failed: "0" } });
  expect(changed()).toEqual({});
});
