import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const computer = terminals("sandbox seed demo");

test("the tutorial checks what was done, can be left and continued, and touches nothing of the user", async () => {
  const { home } = computer;
  const before = (await home.till("products list --all --json")).stdout;
  const first = computer.onTerminal(["learn"], { env: { TILL_PROFILE: "missing" } });
  await first.waitFor("1 of 9: Open a product");
  await first.waitFor(/❯ +\S/);
  first.type("\r");
  await first.waitFor("2 of 9: Go back");
  first.type("\x1b");
  await first.waitFor("3 of 9: Filter the list");
  first.type("fprice > 50\r");
  await first.waitFor("4 of 9: Mark rows");
  first.type(" j ");
  await first.waitFor("5 of 9: Edit the price");
  first.type("q");
  expect(await exitCodeOf(first)).toBe(0);
  expect(first.history().join("\n")).toContain("Go on with: till learn");
  expect(existsSync(home.path("till/state/learn"))).toBe(true);

  const terminal = computer.onTerminal(["learn"]);
  await terminal.waitFor("5 of 9: Edit the price");
  await terminal.waitFor(/❯ +\S/);
  terminal.type("lle");
  await terminal.waitFor(/Enter/);
  terminal.type("\x15199.00\r");
  await terminal.waitFor("6 of 9: Look at your changes");
  terminal.type("d");
  await terminal.waitFor("7 of 9: Preview and apply");
  terminal.type("A");
  await terminal.waitFor("y/N");
  await terminal.waitFor("Tutorial: this is the preview");
  terminal.type("n");
  await terminal.waitFor("Nothing was sent.");
  terminal.type("A");
  await terminal.waitFor("y/N");
  terminal.type("y");
  await terminal.waitFor("8 of 9: Undo it");
  terminal.type("z");
  await terminal.waitFor(/Undo the changes to \d+ products?\? y\/N/);
  terminal.type("y");
  await terminal.waitFor("9 of 9: That is all");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(terminal.history().join("\n")).toContain("You have finished the tutorial; its shop is deleted.");
  expect(readdirSync(home.path("till/state"))).not.toContain("learn");
  expect((await home.till("products list --all --json")).stdout).toBe(before);
  expect(JSON.parse((await home.till("jobs list --json")).stdout).items).toEqual([]);
});

test("without a terminal it is printed", async () => {
  const { stdout, code } = await computer.home.till("learn");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^1\. Open a product$/m);
  expect(stdout).toMatch(/^9\. That is all$/m);
  expect(JSON.parse((await computer.home.till("learn --json")).stdout).steps).toHaveLength(9);
});
