import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { callTools } from "../commands/agents/client.ts";
import { createWorld, type World } from "../support/world.ts";

const canary = "CANARY-7f3a";
let prepared: World;
let world: World;
beforeAll(async () => {
  prepared = createWorld();
  await prepared.till("sandbox seed demo");
  await prepared.till("profiles create other --platform sandbox");
  await prepared.till("sandbox seed demo --profile other");
  await prepared.till("products update stoneware-mug --set price=7654.32 --yes --profile other");
  await prepared.till("profiles create live --site s1");
  await prepared.till("config alias set peek 'products list --profile other'");
  return () => prepared.close();
});
beforeEach(() => {
  world = createWorld({ from: prepared.home });
  onTestFinished(() => world.close());
  mkdirSync(world.path("private"));
  mkdirSync(world.path("shared"));
  writeFileSync(world.path("private/key"), `${canary}\n`);
  writeFileSync(world.path("private/key.csv"), `handle,price\n${canary},1\n`);
  symlinkSync(world.path("private/key"), world.path("shared/link"));
  symlinkSync(world.path("private"), world.path("shared/folder"));
  writeFileSync(world.path("shared/orders.txt"), "10007\n");
});

/** Ways to read a file. */
const reading: [tool: string, line: (file: string) => string][] = [
  ["plan", (file) => `orders capture --file ${file}`],
  ["plan", (file) => `products import ${file}`],
  ["plan", (file) => `products import ${file} --format till`],
  ["plan", (file) => `products create --name A --price 1 --input ${file}`],
  ["plan", (file) => `api products.create -F product.name=@${file}`],
  ["plan", (file) => `orders fulfill --file ${file}`],
  ["plan", (file) => `products stock import ${file}`],
  ["plan", (file) => `events import ${file}`],
  ["plan", (file) => `products media add stoneware-mug ${file}`],
  ["plan", (file) => `backup restore --at ${file}`],
  ["plan", (file) => `copy promote --source ${file} --target sandbox`],
  ["read", (file) => `copy diff ${file} sandbox`],
  ["read", (file) => `api graphql @${file}`],
  ["sandbox", (file) => `products import ${file} --yes`],
  ["sandbox", (file) => `apply ${file} --yes`],
];

test("an agent reads no file outside of the folders, by any command, path or link, and no error quotes one", async () => {
  const files = [
    world.path("private/key"),
    "../../../../../etc/passwd",
    "/etc/passwd",
    "./shared/link",
    "./shared/folder/key.csv",
    "./shared/../private/key",
    world.path("private/missing"),
  ];
  writeFileSync(
    world.path("private/shop.yaml"),
    `products: ${canary}
`,
  );
  const calls = [
    ["sandbox", { command: "sandbox seed private/shop.yaml" }] as const,
    ...reading.flatMap(([tool, line]) => files.map((file) => [tool, { command: line(file) }] as const)),
  ];
  const answers = await callTools(world, calls, {}, ["--allow-dir", "shared"]);
  for (const [at, { text, isError }] of answers.entries()) {
    expect({ call: calls[at], text, isError }).toMatchObject({ isError: true });
    expect(text).not.toContain(canary);
    expect(text).not.toContain("root:");
    expect({ call: calls[at], text }).toMatchObject({
      text: expect.stringContaining("is not in a folder that this server may read"),
    });
  }
});

test("without roots and --allow-dir no file is read; with it, files of the folder are", async () => {
  const line = { command: `orders capture --file ${world.path("shared/orders.txt")}` };
  const [refused] = await callTools(world, [["plan", line]]);
  expect(refused?.text).toContain("Folders: none.");
  const [planned] = await callTools(world, [["plan", line]], {}, ["--allow-dir", world.path("shared")]);
  expect(planned?.text).toContain("1 order");
});

test("the roots that the client declares are folders whose files may be read", async () => {
  const send = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
  const params = {
    protocolVersion: "2025-06-18",
    capabilities: { roots: {} },
    clientInfo: { name: "t", version: "1" },
  };
  const call = (id: number, file: string) =>
    send({
      id,
      method: "tools/call",
      params: { name: "plan", arguments: { command: `orders capture --file ${file}` } },
    });
  let answers = "";
  const asked = Promise.withResolvers<number>();
  const answered = Promise.withResolvers<void>();
  async function* typing() {
    yield send({ id: 0, method: "initialize", params });
    yield send({ method: "notifications/initialized" });
    yield call(1, world.path("shared/orders.txt"));
    yield call(2, world.path("private/key"));
    const roots = [{ uri: `file://${world.path("shared")}` }];
    yield send({ id: await asked.promise, result: { roots } });
    await answered.promise;
  }
  await world.till("agents mcp", {
    typing: Readable.from(typing()),
    onOutput(text) {
      answers += text;
      const found = /\{[^\n]*"method":"roots\/list"[^\n]*\}/.exec(answers)?.[0];
      if (found) asked.resolve(JSON.parse(found).id);
      if (/"id":1\b/.test(answers) && /"id":2\b/.test(answers)) answered.resolve();
    },
  });
  const lines = answers
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(JSON.stringify(lines.find(({ id, result }) => id === 1 && result))).toContain("1 order");
  expect(JSON.stringify(lines.find(({ id, result }) => id === 2 && result))).toContain("may read");
});

/** Ways to another shop. */
const leaving: [tool: string, line: string][] = [
  ["read", "products list --profile other"],
  ["read", "products list --profile=other"],
  ["read", "products list --site 11111111-1111-4111-8111-111111111111"],
  ["read", "copy diff sandbox other"],
  ["read", "copy diff other sandbox"],
  ["read", "copy diff sandbox 11111111-1111-4111-8111-111111111111"],
  ["read", "peek"],
  ["read", "profiles list"],
  ["read", "profiles get other"],
  ["read", "schedule list"],
  ["plan", "copy promote --source other --target sandbox"],
  ["plan", "copy promote --source sandbox --target other"],
  ["plan", "products update stoneware-mug --set price=1 --profile other"],
  ["sandbox", "products update stoneware-mug --set price=1 --yes --profile other"],
  ["sandbox", "sandbox status --url http://127.0.0.1:9"],
  ["sandbox", "sandbox status --port 9"],
  ["sandbox", "sandbox status --name second"],
  ["sandbox", "webhooks replay last --forward-to http://127.0.0.1:9"],
  ["jobs", "list --profile other"],
  ["jobs", "last --profile other"],
];

test("a server with --profile cannot be made to use another one by a flag, argument or alias", async () => {
  const calls = leaving.map(([tool, line]): [string, Record<string, string>] => [
    tool,
    { [tool === "jobs" ? "job" : "command"]: line },
  ]);
  const answers = await callTools(world, calls, {}, ["--profile", "sandbox"]);
  for (const [at, { text, isError }] of answers.entries()) {
    expect({ call: calls[at], text, isError }).toMatchObject({ isError: true });
    expect({ call: calls[at], text }).toMatchObject({
      text: expect.stringContaining("This server is for profile sandbox only"),
    });
    expect(text).not.toContain("7654.32");
  }
});

test("a server with --profile shows the jobs of its shop only, and undoes no other", async () => {
  const listed = JSON.parse((await world.till("jobs list --json")).stdout);
  const { id } = listed.items[0];
  const calls = [
    ["jobs", { job: id }],
    ["jobs", { job: "list --json" }],
    ["sandbox", { command: `jobs undo ${id} --yes` }],
    ["sandbox", { command: "jobs undo last --yes" }],
  ] as const;
  const answers = await callTools(world, calls, {}, ["--profile", "sandbox"]);
  for (const { text } of answers) expect(text).not.toContain("stoneware-mug --set price=7654.32");
  const [shown, , undone, last] = answers;
  expect([shown?.isError, undone?.isError, last?.isError]).toEqual([true, true, true]);
  const { stdout } = await world.till("products get stoneware-mug --profile other --json");
  expect(stdout).toContain("7654.32");
});

test("a server with --profile still shows help, and its own shop", async () => {
  const answers = await callTools(
    world,
    [
      ["help", { topic: "data search other shop" }],
      ["read", { command: "products list --limit 1 --profile sandbox" }],
      ["read", { command: "profiles get" }],
      ["sandbox", { command: "sandbox status" }],
    ],
    {},
    ["--profile", "sandbox"],
  );
  expect(answers.map(({ isError }) => isError)).toEqual([false, false, false, false]);
});

test("the sandbox tool of a server for a live shop uses the local sandbox, and no third shop", async () => {
  const [own, third, live] = await callTools(
    world,
    [
      ["sandbox", { command: "products list --limit 1" }],
      ["sandbox", { command: "products list --limit 1 --profile other" }],
      ["sandbox", { command: "copy diff live sandbox" }],
    ],
    {},
    ["--profile", "live"],
  );
  expect(own?.isError).toBe(false);
  expect(third?.text).toContain("This server is for profile live only");
  expect(live?.text).toContain("This server is for profile sandbox only");
});
