import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createWorld } from "../support/world.ts";

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

/** A world in which cron's program is a shell script; `$TAB` is the crontab. */
function worldWithCrontab(script: string) {
  const world = createWorld();
  mkdirSync(world.path("bin"));
  const tab = world.path("tab");
  writeFileSync(world.path("bin/crontab"), `#!/bin/sh\nTAB="${tab}"\n${script}\n`);
  chmodSync(world.path("bin/crontab"), 0o755);
  vi.stubEnv("PATH", `${world.path("bin")}${delimiter}${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const own = "SHELL=/bin/bash\n\n# mine\n1 2 3 4 5 mine\n";
  writeFileSync(tab, own);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const install = ["schedule", "install", "0 6 * * *", "--name", "nightly", "--timer", "crontab"];
  return {
    own,
    tab: () => readFileSync(tab, "utf8"),
    install: () => world.till([...install, "--tz", zone, "--", "sandbox", "status"]),
    uninstall: () => world.till("schedule uninstall nightly --yes"),
  };
}

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
