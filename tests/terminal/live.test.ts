import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

test("an order of another terminal appears by itself, marked; p pauses and resumes", async () => {
  const terminal = shop.onTerminal(["orders"], { columns: 80 });
  await terminal.waitFor("1 of 14");
  const before = terminal.screen();
  await shop.home.till("sandbox seed --orders 1");
  await terminal.waitFor("1 of 15");
  expect(terminal.screen().filter((line) => /^ {2}\+ /.test(line))).toHaveLength(1);
  expect(terminal.screen().find((line) => line.startsWith("❯"))).toBe(
    before.find((line) => line.startsWith("❯")),
  );
  terminal.type("p");
  await terminal.waitFor(/paused +1 of 15/);
  await shop.home.till("sandbox seed --orders 2");
  terminal.type("p");
  await terminal.waitFor("1 of 16");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("a list says why it waits for the platform, and that is not printed afterwards", async () => {
  let failing = false;
  const terminal = shop.onTerminal(["products"], {
    columns: 100,
    watch: (send) => async (request) =>
      failing && request.name === "products.query"
        ? { status: 500, headers: {}, body: "" }
        : await send(request),
  });
  await terminal.waitFor("1 of 24");
  failing = true;
  terminal.type("r");
  await terminal.waitFor(/500; trying again in \d+ s \(1\/3\).*1 of 24/);
  failing = false;
  await terminal.waitFor((screen) => !screen.join("\n").includes("trying again"));
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(terminal.history().join("\n")).not.toContain("trying again");
});
