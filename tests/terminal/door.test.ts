import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const first = "W4DZ-R412-1RV01";
const shop = terminals("sandbox seed demo");

test("a scan, the same again, a name, and undo; the stored tickets are deleted at the end", async () => {
  const terminal = shop.onTerminal(["tickets", "door", "raku-night"]);
  await terminal.waitFor("Ready. Scan the first ticket.");
  expect(terminal.screen()[0]).toMatch(/Raku night +3 of 12 in/);
  terminal.type(`${first}\r`);
  await terminal.waitFor(/█ {4}IN *\n.* Petra Holm/);
  await terminal.waitFor("4 of 12 in");
  // Its order is authorized: the guest is in, but not in green.
  expect(terminal.screen().join("\n")).toMatch(/NOT PAID, authorized: \d+\.\d\d USD/);
  expect(terminal.screen().join("\n")).toMatch(/! IN {2}Petra Holm.* not paid, authorized: \d+\.\d\d USD/);
  terminal.type(`${first}\r`);
  await terminal.waitFor(/ALREADY CHECKED IN at \d\d:\d\d/);
  terminal.type("costa");
  await terminal.waitFor("2 matches");
  terminal.type("\x1b[B\r");
  await terminal.waitFor(/ IN *\n.* Ines Costa/);
  terminal.type("z\r");
  await terminal.waitFor("CHECK-IN UNDONE");
  await terminal.waitFor("online");
  await terminal.waitFor((screen) => !screen.join("\n").includes("not sent yet"));
  terminal.type("q\r");
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(terminal.history().join("\n")).toContain("Raku night: 1 check-in here; 4 of 12 tickets are in.");
  expect((await shop.home.till("tickets door raku-night --sync")).stdout).toBe(
    "Raku night: nothing was waiting.\n",
  );
});
