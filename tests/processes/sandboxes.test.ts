import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHome, endOf, type Home, type ProgramResult } from "./program.ts";

let home: Home;
beforeEach(() => {
  home = createHome();
});
afterEach(() => home.close());

interface Started {
  child: ChildProcess;
  ended: Promise<Omit<ProgramResult, "ms">>;
  facts: Record<"name" | "baseUrl" | "controlToken" | "apiKey" | "clientId", string> & { pid: number };
}

/** Starts a sandbox and waits until it is ready. */
async function start(flags: string, env: Record<string, string> = {}): Promise<Started> {
  const child = home.start(`sandbox start --json ${flags}`.trim(), { env });
  const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
  const ended = endOf(child);
  const failed = ended.then(({ stderr }) => Promise.reject(new Error(stderr)));
  const [line] = await Promise.race([once(lines, "line"), failed]);
  failed.catch(() => {});
  return { child, ended, facts: JSON.parse(String(line)) };
}

const json = async (line: string | string[], env: Record<string, string> = {}) => {
  const { stdout, stderr, code } = await home.till(line, { env });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return JSON.parse(stdout);
};

test("sandboxes run side by side, each with its own data, and are listed, used and stopped by name", async () => {
  const [a, b, c] = await Promise.all([
    start("--name a --seed demo"),
    start("--memory"),
    start("--memory --seed 3"),
  ]);
  const memories = [b.facts.name, c.facts.name].sort();
  expect(memories).toEqual(["memory", "memory-2"]);
  const { items } = await json("sandbox list --json");
  expect(items.map(({ name }: { name: string }) => name)).toEqual(["a", ...memories]);
  expect(JSON.stringify(items)).not.toContain(a.facts.controlToken);

  const total = (name: string) => json(`products list --json --jq .total --profile ${name}`);
  expect(await Promise.all([total("a"), total(b.facts.name), total(c.facts.name)])).toEqual([24, 0, 3]);

  const late = await json("sandbox clock advance 400d --json --name a");
  expect(Date.parse(late.now)).toBeGreaterThan(Date.now() + 399 * 86_400_000);
  const url = ["--url", b.facts.baseUrl];
  expect((await json(["sandbox", "status", "--json", ...url])).clock.mode).toBe("real");
  const port = new URL(c.facts.baseUrl).port;
  await json(`sandbox seed 5 --json --port ${port}`);
  expect(await json("products list --json --jq .total", { TILL_PROFILE: c.facts.name })).toBe(5);

  const record = home.path("till", "state", "sandboxes", "a.json");
  expect(statSync(record).mode & 0o777).toBe(0o600);
  expect((await home.till("sandbox start --name a")).stderr).toContain(
    'The sandbox "a" is already running on',
  );
  // On some disks both would have one file.
  expect(await home.till("sandbox start --name A")).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('The sandbox "a" is already running on'),
  });
  expect((await home.till("sandbox stop")).stderr).toContain("3 sandboxes are running");
  expect(await home.till("sandbox stop a")).toMatchObject({ code: 0 });
  expect((await a.ended).code).toBe(143);
  expect(await home.till("sandbox stop --all")).toMatchObject({ code: 0 });
  expect(readdirSync(home.path("till", "state", "sandboxes"))).toEqual([]);
  expect(existsSync(home.path("till", "data", "sandboxes", "a", "sandbox.db"))).toBe(true);
  expect(await home.till("sandbox start --name A")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is a sandbox "a", whose name differs in case only.'),
  });
});

test("a sandbox stops after a control call, without a signal, and removes its record", async () => {
  const { facts, ended } = await start("--memory");
  const response = await fetch(`${facts.baseUrl}/__till/stop`, {
    method: "POST",
    headers: { "x-till-control": facts.controlToken },
  });
  expect([response.status, await response.text()]).toEqual([200, "{}"]);
  expect(await ended).toMatchObject({ code: 143, signal: null });
  expect(readdirSync(home.path("till", "state", "sandboxes"))).toEqual([]);
});

test("the record of a killed sandbox is recognized, and its name can be used again", async () => {
  const first = await start("--name a");
  first.child.kill("SIGKILL");
  await first.ended;
  const listed = await home.till("sandbox list --json");
  expect(listed.stdout).toBe('{"items":[]}\n');
  expect(listed.stderr).toContain(`a no longer runs: its process ${first.facts.pid} was killed.`);

  const second = await start("--name a");
  second.child.kill("SIGKILL");
  await second.ended;
  // Another sandbox has the port by now: it does not accept the token of the killed one.
  const { facts } = await start("--memory");
  const record = home.path("till", "state", "sandboxes", "a.json");
  writeFileSync(record, readFileSync(record, "utf8").replace(second.facts.baseUrl, facts.baseUrl));
  expect((await start("--name a")).facts.name).toBe("a");
});

test("with a token of its own a sandbox listens on all addresses, and control calls need the token", async () => {
  const token = "a-token-of-24-characters";
  const { child, ended, facts } = await start("--memory --host 0.0.0.0", { TILL_SANDBOX_TOKEN: token });
  expect(facts.controlToken).toBe(token);
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${facts.baseUrl}/__till/status`, { headers })).status;
  expect([await status({}), await status({ "x-till-control": token })]).toEqual([403, 200]);

  const elsewhere = createHome();
  const line = `sandbox clock --url ${facts.baseUrl}`;
  const rejected = await elsewhere.till(line);
  expect(rejected).toMatchObject({ code: 4, stderr: expect.stringContaining("Set TILL_SANDBOX_TOKEN") });
  expect(await elsewhere.till(line, { env: { TILL_SANDBOX_TOKEN: token } })).toMatchObject({ code: 0 });
  elsewhere.close();

  child.kill("SIGTERM");
  expect((await ended).stderr).toContain("Warning: everyone who can reach port");
});

test.each(["", "--branch worker-1"])("log show prints a curl command that runs %s", async (branch) => {
  const { facts } = await start("--memory --seed 3");
  const { baseUrl, apiKey, clientId, controlToken } = facts;
  const prefix = branch === "" ? "" : "/@worker-1";
  const send = (path: string, body: object, authorization = "") =>
    fetch(`${baseUrl}${prefix}${path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const granted = await send("/oauth2/token", { clientId, grantType: "anonymous" });
  const { access_token } = (await granted.json()) as { access_token: string };
  const query = { query: { filter: JSON.stringify({ name: 'It\'s $HOME "here"' }) } };
  await send("/stores-reader/v1/products/query", query, access_token);
  const product = { name: "Mug", productType: "physical", priceData: { price: 5 } };
  await send("/stores/v1/products", { product }, apiKey);
  await fetch(`${baseUrl}${prefix}/__till/keys`, { headers: { "x-till-control": controlToken } });
  const url = ["--port", new URL(baseUrl).port, ...branch.split(" ").filter(Boolean)];
  const { items } = await json(["sandbox", "log", "--json", ...url]);
  const paths = /products|keys/;
  const ids = items
    .filter(({ path }: { path: string }) => paths.test(path))
    .map(({ id }: { id: number }) => id);
  expect(ids).toHaveLength(3);
  const answers = [];
  for (const id of ids) {
    const { stdout } = await home.till(["sandbox", "log", "show", String(id), ...url]);
    expect(stdout).not.toContain(access_token);
    answers.push(JSON.parse((await promisify(execFile)("sh", ["-c", stdout])).stdout));
  }
  expect(answers).toMatchObject([
    { products: [] },
    { product: { name: "Mug" } },
    { publicKey: expect.stringContaining("KEY") },
  ]);
});
