import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");
const env = { TERM: "dumb" };

test("a member signs up in single lines: the password is not shown, and a wrong answer is asked again", async () => {
  const terminal = shop.onTerminal(["account", "register"], { env });
  await terminal.waitFor("Email address:");
  terminal.type("nobody\r");
  await terminal.waitFor("Enter an email address.");
  terminal.type("ada@example.com\r");
  await terminal.waitFor("New password for ada@example.com: (not shown)");
  terminal.type("s3cret-wor");
  terminal.type("x\x7fd\r");
  await terminal.waitFor("Repeat it: (not shown)");
  terminal.type("another\r");
  await terminal.waitFor("The entries do not match. Try again.");
  terminal.type("s3cret-word\r");
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(terminal.raw()).not.toContain("s3cret");
  // Nothing moves the cursor.
  expect(terminal.raw()).not.toMatch(/\x1b\[[\d;]*[A-HJKf]/);
});

test("Ctrl-C ends a question that is not shown, with the exit code of Ctrl-C", async () => {
  const terminal = shop.onTerminal(["account", "register", "--email", "ada@example.com"], { env });
  await terminal.waitFor("(not shown)");
  terminal.type("\x03");
  expect(await exitCodeOf(terminal)).toBe(130);
});

test("an import proposes its command line, and Enter runs it", async () => {
  writeFileSync(shop.home.path("prices.csv"), "Artikelnr;VK brutto\nTHROW;139,50\n");
  const terminal = shop.onTerminal(["products", "import", "prices.csv", "--key", "sku"], {
    columns: 200,
    env,
  });
  await terminal.waitFor(/Run this instead\?.*\[till products import prices\.csv.*\]/);
  terminal.type("\r");
  await terminal.waitFor(/Apply the changes to 1 product\? y\/N/);
  terminal.type("y\r");
  expect(await exitCodeOf(terminal)).toBe(0);
});
