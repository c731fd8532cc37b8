import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHome, type Home, type ProgramResult, type Served, serve } from "../processes/program.ts";

const canary = "IST.canary-9f31c07e-of-the-api-key";
const stranger = "OAUTH.canary-4b7a-of-an-access-token";

let home: Home;
let served: Served;
beforeAll(async () => {
  home = createHome();
  served = await serve(home, "--seed", "demo");
  await served.control("POST settings", { name: "apiKey", value: canary });
  writeFileSync(home.path("new.csv"), "handle,name,price\na,Aaa,1\nb,Bbb,2\n");
  writeFileSync(home.path("bad.csv"), "handle,name,price\na,Aaa,one\n");
});
afterAll(() => home.close());

const commands = [
  "products list",
  "products list --json",
  "products list --filter nope",
  "products get wool-throw",
  "products get missing",
  "products create --name A --price 1",
  "products create --name A --price 1 --handle wool-throw",
  "products update wool-throw --set price=+1 --yes",
  "products update wool-throw --set price=+1 --dry-run --json",
  "products update wool-throw --set price=+1 --plan-out plan.ndjson",
  "apply plan.ndjson --yes",
  "products import new.csv --yes",
  "products import bad.csv --yes",
  "products export",
  "products delete wool-throw --yes",
  "collections list",
  "products stock list",
  "jobs list --json",
  "jobs show last --steps all",
  "jobs undo last --yes",
  "sandbox status",
  "products list --as member",
  "nope",
];
const faults = ["429:0", "500", "503:0", "drop-after", "truncate", "redirect"];

/** Returns the content of all files below a folder, by name. */
function filesBelow(folder: string): [name: string, bytes: string][] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries.map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "latin1")]);
}

function expectNone(secrets: readonly string[], text: string, where: string): void {
  for (const secret of secrets) expect(text.includes(secret), `${where} holds a secret`).toBe(false);
}

test("the API key of the environment is not in output, traces, errors, journals, files or the sandbox's log", async () => {
  const env = { ...served.env, TILL_API_KEY: canary };
  const ended: ProgramResult[] = [];
  for (const line of commands) ended.push(await home.till(`${line} --debug=http`, { env }));
  for (const fault of faults) {
    await served.control("POST faults", { fault, route: "products", times: 1 });
    ended.push(await home.till("products list --json --debug=http", { env }));
    await served.control("POST faults", { fault, route: "products.create", times: 1 });
    ended.push(await home.till("products create --name B --price 1 --json --debug=http", { env }));
  }
  expect(ended.filter(({ code }) => code === 0).length).toBeGreaterThan(12);
  expect(ended.map(({ stderr }) => stderr).join("")).toContain("GET http://127.0.0.1:");
  for (const { stdout, stderr } of ended) expectNone([canary], stdout + stderr, "output");
  const files = filesBelow(home.path("till"));
  expect(files.map(([name]) => name).join()).toContain(".sqlite");
  for (const [name, bytes] of files) expectNone([canary], bytes, name);
  expectNone([canary], JSON.stringify(await served.control("GET log?limit=1000")), "log");
  expectNone([canary], readFileSync(home.path("plan.ndjson"), "utf8"), "plan file");
});

test("neither are an access token, a rejected key and a proxy password", async () => {
  const runs: Record<string, string>[] = [
    { ...served.env, TILL_API_KEY: "", TILL_ACCESS_TOKEN: stranger },
    { ...served.env, TILL_API_KEY: stranger },
    {
      TILL_BASE_URL: "https://shop.invalid",
      TILL_API_KEY: stranger,
      HTTPS_PROXY: `http://me:${stranger}@127.0.0.1:1`,
      TILL_SITE_ID: "x",
    },
    { TILL_BASE_URL: `http://me:${stranger}@127.0.0.1:1`, TILL_API_KEY: stranger, TILL_SITE_ID: "x" },
  ];
  const lines = [
    "products list --debug=http",
    "products list --json --debug",
    "products update a --set price=1 --yes --debug=http",
  ];
  const ended = await Promise.all(runs.flatMap((env) => lines.map((line) => home.till(line, { env }))));
  for (const { code, stdout, stderr } of ended) {
    expect(code, stderr).not.toBe(0);
    expect(stderr).not.toBe("");
    expectNone([stranger], stdout + stderr, "output");
  }
  for (const [name, bytes] of filesBelow(home.path("till"))) expectNone([stranger], bytes, name);
});

test("a visitor's tokens are only in the credentials file, with mode 0600", async () => {
  const own = createHome();
  await own.till("sandbox seed demo");
  const ended: ProgramResult[] = [];
  for (const line of commands) ended.push(await own.till(`${line} --debug=http`));
  for (const line of [
    "products list",
    "products get wool-throw",
    "products list --json",
    "products update x --set price=1",
  ])
    ended.push(await own.till(`${line} --as visitor --debug=http`));
  const db = new DatabaseSync(own.path("till/config/credentials.db"), { readOnly: true });
  const rows = db.prepare("SELECT access_token, refresh_token FROM credential").all();
  db.close();
  const tokens = rows.flatMap((row) => Object.values(row).map(String));
  expect(tokens).toHaveLength(2);
  for (const { stdout, stderr } of ended) expectNone(tokens, stdout + stderr, "output");
  for (const [name, bytes] of filesBelow(own.path("till")))
    if (!/^(credentials|sandbox)\.db/.test(name)) expectNone(tokens, bytes, name);
  // The sandbox issued the tokens, so it stores them; its log must not.
  const log = new DatabaseSync(own.path("till/data/sandbox.db"), { readOnly: true });
  expectNone(tokens, JSON.stringify(log.prepare("SELECT * FROM request").all()), "log");
  log.close();
  for (const file of ["config/credentials.db", "data/sandbox.db"])
    expect(statSync(own.path("till", file)).mode & 0o777).toBe(0o600);
  own.close();
});

test("signing in leaks no passwords, tokens, codes, session and state tokens, or API keys", async () => {
  const own = createHome();
  const [password, other, key] = ["canary-password-31", "canary-password-32", "canary-api-key-33"];
  writeFileSync(own.path("password.txt"), password);
  writeFileSync(own.path("other.txt"), other);
  writeFileSync(own.path("key.txt"), key);
  const ended: ProgramResult[] = [];
  const secrets = new Set<string>([password, other, key]);
  const stored = (file: string, sql: string) => {
    const db = new DatabaseSync(own.path("till", file), { readOnly: true });
    const values = db
      .prepare(sql)
      .all()
      .flatMap((row) => Object.values(row));
    db.close();
    for (const value of values) if (typeof value === "string" && value !== "") secrets.add(value);
  };
  const run = async (line: string, stdin?: string) => {
    ended.push(await own.till(`${line} --debug=http`, stdin === undefined ? {} : { stdin }));
    if (existsSync(own.path("till/config/credentials.db")))
      stored("config/credentials.db", "SELECT access_token, refresh_token FROM credential");
    stored("data/sandbox.db", "SELECT value FROM token");
  };
  const newest = async (what: string) => {
    const { items } = JSON.parse((await own.till("sandbox mail list --limit 1 --json")).stdout);
    secrets.add(items[0][what]);
    return String(items[0][what]);
  };
  await own.till("sandbox settings emailVerification=on");
  await run("account register --email ada@example.com --password-file password.txt");
  const first = await newest("code");
  await run("account verify-email resend --json");
  await run(`account verify-email code ${first === "000000" ? "111111" : "000000"}`);
  await run("account verify-email code -", await newest("code"));
  await run("whoami --json");
  await run("account password change --password-file other.txt");
  await run("login --email ada@example.com --password-file password.txt");
  await run("login --email ada@example.com --password-file other.txt --json");
  await run("account password forgot ada@example.com");
  writeFileSync(own.path("link.txt"), await newest("link"));
  await newest("token");
  await run("account password recover --token-file link.txt --password-file password.txt");
  await run("login --visitor");
  await run("login --as-member 5173f0a0-5a9d-4b0c-8a0d-0000000000ff --json");
  await run("login --api-key --key-file key.txt --site 1");
  await run(
    "login --no-browser --port 0",
    "http://127.0.0.1/callback#code=canary-code-34&state=canary-state-35",
  );
  await run("login --no-browser --port 0 --json", "#error=denied&error_description=x&state=canary-state-35");
  await run("products list --as member");
  await run("logout --hosted");
  secrets.add("canary-code-34").add("canary-state-35");

  expect(ended.filter(({ code }) => code === 0).length).toBeGreaterThanOrEqual(10);
  expect(secrets.size).toBeGreaterThan(12);
  // Links in emails are secrets, too.
  for (const { stdout, stderr } of ended) expectNone([...secrets], stdout + stderr, "output");
  for (const [name, bytes] of filesBelow(own.path("till"))) {
    expectNone([password, other, key], bytes, name);
    if (!/^(credentials|sandbox)\.db/.test(name)) expectNone([...secrets], bytes, name);
  }
  const log = new DatabaseSync(own.path("till/data/sandbox.db"), { readOnly: true });
  expectNone([...secrets], JSON.stringify(log.prepare("SELECT * FROM request").all()), "log");
  log.close();
  own.close();
});

test("an argument that looks like a secret is not stored in a journal", async () => {
  const own = createHome();
  await own.till("sandbox seed 1");
  await own.till([
    "products",
    "update",
    "--filter",
    "price > 0",
    "--set",
    `description=Bearer ${stranger}`,
    "--yes",
  ]);
  const { stdout } = await own.till("jobs list --json");
  expect(JSON.parse(stdout).items[0].command).toContain("till products update");
  expectNone([stranger], stdout, "jobs list");
  own.close();
});
