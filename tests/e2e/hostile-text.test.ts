import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createHome, type Home, script } from "../processes/program.ts";
import { type Pty, type PtyOptions, spawnPty } from "../support/pty.ts";

/** A name that would set the window title, write the clipboard, clear the screen, reverse the line and overwrite it. */
const hostile =
  "A\x1b]0;owned\x07B\x1b]52;c;cGF5\x1b\\C\x1b[2J\x1b[3JD\x9b31mE\u202eF\u2066G\rH\nI\x08J\x00K";
const forbidden = [
  "\x1b]",
  "\x1b[2J",
  "\x1b[3J",
  "\x07",
  "\x9b",
  "\u202e",
  "\u2066",
  "\x08",
  "\x00",
  "\r H",
  "\rH",
];

let home: Home;
const open: Pty[] = [];
beforeAll(async () => {
  home = createHome();
  const product = {
    name: hostile.replaceAll("\x00", ""),
    slug: "hostile",
    priceData: { price: 5 },
    brand: "\x1b]0;brand\x07",
    ribbon: "\u202eevil",
    description: "<p>\x1b[31mred</p>",
  };
  const created = await home.till("products create --input - --json", { stdin: JSON.stringify(product) });
  if (created.code !== 0) throw new Error(created.stderr);
});
afterEach(() => {
  for (const pty of open.splice(0)) pty.close();
});
afterAll(() => home.close());

function onTerminal(args: readonly string[], options: PtyOptions = {}): Pty {
  const pty = spawnPty(process.execPath, [script, ...args], {
    cwd: home.root,
    columns: 100,
    ...options,
    env: home.env({ TILL_PAGER: "cat", ...options.env }),
  });
  open.push(pty);
  return pty;
}

function expectEscaped(raw: string, what: string): void {
  for (const bytes of forbidden)
    expect(raw.includes(bytes), `${what} let ${JSON.stringify(bytes)} through: ${JSON.stringify(raw)}`).toBe(
      false,
    );
}

const commands = [
  ["products", "list"],
  ["products", "get", "hostile"],
  ["products", "list", "--output", "csv"],
  ["products", "list", "--output", "yaml"],
  ["products", "list", "--output", "ndjson"],
  ["products", "list", "--json"],
  ["products", "export"],
  ["products", "export", "--format", "wix"],
  ["products", "export", "--format", "json"],
  ["products", "update", "hostile", "--set", "price=+1", "--dry-run"],
  ["products", "get", hostile.replaceAll("\x00", "")],
  ["products", "list", "--filter", `name = "${hostile.replaceAll("\x00", "")}`],
  ["products", "list", "--nope\x1b]0;x\x07"],
  ["\x1b]0;x\x07"],
  ["jobs", "show", "\x1b]0;x\x07\u202e"],
  ["products", "import", "\x1b]0;x\x07.csv"],
];

test.each(commands)("%s %s %s escapes hostile text on a terminal", async (...args) => {
  const pty = onTerminal(args);
  await pty.exit;
  expect(pty.raw()).not.toBe("");
  expectEscaped(pty.raw(), args.join(" "));
});

test("the confirm screen, progress and the job list escape it too", async () => {
  const update = onTerminal(["products", "update", "hostile", "--set", 'name = replace(name, "A", "Z")']);
  await update.waitFor("y/N");
  update.type("y");
  expect((await update.exit).code).toBe(0);
  expectEscaped(update.raw(), "confirm and progress");
  for (const args of [
    ["jobs", "list"],
    ["jobs", "show", "last", "--steps", "all"],
  ]) {
    const pty = onTerminal(args);
    await pty.exit;
    expectEscaped(pty.raw(), args.join(" "));
  }
  const undo = onTerminal(["jobs", "undo", "last", "--yes"]);
  expect((await undo.exit).code).toBe(0);
  expectEscaped(undo.raw(), "undo");
});

test("errors and notices in a pipe are escaped; JSON keeps the text", async () => {
  const missing = await home.till(["products", "get", hostile.replaceAll("\x00", "")]);
  expect(missing.code).toBe(5);
  expectEscaped(missing.stderr, "stderr");
  const { stdout } = await home.till("products get hostile --json");
  expectEscaped(stdout, "JSON");
  expect(JSON.parse(stdout).name).toBe(hostile.replaceAll("\x00", ""));
});

test.each([40, 80, 120])(
  "a table is no wider than a terminal of %d columns, and COLUMNS narrows it",
  async (columns) => {
    await home.till("sandbox seed 5");
    const wide = onTerminal(["products", "list"], { columns });
    await wide.exit;
    expect(Math.max(...wide.history().map((line) => line.length))).toBeLessThanOrEqual(columns);
    const narrow = onTerminal(["products", "list"], { columns, env: { COLUMNS: "36" } });
    await narrow.exit;
    expect(
      Math.max(
        ...narrow
          .history()
          .filter((line) => !line.startsWith("There are more"))
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(36);
  },
);

test("colour is on for terminals except with NO_COLOR, --no-color, TERM=dumb or CI; flags win", async () => {
  const bold = async (args: string[], env: Record<string, string> = {}) => {
    const pty = onTerminal(["products", "list", ...args], { env });
    await pty.exit;
    return pty.raw().includes("\x1b[1m");
  };
  expect(await bold([])).toBe(true);
  expect(await bold([], { NO_COLOR: "1" })).toBe(false);
  expect(await bold(["--no-color"])).toBe(false);
  expect(await bold(["--color", "never"], { FORCE_COLOR: "1" })).toBe(false);
  expect(await bold([], { TERM: "dumb" })).toBe(false);
  expect(await bold([], { CI: "1" })).toBe(false);
  expect(await bold([], { CI: "1", FORCE_COLOR: "1" })).toBe(true);
  expect(await bold(["--color=always"], { NO_COLOR: "1" })).toBe(true);
});
