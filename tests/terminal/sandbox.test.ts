import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const sandbox = terminals();

test("sandbox start shows requests as they come, and its keys control the shop", async () => {
  const terminal = sandbox.onTerminal(["sandbox", "start", "--memory", "--seed", "demo"], {
    columns: 100,
    rows: 30,
  });
  await terminal.waitFor("Keys: c clear");
  const [, base = ""] = /ready on (\S+)/.exec(terminal.screen().join("\n")) ?? [];
  const page = await fetch(`${base}/__till/pages/home`);
  expect(await page.text()).toContain("Client ID");
  await terminal.waitFor(/200 GET +\/__till\/pages\/home/);
  await fetch(`${base}/stores/v1/nowhere`);
  await terminal.waitFor(/501 GET +\/stores\/v1\/nowhere/);

  terminal.type("d");
  await terminal.waitFor("The next payment is declined.");
  terminal.type("a");
  await terminal.waitFor("The clock shows ");
  terminal.type("c");
  await terminal.waitFor((screen) => !screen.join("\n").includes("The clock shows"));
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(130);
});

test.each([[""], ["--quiet"]])(
  "in a pipe, requests are lines on stderr only without --quiet: %j",
  async (flags) => {
    const ready = Promise.withResolvers<string>();
    const logged = Promise.withResolvers<void>();
    const stop = new AbortController();
    let output = "";
    const ended = sandbox.home.till(`sandbox start --memory ${flags}`, {
      signal: stop.signal,
      onOutput(text) {
        output += text;
        const [, base] = /ready on (\S+)\n/.exec(output) ?? [];
        if (base) ready.resolve(base);
        if (output.includes("nowhere")) logged.resolve();
      },
    });
    const answer = await fetch(`${await ready.promise}/stores/v1/nowhere`);
    await answer.text();
    if (flags === "") await logged.promise;
    stop.abort("SIGTERM");
    const { stdout, stderr, code } = await ended;
    expect(code).toBe(143);
    expect(stdout).not.toContain("nowhere");
    if (flags === "") expect(stderr).toMatch(/501 GET {4}\/stores\/v1\/nowhere \d/);
    else expect(stderr).not.toContain("nowhere");
  },
);
