import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
    runner: "systemd",
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

test("the timer of a sale is tried before the first price: where there is none, nothing is sent", async () => {
  const world = worldWithPrograms();
  program(world, "systemctl", "echo none here >&2; exit 1");
  await world.till("sandbox seed demo");
  const sent: string[] = [];
  const start =
    "sale start coffee-scale --set salePrice=49 --name winter --until 2099-12-31T23:59 --yes --schedule";
  const ended = await world.till(start, {
    onRequest: ({ effect, name = "" }) => effect !== "read" && sent.push(name),
  });
  expect(ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Nothing was scheduled: there is no shared journal"),
  });
  expect(sent).toEqual([]);
  expect((await world.till("sale list --json")).stdout).toBe('{"items":[]}\n');
  expect((await world.till("schedule list --json")).stdout).toBe('{"items":[]}\n');
});

test("without timers, a sale that starts later prints the lines of the crontab that start and end it", async () => {
  const world = worldWithPrograms();
  program(world, "systemctl", "echo none here >&2; exit 1");
  await world.till("sandbox seed demo");
  const start = "sale start coffee-scale --set salePrice=49 --name winter --until 2099-12-31T23:59 --yes";
  const later = await world.till(`${start} --from 2099-12-01T06:00`);
  const [end = "", begin = ""] = later.stdout.split("\n").filter((line) => line.includes("# till: "));
  expect([later.code, end, begin]).toEqual([
    1,
    expect.stringMatching(/^59 23 31 12 \*.* sale end winter --due --yes/),
    expect.stringMatching(/^0 6 1 12 \*.* sale start coffee-scale .*--until 2099-12-31T23:59:00.000Z --yes/),
  ]);
  // The line would fail when it is due.
  expect(begin).not.toContain("--schedule");
  const now = await world.till(`${start} --schedule`);
  expect(now.stderr).toContain(
    "The sale has not begun. Add the line above to your crontab (crontab -e), then start it without --schedule.",
  );
});

test("a list of sales says which of them nothing ends", async () => {
  const world = worldWithPrograms();
  program(world, "systemctl", "");
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
  const at = "schedule create --at 2099-12-31T23:59 --name sale-winter --runner systemd";
  const env = { HOME: world.home };
  expect(await world.till(`${at} -- sale end winter --due --yes`, { env })).toMatchObject({ code: 0 });
  expect(await ends()).toEqual({ winter: "scheduled", spring: "not scheduled", gone: null });
  await world.till("schedule pause sale-winter");
  expect(await ends()).toEqual({ winter: "not scheduled", spring: "not scheduled", gone: null });
  const all = ["schedule", "create", "0 * * * *", "--name", "sales", "--runner", "systemd"];
  await world.till([...all, "--", "sale", "end", "--due", "--yes"], { env });
  expect(await ends()).toEqual({ winter: "scheduled", spring: "scheduled", gone: null });
});

test.each([
  ["'0 6 * * *'", /^# crontab\n0 6 \* \* \* cd .* backup create --yes --profile sandbox # till: nightly\n$/],
  ["--at 2099-12-24T00:00", /^# crontab\n0 0 24 12 \* cd .* = 2099 \] .* # till: nightly\n$/],
])("where nothing runs schedules, the line for the crontab of %s is printed: exit 1", async (when, text) => {
  const world = worldWithPrograms();
  program(world, "systemctl", "exit 1");
  const create = (flags = "") =>
    world.till(`schedule create ${when} --name nightly --time-zone UTC ${flags} -- backup create --yes`);
  vi.stubEnv("TZ", "UTC");
  expect(await create()).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(text),
    stderr: expect.stringContaining("Nothing was scheduled"),
  });
  expect(await create("--dry-run")).toMatchObject({ code: 0, stdout: expect.stringMatching(text) });
  expect((await world.till("schedule list")).stderr).toContain("No schedules yet");
});

test("a timer keeps the address of the journal, and is not installed without its password", async () => {
  const world = createWorld();
  const install = async (journal: string) =>
    await world.till(
      "schedule create '0 6 * * *' --name nightly --runner systemd --dry-run -- sandbox status",
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
    // The program of the system records how it is called.
    const fails = `[ -e "${world.path("broken")}" ] || { [ "$3" = till-nightly@check.service ] && [ -e "${world.path("cannot-confine")}" ]; } || { [ "$4" = till-sale-winter-start.timer ] && [ -e "${world.path("cannot-start")}" ]; }`;
    program(world, "systemctl", `echo "$*" >> "${world.path("calls")}"; ! { ${fails}; }`);
  });

  const till = (line: string | string[], env: Record<string, string> = {}) =>
    world.till(line, { env: { HOME: world.home, ...env } });
  const calls = () => readFileSync(world.path("calls"), "utf8").trimEnd().split("\n");
  const units = (name: string) => world.path(`.config/systemd/user/${name}`);
  const nightly = ["schedule", "create", "0 6 * * *", "--name", "nightly"];
  const seed = ["--", "sandbox", "seed", "3"];

  test("a schedule is a timer, runs, is paused, has a history and is deleted", async () => {
    const installed = await till([...nightly, "--runner", "systemd", ...seed]);
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
    expect(await till([...nightly, "--runner", "systemd", ...seed])).toMatchObject({ code: 6 });

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
    expect(list.items).toMatchObject([
      { name: "nightly", runner: "systemd", paused: false, lastResult: "ok" },
    ]);

    expect(await till("schedule delete nightly --yes")).toMatchObject({ code: 0 });
    expect(calls().at(-1)).toBe("--user disable --now till-nightly.timer");
    expect([existsSync(units("till-nightly.service")), existsSync(units("till-nightly.timer"))]).toEqual([
      false,
      false,
    ]);
    expect((await till("schedule list")).stderr).toContain("No schedules yet");
    expect((await till("schedule history nightly")).stdout).not.toBe("");
    expect(await till("schedule run nightly")).toMatchObject({ code: 5 });
  });

  test("a file at an address is imported each night, as it is then", async () => {
    await till("sandbox seed demo");
    let amount = "70";
    const server = createServer((_, response) => response.end(`sku,price\nBOWL-S,${amount}\n`));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prices.csv`;
    const line = ["--", "products", "import", address, "--key", "sku", "--cap-change", "30%", "--yes"];
    expect(await till([...nightly, "--runner", "systemd", ...line])).toMatchObject({ code: 0 });
    const night = async () => {
      const { code } = await till("schedule run nightly --due");
      const { stdout } = await till("products get serving-bowl --json");
      return [code, JSON.parse(stdout).priceData.price];
    };
    expect(await night()).toEqual([0, 70]);
    amount = "72";
    expect(await night()).toEqual([0, 72]);
    expect(await night()).toEqual([0, 72]);
    // A price that is wrong by far stops the import.
    amount = "7.2";
    expect(await night()).toEqual([2, 72]);
    const history = JSON.parse((await till("schedule history nightly --json")).stdout);
    expect(history.items.map(({ exitCode }: { exitCode: number }) => exitCode)).toEqual([2, 0, 0, 0]);
  });

  test("prices on a date are changed once, at their time, however often the timer starts", async () => {
    await till("sandbox seed demo");
    const once = ["schedule", "create", "--at", "2099-12-24T00:00", "--name", "xmas", "--runner", "systemd"];
    const raise = ["--", "products", "update", "serving-bowl", "--set", "price=+10%", "--yes"];
    const priceOfBowl = async () =>
      JSON.parse((await till("products get serving-bowl --json")).stdout).priceData.price;
    expect(await till([...once, ...raise])).toMatchObject({ code: 0 });
    expect((await till("schedule run xmas --due")).stderr).toContain("is not due yet");
    expect(await priceOfBowl()).toBe(68);
    const due = () =>
      world.till("schedule run xmas --due", {
        env: { HOME: world.home },
        now: new Date("2099-12-24T00:00:01Z"),
      });
    await Promise.all([due(), due(), due()]);
    expect(await priceOfBowl()).toBe(74.8);
    expect((await till("schedule list")).stderr).toContain("No schedules yet");
    expect(await due()).toMatchObject({ code: 5 });

    // One that failed is kept, and runs again only if somebody asks for it.
    expect(await till([...once, ...raise])).toMatchObject({ code: 0 });
    await till("sandbox fault 500:0 --route products.update --count 1000");
    expect((await due()).code).not.toBe(0);
    await till("sandbox fault --clear");
    expect((await due()).stderr).toContain("xmas has run at its time already");
    expect(await priceOfBowl()).toBe(74.8);
    const history = JSON.parse((await till("schedule history xmas --json")).stdout);
    expect(history.items).toHaveLength(2);
  });

  test("a schedule is deleted in another time zone, and with a key in the environment", async () => {
    await till([...nightly, "--runner", "systemd", ...seed]);
    vi.stubEnv("TZ", "Asia/Tokyo");
    const remove = (line: string) => till(`schedule delete ${line} --yes`, { TILL_API_KEY: "key" });
    expect(await remove("nightly")).toMatchObject({ code: 0 });
    expect(existsSync(units("till-nightly.timer"))).toBe(false);
    expect(await remove("toString")).toMatchObject({ code: 5 });
  });

  test("a timer that the system rejects leaves nothing behind", async () => {
    writeFileSync(world.path("broken"), "");
    const { code, stderr } = await till([...nightly, "--runner", "systemd", ...seed]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining("could not be started: systemctl"),
    });
    expect(existsSync(units("till-nightly.timer"))).toBe(false);
    expect((await till("schedule list")).stderr).toContain("No schedules yet");
  });

  test("a service that the system cannot start confined is not confined, unless that is asked for", async () => {
    writeFileSync(world.path("cannot-confine"), "");
    const line = [...nightly, "--runner", "systemd"];
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
      const line = [...nightly, "--runner", "systemd", "--dry-run"];
      const scheduled = ["--", ...before, ...own, ...notify];
      program(world, "sudo", "");
      const shown = await till([...line, ...scheduled]);
      expect(shown.stdout).not.toContain("NoNewPrivileges");
      expect(shown.stderr).toContain(`${source} is a command, which may need privileges`);
      expect((await till([...line, "--confine", ...scheduled])).stdout).toContain("NoNewPrivileges");
      expect((await till([...line, "--no-confine", ...seed])).stdout).not.toContain("NoNewPrivileges");
    },
  );

  test("a sale starts and ends by itself: both are scheduled, or neither", async () => {
    await till("sandbox seed demo");
    const start = ["sale", "start", "serving-bowl", "--set", "salePrice=49", "--name", "winter"];
    const span = ["--from", "2099-12-01T06:00", "--until", "2099-12-31T23:59"];
    const at = (line: string, time: string) =>
      world.till(line, { env: { HOME: world.home }, now: new Date(time) });
    const priceToPay = async () =>
      JSON.parse((await till("products get serving-bowl --json")).stdout).priceData.discountedPrice;
    const names = async () =>
      JSON.parse((await till("schedule list --json")).stdout).items.map(({ name }: { name: string }) => name);

    const dry = await till([...start, ...span, "--dry-run"]);
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining("Serving Bowl") });
    expect(await names()).toEqual([]);
    writeFileSync(world.path("broken"), "");
    expect(await till([...start, ...span, "--yes"])).toMatchObject({ code: 1 });
    rmSync(world.path("broken"));
    expect(await names()).toEqual([]);
    writeFileSync(world.path("cannot-start"), "");
    expect(await till([...start, ...span, "--yes"])).toMatchObject({ code: 1 });
    rmSync(world.path("cannot-start"));
    expect(calls()).toContain("--user disable --now till-sale-winter.timer");
    expect(await names()).toEqual([]);
    const said = await till([...start, ...span, "--yes"]);
    expect(said).toMatchObject({ code: 0 });
    expect(said.stderr).toContain(
      "The sale winter runs from 2099-12-01 06:00 UTC until 2099-12-31 23:59 UTC.",
    );
    expect(await names()).toEqual(["sale-winter", "sale-winter-start"]);
    expect(await till([...start, ...span, "--yes"])).toMatchObject({ code: 6 });
    expect(await priceToPay()).toBe(68);

    expect((await at("schedule run sale-winter-start --due", "2099-11-30T00:00Z")).stderr).toContain(
      "not due yet",
    );
    expect(await at("schedule run sale-winter-start --due", "2099-12-01T06:00:01Z")).toMatchObject({
      code: 0,
    });
    expect(await priceToPay()).toBe(49);
    expect(await names()).toEqual(["sale-winter"]);
    const { items } = JSON.parse((await at("sale list --json", "2099-12-02T00:00Z")).stdout);
    expect(items).toMatchObject([{ name: "winter", state: "running", end: "scheduled" }]);
    expect(await at("schedule run sale-winter --due", "2099-12-31T23:59:01Z")).toMatchObject({ code: 0 });
    expect(await priceToPay()).toBe(68);
    expect(await names()).toEqual([]);
  });

  test.each([
    ["--from 2099-12-31T06:00 --until 2099-12-01T06:00 --name winter", "is not before its end"],
    [
      "--from 2020-01-01T06:00 --until 2099-12-01T06:00 --name winter",
      "--from 2020-01-01 06:00 UTC is in the past",
    ],
    ["--from 2099-12-01T06:00 --name winter", "A sale needs an end."],
    ["--from 2099-12-01T06:00 --until 2099-12-31T06:00", "needs a name"],
    ["--from 2099-12-01T06:00 --until 2099-12-31T06:00 --name winter --all", "needs --expect"],
    ["--from soonish --until 2099-12-31T06:00 --name winter", "soonish"],
  ])("a sale that starts later is refused: %s", async (flags, message) => {
    await till("sandbox seed demo");
    const ended = await till(`sale start serving-bowl --set salePrice=49 ${flags} --yes`);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect((await till("schedule list")).stderr).toContain("No schedules yet");
  });

  test("the timer of a sale that changed no price is deleted", async () => {
    await till("sandbox seed demo");
    await till("sandbox fault 403 --route products.update --count 1000");
    const start =
      "sale start coffee-scale --set salePrice=49 --name winter --until 2099-12-31T23:59 --schedule --yes";
    expect((await till(start)).code).not.toBe(0);
    expect(calls()).toEqual(
      expect.arrayContaining([
        "--user enable --now till-sale-winter.timer",
        "--user disable --now till-sale-winter.timer",
      ]),
    );
    expect(existsSync(units("till-sale-winter.timer"))).toBe(false);
    expect((await till("schedule list --json")).stdout).toBe('{"items":[]}\n');
    await till("sandbox fault --clear");
    expect(await till(start)).toMatchObject({ code: 0 });
  });

  test("a sale whose name no schedule can have cannot start later; its end is named after its job", async () => {
    await till("sandbox seed demo");
    const start = (name: string) =>
      till(`sale start coffee-scale --set salePrice=49 --name ${name} --until 2099-12-31T23:59 --yes`);
    for (const name of ["Größe", "x".repeat(51)]) {
      const later = await start(`${name} --from 2099-12-01T06:00`);
      expect(later).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("A sale that starts later cannot be"),
      });
    }
    expect((await till("schedule list --json")).stdout).toBe('{"items":[]}\n');
    expect(await start("Größe --schedule")).toMatchObject({ code: 0 });
    const [{ id }] = JSON.parse((await till("jobs list --json")).stdout).items;
    const { items } = JSON.parse((await till("schedule list --json")).stdout);
    expect(items.map(({ name }: { name: string }) => name)).toEqual([`sale-${id}`]);
  });

  test("a sale ends itself: its end is scheduled, waits for its time, and is deleted afterwards", async () => {
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
