import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "./on-terminal.ts";

const terminal = terminals();

test("sandbox start shows requests as they come, and its keys control the shop", async () => {
  const pty = terminal.onTerminal(["sandbox", "start", "--memory", "--seed", "demo"], {
    columns: 100,
    rows: 30,
  });
  await pty.waitFor("Keys: c clear");
  const [, base = ""] = /ready on (\S+)/.exec(pty.screen().join("\n")) ?? [];
  const page = await fetch(`${base}/__till/pages/home`);
  expect(await page.text()).toContain("Client ID");
  await pty.waitFor(/200 GET +\/__till\/pages\/home/);
  await fetch(`${base}/stores/v1/nowhere`);
  await pty.waitFor(/404 GET +\/stores\/v1\/nowhere/);

  pty.type("d");
  await pty.waitFor("The next payment is declined.");
  pty.type("a");
  await pty.waitFor("The clock shows ");
  pty.type("c");
  await pty.waitFor((screen) => !screen.join("\n").includes("The clock shows"));
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(130);
});

test("in a pipe, requests are plain lines on stderr, and --quiet leaves them out", async () => {
  const { home } = terminal;
  for (const [flags, shown] of [
    [[], true],
    [["--quiet"], false],
  ] as const) {
    const child = home.start(["sandbox", "start", "--memory", ...flags]);
    let stdout = "";
    let stderr = "";
    child.stderr?.on("data", (text) => {
      stderr += text;
    });
    const base = await new Promise<string>((resolve) => {
      child.stdout?.on("data", (text) => {
        stdout += text;
        const [, found] = /ready on (\S+)\n/.exec(stdout) ?? [];
        if (found) resolve(found);
      });
    });
    await fetch(`${base}/stores/v1/nowhere`);
    if (shown) await expect.poll(() => stderr).toMatch(/404 GET {4}\/stores\/v1\/nowhere \d/);
    child.kill("SIGTERM");
    await new Promise((resolve) => child.on("close", resolve));
    expect(stdout).not.toContain("nowhere");
    expect(stderr.includes("nowhere")).toBe(shown);
  }
});
