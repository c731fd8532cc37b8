import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SandboxServer, startSandboxServer } from "../../src/sandbox/server/server.ts";
import { createHome, type Home } from "../processes/program.ts";

/** Kills runs of till each while they write, and resumes them. Twelve sites with forty products each, on one server. */
const sites = Array.from(
  { length: 12 },
  (_, number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
);
const products = 40;
let server: SandboxServer;
let home: Home;

/** Calls the server as a site. */
async function ask(site: string, path: string, body?: object) {
  const response = await fetch(server.baseUrl + path, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { authorization: server.apiKey, "wix-site-id": site, "x-till-control": server.controlToken },
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

beforeAll(async () => {
  server = await startSandboxServer({ file: ":memory:", port: 0, sites: sites.length, onError: () => {} });
  await ask(server.siteId, "/__till/seed", { count: products });
  home = createHome();
  await home.till(["profiles", "create", "agency", "--platform", server.baseUrl]);
  writeFileSync(home.path("sites.csv"), `site\n${sites.join("\n")}\n`);
});
afterAll(async () => {
  home.close();
  await server.close();
});

/** Starts till, and kills it when the platform has accepted so many more writes. Resolves when it has ended. */
async function killed(line: readonly string[], more: number): Promise<void> {
  const before = await allWrites();
  const child = home.start(line, { env: { TILL_API_KEY: server.apiKey } });
  child.stdout?.resume();
  child.stderr?.resume();
  const ended = new Promise((done) => child.once("close", done));
  await expect.poll(allWrites, { interval: 10, timeout: 60_000 }).toBeGreaterThanOrEqual(before + more);
  child.kill("SIGKILL");
  await ended;
}

/** Counts the products of all sites whose writes the platform accepted. */
async function allWrites(): Promise<number> {
  const writes = await Promise.all(sites.map(async (site) => (await writesOf(site)).size));
  return writes.reduce((sum, one) => sum + one, 0);
}

/** Counts the writes of each product of a site that the platform accepted. */
async function writesOf(site: string): Promise<Map<string, number>> {
  const { requests } = (await ask(site, "/__till/log?limit=1000")) as {
    requests: { method: string; path: string; status: number }[];
  };
  const counts = new Map<string, number>();
  for (const { method, path, status } of requests)
    if (method === "PATCH" && status === 200) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

test("a run that is killed three times writes every product of every site once", async () => {
  const line = ["each", "--sites", "sites.csv", "--at-once", "4", "--yes", "--profile", "agency", "--"];
  await killed([...line, "products", "update", "--filter", "price > 0", "--set", "price=+1"], 20);
  expect(await allWrites()).toBeLessThan(sites.length * products);
  const resume = ["jobs", "resume", "--run", "last", "--at-once", "4", "--yes", "--no-wait"];
  await killed(resume, 15);
  await killed(resume, 60);
  const ended = await home.till(resume, { env: { TILL_API_KEY: server.apiKey } });
  expect(ended).toMatchObject({ code: 0 });
  const again = await home.till(resume, { env: { TILL_API_KEY: server.apiKey } });
  expect(again.stderr).toContain("Nothing to resume.");
  for (const site of sites) {
    const writes = await writesOf(site);
    expect(writes.size, site).toBe(products);
    expect(Math.max(...writes.values()), site).toBe(1);
  }
});
