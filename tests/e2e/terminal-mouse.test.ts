import { describe, expect, test } from "vitest";
import type { Pty } from "../support/pty.ts";
import { exitCodeOf, terminals } from "./on-terminal.ts";

const shop = terminals("sandbox seed demo");

/** Opens the products at 80 by 24, and returns the terminal and what the mouse does at a cell; the first one is 1, 1. */
async function products(env: Record<string, string> = {}) {
  const pty = shop.onTerminal(["products"], { env });
  await pty.waitFor("1 of 24");
  const at = (button: number, x: number, y: number, end = "M") => `\x1b[<${button};${x};${y}${end}`;
  return {
    pty,
    at,
    press: (x: number, y: number) => pty.type(at(0, x, y)),
    drag: (x: number, y: number) => pty.type(at(32, x, y)),
    release: (x: number, y: number) => pty.type(at(0, x, y, "m")),
    click: (x: number, y: number) => pty.type(at(0, x, y) + at(0, x, y, "m")),
  };
}

/** Waits for a text and returns where it begins on the window, as the mouse counts. */
async function find(pty: Pty, text: string): Promise<[x: number, y: number]> {
  await pty.waitFor(text);
  const y = pty.screen().findIndex((line) => line.includes(text));
  return [(pty.screen()[y]?.indexOf(text) ?? 0) + 1, y + 1];
}

describe("the mouse", () => {
  test("selects and opens rows, sorts, opens lists and presses hints", async () => {
    const { pty, click } = await products();
    const third = pty.screen()[5]?.slice(4, 20).trim() ?? "";
    click(10, 6);
    await pty.waitFor("3 of 24");
    click(10, 6);
    await pty.waitFor((screen) => screen.join("\n").includes("Id ") && screen.join("\n").includes(third));
    pty.type("\x1b");
    await pty.waitFor(/❯.*\n(.*\n)*.*x actions/);
    click(...(await find(pty, "PRICE")));
    await pty.waitFor("sort price");
    click(...(await find(pty, "Collections")));
    await pty.waitFor("[Collections]");
    click(...(await find(pty, "? keys")));
    // The last line is drawn last: before it, the window is not yet ready for the next key.
    await pty.waitFor("Esc closes");
    pty.type("\x1b");
    click(...(await find(pty, "q quit")));
    expect(await exitCodeOf(pty)).toBe(0);
  });

  test("marks the rows of a drag, and the wheel scrolls, also if reports arrive in pieces", async () => {
    const { pty, press, drag, release } = await products();
    press(10, 4);
    drag(10, 5);
    drag(10, 7);
    release(10, 7);
    await pty.waitFor("4 marked");
    pty.type("\x1b[<65;1");
    await new Promise((resolve) => setTimeout(resolve, 60));
    pty.type("0;9M");
    await pty.waitFor("7 of 24");
    expect(pty.screen().join("\n")).not.toContain("0;9");
    pty.type("q");
    expect(await exitCodeOf(pty)).toBe(0);
  });

  test("is given back while a command runs and while the screen is suspended", async () => {
    const { pty } = await products();
    expect(pty.mouse()).toBe(true);
    pty.type("\x1a");
    // The process group of the test has no shell that continues it.
    await pty.waitFor(() => pty.raw().lastIndexOf("\x1b[?1002l") > 0);
    await pty.waitFor(() => pty.mouse());
    pty.type(":jobs list\r");
    await pty.waitFor("Press Enter to return");
    expect(pty.mouse()).toBe(false);
    pty.type("\r");
    await pty.waitFor("1 of 24");
    expect(pty.mouse()).toBe(true);
    pty.type("q");
    expect(await exitCodeOf(pty)).toBe(0);
  });

  test("is given back when the program is ended", async () => {
    const { pty } = await products();
    pty.signal("SIGTERM");
    expect(await exitCodeOf(pty)).toBe(143);
  });

  test("stays with the terminal if the setting is off, and for screen readers", async () => {
    for (const [name, value] of [
      ["TILL_MOUSE", "false"],
      ["INK_SCREEN_READER", "true"],
    ] as const) {
      const { pty } = await products({ [name]: value });
      expect(pty.mouse()).toBe(false);
      pty.type("q");
      expect(await exitCodeOf(pty)).toBe(0);
    }
  });
});
