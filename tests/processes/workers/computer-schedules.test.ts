import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createHome, script } from "../program.ts";

test("an agent of launchd can be written by its user only, and does not end itself when it deletes itself", async () => {
  const home = createHome();
  onTestFinished(() => home.close());
  mkdirSync(home.path("bin"));
  writeFileSync(home.path("bin/launchctl"), `#!/bin/sh\necho "$*" >> "${home.path("calls")}"\n`);
  chmodSync(home.path("bin/launchctl"), 0o755);
  const agent = home.path("Library/LaunchAgents/till.once.plist");
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const line = `schedule create --at ${at} --name once --runner launchd -- sandbox seed 3`.split(" ");
  const env = { PATH: `${home.path("bin")}${delimiter}${process.env.PATH}`, TZ: "UTC" };
  const open = ["-c", `umask 0; exec "$@"`, "sh", process.execPath, script, ...line];
  expect(spawnSync("sh", open, { env: home.env(env), cwd: home.root, encoding: "utf8" })).toMatchObject({
    status: 0,
  });
  expect(statSync(agent).mode & 0o777).toBe(0o644);
  const file = home.path("till/config/schedules.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(at, "2026-01-01T00:00:00.000Z"));
  expect(await home.till("schedule run once --due", { env })).toMatchObject({ code: 0 });
  expect(existsSync(agent)).toBe(false);
  const calls = readFileSync(home.path("calls"), "utf8").trimEnd().split("\n");
  expect(calls).toEqual([expect.stringMatching(/^bootstrap gui\/\d+ .*till\.once\.plist$/)]);
});

test("the file of an API key is kept by its absolute path; without a key in it nothing is scheduled", async () => {
  const home = createHome();
  onTestFinished(() => home.close());
  writeFileSync(home.path("key"), "CANARY\n");
  const inHome = {
    env: { TILL_API_KEY_FILE: "key", TILL_SITE_ID: "site-1", TZ: "UTC" },
    cwd: home.root,
  };
  await home.till("profiles create shop");
  const create = ["schedule", "create", "0 6 * * *", "--name", "nightly", "--runner", "systemd"];
  const line = [...create, "--profile", "shop", "--dry-run", "--", "orders", "list"];
  const shown = await home.till(line, inHome);
  expect(shown).toMatchObject({ code: 0, stdout: expect.not.stringContaining("CANARY") });
  expect(shown.stdout).toContain(
    `Environment=TILL_API_KEY_FILE=${home.path("key")}\nEnvironment=TILL_SITE_ID=site-1\n`,
  );
  writeFileSync(home.path("key"), "\n");
  expect(await home.till(line, inHome)).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("TILL_API_KEY_FILE: key is empty."),
  });
});
