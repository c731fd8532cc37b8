import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SandboxServer, startSandboxServer } from "../../src/sandbox/server/server.ts";
import { type Cluster, skipped, startCluster } from "../processes/postgres.ts";
import { createHome, type Home } from "../processes/program.ts";
import { exitCodeOf, terminals } from "./on-terminal.ts";

const change = ["products", "update", "--all", "--expect", "12", "--set", "price=+1", "--yes"];

describe.skipIf(skipped)(`a job that Ctrl-B sends to the background${skipped}`, () => {
  let cluster: Cluster;
  let shop: Home;
  let server: SandboxServer;
  const computer = terminals();

  beforeAll(async () => {
    cluster = await startCluster();
    shop = createHome();
    await shop.till("sandbox seed 12");
    server = await startSandboxServer({
      file: shop.path("till/data/sandbox.db"),
      port: 0,
      onError: () => {},
    });
  });
  afterAll(async () => {
    await server?.close();
    shop?.close();
    await cluster?.close();
  });

  test("stays here while no worker runs, then goes on there, and nothing is sent twice", async () => {
    const env = { TILL_JOURNAL: await cluster.create() };
    const { home } = computer;
    await home.till(`profiles add shop --platform ${server.baseUrl} --site ${server.siteId} --use`);
    await home.till("login --api-key --key-file -", { stdin: `${server.apiKey}\n` });
    await shop.till("sandbox fault slow:600 --route products.update --count 100");
    const pty = computer.onTerminal(change, { env: { ...env, TILL_CONCURRENCY: "1" } });
    await pty.waitFor("Ctrl-B sends it to the background");
    pty.type("\x02");
    await pty.waitFor("Start one: till worker");
    const worker = home.start("worker", { env });
    const state = async () => JSON.parse((await home.till("jobs list --json", { env })).stdout).items[0];
    await pty.waitFor((screen) => {
      if (!screen.join("\n").includes("Handing over")) pty.type("\x02");
      return screen.join("\n").includes("Handing over");
    });
    expect(await exitCodeOf(pty)).toBe(0);
    expect(pty.history().join("\n")).toMatch(/Job \w+: queued/);
    await expect.poll(state, { timeout: 15_000 }).toMatchObject({ state: "done", done: 12, total: 12 });
    worker.kill("SIGTERM");
    const { items } = JSON.parse(
      (await shop.till(["sandbox", "log", "--filter", "method = PATCH", "--json"])).stdout,
    );
    const paths = items.map(({ path }: { path: string }) => path);
    expect(paths).toHaveLength(12);
    expect(new Set(paths).size).toBe(12);
  });
});

describe("without workers", () => {
  const computer = terminals("sandbox seed 12");

  test("Ctrl-B says how to get one, and the job goes on", async () => {
    await computer.home.till("sandbox fault slow:300 --route products.update --count 100");
    const pty = computer.onTerminal(change, { env: { TILL_CONCURRENCY: "1" } });
    await pty.waitFor("Ctrl-C stops safely; resume with");
    pty.type("\x02");
    // The sentence wraps.
    const said = (screen: string[]) => screen.join(" ").replaceAll(/\s+/g, " ");
    await pty.waitFor((screen) => said(screen).includes("The job goes on here."));
    expect(said(pty.screen())).toContain(
      "Only workers run jobs in the background, and they need a journal in PostgreSQL",
    );
    expect(await exitCodeOf(pty)).toBe(0);
    expect(pty.history().join("\n")).toContain("12 rows, 12 ok");
  });
});
