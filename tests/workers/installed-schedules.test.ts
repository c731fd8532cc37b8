import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { fromJSONSchema } from "zod";
import { schemas } from "../../src/cli/help/schemas.ts";
import { createWorld, type World } from "../support/world.ts";

test("a history whose last line was cut, because the disk was full, is read, and goes on", async () => {
  const world = createWorld();
  mkdirSync(world.path("till/state/schedules"), { recursive: true });
  const file = world.path("till/state/schedules/nightly.ndjson");
  const run = (day: number) => ({ startedAt: `2026-11-0${day}T06:00:00.000Z`, endedAt: "", exitCode: day });
  writeFileSync(file, `${JSON.stringify(run(1))}\n${JSON.stringify(run(2)).slice(0, -3)}`);
  const history = async () => {
    const { stdout, stderr } = await world.till("schedule history nightly --json");
    expect(stderr).toBe("");
    return (JSON.parse(stdout) as { items: { exitCode: number }[] }).items.map(({ exitCode }) => exitCode);
  };
  expect(await history()).toEqual([1]);
  mkdirSync(world.path("till/config"), { recursive: true });
  const nightly = {
    when: { cron: "0 6 * * *" },
    timeZone: "UTC",
    line: ["sandbox", "status"],
    as: "systemd",
  };
  writeFileSync(world.path("till/config/schedules.json"), JSON.stringify({ nightly }));
  expect(await world.till("schedule run nightly")).toMatchObject({ code: 0 });
  expect(await history()).toEqual([0, 1]);
});

/** Creates a world whose folder `bin` is the first in which programs are looked for. */
function worldWithPrograms(): World {
  const world = createWorld();
  mkdirSync(world.path("bin"));
  vi.stubEnv("PATH", `${world.path("bin")}${delimiter}${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return world;
}

/** Makes a shell script the program of the system with this name. */
function program(world: World, name: string, script: string): void {
  writeFileSync(world.path(`bin/${name}`), `#!/bin/sh\n${script}\n`);
  chmodSync(world.path(`bin/${name}`), 0o755);
}

/** A world in which cron's program is a shell script; `$TAB` is the crontab. */
function worldWithCrontab(script: string) {
  const world = worldWithPrograms();
  const tab = world.path("tab");
  program(world, "crontab", `TAB="${tab}"\n${script}`);
  const own = "SHELL=/bin/bash\n\n# mine\n1 2 3 4 5 mine\n";
  writeFileSync(tab, own);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const install = ["schedule", "install", "0 6 * * *", "--name", "nightly", "--timer", "crontab"];
  return {
    world,
    own,
    tab: () => readFileSync(tab, "utf8"),
    install: () => world.till([...install, "--tz", zone, "--", "sandbox", "status"]),
    uninstall: () => world.till("schedule uninstall nightly --yes"),
  };
}

test("the timer of a sale is tried before the first price: where there is none, nothing is sent", async () => {
  const world = worldWithPrograms();
  for (const name of ["systemctl", "crontab"]) program(world, name, "echo none here >&2; exit 1");
  await world.till("sandbox seed demo");
  const sent: string[] = [];
  const start =
    "sale start coffee-scale --set salePrice=49 --name winter --until 2099-12-31T23:59 --yes --schedule";
  const ended = await world.till(start, {
    onRequest: ({ effect, name = "" }) => effect !== "read" && sent.push(name),
  });
  expect(ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("The timer of sale-winter could not be started"),
  });
  expect(sent).toEqual([]);
  expect((await world.till("sale list --json")).stdout).toBe('{"items":[]}\n');
  expect((await world.till("schedule list --json")).stdout).toBe('{"items":[]}\n');
});

test("a list of sales says which of them nothing ends", async () => {
  const { world } = worldWithCrontab('if [ "$1" = -l ]; then cat "$TAB"; else cat > "$TAB"; fi');
  await world.till("sandbox seed demo");
  const start = (product: string, name: string, flags = "") =>
    world.till(
      `sale start ${product} --set salePrice=1 --name ${name} --until 2099-12-31T23:59 --yes ${flags}`,
    );
  const ends = async () => {
    const { stdout } = await world.till("sale list --json");
    const { items } = JSON.parse(stdout) as { items: { name: string; end: string | null }[] };
    return Object.fromEntries(items.map(({ name, end }) => [name, end]));
  };
  await start("coffee-scale", "winter");
  await start("oven-mitt", "spring");
  await start("gift-wrapping", "gone");
  await world.till("sale end gone --yes");
  const at = "schedule install --at 2099-12-31T23:59 --name sale-winter --timer crontab";
  expect(await world.till(`${at} -- sale end winter --due --yes`)).toMatchObject({ code: 0 });
  expect(await ends()).toEqual({ winter: "scheduled", spring: "not scheduled", gone: null });
  await world.till("schedule pause sale-winter");
  expect(await ends()).toEqual({ winter: "not scheduled", spring: "not scheduled", gone: null });
  const all = ["schedule", "install", "0 * * * *", "--name", "sales", "--timer", "crontab"];
  await world.till([...all, "--", "sale", "end", "--due", "--yes"]);
  expect(await ends()).toEqual({ winter: "scheduled", spring: "scheduled", gone: null });
});

test("schedule create --at without workers schedules nothing, and says what does: exit 2", async () => {
  const world = createWorld();
  const line =
    "schedule create --at 2099-12-24T00:00 --name xmas -- products update --all --set price=+1 --yes";
  const { code, stdout, stderr } = await world.till(line);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(
    "till schedule install --at 2099-12-24T00:00 --name xmas -- products update --all --set price=+1 --yes\n",
  );
});

test("a crontab keeps its blank lines", async () => {
  const { own, tab, install, uninstall } = worldWithCrontab(
    'if [ "$1" = -l ]; then cat "$TAB"; else cat > "$TAB"; fi',
  );
  expect(await install()).toMatchObject({ code: 0 });
  expect(tab()).toMatch(/ # till: nightly\n$/);
  expect(tab().startsWith(own)).toBe(true);
  expect(await uninstall()).toMatchObject({ code: 0 });
  expect(tab()).toBe(own);
});

test.each([
  ["fails", "echo cannot read the spool >&2; exit 1", "cannot read the spool"],
  ["is ended", "kill -9 $$", "SIGKILL"],
])("a crontab that cannot be read, because its program %s, is not replaced", async (_, reading, why) => {
  const { own, tab, install } = worldWithCrontab(`if [ "$1" = -l ]; then ${reading}; else cat > "$TAB"; fi`);
  expect(await install()).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
  expect(tab()).toBe(own);
});

test("without a crontab, the first line makes one", async () => {
  const { tab, install } = worldWithCrontab(
    'if [ "$1" = -l ]; then echo "no crontab for ada" >&2; exit 1; else cat > "$TAB"; fi',
  );
  expect(await install()).toMatchObject({ code: 0 });
  expect(tab()).toMatch(/^0 6 \* \* \* .* # till: nightly\n$/);
});

test("a timer keeps the address of the journal, and is not installed without its password", async () => {
  const world = createWorld();
  const install = async (journal: string) =>
    await world.till(
      "schedule install '0 6 * * *' --name nightly --timer systemd --dry-run -- sandbox status",
      { env: { TILL_JOURNAL: journal } },
    );
  expect((await install("postgres://ci@db.example/till")).stdout).toContain(
    "TILL_JOURNAL=postgres://ci@db.example/till",
  );
  const { code, stderr } = await install("postgres://ci:CANARY@db.example/till");
  expect(code).toBe(2);
  expect(stderr).toContain("its password is not written to a file");
  expect(stderr).not.toContain("CANARY");
});

describe("timers of the system", () => {
  let world: World;
  beforeEach(() => {
    world = worldWithPrograms();
    vi.stubEnv("TZ", "UTC");
    // Programs of the system that record how they are called; that of cron keeps a crontab.
    const fails = `[ -e "${world.path("broken")}" ] || { [ "$3" = till-nightly@check.service ] && [ -e "${world.path("cannot-confine")}" ]; }`;
    program(world, "systemctl", `echo "$*" >> "${world.path("calls")}"; ! { ${fails}; }`);
    program(
      world,
      "crontab",
      `if [ "$1" = -l ]; then cat "${world.path("tab")}"; else cat > "${world.path("tab")}"; fi`,
    );
  });

  const till = (line: string | string[], env: Record<string, string> = {}) =>
    world.till(line, { env: { HOME: world.home, ...env } });
  const calls = () => readFileSync(world.path("calls"), "utf8").trimEnd().split("\n");
  const units = (name: string) => world.path(`.config/systemd/user/${name}`);
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
    expect(service).toContain(`Environment=TILL_HOME=${world.path("till")}`);
    expect(readFileSync(units("till-nightly.timer"), "utf8")).toContain("Persistent=true");
    expect(await till([...nightly, "--timer", "systemd", ...seed])).toMatchObject({ code: 6 });

    // What systemd would run.
    const [, command = ""] = /^ExecStart=(.*)$/m.exec(service) ?? [];
    expect(command).toMatch(/ schedule run nightly --due$/);
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
    vi.stubEnv("TZ", "Asia/Tokyo");
    const uninstall = (line: string) => till(`schedule uninstall ${line}`, { TILL_API_KEY: "key" });
    const [line] = readFileSync(world.path("tab"), "utf8").split("\n");
    expect(await uninstall("nightly --dry-run")).toMatchObject({
      code: 0,
      stdout: `delete from the crontab: ${line}\n`,
    });
    expect(await uninstall("nightly --yes")).toMatchObject({ code: 0 });
    expect(readFileSync(world.path("tab"), "utf8").trim()).toBe("");
    expect(await uninstall("toString --yes")).toMatchObject({ code: 5 });
  });

  test("a timer that the system rejects leaves nothing behind", async () => {
    writeFileSync(world.path("broken"), "");
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
    writeFileSync(world.path("cannot-confine"), "");
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
      await till("profiles create shop");
      if (before.length > 0)
        await till(["config", "set", "credentialCommand", "sudo cat key", "--profile", "shop"]);
      const own = ["products", "update", "--all", "--expect", "3", "--set", "visible=true", "--yes"];
      const notify = before.length > 0 ? [] : ["--notify", "sudo send"];
      const line = [...nightly, "--timer", "systemd", "--dry-run"];
      const scheduled = ["--", ...before, ...own, ...notify];
      program(world, "sudo", "");
      const shown = await till([...line, ...scheduled]);
      expect(shown.stdout).not.toContain("NoNewPrivileges");
      expect(shown.stderr).toContain(`${source} is a command, which may need privileges`);
      expect((await till([...line, "--confine", ...scheduled])).stdout).toContain("NoNewPrivileges");
      expect((await till([...line, "--no-confine", ...seed])).stdout).not.toContain("NoNewPrivileges");
    },
  );

  test("a line of the crontab is added and removed; other lines stay", async () => {
    writeFileSync(world.path("tab"), "1 2 3 4 5 mine # till: nightly-2\n");
    await till([...nightly, "--timer", "crontab", ...seed]);
    const lines = readFileSync(world.path("tab"), "utf8").split("\n");
    expect(lines).toEqual([
      "1 2 3 4 5 mine # till: nightly-2",
      expect.stringContaining(" # till: nightly"),
      "",
    ]);
    await till("schedule delete nightly --yes");
    expect(readFileSync(world.path("tab"), "utf8")).toBe("1 2 3 4 5 mine # till: nightly-2\n");
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
    const file = world.path("till/config/schedules.json");
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(/"at": "[^"]*"/, '"at": "2026-01-01T00:00:00.000Z"'),
    );
    expect(await till("schedule run sale-winter --due")).toMatchObject({ code: 0 });
    expect(calls().at(-1)).toBe("--user disable --now till-sale-winter.timer");
    expect(JSON.parse((await till("schedule list --json")).stdout).items).toEqual([]);
    expect(JSON.parse((await till("schedule history sale-winter --json")).stdout).items).toHaveLength(1);
  });
});
