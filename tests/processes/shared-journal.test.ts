import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { effectsOf, timesOf } from "../support/outbox.ts";
import { secured, skipped } from "./postgres.ts";
import { endOf, type Home } from "./program.ts";
import { blindResends, type SharedHomes, sharedHomes, throughHomes, timesCaptured } from "./shared-homes.ts";

const held = 1000;
const capture = ["orders", "capture", "--authorized", "--yes", "--quiet"];

describe.skipIf(skipped)(`a journal in PostgreSQL${skipped}`, () => {
  let world: SharedHomes;
  beforeAll(async () => {
    world = await sharedHomes(1_200);
  });
  afterAll(async () => await world?.close());
  afterEach(async () => await world.served.control("DELETE faults"));

  /** Empties the sandbox and fills it with authorized orders. */
  async function orders(count: number): Promise<void> {
    await world.served.control("POST reset");
    await world.served.control("POST seed", { orders: count });
  }

  /** Lets some captures through and holds the others. */
  async function holdCaptures(): Promise<void> {
    await world.served.control("POST faults", {
      fault: "hold",
      route: "orderBilling",
      skip: 5,
      times: held,
    });
  }

  /** Resolves when a capture is held. */
  async function isHolding(): Promise<void> {
    const times = async () =>
      ((await world.served.control("GET faults")) as { faults: { times: number }[] }).faults[0]?.times;
    await expect.poll(times).not.toBe(held);
  }

  test("kill -9 at random moments, resumed from another computer: every order is captured once", async () => {
    const { served } = world;
    await orders(100);
    const { last: before } = await blindResends(served);
    await served.control("POST faults", { fault: "slow:100", route: "orderBilling", times: 1000 });
    const { kills, last } = await throughHomes(world, capture, { kills: 2, from: 450, to: 1000 });
    expect({ killed: kills > 0, code: last.code, stderr: last.stderr }).toMatchObject({
      killed: true,
      code: 0,
    });
    expect(await timesCaptured(served)).toEqual({ 1: 100 });
    expect(await blindResends(served, before)).toMatchObject({ blind: [] });
  });

  test("a process that is stopped, taken over, and continued sends nothing more and exits with 6", async () => {
    const { served, homes, env } = world;
    await orders(40);
    const { last: before } = await blindResends(served);
    await holdCaptures();
    const stopped = homes[0].start(capture, { env });
    stopped.stdin?.end();
    const ended = endOf(stopped);
    await isHolding();
    const show = JSON.parse((await homes[1].till("jobs list --json", { env })).stdout);
    expect(show.items[0]).toMatchObject({
      state: "running",
      holder: expect.stringMatching(/^\S+@\S+, process \d+$/),
    });
    stopped.kill("SIGSTOP");
    await served.control("DELETE faults");
    const taken = await homes[1].till(["jobs", "resume", show.items[0].id, "--yes", "--no-wait"], { env });
    expect(taken).toMatchObject({ code: 0 });
    stopped.kill("SIGCONT");
    expect(await ended).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("was taken over by another process"),
    });
    expect(await timesCaptured(served)).toEqual({ 1: 40 });
    expect(await blindResends(served, before)).toMatchObject({ blind: [] });
  });

  test("PostgreSQL stopped in the middle: exit 9, nothing is sent after the last commit, and the job can be resumed", async () => {
    const { served, homes, env, cluster, sql } = world;
    await orders(40);
    const { last: before } = await blindResends(served);
    await holdCaptures();
    const child = homes[0].start(capture, { env });
    child.stdin?.end();
    const ended = endOf(child);
    await isHolding();
    await cluster.stop();
    await served.control("DELETE faults");
    expect(await ended).toMatchObject({
      code: 9,
      stderr: expect.stringMatching(/PostgreSQL .* resume it: till jobs resume/s),
    });
    const { sends, last } = await blindResends(served, before);
    await cluster.start();
    const [job] = await sql<{ id: string; marked: number }>(
      `SELECT j.id, count(*) FILTER (WHERE s.state <> 'planned') AS marked
       FROM till.job j JOIN till.step s ON s.job = j.id GROUP BY j.id ORDER BY max(j."createdAt") DESC LIMIT 1`,
    );
    expect(sends).toBeLessThanOrEqual(job?.marked ?? 0);
    expect(
      await homes[1].till(["jobs", "resume", String(job?.id), "--yes", "--no-wait"], { env }),
    ).toMatchObject({
      code: 0,
    });
    expect((await blindResends(served, last)).blind).toEqual([]);
    expect(await timesCaptured(served)).toEqual({ 1: 40 });
  });

  test("another computer lists, shows, exports and undoes a job", async () => {
    const { served, homes, env } = world;
    await served.control("POST reset");
    await served.control("POST seed", { count: 20 });
    const start = effectsOf(served.file).at(-1)?.seq;
    const change = ["products", "update", "--filter", "price > 0", "--set", "price=+10%", "--yes"];
    expect(await homes[0].till(change, { env })).toMatchObject({ code: 0 });
    const list = JSON.parse((await homes[1].till("jobs list --json", { env })).stdout);
    const { id } = list.items[0];
    const show = JSON.parse((await homes[1].till(["jobs", "show", id, "--json"], { env })).stdout);
    expect(show).toMatchObject({
      totals: { rows: 20, ok: 20 },
      actor: expect.any(String),
      host: expect.any(String),
    });
    const steps = await homes[1].till(["jobs", "show", id, "--steps", "done", "--json"], { env });
    expect(JSON.parse(steps.stdout).items).toHaveLength(20);
    const lines = await homes[1].till("jobs export --command products --format ndjson", { env });
    expect(lines.stdout.trim().split("\n")).toHaveLength(20);
    expect(await homes[1].till(["jobs", "undo", id, "--yes"], { env })).toMatchObject({ code: 0 });
    expect(timesOf(effectsOf(served.file, start), "ProductChanged")).toEqual({ "2 times": 20 });
  });

  test("the plan of a single change is applied on one computer, and again only if nothing was carried out", async () => {
    const { served, homes, env } = world;
    const plan = homes[0].path("gifts.ndjson");
    const planned = ["collections", "create", "--name", "Gifts", "--plan-out", plan];
    expect(await homes[0].till(planned, { env })).toMatchObject({ code: 0 });
    const apply = (home: Home) => home.till(["apply", plan, "--yes"], { env });
    await served.control("POST faults", { fault: "403", route: "collections.create", times: held });
    const limited = await homes[0].till(["apply", plan, "--yes"], { env: { ...env, TILL_RETRIES: "0" } });
    expect(limited).toMatchObject({ code: 7 });
    await served.control("DELETE faults");
    const both = await Promise.all(homes.map(apply));
    expect(both.map(({ code }) => code).sort()).toEqual([0, 6]);
    const refused = both.find(({ code }) => code === 6);
    expect(refused?.stderr).toMatch(/This plan was applied before, by \S+@\S+\./);
    for (const home of homes) expect(await apply(home)).toMatchObject({ code: 6 });
    const listed = await homes[1].till(["collections", "list", "--filter", "name = Gifts", "--json"], {
      env,
    });
    expect(JSON.parse(listed.stdout).items).toHaveLength(1);
  });

  test("a bad database is a clear error: nothing is sent, and the password is not shown", async () => {
    const { served, homes, env, cluster } = world;
    const password = "pa55word-canary";
    const { last } = await blindResends(served);
    const attempt = async (journal: string) => {
      const { code, stdout, stderr } = await homes[0].till(
        ["products", "update", "--filter", "price > 0", "--set", "price=1", "--yes"],
        { env: { ...env, TILL_JOURNAL: journal } },
      );
      expect(stdout + stderr).not.toContain(password);
      expect(stderr).not.toContain("    at ");
      return { code, stderr };
    };
    const unreachable = await attempt(`postgres://till:${password}@127.0.0.1:1/till`);
    expect(unreachable).toMatchObject({ code: 8, stderr: expect.stringContaining("cannot be reached") });
    const wrong = await attempt(cluster.url("postgres", `${secured.user}:${password}`));
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("rejected the user or its password"),
    });
    expect(await attempt(`mysql://till:${password}@db/till`)).toMatchObject({ code: 2 });
    const newer = await cluster.create();
    await homes[0].till("jobs list", { env: { ...env, TILL_JOURNAL: newer } });
    await cluster.sql(newer, "UPDATE till.setup SET version = version + 90");
    expect(await attempt(newer)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("newer version of till"),
    });
    await cluster.sql(newer, "UPDATE till.setup SET version = version - 90");
    const readOnly = await attempt(`${newer}&options=-c%20default_transaction_read_only%3Don`);
    expect(readOnly).toMatchObject({ code: 2, stderr: expect.stringContaining("does not allow") });
    expect((await blindResends(served, last)).sends).toBe(0);
  });

  test("the password of a stored address is kept with the credentials", async () => {
    const { homes, served, cluster } = world;
    const url = cluster.url(
      new URL(world.env.TILL_JOURNAL ?? "").pathname.slice(1),
      `${secured.user}:${secured.password}`,
    );
    await world.sql(
      `GRANT USAGE ON SCHEMA till TO ${secured.user}; GRANT SELECT ON ALL TABLES IN SCHEMA till TO ${secured.user}`,
    );
    const [home] = homes;
    const set = await home.till(["config", "set", "journal", url]);
    const shown = await home.till("config list --json");
    const settings = await home.till("config path");
    for (const text of [set.stdout, set.stderr, shown.stdout, readFileSync(settings.stdout.trim(), "utf8")])
      expect(text).not.toContain(secured.password);
    const { env } = served;
    expect(await home.till("jobs list", { env })).toMatchObject({ code: 0, stderr: "" });
    expect((await home.till("doctor", { env })).stdout).toContain("postgres://secured@localhost/");
    await home.till("config delete journal");
  });
});
