import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  for (const shop of ["de", "fr", "it"]) await world.till(`profiles create shop-${shop} --platform sandbox`);
  for (const shop of ["de", "fr"]) await world.till(`sandbox seed demo --profile shop-${shop}`);
  writeFileSync(
    world.path("shops.csv"),
    "profile,name,slug\nshop-de,Berlin,oven-mitt\nshop-fr,Paris,oven-mitt\nshop-it,Rome & <Milan>,oven-mitt\n",
  );
});

const change = "-- products update {slug} --set price=+1";

test("failed:RUN runs on the sites that failed, under their names and with their columns", async () => {
  const first = await world.till(`each --sites shops.csv --yes --json --junit sites.xml ${change}`);
  expect(first.code).toBe(9);
  const { id, sites } = JSON.parse(first.stdout) as { id: string; sites: { name: string; state: string }[] };
  expect(sites.map(({ name, state }) => [name, state])).toEqual([
    ["Berlin", "done"],
    ["Paris", "done"],
    ["Rome & <Milan>", "failed"],
  ]);
  const report = readFileSync(world.path("sites.xml"), "utf8");
  expect(report).toContain('<testsuites tests="3" failures="1" skipped="0">');
  expect(report).toMatch(
    /<testcase classname="till" name="Rome &amp; &lt;Milan&gt;"><failure message="[^"<]+" type="exit code 5">/,
  );
  expect(report.match(/<testcase /g)).toHaveLength(3);
  await world.till("sandbox seed demo --profile shop-it");
  // What a killed process leaves.
  writeFileSync(world.path("till/state/runs/99991231235959000-zzzzzz.json.1-a2b3.part"), '{"id":');
  for (const run of ["last", id]) {
    const again = await world.till(`each --sites failed:${run} --dry-run --json ${change}`);
    expect((JSON.parse(again.stdout) as typeof first & { sites: object[] }).sites).toMatchObject([
      { name: "Rome & <Milan>", profile: "shop-it", changes: 1 },
    ]);
  }
  expect(await world.till(`each --sites failed:last --yes ${change}`)).toMatchObject({ code: 0 });
  expect(await world.till(`each --sites failed:last --yes ${change}`)).toMatchObject({ code: 2 });
  expect(await world.till(`each --sites failed:zzzzzz --yes ${change}`)).toMatchObject({ code: 5 });
});

test("a run that was killed while it wrote ends 9 when it is resumed: the site that could not be planned is in its report", async () => {
  let killed: World | undefined;
  await world.till(`each --sites shops.csv --yes --at-once 1 ${change}`, {
    onRequest({ effect }) {
      // What a computer that is reset at the first write leaves.
      if (effect !== "read") killed ??= createWorld({ from: world.home });
    },
  });
  const left = killed as unknown as World;
  const before = await left.till(`each --sites failed:last --dry-run ${change}`);
  expect(before.stderr).toContain("Not among the failed sites: Berlin, Paris stopped");
  const resumed = await left.till("jobs resume --run last --yes --no-wait --junit sites.xml");
  expect(resumed).toMatchObject({
    code: 9,
    stderr: expect.stringContaining("Failed before: Rome & <Milan>"),
  });
  const report = readFileSync(left.path("sites.xml"), "utf8");
  expect(report).toContain('<testsuites tests="3" failures="1" skipped="0">');
  expect(report).toMatch(/name="Rome &amp; &lt;Milan&gt;"><failure /);
  // What is done by now is not among the failed sites, and not said to have stopped.
  const again = await left.till(`each --sites failed:last --dry-run --json ${change}`);
  expect(again.stderr).not.toContain("stopped");
  const { sites } = JSON.parse(again.stdout) as { sites: { name: string }[] };
  expect(sites.map(({ name }) => name)).toEqual(["Rome & <Milan>"]);
  left.close();
});

test("a run that was killed while it planned ends 9 when it is resumed: the other sites were not planned", async () => {
  let killed: World | undefined;
  const line = "each --sites shop-de,shop-fr --yes --at-once 1 -- products update oven-mitt --set price=+1";
  await world.till(line, {
    onRequest({ effect }) {
      const jobs = world.path("till/state/jobs");
      if (effect === "read" && existsSync(jobs) && readdirSync(jobs).length > 0)
        killed ??= createWorld({ from: world.home });
    },
  });
  const left = killed as unknown as World;
  expect(await left.till("jobs resume --run last --yes --no-wait")).toMatchObject({
    code: 9,
    stderr: expect.stringContaining("Failed before: shop-fr."),
  });
  left.close();
});

test("a report that cannot be written is an error before anything is sent", async () => {
  const result = await world.till(`each --sites shops.csv --yes --junit none/sites.xml ${change}`);
  expect(result).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("none/sites.xml cannot be written: its directory does not exist."),
  });
  expect((await world.till("jobs list --json")).stdout).toContain('"items":[]');
});

test("a site is in a run once, also if its id is in capitals", async () => {
  const site = "9a1d7c30-52b8-4b0e-9a44-0c6e1f2d3b47";
  writeFileSync(world.path("twice.csv"), `site\n${site}\n${site.toUpperCase()}\n`);
  await world.till("profiles create agency --platform http://127.0.0.1:1");
  expect(await world.till("each --sites twice.csv --profile agency -- products list")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("twice.csv, line 3: line 3 is the same site as line 2"),
  });
});

test("sites that --fail-fast did not begin are said, and run with those that failed", async () => {
  const first = await world.till(
    `each --sites shop-it,shop-de,shop-fr --fail-fast --at-once 1 --yes ${change.replace("{slug}", "oven-mitt")}`,
  );
  expect(first).toMatchObject({ code: 9, stderr: expect.stringContaining("Not started: 2 sites.") });
  await world.till("sandbox seed demo --profile shop-it");
  const again = await world.till("each --sites failed:last --json -- products count");
  expect((JSON.parse(again.stdout) as { sites: object[] }).sites).toMatchObject([
    { profile: "shop-it" },
    { profile: "shop-de" },
    { profile: "shop-fr" },
  ]);
});

test("a run that --fail-fast kept from sending is reported and recorded, with the sites that were planned", async () => {
  const line = `each --sites shop-de,shop-it,shop-fr --fail-fast --at-once 1 --yes --json --junit sites.xml`;
  const first = await world.till(`${line} ${change.replace("{slug}", "oven-mitt")}`);
  expect(first).toMatchObject({ code: 5, stderr: expect.stringContaining("Nothing was sent: --fail-fast") });
  const { sites } = JSON.parse(first.stdout) as { sites: { state: string; job?: string }[] };
  expect(sites.map(({ state }) => state)).toEqual(["waiting", "failed", "waiting"]);
  expect(sites.map(({ job }) => job ?? null)).toEqual([null, null, null]);
  expect(readFileSync(world.path("sites.xml"), "utf8")).toContain('tests="3" failures="1" skipped="2"');
  expect((await world.till("jobs list --json")).stdout).toContain('"items":[]');
  await world.till("sandbox seed demo --profile shop-it");
  const again = await world.till(
    `each --sites failed:last --yes --json ${change.replace("{slug}", "oven-mitt")}`,
  );
  expect(JSON.parse(again.stdout).sites).toHaveLength(3);
});

test("a job whose only step may have been sent is undone with its run", async () => {
  await world.till(`each --sites shop-de --yes ${change.replace("{slug}", "oven-mitt")}`);
  const [file = ""] = readdirSync(world.path("till/state/jobs")).filter((name) => name.endsWith(".sqlite"));
  const db = new DatabaseSync(world.path(`till/state/jobs/${file}`));
  // As after a read that did not show the change yet.
  db.exec("UPDATE step SET state = 'planned'");
  db.close();
  const price = async () =>
    (await world.till("products get oven-mitt --profile shop-de --jq .price.price")).stdout;
  const changed = await price();
  expect(await world.till("jobs undo --run last --yes")).toMatchObject({ code: 0 });
  expect(Number(await price())).toBe(Number(changed) - 1);
});

test("a site whose line cannot be parsed is in the output with the reason", async () => {
  writeFileSync(world.path("limits.csv"), "profile,most\nshop-de,1\nshop-fr,none\n");
  const line = "-- products list --limit {most} --fields name";
  const result = await world.till(`each --sites limits.csv --json ${line}`);
  expect(result.code).toBe(9);
  expect(JSON.parse(result.stdout)).toMatchObject({
    sites: [
      { profile: "shop-de", exitCode: 0 },
      {
        profile: "shop-fr",
        exitCode: 2,
        error: { message: expect.stringContaining('Invalid value "none"') },
      },
    ],
    exitCode: 9,
  });
  writeFileSync(world.path("limits.csv"), "profile,most\nshop-fr,1\nshop-it,none\nshop-de,1\n");
  const text = await world.till(`each --sites limits.csv --at-once 1 ${line}`);
  expect(text.stdout).toMatch(/^== shop-fr\n.*\n== shop-de\n/s);
  expect(text.stderr).toContain('shop-it: Invalid value "none" for --limit');
});

test("plans of sites are written to files, which the result names", async () => {
  const made = await world.till(
    "each --sites shop-de,shop-fr -- products update oven-mitt --set price=+1 --plan-out {profile}.plan",
  );
  expect(made.code).toBe(0);
  for (const shop of ["shop-de", "shop-fr"]) {
    expect(made.stderr).toContain(
      `${shop}: Nothing was sent. The plan is in ${shop}.plan; apply it with: till apply`,
    );
    expect(await world.till(`apply ${shop}.plan --yes`)).toMatchObject({ code: 0 });
  }
  expect(made.stderr).not.toContain("Nothing to do.");
});

test("--expect and --max-total limit all sites together, and nothing is sent beyond", async () => {
  const writes: string[] = [];
  const onRequest = ({ effect, name }: { effect: string; name: string }) => {
    if (effect !== "read") writes.push(name);
  };
  const sites = "each --sites shop-de,shop-fr --yes";
  const tooFew = await world.till(`${sites} --expect 3 -- products update oven-mitt --set price=+1`, {
    onRequest,
  });
  expect(tooFew).toMatchObject({
    code: 6,
    stderr: expect.stringContaining("2 changes on 2 sites planned, but --expect is 3. Nothing was sent."),
  });
  const none = "-- products update oven-mitt --set price=+0";
  expect(await world.till(`${sites} --expect 0 ${none}`)).toMatchObject({ code: 0 });
  expect(await world.till(`${sites} --expect 3 ${none}`)).toMatchObject({
    code: 6,
    stderr: expect.stringContaining("0 changes on 0 sites planned, but --expect is 3. Nothing was sent."),
  });
  const capture = "-- orders capture 10006";
  const planned = await world.till(`${sites} --dry-run --json ${capture}`);
  expect(planned.code).toBe(0);
  const tooMuch = await world.till(`${sites} --max-total 100USD ${capture}`, { onRequest });
  expect(tooMuch).toMatchObject({
    code: 6,
    stderr: expect.stringMatching(/The total is [\d.]+ USD, but --max-total allows 100.00 USD/),
  });
  expect(writes).toEqual([]);
  expect((await world.till("jobs list --json")).stdout).toContain('"items":[]');
  const allowed = await world.till(`${sites} --expect 2 --max-total 9000USD ${capture}`, { onRequest });
  expect(allowed).toMatchObject({ code: 0 });
  expect(writes).toHaveLength(2);
});

test("a run is one summary on GitHub Actions, and resume names the sites as the run did", async () => {
  const env = { GITHUB_ACTIONS: "1", GITHUB_STEP_SUMMARY: world.path("summary.md"), TILL_PROFILE: "shop-de" };
  const result = await world.till(`each --sites shops.csv --yes ${change}`, { env });
  expect(result.stderr.match(/^::error/gm)).toHaveLength(1);
  const summary = readFileSync(world.path("summary.md"), "utf8");
  expect(summary.match(/^### /gm)).toHaveLength(1);
  expect(summary).toContain("| done | 2 | 2 |");
  const undone = await world.till("jobs undo --run last --yes --json");
  expect((JSON.parse(undone.stdout) as { sites: { name: string }[] }).sites.map(({ name }) => name)).toEqual([
    "Berlin",
    "Paris",
  ]);
});

test("a run with a name from TILL_RUN is found by its whole name only", async () => {
  for (const name of ["night/1-a", "night/1-ab"])
    expect(
      await world.till(`each --sites shops.csv --yes ${change}`, { env: { TILL_RUN: name } }),
    ).toMatchObject({ code: 9 });
  for (const name of ["night/1-a", "night/1-ab"]) {
    const { stdout } = await world.till(`jobs list --run ${name} --json`);
    expect((JSON.parse(stdout) as { items: object[] }).items).toMatchObject([{ run: name }, { run: name }]);
    expect(await world.till(`jobs resume --run ${name}`)).toMatchObject({ code: 9 });
    expect(await world.till(`each --sites failed:${name} --yes ${change}`)).toMatchObject({ code: 5 });
  }
  expect((await world.till("jobs list --run night --json")).stdout).toContain('"items":[]');
  const failed = await world.till(`each --sites failed:night --yes ${change}`);
  expect(failed.stderr).toContain("This computer has no record of run night.");
});
