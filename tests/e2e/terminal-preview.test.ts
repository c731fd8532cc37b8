import { chmodSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { effectsOf } from "../support/outbox.ts";
import { exitCodeOf, terminals } from "./on-terminal.ts";

const shop = terminals("sandbox seed 40");
const raise = ["products", "update", "--filter", "price > 0", "--set", "price=+10%"];

/** A pager that shows only how many lines it got. */
function pager(): Record<string, string> {
  const path = shop.home.path("pager.sh");
  writeFileSync(path, '#!/bin/sh\nprintf "paged %s\\n" "$(grep -c price:)"\n');
  chmodSync(path, 0o755);
  return { TILL_PAGER: path };
}

test("d shows every change in the pager and asks again", async () => {
  const pty = shop.onTerminal(raise, { env: pager() });
  await pty.waitFor("y/N");
  expect(pty.screen().join("\n")).toMatch(/… and 28 more changes\n/);
  pty.type("d");
  await pty.waitFor("paged 40");
  await pty.waitFor("y/N");
  pty.type("d");
  await pty.waitFor(/paged 40.*paged 40.*y\/N/s);
  pty.type("y");
  expect(await exitCodeOf(pty)).toBe(0);
  expect(pty.history().join("\n")).toMatch(/Job \w{4}: 40 rows, 40 ok\./);
});

test("a dry run shows every change in the pager", async () => {
  const pty = shop.onTerminal([...raise, "--dry-run"], { env: pager() });
  expect(await exitCodeOf(pty)).toBe(0);
  expect(pty.history().join("\n")).toMatch(/paged 40\n.*Dry run: nothing was sent\./s);
  expect(effectsOf(shop.home.path("till/data/sandbox.db"))).toEqual([]);
});

test("--no-pager prints a sample", async () => {
  const pty = shop.onTerminal([...raise, "--dry-run", "--no-pager"], { env: pager() });
  expect(await exitCodeOf(pty)).toBe(0);
  expect(pty.history().join("\n")).toContain("… and 28 more changes (all of them: --diff changes.csv)");
});
