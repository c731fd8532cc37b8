import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { exitCodeOf } from "../../support/terminal.ts";
import { type Pty, spawnPty } from "../pty.ts";
import { buildFixture } from "./build.ts";

let fixture: Awaited<ReturnType<typeof buildFixture>>;
const open: Pty[] = [];

beforeAll(async () => {
  fixture = await buildFixture("screens-process");
});
afterEach(() => {
  for (const pty of open.splice(0)) pty.close();
});
afterAll(() => fixture.remove());

async function show(scenario: string, text: string): Promise<Pty> {
  const pty = spawnPty(process.execPath, [fixture.script, scenario], { env: { NODE_ENV: "production" } });
  open.push(pty);
  await pty.waitFor(text);
  return pty;
}

test.each([
  ["confirm", "y/N"],
  ["full", "Full:"],
])("restores the terminal if the program crashes: %s", async (scenario, text) => {
  const pty = await show(scenario, text);
  pty.signal("SIGUSR2");
  expect(await exitCodeOf(pty)).toBe(1);
  expect(pty.history().join("\n")).toContain("a bug of ours");
});

test("restores the terminal after a signal without a handler", async () => {
  const pty = await show("confirm", "y/N");
  pty.signal("SIGHUP");
  expect(await exitCodeOf(pty)).toBe(129);
});

test("leaves the alternate screen after SIGTERM", async () => {
  const pty = await show("full", "Full:");
  pty.signal("SIGTERM");
  expect(await exitCodeOf(pty)).toBe(143);
});
