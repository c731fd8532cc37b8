import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

test("the screen opens from the local copy at once, and brings it up to date behind", async () => {
  const { home } = shop;
  await home.till("data sync");
  await home.till("products create --name 'Zebra lamp' --price 12.50");
  const requests: string[] = [];
  let hold: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const terminal = shop.onTerminal(["products", "list", "-i", "--local", "--sort", "name:desc"], {
    columns: 100,
    rows: 20,
    watch: (send) => async (request) => {
      requests.push(request.name ?? "");
      await held;
      return await send(request);
    },
  });
  // The platform has not answered yet.
  await terminal.waitFor(/Wool Throw/);
  expect(terminal.screen().join("\n")).toContain("From the local copy of");
  expect(terminal.screen().join("\n")).not.toContain("Zebra lamp");
  hold?.();
  await terminal.waitFor(/Zebra lamp/);
  expect(requests).toContain("orders.search");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});
