import { afterEach, beforeEach, expect, test } from "vitest";
import type { Loopback } from "../../src/kernel/http-server.ts";
import { receiveWebhooks } from "../../src/webhooks/receive.ts";
import { type Pty, spawnPty } from "../support/pty.ts";
import { createHome, type Home, script } from "./program.ts";

let home: Home;
let receiver: Loopback;
let emitted: string[];
const open: Pty[] = [];

beforeEach(async () => {
  home = createHome();
  emitted = [];
  receiver = await receiveWebhooks({
    port: 0,
    publicKey: (await home.till("sandbox keys")).stdout,
    onEvent: ({ payload }) => void emitted.push((payload as { name: string }).name),
    onPlatformError: (error) => void emitted.push(`refused: ${error.message}`),
    onError: (error) => void emitted.push(`failed: ${error}`),
  });
});
afterEach(async () => {
  for (const pty of open.splice(0)) pty.close();
  await receiver.close();
  home.close();
});

function listen(columns: number, ...args: string[]): Pty {
  const all = [script, "webhooks", "listen", ...args];
  const pty = spawnPty(process.execPath, all, { columns, rows: 16, cwd: home.root, env: home.env() });
  open.push(pty);
  return pty;
}

async function exitCodeOf(pty: Pty): Promise<number> {
  const { code, ttyBefore, ttyAfter } = await pty.exit;
  expect(ttyAfter).toBe(ttyBefore);
  expect([pty.cursorVisible(), pty.alternateScreen()]).toEqual([true, false]);
  expect(pty.raw()).not.toContain("\x1b[3J");
  return code;
}

const create = (name: string) => home.till(["products", "create", "--name", name, "--price", "8.50"]);

test.each([80, 120])(
  "%i columns: events of other processes are shown, forwarded and resent",
  async (columns) => {
    const pty = listen(columns, "--forward-to", receiver.origin);
    await pty.waitFor("No events yet.");
    expect(pty.alternateScreen()).toBe(true);
    expect((await create("Egg cup")).code).toBe(0);
    expect((await create("Tea pot")).code).toBe(0);
    await pty.waitFor(
      (screen) => screen.filter((line) => /ProductCreated.*200 in \d+ ms/.test(line)).length === 2,
    );
    expect(pty.screen().find((line) => line.startsWith("❯"))).toContain("Tea pot");
    pty.type("\x1b[A");
    await pty.waitFor(/❯.*Egg cup/);
    pty.type("r");
    await expect.poll(() => emitted).toEqual(["Egg cup", "Tea pot", "Egg cup"]);
    for (const line of pty.screen()) expect(line.length).toBeLessThanOrEqual(columns);
    pty.type("q");
    expect(await exitCodeOf(pty)).toBe(0);
    expect(pty.history().join(" ")).toMatch(/continues with\s+event 3\./);
  },
);

test("Ctrl-C exits with 130, and the next start continues after the last delivered event", async () => {
  const pty = listen(80, "--forward-to", receiver.origin);
  await pty.waitFor("No events yet.");
  await create("One");
  await pty.waitFor("1 delivered");
  pty.type("\x03");
  expect(await exitCodeOf(pty)).toBe(130);
  await create("Two");
  const again = listen(80, "--forward-to", receiver.origin);
  await again.waitFor("1 event, 1 delivered");
  expect(emitted).toEqual(["One", "Two"]);
  again.signal("SIGTERM");
  expect(await exitCodeOf(again)).toBe(143);
});

test("without an address it only prints; --output ndjson and --once open no screen", async () => {
  const pty = listen(80, "--topic", "Product*");
  await pty.waitFor("Not forwarded");
  await create("Egg cup");
  await pty.waitFor(/ProductCreated +Egg cup/);
  pty.type("r");
  await pty.waitFor("Events are not forwarded.");
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
  const lines = listen(80, "--from", "start", "--once");
  expect(await exitCodeOf(lines)).toBe(0);
  expect(lines.raw()).not.toContain("\x1b[?1049h");
  expect(lines.history().join(" ")).toContain("ProductCreated");
});
