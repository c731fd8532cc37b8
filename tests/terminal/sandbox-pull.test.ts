import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");
const line = "sandbox pull --source sandbox --name copy --keep-personal-data --yes".split(" ");

test("--keep-personal-data asks even with --yes, and then everything is as in the shop", async () => {
  const refused = shop.onTerminal(line);
  await refused.waitFor("Copy the names, addresses, emails and notes");
  refused.type("n");
  expect(await exitCodeOf(refused)).toBe(1);
  expect((await shop.home.till("profiles list --json")).stdout).not.toContain('"copy"');

  const terminal = shop.onTerminal(line);
  await terminal.waitFor("Copy the names, addresses, emails and notes");
  terminal.type("y");
  await terminal.waitFor("It contains personal data of customers.");
  expect(await exitCodeOf(terminal)).toBe(0);
  const { stdout, stderr } = await shop.home.till(
    "copy diff sandbox copy --only products,inventory,orders,events,tickets,discounts,shipping,tax,tips,settings",
  );
  expect({ stdout, stderr }).toEqual({ stdout: "", stderr: "No differences.\n" });
});
