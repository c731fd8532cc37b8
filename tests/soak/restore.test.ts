import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHome, type Home, type Served, serve } from "../processes/program.ts";
import { jobsOf } from "../processes/repeated-kills.ts";
import { effectsOf, timesOf } from "../support/outbox.ts";
import { random } from "../support/runs.ts";
import { contentOf } from "../support/snapshots.ts";

/** Backups and restores of a served sandbox, with processes that are killed at random moments. */
const products = 1200;
const deleted = 500;
const repriced = 500;
const rounds = [1, 2];
const only = ["--only", "products,collections,inventory"];

let home: Home;
let kills = 0;

describe.each([
  ["v1", "ProductCreated"],
  ["v3", "product_created"],
])("catalog %s", (catalog, created) => {
  let served: Served;
  let before: Record<string, string>;
  let handles: string[];

  beforeAll(async () => {
    home = createHome();
    served = await serve(home);
    await served.control("POST seed", { count: products, catalog });
    before = await contents("before");
    const lines = (before["products.ndjson"] ?? "").split("\n").filter(Boolean);
    handles = lines.map((line) => (JSON.parse(line) as { handle: string }).handle);
    expect(handles).toHaveLength(products);
  });
  afterAll(() => home.close());

  async function till(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await home.till(args, { env: served.env });
    expect(code, stderr.slice(-2000)).toBe(0);
    return stdout;
  }

  async function contents(folder: string): Promise<Record<string, string>> {
    await till("copy", "pull", home.path(folder), ...only);
    return contentOf(home.path(folder));
  }

  /** Runs a command that is killed four times at a random moment; `again` returns how it is continued. */
  async function throughKills(command: readonly string[], again: () => Promise<readonly string[]>) {
    for (let run = 1; run <= 5; run++) {
      const killAfter = run < 5 ? 300 + random() * 2500 : 0;
      const args = run === 1 ? command : await again();
      const ended = await home.till(args, { env: served.env, killAfter });
      if (ended.signal !== null) {
        kills++;
        continue;
      }
      expect(ended.code, ended.stderr.slice(-2000)).toBe(0);
      return;
    }
  }

  test.each(rounds)("500 deleted and 500 repriced, round %d: equal, and each created once", async (round) => {
    const backup = ["backup", "create", ...only];
    await throughKills(backup, async () => backup);
    const list = (from: number, count: number) =>
      `handle in (${handles
        .slice(from, from + count)
        .map((handle) => `"${handle}"`)
        .join(", ")})`;
    const start = (round * 37) % (products - deleted - repriced);
    await till("products", "delete", "--filter", list(start, deleted), "--expect", `${deleted}`, "--yes");
    const change = ["--set", "price=0.5", "--expect", `${repriced}`, "--yes"];
    await till("products", "update", "--filter", list(start + deleted, repriced), ...change);
    const position = effectsOf(served.file).at(-1)?.seq ?? 0;
    const earlier = jobsOf(home).length;
    const command = ["backup", "restore", "--yes"];
    await throughKills(command, async () => {
      const jobs = jobsOf(home);
      const [job] = jobs;
      const begun = jobs.length > earlier && job !== undefined && job.state !== "unplanned";
      return begun ? ["jobs", "resume", job.id, "--yes", "--no-wait"] : command;
    });
    expect(await contents(`after${round}`)).toEqual(before);
    expect(timesOf(effectsOf(served.file, position), created)).toEqual({ once: deleted });
    expect(await till("backup", "restore", "--dry-run")).toContain("0 to change");
  });
});

test("processes were killed", () => expect(kills).toBeGreaterThan(rounds.length * 2));
