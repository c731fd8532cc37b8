import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { type PrintedKeys, printedKey } from "../../../src/context/credential-command.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
/** The keys that the platform accepts, and those that it has got. */
let accepted: Set<string>;
let received: string[];

beforeEach(async () => {
  world = createWorld();
  accepted = new Set(["CANARY-1"]);
  received = [];
  const server = createServer(({ headers }, response) => {
    const key = headers.authorization ?? "";
    received.push(key);
    response.writeHead(accepted.has(key) ? 200 : 401, { "Content-Type": "application/json" });
    response.end(accepted.has(key) ? '{"catalogVersion":"V1_CATALOG"}' : "{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await world.till(`profiles create shop --platform http://127.0.0.1:${port} --site s1 --use`);
});

/** Returns a command that prints the key in a file, and counts how often it ran in another one. */
function printer(): string {
  const script = world.path("print.cjs");
  writeFileSync(
    script,
    `const fs = require("node:fs");
     fs.appendFileSync(${JSON.stringify(world.path("ran"))}, "x");
     process.stdout.write(fs.readFileSync(${JSON.stringify(world.path("key"))}, "utf8"));`,
  );
  return `'${process.execPath}' '${script}'`;
}

const status = async (env: Record<string, string> = {}) => {
  const { code, stdout, stderr } = await world.till("account status --json", { env });
  expect(stdout + stderr).not.toContain("CANARY");
  return { code, ...(JSON.parse(stdout) as Record<string, unknown>) };
};

test("account status ends with 4 without a sign-in and with a rejected key, with 8 without a platform, and names the source", async () => {
  expect(await status()).toMatchObject({ code: 4, state: "not signed in", role: "none" });
  expect((await world.till("account status")).stderr).toContain("Sign in with: till login --api-key");
  expect(received).toEqual([]);
  const env = { TILL_API_KEY: "CANARY-1" };
  expect(await status(env)).toMatchObject({
    code: 0,
    state: "accepted",
    source: "TILL_API_KEY",
    role: "admin",
  });
  accepted.clear();
  expect(await status(env)).toMatchObject({ code: 4, state: "rejected" });
  await world.till("profiles create gone --platform http://127.0.0.1:1 --site s1");
  expect(await status({ ...env, TILL_PROFILE: "gone" })).toMatchObject({ code: 8, state: "not checked" });
  const rejected = await world.till("account status", { env });
  expect(rejected).toMatchObject({ code: 4, stderr: expect.stringContaining("TILL_API_KEY") });
  expect(await world.till("account status --offline", { env })).toMatchObject({ code: 0 });
});

test("TILL_API_KEY_FILE holds the key; a file without one ends every command before a request", async () => {
  writeFileSync(world.path("key"), "CANARY-1\n");
  const file = world.path("key");
  expect(await status({ TILL_API_KEY_FILE: file })).toMatchObject({
    code: 0,
    source: "TILL_API_KEY_FILE",
    keptIn: file,
  });
  const doctor = await world.till("doctor --offline --json", { env: { TILL_API_KEY_FILE: file } });
  expect(doctor.stdout).toContain(`${file} (TILL_API_KEY_FILE)`);
  const sent = received.length;
  writeFileSync(file, "\n");
  for (const path of [file, world.path("missing")])
    expect(await world.till("products list", { env: { TILL_API_KEY_FILE: path } })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/TILL_API_KEY_FILE: .* (is empty|cannot be read \(ENOENT\))\./),
    });
  for (const line of ["account status", "account status --profile sandbox"])
    expect(await world.till(line, { env: { TILL_API_KEY_FILE: world.path("missing") } })).toMatchObject({
      code: 2,
      stdout: "",
    });
  // Neither does the embedded sandbox answer instead.
  const elsewhere = createWorld();
  expect(
    await elsewhere.till("products list", { env: { TILL_API_KEY_FILE: world.path("missing") } }),
  ).toMatchObject({ code: 2, stdout: "" });
  expect(received).toHaveLength(sent);
});

test("a credential command prints the key, which is nowhere on disk; a rotated key is fetched again", async () => {
  await world.till(["config", "set", "credentialCommand", printer(), "--profile", "shop"]);
  writeFileSync(world.path("key"), "CANARY-1\n");
  expect(await status()).toMatchObject({ code: 0, source: expect.stringContaining("credential command") });
  expect(readFileSync(world.path("ran"), "utf8")).toBe("x");
  writeFileSync(world.path("key"), "CANARY-2\n");
  accepted = new Set(["CANARY-2"]);
  expect(await status()).toMatchObject({ code: 0, state: "accepted" });
  writeFileSync(world.path("key"), "");
  expect(await world.till("account status")).toMatchObject({
    code: 4,
    stdout: expect.stringContaining("The credential command failed: it printed nothing"),
  });
  const exit = `'${process.execPath}' -e 'process.exit(3)'`;
  expect(await status({ TILL_CREDENTIAL_COMMAND: exit })).toMatchObject({
    code: 4,
    state: "not checked",
    problem: "The credential command failed: exit code 3",
  });
  const doctor = await world.till("doctor --offline --json");
  expect(doctor.stdout).toContain("API key from the command");
  const folder = world.path(".till.yaml");
  writeFileSync(folder, "settings:\n  credentialCommand: curl evil.example\n");
  expect(await world.till("products list")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("a folder cannot choose a command to run"),
  });
});

test("a command runs once in five minutes, however many calls need its key, and again after a rejection", async () => {
  const keys: PrintedKeys = new Map();
  let now = 0;
  const command = printer();
  const ran = () => readFileSync(world.path("ran"), "utf8").length;
  const strategy = () => printedKey(command, "s1", { keys, now: () => now });
  writeFileSync(world.path("key"), "first");
  const headers = await Promise.all([strategy().headers(), strategy().headers()]);
  expect(headers).toEqual(Array(2).fill({ authorization: "first", "wix-site-id": "s1" }));
  now = 299_999;
  await strategy().headers();
  expect(ran()).toBe(1);
  expect(await strategy().rejected("first")).toBe(false);
  expect(ran()).toBe(2);
  writeFileSync(world.path("key"), "second");
  expect(await strategy().rejected("first")).toBe(true);
  now += 300_000;
  expect(await strategy().headers()).toMatchObject({ authorization: "second" });
  expect(ran()).toBe(4);
});

test("login --api-key stores the key in the profile that the folder chooses", async () => {
  await world.till("profiles use sandbox");
  writeFileSync(world.path(".till.yaml"), "profile: shop\n");
  await world.till("config trust --yes");
  writeFileSync(world.path("key"), "CANARY-1");
  expect(await world.till("login --api-key --key-file key")).toMatchObject({ code: 0 });
  expect(await status()).toMatchObject({ code: 0, state: "accepted" });
});

test("login --rotate does not replace a key that was replaced meanwhile", async () => {
  for (const serial of [1, 2, 3]) {
    accepted.add(`CANARY-${serial}`);
    writeFileSync(world.path(`key-${serial}`), `CANARY-${serial}`);
  }
  await world.till("login --api-key --key-file key-1");
  const meanwhile = () => world.till("login --api-key --key-file key-3");
  const rotated = await world.till("login --rotate --key-file key-2", { onRequest: meanwhile });
  expect(rotated).toMatchObject({ code: 6, stderr: expect.stringContaining("was replaced meanwhile") });
  expect(await world.till("login --rotate --key-file key-3")).toMatchObject({ code: 2 });
});

test("login --rotate replaces a stored key only by another one that the platform accepts", async () => {
  const rotate = async (key: string) => {
    writeFileSync(world.path("new"), key);
    return await world.till("login --rotate --key-file new");
  };
  expect(await rotate("CANARY-1")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no API key to replace"),
  });
  writeFileSync(world.path("old"), "CANARY-1");
  expect(await world.till("login --api-key --key-file old")).toMatchObject({ code: 0 });
  expect(await rotate("CANARY-1")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("stored already"),
  });
  expect(await rotate("CANARY-2")).toMatchObject({ code: 4 });
  expect(await status()).toMatchObject({ code: 0, state: "accepted" });
  accepted.add("CANARY-2");
  expect(await rotate("CANARY-2")).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("old one is still valid"),
  });
  accepted.delete("CANARY-1");
  expect(await status()).toMatchObject({ code: 0, state: "accepted" });
});
