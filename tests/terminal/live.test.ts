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
  const selected = (screen: readonly string[]) =>
    screen.find((line) => line.startsWith("❯"))?.slice(0, "❯   10014    2h     Ada Kowal".length);
  expect(selected(terminal.screen())).toBe(selected(before));
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
  await terminal.waitFor(/1 of 24[\s\S]*500; trying again in \d+ s \(1\/3\)/);
  failing = false;
  await terminal.waitFor((screen) => !screen.join("\n").includes("trying again"));
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(terminal.history().join("\n")).not.toContain("trying again");
});

/** Buys a mug. */
async function buy() {
  const address = "--ship-to 'US-NY, 10001, New York, 5 Main St'";
  await shop.home.till("cart add stoneware-mug --option Colour=Ink");
  await shop.home.till(`cart update --email ada@example.com --first-name Ada ${address}`);
  await shop.home.till("cart checkout");
  await shop.home.till("checkout complete --pay approved");
}

test("new orders count in the line of the last hour", async () => {
  const terminal = shop.onTerminal(["orders"], { columns: 100, env: { NO_COLOR: "1" } });
  await terminal.waitFor(/Last hour {2}·+ {2}no orders/);
  await buy();
  await terminal.waitFor(/Last hour {2}·+█ {2}1 order, [\d.]+ USD/);
  await buy();
  await terminal.waitFor(/Last hour .*█ {2}2 orders/);
  // With or without color, the row has a mark.
  await terminal.waitFor(/^ {2}\+ 10\d+/m);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});
