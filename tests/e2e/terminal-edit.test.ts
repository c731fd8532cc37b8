import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { effectsOf } from "../support/outbox.ts";
import { exitCodeOf, terminals } from "./on-terminal.ts";

const shop = terminals("sandbox seed demo");

/** An editor that asks at the terminal for a price. */
function editor(): Record<string, string> {
  const path = shop.home.path("editor.sh");
  writeFileSync(
    path,
    `#!/bin/sh
[ -t 0 ] && [ -t 1 ] || exit 9
printf 'price? '; read price; sed -i "s/^price: .*/price: $price/" "$1"\n`,
  );
  chmodSync(path, 0o755);
  return { EDITOR: path };
}

const kept = () => {
  const folder = shop.home.path("till/state/edits");
  return existsSync(folder) ? readdirSync(folder) : [];
};
const command = ["edit", "products", "oven-mitt", "--fields", "price"];

test("the editor has the terminal, a mistake opens it again, and the question follows", async () => {
  const pty = shop.onTerminal(command, { env: editor() });
  await pty.waitFor("price? ");
  pty.type("cheap\r");
  await pty.waitFor(/price\? cheap\s+price\? /);
  pty.type("13.50\r");
  await pty.waitFor("y/N");
  expect(pty.screen().join("\n")).toMatch(/Oven Mitt +price +\S+ +13\.50/);
  pty.type("y");
  expect(await exitCodeOf(pty)).toBe(0);
  expect(pty.history().join("\n")).toMatch(/Job \w{4}: 1 row, 1 ok\./);
  expect(kept()).toEqual([]);
});

test("no keeps the text, and Ctrl-C in the editor sends nothing", async () => {
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
  expect(effectsOf(shop.home.path("till/data/sandbox.db"))).toEqual([]);
});

test("SIGTERM ends the editor, too", async () => {
  const pty = shop.onTerminal(command, { env: editor() });
  await pty.waitFor("price? ");
  pty.signal("SIGTERM");
  expect(await exitCodeOf(pty)).toBe(143);
  expect(kept()).toEqual([]);
});
