import { expect, test } from "vitest";
import { readPng } from "../../src/ui/pictures/png.ts";
import { serve } from "../support/served.ts";
import { exitCodeOf, type Terminal, type TerminalOptions, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

/** Opens the product list on a terminal and the first product. */
async function looking(env: Record<string, string>, options: TerminalOptions = {}): Promise<Terminal> {
  const terminal = shop.onTerminal(["products"], { ...options, env: { COLORTERM: "truecolor", ...env } });
  await terminal.waitFor("1 of 24");
  terminal.type("\r");
  await terminal.waitFor("Handle       wool-throw");
  return terminal;
}

/** Quits and checks that the terminal is restored. */
async function expectQuit(terminal: Terminal): Promise<void> {
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(terminal.history()).toEqual([]);
}

test("draws half blocks on an unknown terminal, beside the fields", async () => {
  const terminal = await looking({});
  await terminal.waitFor((screen) => screen.filter((line) => line.includes("▀")).length > 3);
  expect(terminal.raw()).toMatch(/\x1b\[38;2;\d+;\d+;\d+m/);
  expect(terminal.raw()).not.toMatch(/\x1b_G|\x1b\]1337|\x1bP/);
  terminal.type("n");
  await terminal.waitFor("Gift Wrapping");
  terminal.resize(59, 24);
  await terminal.waitFor((screen) => !screen.some((line) => /[▀▄]/.test(line)));
  await expectQuit(terminal);
});

/** Returns the pictures sent to kitty, by id, and the ids removed. */
function kittyCommands(raw: string) {
  const files = new Map<string, string>();
  const forgotten: string[] = [];
  let current = "";
  for (const [, facts = "", data = ""] of raw.matchAll(/\x1b_G([^;\x1b]*)(?:;([^\x1b]*))?\x1b\\/g)) {
    const keys = Object.fromEntries(facts.split(",").map((fact) => fact.split("=")));
    if (keys.a === "d") forgotten.push(keys.i ?? "");
    else {
      current = keys.i ?? current;
      files.set(current, (files.get(current) ?? "") + data);
    }
  }
  return { files, forgotten };
}

test("sends each picture to kitty once, and removes it", async () => {
  const terminal = await looking({ TERM: "xterm-kitty" });
  await terminal.waitFor("\u{10eeee}");
  terminal.type("n");
  await terminal.waitFor("Handle       gift-wrapping");
  terminal.type("p");
  await terminal.waitFor("Handle       wool-throw");
  await terminal.waitFor("\u{10eeee}");
  await expectQuit(terminal);
  const { files, forgotten } = kittyCommands(terminal.raw());
  expect(files.size).toBeGreaterThanOrEqual(2);
  for (const file of files.values())
    expect(readPng(Buffer.from(file, "base64"))).toMatchObject({ width: 160, height: 160 });
  expect(forgotten).toEqual([...files.keys()]);
  const [id] = files.keys();
  const color = [Number(id) >> 16, (Number(id) >> 8) & 255, Number(id) & 255].join(";");
  const raw = terminal.raw();
  expect(raw.indexOf(`i=${id},`)).toBeLessThan(raw.indexOf(`\x1b[38;2;${color}m\u{10eeee}`));
});

test.each([[{ SSH_TTY: "/dev/pts/9" }], [{ TILL_PICTURES: "never" }], [{ NO_COLOR: "1" }]])(
  "shows neither picture nor notice with %j",
  async (env) => {
    const terminal = await looking(env);
    terminal.type("n");
    await terminal.waitFor("Handle       gift-wrapping");
    terminal.type("p");
    await terminal.waitFor("Handle       wool-throw");
    await expectQuit(terminal);
    expect(terminal.raw()).not.toMatch(/[▀▄]|picture/);
  },
);

test("a wrong filter exits as usual", async () => {
  const wrong = shop.onTerminal(["products", "list", "--filter", "price >> 3", "-i"]);
  expect(await exitCodeOf(wrong)).toBe(2);
});

test("removes the picture from kitty on SIGTERM", async () => {
  const terminal = await looking({ TERM: "xterm-kitty" });
  await terminal.waitFor("\u{10eeee}");
  terminal.signal("SIGTERM");
  expect(await exitCodeOf(terminal)).toBe(143);
  const { files, forgotten } = kittyCommands(terminal.raw());
  expect(forgotten).toEqual([...files.keys()]);
});

test("downloads pictures from a served sandbox", async () => {
  const served = await serve(shop.home);
  await served.control("POST seed", { shop: "demo" });
  const terminal = await looking(served.env);
  await terminal.waitFor((screen) => screen.filter((line) => line.includes("▀")).length > 3);
  await served.close();
  await expectQuit(terminal);
});
