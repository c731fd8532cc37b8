import { beforeEach, expect, test } from "vitest";
import { exitCodeOf, type Terminal, type TerminalOptions, terminals } from "../support/terminal.ts";

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

const shop = terminals();

beforeEach(async () => {
  const product = {
    name: hostile.replaceAll("\x00", ""),
    slug: "hostile",
    priceData: { price: 5 },
    brand: "\x1b]0;brand\x07",
    ribbon: "\u202eevil",
    description: "<p>\x1b[31mred</p>",
  };
  const created = await shop.home.till("products create --input - --json", {
    stdin: JSON.stringify(product),
  });
  expect(created).toMatchObject({ code: 0 });
});

const onTerminal = (args: readonly string[], options: TerminalOptions = {}): Terminal =>
  shop.onTerminal(args, { columns: 100, ...options, env: { TILL_PAGER: "cat", ...options.env } });

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
  const terminal = onTerminal(args);
  await terminal.exit;
  expect(terminal.raw()).not.toBe("");
  expectEscaped(terminal.raw(), args.join(" "));
});

test("the confirm screen, progress and the job list escape it too", async () => {
  const update = onTerminal(["products", "update", "hostile", "--set", 'name = replace(name, "A", "Z")']);
  await update.waitFor("y/N");
  update.type("y");
  expect(await exitCodeOf(update)).toBe(0);
  expectEscaped(update.raw(), "confirm and progress");
  for (const args of [
    ["jobs", "list"],
    ["jobs", "show", "last", "--steps", "all"],
  ]) {
    const terminal = onTerminal(args);
    await terminal.exit;
    expectEscaped(terminal.raw(), args.join(" "));
  }
  const undo = onTerminal(["jobs", "undo", "last", "--yes"]);
  expect(await exitCodeOf(undo)).toBe(0);
  expectEscaped(undo.raw(), "undo");
});

test("errors and notices in a pipe are escaped; JSON keeps the text", async () => {
  const missing = await shop.home.till(["products", "get", hostile.replaceAll("\x00", "")]);
  expect(missing.code).toBe(5);
  expectEscaped(missing.stderr, "stderr");
  const { stdout } = await shop.home.till("products get hostile --json");
  expectEscaped(stdout, "JSON");
  expect(JSON.parse(stdout).name).toBe(hostile.replaceAll("\x00", ""));
});

test.each([40, 80, 120])(
  "a table is no wider than a terminal of %d columns, and COLUMNS narrows it",
  async (columns) => {
    await shop.home.till("sandbox seed 5");
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

test("color is on for terminals except with NO_COLOR, --no-color, TERM=dumb or CI; flags win", async () => {
  const bold = async (args: string[], env: Record<string, string> = {}) => {
    const terminal = onTerminal(["products", "list", ...args], { env });
    await terminal.exit;
    return terminal.raw().includes("\x1b[1m");
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
