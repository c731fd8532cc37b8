import { afterEach, expect, test } from "vitest";
import { script } from "../processes/program.ts";
import { type Pty, spawnPty } from "../support/pty.ts";
import { exitCodeOf, terminals } from "./on-terminal.ts";

const shop = terminals("sandbox seed demo");

const shells: Pty[] = [];
afterEach(() => {
  for (const shell of shells.splice(0)) {
    shell.type("\x03q\x03kill -9 %1\r");
    shell.close();
  }
});

test("Ctrl-C with staged edits asks first, as q does", async () => {
  const pty = shop.onTerminal(["products"], { columns: 100 });
  await pty.waitFor("1 of 24");
  pty.type("\x1b[C\x1b[Ce+10%\r");
  await pty.waitFor("1 staged edit");
  pty.type("\x03");
  await pty.waitFor("Press Ctrl-C again to quit and discard 1 staged edit");
  pty.type("j");
  await pty.waitFor("2 of 24");
  pty.type("\x03");
  await pty.waitFor("Press Ctrl-C again");
  pty.type("\x03");
  expect(await exitCodeOf(pty)).toBe(130);
});

test("Ctrl-C ends till mcp, which says what it waits for", async () => {
  const pty = shop.onTerminal(["mcp"], { columns: 100 });
  await pty.waitFor("Waiting for a Model Context Protocol client on stdin");
  pty.type("\x03");
  expect(await exitCodeOf(pty)).toBe(130);
});

test("Ctrl-Z suspends the list and the prompt, and fg comes back with both as they were", async () => {
  const pty = spawnPty("bash", ["--norc", "--noprofile", "-i"], {
    cwd: shop.home.root,
    env: { ...shop.home.env(), PS1: "shell> " },
  });
  shells.push(pty);
  await pty.waitFor("shell>");
  pty.type(`${process.execPath} ${script} products\r`);
  await pty.waitFor("1 of 24");
  pty.type("j");
  await pty.waitFor("2 of 24");
  pty.type("\x1a");
  await pty.waitFor("Stopped");
  expect(pty.alternateScreen()).toBe(false);
  expect(pty.cursorVisible()).toBe(true);
  pty.type("stty -a | grep -c ' icanon'\r");
  await pty.waitFor(/^1$/m);
  pty.type("fg\r");
  await pty.waitFor("2 of 24");
  expect(pty.alternateScreen()).toBe(true);
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
});

test("resizing during a job leaves one title and one bar", async () => {
  await shop.home.till("sandbox seed 40");
  await shop.home.till("sandbox fault slow:60 --route products.update --count 200");
  for (let round = 0; round < 3; round++) {
    const pty = shop.onTerminal(
      [
        "products",
        "update",
        "--filter",
        "price > 0",
        "--set",
        `price=+${round + 1}`,
        "--yes",
        "--concurrency",
        "1",
      ],
      { columns: 120, rows: 30 },
    );
    await pty.waitFor(/\d+ of 72[\s\S]*Ctrl-C stops safely/);
    for (const columns of [52, 100, 44, 90, 41, 70]) {
      pty.resize(columns, 30);
      await new Promise((resolve) => setTimeout(resolve, 30 + round * 17));
    }
    await pty.waitFor((screen) => /^till jobs resume/.test(screen.at(-1) ?? ""));
    for (const mark of ["sandbox (profile", " of 72", " failed ", "Ctrl-C stops"])
      expect(
        pty.history().filter((line) => line.includes(mark)),
        mark,
      ).toHaveLength(1);
    pty.type("\x03");
    expect(await exitCodeOf(pty)).toBe(130);
  }
});
