import { afterEach, beforeEach, expect, test } from "vitest";
import type { Loopback } from "../../src/kernel/http-server.ts";
import { receiveWebhooks } from "../../src/webhooks/receive.ts";
import { exitCodeOf, type Terminal, terminals } from "../support/terminal.ts";

const shop = terminals();
let receiver: Loopback;
let emitted: string[];

beforeEach(async () => {
  emitted = [];
  receiver = await receiveWebhooks({
    port: 0,
    publicKey: (await shop.home.till("sandbox keys")).stdout,
    onEvent: ({ payload }) => void emitted.push((payload as { name: string }).name),
    onPlatformError: (error) => void emitted.push(`refused: ${error.message}`),
    onError: (error) => void emitted.push(`failed: ${error}`),
  });
});
afterEach(() => receiver.close());

const listen = (columns: number, ...args: string[]): Terminal =>
  shop.onTerminal(["webhooks", "listen", ...args], { columns, rows: 16 });

const create = (name: string) => shop.home.till(["products", "create", "--name", name, "--price", "8.50"]);

test.each([80, 120])(
  "%i columns: events of other processes are shown, forwarded and resent",
  async (columns) => {
    const terminal = listen(columns, "--forward-to", receiver.origin);
    await terminal.waitFor("No events yet.");
    expect(terminal.alternateScreen()).toBe(true);
    const delivered = async (count: number) =>
      await terminal.waitFor(
        (screen) => screen.filter((line) => /ProductCreated.*200 in \d+ ms/.test(line)).length === count,
      );
    expect((await create("Egg cup")).code).toBe(0);
    // Events that wait together are forwarded together, in no order.
    await delivered(1);
    expect((await create("Tea pot")).code).toBe(0);
    await delivered(2);
    expect(terminal.screen().find((line) => line.startsWith("❯"))).toContain("Tea pot");
    terminal.type("\x1b[A");
    await terminal.waitFor(/❯.*Egg cup/);
    terminal.type("r");
    await expect.poll(() => emitted).toEqual(["Egg cup", "Tea pot", "Egg cup"]);
    for (const line of terminal.screen()) expect(line.length).toBeLessThanOrEqual(columns);
    terminal.type("q");
    expect(await exitCodeOf(terminal)).toBe(0);
    expect(terminal.history().join(" ")).toMatch(/continues with\s+event 3\./);
  },
);

test("Ctrl-C exits with 130, and the next start continues after the last delivered event", async () => {
  const terminal = listen(80, "--forward-to", receiver.origin);
  await terminal.waitFor("No events yet.");
  await create("One");
  await terminal.waitFor("1 delivered");
  terminal.type("\x03");
  expect(await exitCodeOf(terminal)).toBe(130);
  await create("Two");
  const again = listen(80, "--forward-to", receiver.origin);
  await again.waitFor("1 event, 1 delivered");
  expect(emitted).toEqual(["One", "Two"]);
  again.signal("SIGTERM");
  expect(await exitCodeOf(again)).toBe(143);
});

test("without an address it only prints; --output ndjson and --once open no screen", async () => {
  const terminal = listen(80, "--topic", "Product*");
  await terminal.waitFor("Not forwarded");
  await create("Egg cup");
  await terminal.waitFor(/ProductCreated +Egg cup/);
  terminal.type("r");
  await terminal.waitFor("Events are not forwarded.");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
  const lines = listen(80, "--after", "start", "--once");
  expect(await exitCodeOf(lines)).toBe(0);
  expect(lines.raw()).not.toContain("\x1b[?1049h");
  expect(lines.history().join(" ")).toContain("ProductCreated");
});

test("while the sandbox does not respond, it says that it tries again, and q quits nothing of that", async () => {
  let failing = false;
  const terminal = shop.onTerminal(["webhooks", "listen"], {
    columns: 100,
    watch: (send) => async (request) =>
      failing ? { status: 503, headers: {}, body: "" } : await send(request),
  });
  await terminal.waitFor("No events yet.");
  failing = true;
  await terminal.waitFor(/; trying again in \d+ s \(1\/3\)/);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
  const left = terminal.history().join("\n");
  expect(left).toContain("Stopped. To continue from here");
  expect(left).not.toMatch(/trying again|Reading…/);
});
