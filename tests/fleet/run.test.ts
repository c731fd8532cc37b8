import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type SandboxServer, startSandboxServer } from "../../src/sandbox/server/server.ts";
import { createWorld, type World } from "../support/world.ts";

/** Eight sites of one account on one server, named after their numbers. */
const sites = Array.from(
  { length: 8 },
  (_, number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
);
let server: SandboxServer;
let world: World;
const errors: unknown[] = [];

/** Calls the server as a site. */
async function ask(site: string, path: string, body?: object | "DELETE"): Promise<Record<string, unknown>> {
  const response = await fetch(server.baseUrl + path, {
    ...(body === "DELETE" ? { method: body } : body && { method: "POST", body: JSON.stringify(body) }),
    headers: {
      authorization: server.apiKey,
      "wix-site-id": site,
      "x-till-control": server.controlToken,
    },
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as Record<string, unknown>;
}

beforeAll(async () => {
  server = await startSandboxServer({
    file: ":memory:",
    port: 0,
    sites: sites.length,
    onError: (error) => errors.push(error),
  });
  await ask(server.siteId, "/__till/seed", { count: 3 });
  world = createWorld();
  // A running sandbox is known by its name, with its API key.
  const record = { ...server, name: "agency", file: ":memory:", startedAt: "2026-01-01" };
  mkdirSync(world.path("till/state/sandboxes"), { recursive: true });
  writeFileSync(world.path("till/state/sandboxes/agency.json"), JSON.stringify(record));
  writeFileSync(
    world.path("sites.csv"),
    `site,name\n${sites.map((site, number) => `${site},Shop ${number}\n`).join("")}`,
  );
});
afterAll(async () => {
  world.close();
  await server.close();
  expect(errors).toEqual([]);
});

const each = (line: string) => world.till(`each --sites sites.csv --profile agency ${line}`);

test("one run changes eight sites once each, and is undone as one", async () => {
  const result = await each("--yes --json -- products update --filter 'price > 0' --set ribbon=Neu");
  expect(result).toMatchObject({ code: 0 });
  const run = JSON.parse(result.stdout) as { id: string; sites: Record<string, unknown>[] };
  expect(run.sites).toHaveLength(8);
  expect(run.sites[7]).toMatchObject({ site: sites[7], name: "Shop 7", state: "done", done: 3, changes: 3 });
  const listed = await world.till(`jobs list --run ${run.id} --json`);
  expect(
    JSON.parse(listed.stdout)
      .items.map((job: { site: string }) => job.site)
      .sort(),
  ).toEqual(sites);

  expect(await world.till("jobs undo --run last --yes")).toMatchObject({ code: 0 });
  const again = await each("--json -- products list --filter 'ribbon = \"Neu\"'");
  expect(
    JSON.parse(again.stdout).sites.map((one: { output: { items: object[] } }) => one.output.items.length),
  ).toEqual(sites.map(() => 0));
});

test("a site that is also that of the profile is resumed under the name that it has in the run", async () => {
  await world.till(["profiles", "create", "berlin", "--platform", server.baseUrl, "--site", sites[3] ?? ""]);
  const env = { TILL_API_KEY: server.apiKey };
  const line =
    "--sites sites.csv --profile berlin --yes -- products update --filter 'price > 0' --set ribbon=Mai";
  expect(await world.till(`each ${line}`, { env })).toMatchObject({ code: 0 });
  expect(await world.till("jobs resume --run last --junit again.xml", { env })).toMatchObject({ code: 0 });
  const report = readFileSync(world.path("again.xml"), "utf8");
  expect(
    [...report.matchAll(/<testcase classname="till" name="([^"]+)"/g)].map(([, name]) => name).sort(),
  ).toEqual(sites.map((_, number) => `Shop ${number}`));
});

test("failing sites are named and do not stop the others: exit 9; resume sends the rest once", async () => {
  const [first = "", second = ""] = sites;
  // The first site takes no writes for a while; the second cannot be read.
  await ask(first, "/__till/faults", { fault: "503", times: 100, route: "/stores/v1/" });
  await ask(second, "/__till/faults", { fault: "500", times: 100 });
  const result = await each("--yes -- products update --filter 'price > 0' --set price=+1");
  expect(result.stderr).toContain("2 of 8 sites failed: Shop 0, Shop 1.");
  expect(result.code).toBe(9);
  expect(result.stdout.split("\n").filter((row) => row.includes("\tdone\t3/3\t"))).toHaveLength(6);
  expect(result.stdout).toMatch(/^Shop 0\tfailed\t/m);
  await ask(first, "/__till/faults", "DELETE");
  const resume = "jobs resume --run last --junit sites.xml --yes";
  const report = () => readFileSync(world.path("sites.xml"), "utf8");
  const nothing = await world.till(resume);
  expect(nothing.stderr).toContain("Nothing to resume.");
  expect(nothing.stderr).toMatch(/Failed before: Shop 1, Shop 0\.\n.*--retry-failed\n.*--sites failed:/);
  expect(nothing.code).toBe(9);
  expect(report()).toContain('<testsuites tests="8" failures="2" skipped="0">');
  const resumed = await world.till(`${resume} --retry-failed`);
  expect(resumed).toMatchObject({ code: 9, stdout: expect.stringMatching(/^Shop 0\tdone\t3\/3\t/) });
  expect(resumed.stderr).toMatch(/Failed before: Shop 1\.\nRun the command again for sites without a job: /);
  expect(report()).toContain('<testsuites tests="8" failures="1" skipped="0">');
  expect(report()).toMatch(/name="Shop 0"><system-out>3 done, 0 failed/);
  expect(report()).toMatch(/name="Shop 1"><failure message="[^"]+" type="exit code 8">/);
  expect(await world.till("jobs resume last --junit sites.xml --yes")).toMatchObject({ code: 2 });
  // The first site was changed by the resume: another change would come on top.
  const again = await world.till(
    "each --sites failed:last --dry-run -- products update --all --set price=+1",
  );
  expect(again.stderr).toContain("Not among the failed sites: Shop 0 was changed, completely or in part.");
  expect(again.stdout).not.toContain("Shop 0");
  const prices = await each("--json -- products list --fields price");
  const [one, , third] = JSON.parse(prices.stdout).sites.map((shop: { output: unknown }) => shop.output);
  expect(one).toEqual(third);
  await ask(second, "/__till/faults", "DELETE");
});

test("the command that undoes a job names the profile and the site that the command line named", async () => {
  const target = `--profile agency --site ${sites[7]}`;
  const changed = await world.till(`products update ${target} --filter 'price > 0' --set ribbon=Alt --yes`);
  const [, undo = ""] = /Undo with: till (.*)/.exec(changed.stderr) ?? [];
  expect(undo).toContain(target);
  expect(await world.till(`${undo} --yes`)).toMatchObject({ code: 0 });
});

test("a locked profile refuses, as it does alone, and can still be previewed", async () => {
  const env = { TILL_API_KEY: server.apiKey };
  await world.till(["profiles", "create", "closed", "--platform", server.baseUrl, "--site", sites[2] ?? ""]);
  await world.till(["profiles", "create", "open", "--platform", server.baseUrl, "--site", sites[3] ?? ""]);
  await world.till("profiles lock closed");
  const line = "--sites closed,open -- products update --filter 'price > 0' --set ribbon=Locked";
  const result = await world.till(`each --yes ${line}`, { env });
  expect(result.code).toBe(9);
  expect(result.stdout).toMatch(/^closed\tfailed\t0\/0\t0\t\t6\tThe profile "closed" is locked/m);
  expect(result.stdout).toMatch(/^open\tdone\t3\/3\t/m);
  const preview = await world.till(`each --dry-run ${line.replace("=Locked", "=Other")}`, { env });
  expect(preview).toMatchObject({ code: 0, stdout: expect.stringMatching(/^closed\t3\t/m) });
});

test("sites without a profile are those of the profile that the folder chooses", async () => {
  await world.till("profiles create other --platform sandbox --use");
  writeFileSync(world.path(".till.yaml"), "profile: agency\n");
  onTestFinished(() => rmSync(world.path(".till.yaml")));
  await world.till("config trust --yes");
  const { code, stdout } = await world.till("each --sites sites.csv --json -- products count --jq .count");
  expect(code).toBe(0);
  const { sites: shown } = JSON.parse(stdout) as { sites: { site: string; profile: string }[] };
  expect(shown.map(({ site, profile }) => [site, profile])).toEqual(sites.map((site) => [site, "agency"]));
});

test("an undo that was stopped goes on with the undo", async () => {
  const changed = await each("--yes -- products update --filter 'price > 0' --set ribbon=Halb");
  expect(changed).toMatchObject({ code: 0 });
  const stopping = new AbortController();
  const { stderr } = await world.till("jobs undo --run last --yes", {
    signal: stopping.signal,
    onRequest: ({ effect }) => {
      if (effect !== "read") stopping.abort("SIGINT");
    },
  });
  const [, again = ""] = /^Resume with: till (.*)/m.exec(stderr) ?? [];
  expect(again).toMatch(/^jobs undo --run \w+$/);
  expect(await world.till(`${again} --yes`)).toMatchObject({ code: 0 });
  const { stdout } = await each("--json -- products count --filter 'ribbon = \"Halb\"'");
  const counts = JSON.parse(stdout).sites.map(({ output }: { output: { count: number } }) => output.count);
  expect(counts).toEqual(sites.map(() => 0));
});

test("a sale of all sites is ended on all; its record is kept if that is only previewed", async () => {
  const start = "sale start --filter 'price > 0' --set salePrice=1 --until 2099-12-31T12:00 --name winter";
  expect(await each(`--yes -- ${start} --schedule`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--schedule cannot be used with till each"),
  });
  expect(await each(`--yes -- ${start}`)).toMatchObject({ code: 0 });
  const states = async () => {
    const list = `sale list --profile agency --site ${sites[3]} --json`;
    return (await world.till([...list.split(" "), "--jq", ".items[].state"])).stdout;
  };
  expect(await each("--dry-run -- sale end winter")).toMatchObject({ code: 0 });
  expect(await each("-- sale end winter")).toMatchObject({ code: 2 });
  expect(await states()).toBe("running\n");
  const ended = await each("--yes --json -- sale end winter");
  expect(ended).toMatchObject({ code: 0 });
  const { sites: shown } = JSON.parse(ended.stdout) as { sites: object[] };
  expect(shown).toHaveLength(8);
  for (const one of shown) expect(one).toMatchObject({ state: "done", changes: 3 });
  expect(await states()).toBe("ended\n");
});
