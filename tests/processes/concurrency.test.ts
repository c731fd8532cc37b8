import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { effectsOf, timesOf } from "../support/outbox.ts";
import { isHolding } from "../support/served.ts";
import { createHome, endOf, type Home, serve } from "./program.ts";

let home: Home;
beforeEach(() => {
  home = createHome();
});
afterEach(() => home.close());

const sandbox = () => home.path("till/data/sandbox.db");
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function inDatabase<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

test("twenty processes with one expired single-use token: one renewal, twenty successes", async () => {
  await home.till("sandbox seed 3");
  await home.till("products list --as visitor");
  inDatabase(sandbox(), (db) => db.exec("INSERT OR REPLACE INTO setting VALUES ('tokenRotation', 'on')"));
  inDatabase(home.path("till/config/credentials.db"), (db) =>
    db.exec("UPDATE credential SET expires_at = 1"),
  );
  const before = await tokenCalls();
  const all = await Promise.all(times(20, () => home.till("products list --as visitor --json")));
  expect(all.map(({ code }) => code)).toEqual(times(20, () => 0));
  expect(all.map(({ stderr }) => stderr).join("")).toBe("");
  expect((await tokenCalls()) - before).toBe(1);
});

async function tokenCalls(): Promise<number> {
  await home.till("sandbox status");
  return inDatabase(
    sandbox(),
    (db) => db.prepare("SELECT 1 FROM request WHERE path LIKE '%/token'").all().length,
  );
}

test("five exports to one path at once all succeed, and the file is a complete one of them", async () => {
  await home.till("sandbox seed 200");
  await home.till("products export alone.csv");
  const all = await Promise.all(times(5, () => home.till("products export race.csv")));
  expect(all.map(({ code, stderr }) => [code, stderr])).toEqual(times(5, () => [0, all[0]?.stderr]));
  expect(readFileSync(home.path("race.csv"), "utf8")).toBe(readFileSync(home.path("alone.csv"), "utf8"));
  expect(readdirSync(home.root).filter((name) => name.includes("race"))).toEqual(["race.csv"]);
});

test("ten writers on one sandbox all succeed, with each product once and unique slugs", async () => {
  await home.till("sandbox seed 20");
  const all = await Promise.all([
    ...times(6, (index) => home.till(["products", "create", "--name", `Parallel ${index}`, "--price", "1"])),
    ...times(4, (index) =>
      home.till([
        "products",
        "update",
        "--filter",
        `sku = "GEN-00000${index + 1}"`,
        "--set",
        "price=+1",
        "--yes",
      ]),
    ),
  ]);
  expect(all.map(({ code, stderr }) => [code, stderr.includes("locked")])).toEqual(
    times(10, () => [0, false]),
  );
  const effects = effectsOf(sandbox());
  expect(timesOf(effects, "ProductCreated")).toEqual({ once: 6 });
  expect(timesOf(effects, "ProductChanged")).toEqual({ once: 4 });
});

test("creating the same name concurrently never gives two products one slug", async () => {
  const all = await Promise.all(times(5, () => home.till("products create --name Same --price 1 --json")));
  const matching = all
    .filter(({ code }) => code === 0)
    .map(({ stdout }) => JSON.parse(stdout).slug as string);
  expect(new Set(matching).size).toBe(matching.length);
  expect(timesOf(effectsOf(sandbox()), "ProductCreated")).toEqual({ once: matching.length });
  expect(all.map(({ code }) => code).filter((code) => code !== 0 && code !== 6)).toEqual([]);
});

test("two resumes of one job: one runs, the other exits with 6 and changes nothing", async () => {
  const served = await serve(home, "--seed", "40");
  const { env } = served;
  const raise = ["products", "update", "--filter", "price > 0", "--set", "price=+10%", "--yes"];
  await served.control("POST faults", { fault: "429:0", route: "products.update", times: 1000 });
  expect((await home.till(raise, { env })).code).toBe(7);
  await served.control("DELETE faults");
  await served.control("POST faults", { fault: "hold", route: "products.update", times: 1 });

  const running = endOf(home.start("jobs resume last --yes", { env }));
  await isHolding(served);
  const second = await home.till("jobs resume last --yes --json", { env });
  expect(second).toMatchObject({ code: 6, stdout: "" });
  expect(JSON.parse(second.stderr)).toMatchObject({ error: { code: "JOB_RUNNING" } });
  expect(await home.till("jobs undo last --yes", { env })).toMatchObject({ code: 6 });
  const { stdout } = await home.till("jobs list --json", { env });
  expect(JSON.parse(stdout).items[0]).toMatchObject({ state: "running" });
  await served.control("DELETE faults");
  expect(await running).toMatchObject({ code: 0 });
  expect(timesOf(effectsOf(served.file), "ProductChanged")).toEqual({ once: 40 });
});

test("Ctrl-C in a pipe finishes requests in flight and exits with 130; resume does the rest once", async () => {
  const served = await serve(home, "--seed", "200");
  const { env } = served;
  const args = [
    "products",
    "update",
    "--filter",
    "price > 0",
    "--set",
    "price=+10%",
    "--yes",
    "--max-requests",
    "50",
  ];
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    const child = home.start(
      code === 130 ? args : ["jobs", "resume", "last", "--yes", "--max-requests", "50"],
      {
        env,
      },
    );
    const ending = endOf(child);
    const before = effectsOf(served.file).length;
    await expect.poll(() => effectsOf(served.file).length).toBeGreaterThan(before);
    child.kill(signal);
    const ended = await ending;
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(/Resume with: till jobs resume \w{4}/);
    const { stdout } = await home.till("jobs list --json", { env });
    expect(JSON.parse(stdout).items[0]).toMatchObject({ state: "stopped" });
  }
  expect(await home.till("jobs resume last --yes", { env })).toMatchObject({ code: 0 });
  expect(timesOf(effectsOf(served.file), "ProductChanged")).toEqual({ once: 200 });
});

test("a second Ctrl-C exits at once", async () => {
  const served = await serve(home, "--seed", "3");
  await served.control("POST faults", { fault: "hold", route: "products.update", times: 1 });
  const child = home.start(["products", "update", "--filter", "price > 0", "--set", "price=+10%", "--yes"], {
    env: served.env,
  });
  const ending = endOf(child);
  await isHolding(served);
  // Signals that come close together count as one. The first alone would wait for the call that is held.
  const ended = () => {
    child.kill("SIGINT");
    return child.signalCode;
  };
  await expect.poll(ended, { interval: 100 }).toBe("SIGINT");
  expect(await ending).toMatchObject({ signal: "SIGINT" });
});
