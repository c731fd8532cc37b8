import { mkdirSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { startSandboxServer } from "../../src/sandbox/server/server.ts";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals();

/** Serves three sites with three products each, which the file sites.csv of the home names. */
async function serveSites(): Promise<void> {
  const errors: unknown[] = [];
  const server = await startSandboxServer({
    file: ":memory:",
    port: 0,
    sites: 3,
    onError: (error) => errors.push(error),
  });
  onTestFinished(async () => {
    await server.close();
    expect(errors).toEqual([]);
  });
  const headers = {
    authorization: server.apiKey,
    "wix-site-id": server.siteId,
    "x-till-control": server.controlToken,
  };
  const body = JSON.stringify({ count: 3 });
  expect((await fetch(`${server.baseUrl}/__till/seed`, { method: "POST", headers, body })).ok).toBe(true);
  const { home } = shop;
  mkdirSync(home.path("till/state/sandboxes"), { recursive: true });
  const record = { ...server, name: "agency", file: ":memory:", startedAt: "2026-01-01" };
  writeFileSync(home.path("till/state/sandboxes/agency.json"), JSON.stringify(record));
  const sites = [0, 1, 2].map((number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`);
  writeFileSync(
    home.path("sites.csv"),
    `site,name\n${sites.map((site, number) => `${site},Shop ${number}\n`).join("")}`,
  );
}

test("a change of several sites is asked for once, with the changes of each; no sends nothing, yes all", async () => {
  await serveSites();
  const each = ["each", "--sites", "sites.csv", "--profile", "agency", "--"];
  const update = ["products", "update", "--filter", "price > 0", "--set", "ribbon=Neu"];
  const question = "Apply 9 changes on 3 sites?";
  const changed = async () => {
    const list = [...each, "products", "list", "--filter", 'ribbon = "Neu"'];
    const { stdout } = await shop.home.till(["each", "--json", ...list.slice(1)]);
    return JSON.parse(stdout).sites.map(({ output }: { output: { items: object[] } }) => output.items.length);
  };
  for (const [keys, code] of [
    ["n", 1],
    ["\x03", 130],
  ] as const) {
    const terminal = shop.onTerminal([...each, ...update]);
    await terminal.waitFor(question);
    for (const name of ["Shop 0", "Shop 1", "Shop 2"])
      expect(terminal.screen().join("\n")).toMatch(new RegExp(`${name} +│ +3`));
    terminal.type(keys);
    expect(await exitCodeOf(terminal)).toBe(code);
    expect(await changed()).toEqual([0, 0, 0]);
  }
  const terminal = shop.onTerminal([...each, ...update]);
  await terminal.waitFor(question);
  terminal.type("y");
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(terminal.raw()).toContain("till jobs undo --run");
  expect(await changed()).toEqual([3, 3, 3]);
});

test("a change of all products of several sites is confirmed by typing its number", async () => {
  await serveSites();
  const each = ["each", "--sites", "sites.csv", "--profile", "agency", "--"];
  const terminal = shop.onTerminal([
    ...each,
    "products",
    "update",
    "--all",
    "--expect",
    "3",
    "--set",
    "ribbon=Neu",
  ]);
  await terminal.waitFor("Apply 9 changes on 3 sites? Type 9 on 3 sites to confirm:");
  terminal.type("y\r");
  terminal.type("\x7f9 on 3 sites\r");
  expect(await exitCodeOf(terminal)).toBe(0);
});
