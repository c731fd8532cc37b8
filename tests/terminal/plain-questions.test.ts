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

test("a choice is a number or a text of the list; Ctrl-C ends it with its exit code", async () => {
  const question = "dropdown --label Course --option Wheel --option Glaze --required";
  await shop.home.till(`events form add studio-open-day --kind ${question}`);
  const who = ["--first-name", "Noa", "--last-name", "Berg", "--fields", "form.inputValues"];
  const rsvp = (email: string) =>
    shop.onTerminal(["events", "rsvps", "create", "studio-open-day", ...who, "--email", email], { env });
  const stopped = rsvp("noa@example.com");
  await stopped.waitFor(/Course:\s+1 {2}Wheel\s+2 {2}Glaze\s+1 to 2:/);
  stopped.type("\x03");
  expect(await exitCodeOf(stopped)).toBe(130);
  for (const answer of ["2", "Glaze"]) {
    const terminal = rsvp(`noa-${answer}@example.com`);
    await terminal.waitFor("1 to 2:");
    terminal.type("3\r");
    await terminal.waitFor("Type a number from 1 to 2.");
    terminal.type(`${answer}\r`);
    expect(await exitCodeOf(terminal)).toBe(0);
  }
  const { stdout } = await shop.home.till("events rsvps list studio-open-day --jq '.items[].id'");
  const answers = [];
  for (const id of stdout.trim().split("\n")) {
    const { rsvp } = JSON.parse(
      (await shop.home.till(`api rsvps.get -f rsvpId=${id} -f fields=FORM --json`)).stdout,
    );
    if (/^noa/.test(rsvp.email)) answers.push(rsvp.form.inputValues.at(-1).value);
  }
  expect(answers).toEqual(["Glaze", "Glaze"]);
});

test("a local time that occurs twice is asked for, with the offset of each", async () => {
  const line = ["events", "update", "raku-night", "--start", "2030-10-27T02:30", "--end", "2030-10-27T05:00"];
  const terminal = shop.onTerminal([...line, "--yes"], { env });
  await terminal.waitFor(/2030-10-27T02:30 occurs twice in Europe\/Berlin\. Which one\?/);
  await terminal.waitFor(/1 {2}.*\+02:00.*\s+2 {2}.*\+01:00.*\s+1 to 2:/);
  terminal.type("2\r");
  expect(await exitCodeOf(terminal)).toBe(0);
  const { stdout } = await shop.home.till("events get raku-night --json");
  expect(JSON.parse(stdout).dateAndTimeSettings.startDate).toBe("2030-10-27T01:30:00.000Z");
  expect(await shop.home.till([...line, "--yes"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("occurs twice"),
  });
});
