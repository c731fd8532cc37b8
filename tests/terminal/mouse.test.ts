import { describe, expect, test } from "vitest";
import type { Terminal } from "../support/terminal.ts";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

/** Opens the products at 80 by 24, and returns the terminal and what the mouse does at a cell; the first one is 1, 1. */
async function products(env: Record<string, string> = {}) {
  const terminal = shop.onTerminal(["products"], { env });
  await terminal.waitFor("1 of 24");
  const at = (button: number, x: number, y: number, end = "M") => `\x1b[<${button};${x};${y}${end}`;
  return {
    terminal,
    at,
    press: (x: number, y: number) => terminal.type(at(0, x, y)),
    drag: (x: number, y: number) => terminal.type(at(32, x, y)),
    release: (x: number, y: number) => terminal.type(at(0, x, y, "m")),
    click: (x: number, y: number) => terminal.type(at(0, x, y) + at(0, x, y, "m")),
  };
}

/** Waits for a text and returns where it begins on the window, as the mouse counts. */
async function find(terminal: Terminal, text: string): Promise<[x: number, y: number]> {
  await terminal.waitFor(text);
  const y = terminal.screen().findIndex((line) => line.includes(text));
  return [(terminal.screen()[y]?.indexOf(text) ?? 0) + 1, y + 1];
}

describe("the mouse", () => {
  test("selects and opens rows, sorts, opens lists and presses hints", async () => {
    const { terminal, click } = await products();
    const third = terminal.screen()[5]?.slice(4, 20).trim() ?? "";
    click(10, 6);
    await terminal.waitFor("3 of 24");
    click(10, 6);
    await terminal.waitFor(
      (screen) => screen.join("\n").includes("Id ") && screen.join("\n").includes(third),
    );
    terminal.type("\x1b");
    await terminal.waitFor(/❯.*\n(.*\n)*.*x actions/);
    click(...(await find(terminal, "PRICE")));
    await terminal.waitFor("sort price");
    click(...(await find(terminal, "Collections")));
    await terminal.waitFor("▐Collections▌");
    click(...(await find(terminal, "? keys")));
    // The last line is drawn last: before it, the window is not yet ready for the next key.
    await terminal.waitFor("Esc back");
    terminal.type("\x1b");
    click(...(await find(terminal, "q quit")));
    expect(await exitCodeOf(terminal)).toBe(0);
  });

  test("marks the rows of a drag, and the wheel scrolls, even if reports arrive in pieces", async () => {
    const { terminal, press, drag, release } = await products();
    press(10, 4);
    drag(10, 5);
    drag(10, 7);
    release(10, 7);
    await terminal.waitFor("4 marked");
    terminal.type("\x1b[<65;1");
    await new Promise(setImmediate);
    terminal.type("0;9M");
    await terminal.waitFor("7 of 24");
    expect(terminal.screen().join("\n")).not.toContain("0;9");
    terminal.type("q");
    expect(await exitCodeOf(terminal)).toBe(0);
  });

  test("scrolls what a command prints over the list", async () => {
    const { terminal } = await products();
    expect(terminal.mouse()).toBe(true);
    terminal.type(":products list");
    await terminal.waitFor("List products");
    terminal.type("\r");
    await terminal.waitFor("Press Enter to return");
    await terminal.waitFor(/↑ \d+ above/);
    terminal.type("\x1b[<64;10;9M");
    await terminal.waitFor("↓ 3 below");
    terminal.type("\x1b[<65;10;9M");
    await terminal.waitFor(/above ─/);
    expect(terminal.screen().join("\n")).not.toContain("below");
    terminal.type("\r");
    await terminal.waitFor("1 of 24");
    terminal.type("q");
    expect(await exitCodeOf(terminal)).toBe(0);
  });

  test("the first click on an action selects it, even if it was selected, and the second one runs it", async () => {
    const { terminal } = await products();
    terminal.type("x");
    await terminal.waitFor(/Actions for[\s\S]*Enter run/);
    const first = terminal.screen().findIndex((line) => line.startsWith("❯"));
    const click = `\x1b[<0;10;${first + 1}M\x1b[<0;10;${first + 1}m`;
    terminal.type(click);
    // A key of the menu that only moves: the screen has handled the click when it has drawn this.
    terminal.type("\x1b[B");
    await terminal.waitFor((screen) => screen[first + 1]?.startsWith("❯") === true);
    expect(terminal.alternateScreen()).toBe(true);
    terminal.type(click);
    await terminal.waitFor((screen) => screen[first]?.startsWith("❯") === true);
    terminal.type(click);
    await terminal.waitFor((screen) => !screen.some((line) => line.startsWith("enter run")));
    terminal.signal("SIGTERM");
    expect(await exitCodeOf(terminal)).toBe(143);
  });

  test("opens lists by the tabs of the dashboard, and presses its hints", async () => {
    const terminal = shop.onTerminal(["dashboard"], { columns: 110 });
    const click = async (text: string) => {
      const [x, y] = await find(terminal, text);
      terminal.type(`\x1b[<0;${x};${y}M\x1b[<0;${x};${y}m`);
    };
    await terminal.waitFor(/Sales: [\s\S]*\? keys/);
    await click("? keys");
    await terminal.waitFor(/╭ Keys ─/);
    await click("Esc back");
    await terminal.waitFor(/Sales: /);
    await click("Orders ");
    await terminal.waitFor(/▐Orders▌[\s\S]*❯/);
    terminal.type("q");
    expect(await exitCodeOf(terminal)).toBe(0);
  });

  test("is released when the program ends", async () => {
    const { terminal } = await products();
    terminal.signal("SIGTERM");
    expect(await exitCodeOf(terminal)).toBe(143);
  });

  test("is not captured if the setting is off, and for screen readers", async () => {
    for (const [name, value] of [
      ["TILL_MOUSE", "false"],
      ["INK_SCREEN_READER", "true"],
    ] as const) {
      const { terminal } = await products({ [name]: value });
      expect(terminal.mouse()).toBe(false);
      terminal.type("q");
      expect(await exitCodeOf(terminal)).toBe(0);
    }
  });
});
