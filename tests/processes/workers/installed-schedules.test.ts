import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fromJSONSchema } from "zod";
import { schemas } from "../../../src/cli/help/schemas.ts";
import { createHome, type Home, script } from "../program.ts";

let home: Home;
beforeEach(() => {
  home = createHome();
  mkdirSync(home.path("bin"));
  // Programs of the system that record how they are called; that of cron keeps a crontab.
  const fails = `[ -e "${home.path("broken")}" ] || { [ "$3" = till-nightly@check.service ] && [ -e "${home.path("cannot-confine")}" ]; }`;
  program("systemctl", `echo "$*" >> "${home.path("calls")}"; ! { ${fails}; }`);
  program(
    "crontab",
    `if [ "$1" = -l ]; then cat "${home.path("tab")}"; else cat > "${home.path("tab")}"; fi`,
  );
});
afterEach(() => home.close());

function program(name: string, script: string): void {
  writeFileSync(home.path("bin", name), `#!/bin/sh\n${script}\n`);
  chmodSync(home.path("bin", name), 0o755);
}

const till = (line: string | string[]) =>
  home.till(line, { env: { PATH: `${home.path("bin")}${delimiter}${process.env.PATH}`, TZ: "UTC" } });
const calls = () => readFileSync(home.path("calls"), "utf8").trimEnd().split("\n");
const units = (name: string) => home.path(".config/systemd/user", name);
const nightly = ["schedule", "install", "0 6 * * *", "--name", "nightly"];
const seed = ["--", "sandbox", "seed", "3"];

test("a schedule is installed as a timer, runs, is paused, has a history and is uninstalled", async () => {
  const installed = await till([...nightly, "--timer", "systemd", ...seed]);
  expect(installed).toMatchObject({
    code: 0,
    stdout: "Schedule nightly: till sandbox seed 3 --profile sandbox\n",
  });
  expect(installed.stderr).toContain("loginctl enable-linger");
  expect(calls()).toEqual([
    "--user daemon-reload",
    "--user start till-nightly@check.service",
    "--user daemon-reload",
    "--user enable --now till-nightly.timer",
  ]);
  expect(existsSync(units("till-nightly@check.service"))).toBe(false);
  const service = readFileSync(units("till-nightly.service"), "utf8");
  expect(service).toContain("NoNewPrivileges=true");
  expect(service).toContain(`Environment=TILL_HOME=${home.path("till")}`);
  expect(readFileSync(units("till-nightly.timer"), "utf8")).toContain("Persistent=true");
  expect(await till([...nightly, "--timer", "systemd", ...seed])).toMatchObject({ code: 6 });

  // What systemd would run.
  const [, command = ""] = /^ExecStart=(.*)$/m.exec(service) ?? [];
  expect(command.split(" ").slice(2)).toEqual(["schedule", "run", "nightly", "--due"]);
  expect((await till("schedule run nightly --due")).stdout).toContain("3 products");
  await till("schedule pause nightly");
  expect((await till("schedule run nightly --due")).stderr).toContain("is paused");
  expect((await till("schedule list")).stdout).toContain("paused");
  await till("schedule pause nightly --off");
  const history = JSON.parse((await till("schedule history nightly --json")).stdout);
  expect(history.items).toMatchObject([{ exitCode: 0 }]);
  fromJSONSchema(JSON.parse(JSON.stringify(schemas.$defs.scheduleRun))).parse(history.items[0]);
  const list = JSON.parse((await till("schedule list --json")).stdout);
  expect(list.items).toMatchObject([{ name: "nightly", as: "systemd", paused: false, lastResult: "ok" }]);

  expect(await till("schedule uninstall nightly --yes")).toMatchObject({ code: 0 });
  expect(calls().at(-1)).toBe("--user disable --now till-nightly.timer");
  expect([existsSync(units("till-nightly.service")), existsSync(units("till-nightly.timer"))]).toEqual([
    false,
    false,
  ]);
  expect((await till("schedule list")).stderr).toContain("No schedules yet");
  expect((await till("schedule history nightly")).stdout).not.toBe("");
  expect(await till("schedule run nightly")).toMatchObject({ code: 5 });
});

test("a schedule is uninstalled in another time zone, and with a key in the environment", async () => {
  await till([...nightly, "--timer", "crontab", ...seed]);
  const elsewhere = { PATH: `${home.path("bin")}${delimiter}${process.env.PATH}`, TZ: "Asia/Tokyo" };
  const uninstall = (line: string) =>
    home.till(`schedule uninstall ${line}`, { env: { ...elsewhere, TILL_API_KEY: "key" } });
  const [line] = readFileSync(home.path("tab"), "utf8").split("\n");
  expect(await uninstall("nightly --dry-run")).toMatchObject({
    code: 0,
    stdout: `delete from the crontab: ${line}\n`,
  });
  expect(await uninstall("nightly --yes")).toMatchObject({ code: 0 });
  expect(readFileSync(home.path("tab"), "utf8").trim()).toBe("");
  expect(await uninstall("toString --yes")).toMatchObject({ code: 5 });
});

test("a timer that the system rejects leaves nothing behind", async () => {
  writeFileSync(home.path("broken"), "");
  const { code, stderr } = await till([...nightly, "--timer", "systemd", ...seed]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining("could not be started: systemctl"),
  });
  expect(existsSync(units("till-nightly.timer"))).toBe(false);
  expect((await till("schedule list")).stderr).toContain("No schedules yet");
  // Without a user's systemd, cron runs it.
  const { stdout } = await till([...nightly, "--dry-run", ...seed]);
  expect(stdout).toMatch(/^# crontab\n0 6 \* \* \* cd .* schedule run nightly --due # till: nightly\n/);
});

test("a service that the system cannot start confined is not confined, unless that is asked for", async () => {
  writeFileSync(home.path("cannot-confine"), "");
  const line = [...nightly, "--timer", "systemd"];
  const asked = await till([...line, "--confine", ...seed]);
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining("Leave out --confine.") });
  expect(existsSync(units("till-nightly.service"))).toBe(false);
  const installed = await till([...line, ...seed]);
  expect(installed).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("The service is not confined"),
  });
  expect(calls()).toContain("--user reset-failed till-nightly@check.service");
  expect(readFileSync(units("till-nightly.service"), "utf8")).not.toContain("NoNewPrivileges");
});

test.each([
  ["--notify of the command", [], "--notify"],
  [
    "the setting of a profile that till each runs in",
    ["each", "--sites", "shop", "--yes", "--"],
    "profile shop",
  ],
])(
  "a service that may run a command of the user's own is not confined by default: %s",
  async (_what, before, source) => {
    await till("profiles add shop");
    if (before.length > 0)
      await till(["config", "set", "credentialCommand", "sudo cat key", "--profile", "shop"]);
    const own = ["products", "update", "--all", "--expect", "3", "--set", "visible=true", "--yes"];
    const notify = before.length > 0 ? [] : ["--notify", "sudo send"];
    const line = [...nightly, "--timer", "systemd", "--dry-run"];
    const scheduled = ["--", ...before, ...own, ...notify];
    program("sudo", "");
    const shown = await till([...line, ...scheduled]);
    expect(shown.stdout).not.toContain("NoNewPrivileges");
    expect(shown.stderr).toContain(`${source} is a command, which may need privileges`);
    expect((await till([...line, "--confine", ...scheduled])).stdout).toContain("NoNewPrivileges");
    expect((await till([...line, "--no-confine", ...seed])).stdout).not.toContain("NoNewPrivileges");
  },
);

test("an agent of launchd can be written by its user only, and does not end itself when it uninstalls itself", async () => {
  program("launchctl", `echo "$*" >> "${home.path("calls")}"`);
  const agent = home.path("Library/LaunchAgents/till.once.plist");
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const line = ["schedule", "install", "--at", at, "--name", "once", "--timer", "launchd", ...seed];
  const env = home.env({ PATH: `${home.path("bin")}${delimiter}${process.env.PATH}`, TZ: "UTC" });
  const open = ["-c", `umask 0; exec "$@"`, "sh", process.execPath, script, ...line];
  expect(spawnSync("sh", open, { env, cwd: home.root, encoding: "utf8" })).toMatchObject({ status: 0 });
  expect(statSync(agent).mode & 0o777).toBe(0o644);
  const file = home.path("till/config/schedules.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(at, "2026-01-01T00:00:00.000Z"));
  expect(await till("schedule run once --due")).toMatchObject({ code: 0 });
  expect(existsSync(agent)).toBe(false);
  expect(calls()).toEqual([expect.stringMatching(/^bootstrap gui\/\d+ .*till\.once\.plist$/)]);
});

test("a line of the crontab is added and removed; other lines stay", async () => {
  writeFileSync(home.path("tab"), "1 2 3 4 5 mine # till: nightly-2\n");
  await till([...nightly, "--timer", "crontab", ...seed]);
  const lines = readFileSync(home.path("tab"), "utf8").split("\n");
  expect(lines).toEqual([
    "1 2 3 4 5 mine # till: nightly-2",
    expect.stringContaining(" # till: nightly"),
    "",
  ]);
  await till("schedule remove nightly --yes");
  expect(readFileSync(home.path("tab"), "utf8")).toBe("1 2 3 4 5 mine # till: nightly-2\n");
});

test("the file of an API key is kept by its absolute path; without a key in it nothing is installed", async () => {
  writeFileSync(home.path("key"), "CANARY\n");
  const env = { TILL_API_KEY_FILE: "key", TILL_SITE_ID: "site-1", TZ: "UTC" };
  await till("profiles add shop");
  const line = [...nightly, "--timer", "crontab", "--profile", "shop", "--dry-run", "--", "orders", "list"];
  const inHome = { env, cwd: home.root };
  const shown = await home.till(line, inHome);
  expect(shown).toMatchObject({ code: 0, stdout: expect.not.stringContaining("CANARY") });
  expect(shown.stdout).toContain(` TILL_API_KEY_FILE=${home.path("key")} TILL_SITE_ID=site-1 `);
  writeFileSync(home.path("key"), "\n");
  expect(await home.till(line, inHome)).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("TILL_API_KEY_FILE: key is empty."),
  });
});

test("a sale ends itself: its end is installed, waits for its time, and is uninstalled afterwards", async () => {
  await till("sandbox seed demo");
  const start = ["sale", "start", "coffee-scale", "--set", "salePrice=49", "--name", "winter", "--yes"];
  const said = await till([...start, "--until", "2099-12-31T23:59", "--dry-run"]);
  expect(said).toMatchObject({ code: 0 });
  const end = new Date(Date.now() + 3_600_000).toISOString();
  expect(await till([...start, "--until", end, "--schedule"])).toMatchObject({ code: 0 });
  expect(readFileSync(units("till-sale-winter.timer"), "utf8")).toMatch(
    /OnCalendar=20\d\d-\d\d-\d\d \d\d:\d\d:00 UTC/,
  );
  expect((await till("schedule run sale-winter --due")).stderr).toContain("is not due yet");
  const file = home.path("till/config/schedules.json");
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(/"at": "[^"]*"/, '"at": "2026-01-01T00:00:00.000Z"'),
  );
  expect(await till("schedule run sale-winter --due")).toMatchObject({ code: 0 });
  expect(calls().at(-1)).toBe("--user disable --now till-sale-winter.timer");
  expect(JSON.parse((await till("schedule list --json")).stdout).items).toEqual([]);
  expect(JSON.parse((await till("schedule history sale-winter --json")).stdout).items).toHaveLength(1);
});
