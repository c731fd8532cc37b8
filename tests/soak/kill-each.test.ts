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
  await home.till(["profiles", "add", "agency", "--platform", server.baseUrl]);
  writeFileSync(home.path("sites.csv"), `site\n${sites.join("\n")}\n`);
});
afterAll(async () => {
  home.close();
  await server.close();
});

/** Starts till, and kills it some time after its first write begins. Resolves when it has ended. */
async function killed(line: readonly string[], after: number): Promise<void> {
  const child = home.start(line, { env: { TILL_API_KEY: server.apiKey } });
  let timer: NodeJS.Timeout | undefined;
  child.stderr?.on("data", (data: Buffer) => {
    if (/: writing /.test(data.toString())) timer ??= setTimeout(() => child.kill("SIGKILL"), after);
  });
  child.stdout?.resume();
  await new Promise((done) => child.once("close", done));
  clearTimeout(timer);
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
  await killed([...line, "products", "update", "--filter", "price > 0", "--set", "price=+1"], 250);
  const writes = await Promise.all(sites.map(async (site) => (await writesOf(site)).size));
  const before = writes.reduce((sum, one) => sum + one, 0);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(sites.length * products);
  const resume = ["jobs", "resume", "--run", "last", "--at-once", "4", "--yes", "--no-wait"];
  await killed(resume, 150);
  await killed(resume, 350);
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
