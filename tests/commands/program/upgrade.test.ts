import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { isNewer } from "../../../src/commands/program/upgrade.ts";
import { toolVersion } from "../../../src/kernel/version.ts";
import { createWorld, type World } from "../../support/world.ts";

const path = process.env.PATH ?? "";
afterEach(() => {
  process.env.PATH = path;
});

/** Puts an npm before all others on the PATH, which notes its arguments and runs a line of shell. */
function withNpm(world: World, line: string): void {
  mkdirSync(world.path("bin"));
  writeFileSync(world.path("bin/npm"), `#!/bin/sh\necho "$@" >> '${world.path("asked")}'\n${line}\n`);
  chmodSync(world.path("bin/npm"), 0o755);
  process.env.PATH = `${world.path("bin")}${delimiter}${path}`;
}

function newWorld(): World {
  const world = createWorld();
  onTestFinished(() => world.close());
  return world;
}

test("without --check it prints the command that upgrades this installation, and npm is not run", async () => {
  const world = newWorld();
  withNpm(world, "exit 1");
  const { code, stdout, stderr } = await world.till("upgrade --json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual({
    _kind: "upgrade",
    version: toolVersion,
    installation: "checkout",
    command: "git pull && npm ci && npm run build",
  });
  expect((await world.sh("cat asked")).code).toBe(1);
});

test("--check asks npm once for the newest version", async () => {
  const world = newWorld();
  withNpm(world, `echo '"99.1.0"'`);
  const { code, stdout } = await world.till("upgrade --check --json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ newest: "99.1.0", newer: true });
  expect((await world.sh("cat asked")).stdout).toBe("view till-cli version --json\n");
});

test("--check says so if this is the newest version", async () => {
  const world = newWorld();
  withNpm(world, `echo '"${toolVersion}"'`);
  expect(await world.till("upgrade --check")).toMatchObject({
    code: 0,
    stderr: "This is the newest version.\n",
  });
});

test.each([
  [`echo '{"error":{"code":"E404","summary":"Not Found"}}'; exit 1`, 5, "has no package till-cli"],
  [`echo '{"error":{"code":"ENOTFOUND","summary":"request failed"}}'; exit 1`, 8, "request failed"],
  ["echo oops; exit 1", 8, "no answer"],
])("npm that answers %s", async (line, code, message) => {
  const world = newWorld();
  withNpm(world, line);
  const result = await world.till("upgrade --check");
  expect(result).toMatchObject({ code, stdout: "" });
  expect(result.stderr).toContain(message);
});

test("--check without npm says so", async () => {
  const world = newWorld();
  process.env.PATH = world.path("nothing");
  const result = await world.till("upgrade --check");
  expect(result.code).toBe(1);
  expect(result.stderr).toContain("npm was not found");
});

test.each([
  ["1.0.1", "1.0.0", true],
  ["1.10.0", "1.9.9", true],
  ["1.0.0", "1.0.0", false],
  ["0.9.0", "1.0.0", false],
  ["1.0.0", "1.0.0-beta.1", true],
  ["1.0.0-beta.1", "1.0.0", false],
])("%s is newer than %s: %s", (one, other, newer) => {
  expect(isNewer(one, other)).toBe(newer);
});
