import { expect, test } from "vitest";
import { readPng } from "../../src/ui/pictures/read-png.ts";
import { serve } from "../processes/program.ts";
import type { Pty, PtyOptions } from "../support/pty.ts";
import { terminals } from "./on-terminal.ts";

const shop = terminals("sandbox seed demo");

/** Opens the product list on a terminal and the first product. */
async function looking(env: Record<string, string>, options: PtyOptions = {}): Promise<Pty> {
  const pty = shop.onTerminal(["products"], { ...options, env: { COLORTERM: "truecolor", ...env } });
  await pty.waitFor("1 of 24");
  pty.type("\r");
  await pty.waitFor("Slug         wool-throw");
  return pty;
}

/** Quits and checks that the terminal is restored. */
async function expectQuit(pty: Pty): Promise<void> {
  pty.type("q");
  const { code, ttyBefore, ttyAfter } = await pty.exit;
  expect({ code, tty: ttyAfter }).toEqual({ code: 0, tty: ttyBefore });
  expect(pty.cursorVisible()).toBe(true);
  expect(pty.alternateScreen()).toBe(false);
  expect(pty.history()).toEqual([]);
}

test("draws half blocks on an unknown terminal, beside the fields", async () => {
  const pty = await looking({});
  await pty.waitFor((screen) => screen.filter((line) => line.includes("▀")).length > 3);
  expect(pty.raw()).toMatch(/\x1b\[38;2;\d+;\d+;\d+m/);
  expect(pty.raw()).not.toMatch(/\x1b_G|\x1b\]1337|\x1bP/);
  pty.type("n");
  await pty.waitFor("Gift Wrapping");
  pty.resize(59, 24);
  await pty.waitFor((screen) => !screen.some((line) => /[▀▄]/.test(line)));
  await expectQuit(pty);
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
  const pty = await looking({ TERM: "xterm-kitty" });
  await pty.waitFor("\u{10eeee}");
  pty.type("n");
  await pty.waitFor("Slug         gift-wrapping");
  pty.type("p");
  await pty.waitFor("Slug         wool-throw");
  await pty.waitFor("\u{10eeee}");
  await expectQuit(pty);
  const { files, forgotten } = kittyCommands(pty.raw());
  expect(files.size).toBeGreaterThanOrEqual(2);
  for (const file of files.values())
    expect(readPng(Buffer.from(file, "base64"))).toMatchObject({ width: 160, height: 160 });
  expect(forgotten).toEqual([...files.keys()]);
  const [id] = files.keys();
  const colour = [Number(id) >> 16, (Number(id) >> 8) & 255, Number(id) & 255].join(";");
  const raw = pty.raw();
  expect(raw.indexOf(`i=${id},`)).toBeLessThan(raw.indexOf(`\x1b[38;2;${colour}m\u{10eeee}`));
});

test("draws an inline picture after every frame that shows it", async () => {
  const pty = await looking({ TERM_PROGRAM: "WezTerm" });
  await pty.waitFor(() => pty.raw().includes("\x1b]1337;File="));
  await pty.quiet();
  const drawn = pty.raw().split("\x1b]1337;File=").length - 1;
  expect(pty.raw()).toMatch(/\x1b7\x1b\[3;\d+H\x1b\]1337;File=[^\x07]*\x07\x1b8/);
  pty.type("?");
  await pty.waitFor("type a word; Esc closes");
  await pty.quiet();
  expect(pty.raw().split("\x1b]1337;File=").length - 1).toBe(drawn);
  pty.type("\x1b");
  await pty.waitFor("enter details");
  pty.type("\r");
  await pty.waitFor(() => pty.raw().split("\x1b]1337;File=").length - 1 > drawn);
  await expectQuit(pty);
});

test.each([[{ SSH_TTY: "/dev/pts/9" }], [{ TILL_PICTURES: "never" }], [{ NO_COLOR: "1" }]])(
  "shows neither picture nor notice with %j",
  async (env) => {
    const pty = await looking(env);
    await pty.quiet();
    expect(pty.screen().join("\n")).not.toMatch(/[▀▄]|picture/);
    await expectQuit(pty);
  },
);

test("draws sixels if chosen and supported by the terminal, and keeps keys typed meanwhile", async () => {
  const pty = shop.onTerminal(["products"], { env: { COLORTERM: "truecolor", TILL_PICTURES: "sixel" } });
  await pty.waitFor(() => pty.raw().includes("\x1b[16t\x1b[c"));
  pty.type("\x1b[6;20;10t\x1b[?62;4;22c");
  await pty.waitFor("1 of 24");
  pty.type("\r");
  await pty.waitFor(() => /\x1b7\x1b\[3;\d+H\x1bP0;1q"1;1;280;280/.test(pty.raw()));
  await expectQuit(pty);
});

test("falls back to half blocks if the terminal does not reply; a wrong filter exits as usual", async () => {
  const env = { TILL_PICTURES: "sixel" };
  const pty = await looking(env);
  await pty.waitFor((screen) => screen.filter((line) => line.includes("▀")).length > 3);
  await expectQuit(pty);
  const wrong = shop.onTerminal(["products", "list", "--filter", "price >> 3", "-i"], { env });
  const { code, ttyBefore, ttyAfter } = await wrong.exit;
  expect({ code, tty: ttyAfter }).toEqual({ code: 2, tty: ttyBefore });
});

test("removes the picture from kitty on SIGTERM", async () => {
  const pty = await looking({ TERM: "xterm-kitty" });
  await pty.waitFor("\u{10eeee}");
  pty.signal("SIGTERM");
  expect(await pty.exit).toMatchObject({ code: 143 });
  const { files, forgotten } = kittyCommands(pty.raw());
  expect(forgotten).toEqual([...files.keys()]);
  expect(pty.alternateScreen()).toBe(false);
});

test("downloads pictures from a served sandbox", async () => {
  const served = await serve(shop.home, "--seed", "demo");
  const pty = await looking(served.env);
  await pty.waitFor((screen) => screen.filter((line) => line.includes("▀")).length > 3);
  await served.stop();
  await expectQuit(pty);
});
