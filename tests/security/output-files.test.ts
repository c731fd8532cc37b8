import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { collect } from "../files/load.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  for (const line of ["sandbox seed demo", "copy pull shop --only products"])
    expect(await world.till(line)).toMatchObject({ code: 0 });
});
afterAll(() => world.close());

/** The commands that write a file that the user names, each with the beginning of what it writes. */
const commands: [command: string, begins: RegExp][] = [
  ["products update --all --expect 24 --set price=+1 --plan-out", /^\{"plan":/],
  ["products update --all --expect 24 --set price=+1 --dry-run --diff", /^\w+,/],
  ["products export", /^\S+,/],
  ["copy diff ./shop sandbox --html", /^<!doctype html>/i],
];

/** Returns a new path in the world; the extension says the format of exports. */
let paths = 0;
const newPath = () => world.path(`${++paths}.csv`);

test.each(commands)("%s onto a device leaves the device as it is", async (command) => {
  const link = newPath();
  symlinkSync("/dev/null", link);
  expect(await world.till(`${command} ${link}`)).toMatchObject({ code: 0 });
  expect(readlinkSync(link)).toBe("/dev/null");
  expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
});

test("--plan-out /dev/null leaves the device as it is", async () => {
  const line = "products update --all --expect 24 --set price=+1 --plan-out /dev/null";
  expect(await world.till(line)).toMatchObject({ code: 0 });
  expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
});

test.each(commands)("%s into a FIFO reaches the program that reads from it", async (command, begins) => {
  const fifo = newPath();
  execFileSync("mkfifo", [fifo]);
  const reader = spawn("cat", [fifo]);
  onTestFinished(() => void reader.kill());
  const read = collect(reader.stdout.setEncoding("utf8"));
  const { code, stderr } = await world.till(`${command} ${fifo}`);
  expect(code, stderr).toBe(0);
  expect((await read).join("")).toMatch(begins);
  expect(lstatSync(fifo).isFIFO()).toBe(true);
});

test.each(commands)("%s onto a link writes its target and keeps the link", async (command, begins) => {
  for (const before of ["before", undefined]) {
    const [link, target] = [newPath(), newPath()];
    if (before !== undefined) writeFileSync(target, before);
    symlinkSync(target, link);
    expect(await world.till(`${command} ${link}`)).toMatchObject({ code: 0 });
    expect(readlinkSync(link)).toBe(target);
    expect(readFileSync(target, "utf8")).toMatch(begins);
  }
});

test("a FIFO that nobody reads does not keep a command from stopping", async () => {
  const fifo = world.path("unread.csv");
  execFileSync("mkfifo", [fifo]);
  const stop = new AbortController();
  const running = world.till(`products export ${fifo}`, { signal: stop.signal });
  setTimeout(() => stop.abort("SIGTERM"), 100);
  expect(await running).toMatchObject({ code: 143, stdout: "" });
});

test("a socket, a directory and a link to itself are refused", async () => {
  const server = createServer().listen(world.path("socket"));
  onTestFinished(() => void server.close());
  symlinkSync("loop", world.path("loop"));
  for (const [path, why] of [
    ["socket", "is a socket"],
    ["shop", "is a directory"],
    ["loop", "its link leads to itself"],
  ]) {
    const { code, stderr } = await world.till(`products export ${path}`);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(why ?? "") });
  }
});

test("a file keeps its permissions when it is replaced", async () => {
  writeFileSync(world.path("private.csv"), "");
  chmodSync(world.path("private.csv"), 0o640);
  expect(await world.till("products export private.csv")).toMatchObject({ code: 0 });
  expect(statSync(world.path("private.csv")).mode & 0o777).toBe(0o640);
});

test("a compressed snapshot is not read from or written to a pipe", async () => {
  execFileSync("mkfifo", [world.path("pipe.ndjson.gz")]);
  for (const line of ["copy pull pipe.ndjson.gz", "copy diff pipe.ndjson.gz sandbox"])
    expect(await world.till(line)).toMatchObject({ code: 2 });
});

test("/dev/stdout is the output of the program: a pipe, or the end of a file", async () => {
  const script = `
    import { openExport } from ${JSON.stringify(new URL("../../src/kernel/export-file.ts", import.meta.url).href)};
    const file = await openExport("/dev/stdout");
    await file.write("x".repeat(300_000));
    await file.write("end");
    await file.commit();`;
  const run = (shell: string) =>
    spawnSync("sh", ["-c", shell], {
      env: { ...process.env, NODE: process.execPath, SCRIPT: script },
      encoding: "utf8",
      maxBuffer: 1e7,
    });
  const program = '"$NODE" --input-type=module -e "$SCRIPT"';
  const piped = run(program);
  expect([piped.stdout.length, piped.stdout.slice(-3), piped.stderr]).toEqual([300_003, "end", ""]);
  const path = world.path("appended");
  run(`echo before > '${path}'; ${program} >> '${path}'; echo after >> '${path}'`);
  expect(readFileSync(path, "utf8")).toMatch(/^before\nx{300000}endafter\n$/);
});
