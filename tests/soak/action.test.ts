import { execFile, spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createHome, type Home, script } from "../processes/program.ts";
import { jobsOf } from "../processes/repeated-kills.ts";
import { effectsOf, timesOf } from "../support/outbox.ts";

const step = resolve(".github/action/run.sh");

/** A runner of GitHub Actions on which till is installed, with a shop of its own. */
function newRunner() {
  const home = createHome();
  onTestFinished(() => home.close());
  const bin = home.path("bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "till"), `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
  chmodSync(join(bin, "till"), 0o755);
  const output = home.path("output");
  const env = (line: string, resume: boolean) => ({
    ...home.env(),
    PATH: `${bin}:${join(process.execPath, "..")}:${process.env.PATH}`,
    GITHUB_OUTPUT: output,
    TILL_LINE: line,
    TILL_RESUME: String(resume),
  });
  return {
    home,
    env,
    /** Runs the step to its end and returns its exit code and outputs. */
    async run(line: string, resume = true) {
      writeFileSync(output, "");
      const code = await promisify(execFile)("bash", [step], { env: env(line, resume) }).then(
        () => 0,
        (error) => error.code as number,
      );
      const lines = readFileSync(output, "utf8").trim().split("\n");
      return {
        code,
        outputs: Object.fromEntries(lines.map((text) => text.split("=", 2))) as Record<string, string>,
      };
    },
  };
}

/** Waits until the job in a home has done something, but not everything. */
async function untilUnderWay(home: Home): Promise<void> {
  for (;;) {
    const [job] = jobsOf(home);
    if (job && job.done > 0) return;
    await pause(10);
  }
}

const raise = "products update --filter 'price > 0' --set price=+10% --yes";

test("a killed first attempt is resumed by the second: every product is changed once", async () => {
  const { home, env, run } = newRunner();
  await home.till("sandbox seed 2000");
  // The runner is lost: the step and till with it.
  const first = spawn("bash", [step], { env: env(raise, true), detached: true, stdio: "ignore" });
  await untilUnderWay(home);
  process.kill(-(first.pid ?? 0), "SIGKILL");
  const [stopped] = jobsOf(home);
  expect(stopped?.done).toBeLessThan(2000);

  const { code, outputs } = await run(raise);
  expect({ code, outputs }).toEqual({
    code: 0,
    outputs: { "exit-code": "0", job: stopped?.id, done: "2000", failed: "0" },
  });
  expect(jobsOf(home)).toHaveLength(1);
  expect(timesOf(effectsOf(home.path("till/data/sandbox.db")), "ProductChanged")).toEqual({ once: 2000 });
});

test("a job that is done is not resumed, and without a job there are no counts", async () => {
  const { home, run } = newRunner();
  await home.till("sandbox seed demo");
  const first = await run("products update wool-throw --set price=+1 --yes");
  expect(first).toMatchObject({ code: 0, outputs: { done: "1", failed: "0" } });
  const second = await run("products update wool-throw --set price=+1 --yes");
  expect(second.code).toBe(0);
  expect(second.outputs.job).not.toBe(first.outputs.job);
  expect(await run("products list")).toEqual({ code: 0, outputs: { "exit-code": "0", job: "" } });
  expect(await run("products get nothing")).toEqual({ code: 5, outputs: { "exit-code": "5", job: "" } });
});
