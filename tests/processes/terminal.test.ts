import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SandboxServer, startSandboxServer } from "../../src/sandbox/server/server.ts";
import { nearestOf256, rgb, themes } from "../../src/ui/themes.ts";
import { effectsOf } from "../support/outbox.ts";
import { exitCodeOf } from "../support/terminal.ts";
import { ptys } from "./on-terminal.ts";
import { type Cluster, skipped, workerCluster } from "./postgres.ts";
import { createHome, type Home, script, serve } from "./program.ts";
import { type Pty, spawnPty } from "./pty.ts";

const shop = ptys("sandbox seed demo");

const effects = () => effectsOf(shop.home.path("till/data/sandbox.db"));

/** Writes an executable script into a home and returns its path. */
function executable(home: Home, name: string, lines: string): string {
  const path = home.path(name);
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
  return path;
}

test.each([
  ["q", 0],
  ["\x03", 130],
])("the list opens, is resized, follows another process and ends by %j: exit %d", async (key, code) => {
  const pty = shop.onTerminal(["orders"], { columns: 100 });
  await pty.waitFor("1 of 14");
  expect(pty.alternateScreen()).toBe(true);
  expect(pty.mouse()).toBe(true);
  pty.resize(60, 12);
  await pty.waitFor(
    (screen) => screen.length === 11 && screen.filter((line) => line.includes("1 of 14")).length === 1,
  );
  await shop.home.till("sandbox seed --orders 1");
  await pty.waitFor("of 15");
  pty.type(key);
  expect(await exitCodeOf(pty)).toBe(code);
});

test("SIGTERM ends the list with 143 and restores the terminal", async () => {
  const pty = shop.onTerminal(["products"]);
  await pty.waitFor("1 of 24");
  pty.signal("SIGTERM");
  expect(await exitCodeOf(pty)).toBe(143);
});

/** Returns the window, and below each line its styles: `b` bold, `i` inverse, or the first letter of a tone. */
function inColor({ cells, styles }: Pty, letters: ReadonlyMap<string, string>): string {
  const styled = styles().map((row) => row.map((style) => letters.get(style) ?? `(${style})`).join(""));
  const lines = cells().flatMap((row, index) => [
    row.map((cell) => cell || " ").join(""),
    styled[index] ?? "",
  ]);
  return lines.flatMap((line) => line.trimEnd() || []).join("\n");
}

/** The letters of inks in captures; those on a tint are in upper case. */
const letterOf = { dim: "d", key: "k", done: "o", failed: "f", warning: "w", onTint: "t", accent: "e" };

/** Returns the letters of styles, and lines that say which they are. */
function lettersOf(inks: Readonly<Record<string, string>>): { letters: Map<string, string>; legend: string } {
  const sgr = (layer: 3 | 4, ink: string) => {
    const color = inks[ink];
    return color === undefined ? "" : `${layer}8;5;${nearestOf256(...rgb(color))}`;
  };
  const onTint = (ink: string, letter: string) =>
    [`${sgr(3, ink)};${sgr(4, "tint")}`, letter.toUpperCase()] as const;
  const named = Object.entries(letterOf).flatMap(([ink, letter]) => [
    [sgr(3, ink), letter] as const,
    ...(`${ink}OnTint` in inks ? [onTint(`${ink}OnTint`, letter)] : []),
  ]);
  const marks = [onTint("onTint", "t"), [`${sgr(3, "onAccent")};${sgr(4, "accent")}`, "A"] as const];
  const letters = new Map<string, string>();
  for (const [style, letter] of [["1", "b"], ["", " "], ["7", "i"], ...marks, ...named] as const)
    if (!letters.has(style)) letters.set(style, letter);
  for (const [style, letter] of marks) letters.set(`1;${style}`, letter === "T" ? "B" : "A");
  return { letters, legend: [...letters].map(([style, letter]) => `${letter} ${style}`).join("\n") };
}

// Screens in the colors of each theme. UPDATE=1 rewrites the files; review their diff.
test.each(Object.entries(themes))("screens in the theme %s", async (theme, inks) => {
  await shop.home.till(`config set theme ${theme}`);
  const list = shop.onTerminal(["products"], { env: { TERM: "xterm-256color" }, columns: 76, rows: 16 });
  const { letters, legend } = lettersOf(inks);
  const shown = [legend];
  await list.waitFor(/Events[\s\S]*1 of 24/);
  // Marked rows with staged edits, their page, statuses without times, a rejected filter, and a key that is unavailable. Frames are
  // written from the top: each step waits for what its last line says.
  for (const [keys, until, isShown] of [
    [" llje+10%\r", /d changes {2}A apply/, true],
    ["d", /Stock value[\s\S]*A apply {2}x discard this one/, true],
    ["D", "Discarded", false],
    [":orders\r", "1 of 14", false],
    ["vj ", /show or hide/, false],
    ["\r", /NUMBER +CUSTOMER[\s\S]*Enter details/, true],
    ["fnumbr > 1\r", "Did you mean number?", true],
    ["\x1b", "Enter details", false],
    ["A", "No edits are staged.", true],
  ] as const) {
    list.type(keys);
    await list.waitFor(until);
    if (isShown) shown.push(inColor(list, letters));
  }
  list.type("q");
  expect(await exitCodeOf(list)).toBe(0);
  const file = `tests/processes/captures/theme-${theme}.txt`;
  const text = `${shown.join("\n\n")}\n`;
  if (process.env.UPDATE) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
});

test("a command that cannot ask exits with 2", async () => {
  const pty = shop.onTerminal(["products", "update", "oven-mitt", "--set", "price=+1", "--no-input"]);
  expect(await exitCodeOf(pty)).toBe(2);
  expect(pty.history().join("\n")).toContain("--yes");
});

test("an import proposes the command line that reads its file, which can be edited and run", async () => {
  writeFileSync(shop.home.path("list.csv"), "Artikel;VK\nMUG-OAT;26,50\n");
  const pty = shop.onTerminal(["products", "import", "list.csv"], { columns: 100 });
  await pty.waitFor("Run this instead?");
  const shown = pty.history().join("\n");
  expect(shown).toContain('"Artikel" is sku, "VK" is price');
  pty.type(" --save-map supplier --yes\r");
  await pty.waitFor("1 product, 1 ok");
  expect(await exitCodeOf(pty)).toBe(0);
  const { stdout } = await shop.home.till("config get map.supplier");
  expect(stdout).toBe('Artikel=sku,VK=price,--key=sku,--decimal=","\n');
});

test("Ctrl-C ends a command that leaves the terminal as it is", async () => {
  const pty = shop.onTerminal(["agents", "mcp"], { columns: 100 });
  await pty.waitFor("Waiting for a Model Context Protocol client on stdin");
  pty.type("\x03");
  expect(await exitCodeOf(pty)).toBe(130);
});

test("a second Ctrl-C does not wait for requests in flight, and restores the terminal", async () => {
  await shop.home.till("sandbox fault hold --route products.update");
  const pty = shop.onTerminal(["products", "update", "stoneware-mug", "--set", "price=+1", "--yes"]);
  const left = async () => JSON.parse((await shop.home.till("sandbox fault --json")).stdout).items[0].times;
  await expect.poll(left).toBe(-1);
  pty.type("\x03");
  await pty.waitFor("Stopping: 1 change in flight.");
  pty.type("\x03");
  expect(await exitCodeOf(pty)).toBe(130);
});

test("Ctrl-Z in a shell suspends the list and the prompt, and fg comes back with both as they were", async () => {
  const pty = spawnPty("bash", ["--norc", "--noprofile", "-i"], {
    cwd: shop.home.root,
    env: { ...shop.home.env(), PS1: "shell> " },
  });
  try {
    await pty.waitFor("shell>");
    pty.type(`${process.execPath} ${script} products\r`);
    await pty.waitFor("1 of 24");
    pty.type("j");
    await pty.waitFor("2 of 24");
    pty.type("\x1a");
    await pty.waitFor("Stopped");
    expect(pty.alternateScreen()).toBe(false);
    expect(pty.wraps()).toBe(true);
    expect(pty.cursorVisible()).toBe(true);
    pty.type("stty -a | grep -c ' icanon'\r");
    await pty.waitFor(/^1$/m);
    pty.type("fg\r");
    await pty.waitFor("2 of 24");
    expect(pty.alternateScreen()).toBe(true);
    expect(pty.wraps()).toBe(false);
    expect(pty.cursorVisible()).toBe(false);
    pty.type("j");
    await pty.waitFor("3 of 24");
    pty.type("q");
    await pty.waitFor((screen) => /^shell> ?$/.test(screen.at(-1) ?? ""));
    expect(pty.alternateScreen()).toBe(false);

    pty.type("clear\r");
    pty.type(`${process.execPath} ${script} products update --filter 'price > 0' --set price=+1\r`);
    await pty.waitFor("y/N");
    pty.type("\x1a");
    await pty.waitFor("Stopped");
    expect(pty.cursorVisible()).toBe(true);
    pty.type("fg\r");
    await pty.waitFor((screen) => /y\/N[\s\S]*no/.test(screen.slice(-3).join("\n")));
    pty.type("n");
    await pty.waitFor("Nothing was sent.");
    await pty.waitFor((screen) => /^shell> ?$/.test(screen.at(-1) ?? ""));
    pty.type("exit\r");
    expect((await pty.exit).code).toBe(1);
  } finally {
    // The program may be stopped: the shell has to end it.
    pty.type("\x03q\x03kill -9 %1\r");
    pty.close();
  }
});

test("Ctrl-Z without a shell that continues it comes back at once, with the mouse", async () => {
  const pty = shop.onTerminal(["products"]);
  await pty.waitFor("1 of 24");
  pty.type("\x1a");
  await pty.waitFor(() => pty.raw().includes("\x1b[?1002l"));
  await pty.waitFor(() => pty.mouse());
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
});

describe("an editor", () => {
  /** Asks at the terminal for a price. */
  const editor = () => ({
    EDITOR: executable(
      shop.home,
      "editor.sh",
      `[ -t 0 ] && [ -t 1 ] || exit 9
printf 'price? '; read price; sed -i.bak "s/^price: .*/price: $price/" "$1"`,
    ),
  });

  const kept = () => {
    const folder = shop.home.path("till/state/edits");
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const command = ["products", "edit", "oven-mitt", "--fields", "price"];

  test("gets the terminal, opens again after a mistake, and then the question is asked", async () => {
    const pty = shop.onTerminal(command, { env: editor() });
    await pty.waitFor("price? ");
    pty.type("cheap\r");
    await pty.waitFor(/price\? cheap\s+price\? /);
    pty.type("13.50\r");
    await pty.waitFor("y/N");
    expect(pty.screen().join("\n")).toMatch(/Oven Mitt +price +\S+ +13\.50/);
    pty.type("y");
    expect(await exitCodeOf(pty)).toBe(0);
    expect(pty.history().join("\n")).toMatch(/Job \w{4}: 1 product, 1 ok\./);
    expect(kept()).toEqual([]);
  });

  test("answering no keeps the text, and Ctrl-C in the editor sends nothing", async () => {
    const refused = shop.onTerminal(command, { env: editor() });
    await refused.waitFor("price? ");
    refused.type("13.50\r");
    await refused.waitFor("y/N");
    refused.type("n");
    expect(await exitCodeOf(refused)).toBe(1);
    expect(kept()).toEqual(["1"]);
    const stopped = shop.onTerminal(command, { env: editor() });
    await stopped.waitFor("price? ");
    stopped.type("\x03");
    expect(await exitCodeOf(stopped)).toBe(130);
    expect(kept()).toEqual(["1"]);
    expect(effects()).toEqual([]);
  });

  test("SIGTERM ends the editor, too", async () => {
    const pty = shop.onTerminal(command, { env: editor() });
    await pty.waitFor("price? ");
    pty.signal("SIGTERM");
    expect(await exitCodeOf(pty)).toBe(143);
    expect(kept()).toEqual([]);
  });
});

describe("a pager", () => {
  const many = ptys("sandbox seed 40");

  /** Shows only how many lines it got. */
  const counting = 'printf "paged %s\\n" "$(grep -c price:)"';
  const pager = () => ({ TILL_PAGER: executable(many.home, "pager.sh", counting) });
  const raise = ["products", "update", "--filter", "price > 0", "--set", "price=+10%"];

  test("d shows every change in the pager and asks again", async () => {
    const pty = many.onTerminal(raise, { env: pager() });
    await pty.waitFor("y/N");
    expect(pty.screen().join("\n")).toMatch(/… and 28 more prices\n/);
    pty.type("d");
    await pty.waitFor("paged 40");
    await pty.waitFor("y/N");
    pty.type("d");
    await pty.waitFor(/paged 40.*paged 40.*y\/N/s);
    pty.type("y");
    expect(await exitCodeOf(pty)).toBe(0);
    expect(pty.history().join("\n")).toMatch(/Job \w{4}: 40 products, 40 ok\./);
  });

  test("d shows every change of every site of till each", async () => {
    const each = ["each", "--sites", "sandbox", "--", ...raise];
    const pty = many.onTerminal(each, { env: pager() });
    await pty.waitFor("y/N");
    pty.type("d");
    await pty.waitFor("paged 40");
    await pty.waitFor(/paged 40.*y\/N/s);
    pty.type("n");
    expect(await exitCodeOf(pty)).toBe(1);
    expect(pty.history().join("\n")).toMatch(/== sandbox\n/);
  });

  test("a dry run shows every change in the pager", async () => {
    const pty = many.onTerminal([...raise, "--dry-run"], { env: pager() });
    expect(await exitCodeOf(pty)).toBe(0);
    expect(pty.history().join("\n")).toMatch(/paged 40\n.*Dry run: nothing was sent\./s);
    expect(effectsOf(many.home.path("till/data/sandbox.db"))).toEqual([]);
  });
});

test("till tickets door, killed offline and after a lost response, loses no scan and sends none twice", async () => {
  const [first, second, third] = ["W4DZ-R412-1RV01", "W4DZ-R412-1RV02", "SXS8-Z424-2GQ01"];
  const sync = "tickets door raku-night --sync";
  const served = await serve(shop.home, "--seed", "demo");
  const door = () => shop.onTerminal(["tickets", "door", "raku-night"], { env: served.env });
  const run = (line: string) => shop.home.till(line, { env: served.env });
  const checkIns = async () => {
    const { requests } = (await served.control("GET log?limit=1000")) as { requests: { call: string }[] };
    return requests.filter(({ call }) => call === "tickets.checkIn").length;
  };
  const pty = door();
  await pty.waitFor("Ready. Scan the first ticket.");
  await served.control("POST faults", { fault: "drop-after", route: "tickets.checkIn", times: 1 });
  await served.control("POST faults", { fault: "drop-before", route: "tickets.list", times: 1000 });
  pty.type(`${first}\r`);
  await pty.waitFor(/offline, 1 waiting/);
  pty.type(`${second}\r`);
  await pty.waitFor("offline, 2 waiting");
  pty.signal("SIGKILL");
  await pty.exit;

  const again = door();
  await again.waitFor("offline, 2 waiting");
  again.type(`${third}\r`);
  await again.waitFor("offline, 3 waiting");
  again.type("q\r");
  await again.waitFor("Quit? y/N");
  again.type("y");
  expect(await exitCodeOf(again)).toBe(9);
  expect(again.history().join("\n").replaceAll(/\s+/g, " ")).toContain(
    `3 scans not sent yet. Send them with: till ${sync}`,
  );

  await served.control("DELETE faults");
  // Another device lets the third guest in before this one sends it.
  await run(`tickets check-in raku-night ${third} --yes`);
  const before = await checkIns();
  const synced = await run(sync);
  expect(synced).toMatchObject({ code: 9 });
  expect(synced.stdout).toMatch(
    new RegExp(
      `^Raku night: 3 scans sent\\.\nrefused {2}${third} {2}Ines Costa {2}Two bowls: let in here, but checked in elsewhere`,
    ),
  );
  // The first was read back; the second was sent; the third was refused.
  expect((await checkIns()) - before).toBe(2);
  expect(await run(sync)).toMatchObject({ code: 0, stdout: "Raku night: nothing was waiting.\n" });
});

describe.skipIf(skipped)(`a job that Ctrl-B sends to the background${skipped}`, () => {
  let cluster: Cluster;
  let owner: Home;
  let server: SandboxServer;

  beforeAll(async () => {
    cluster = await workerCluster();
    owner = createHome();
    await owner.till("sandbox seed 12");
    server = await startSandboxServer({
      file: owner.path("till/data/sandbox.db"),
      port: 0,
      onError: () => {},
    });
  });
  afterAll(async () => {
    await server?.close();
    owner?.close();
  });

  test("stays in this process while no worker runs, continues in a worker later, and sends nothing twice", async () => {
    const env = { TILL_JOURNAL: await cluster.create() };
    const { home } = shop;
    await home.till(`profiles create shop --platform ${server.baseUrl} --site ${server.siteId} --use`);
    await home.till("login --api-key --key-file -", { stdin: `${server.apiKey}\n` });
    await owner.till("sandbox fault hold --route products.update --skip 1");
    const pty = shop.onTerminal(
      ["products", "update", "--all", "--expect", "12", "--set", "price=+1", "--yes"],
      { env: { ...env, TILL_CONCURRENCY: "1" } },
    );
    await pty.waitFor("Ctrl-B background");
    pty.type("\x02");
    await pty.waitFor("Start one: till worker");
    const worker = home.start("worker", { env });
    const workers = () => cluster.sql(env.TILL_JOURNAL, "SELECT id FROM till.worker");
    await expect.poll(workers).toHaveLength(1);
    const state = async () => JSON.parse((await home.till("jobs list --json", { env })).stdout).items[0];
    pty.type("\x02");
    await pty.waitFor("Handing over");
    await owner.till("sandbox fault --clear");
    expect(await exitCodeOf(pty)).toBe(0);
    expect(pty.history().join("\n")).toMatch(/Job \w+: queued/);
    await expect.poll(state).toMatchObject({ state: "done", done: 12, total: 12 });
    worker.kill("SIGTERM");
    const { items } = JSON.parse(
      (await owner.till(["sandbox", "log", "--filter", "method = PATCH", "--json"])).stdout,
    );
    const paths = items.map(({ path }: { path: string }) => path);
    expect(paths).toHaveLength(12);
    expect(new Set(paths).size).toBe(12);
  });
});
