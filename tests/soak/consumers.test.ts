import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeCode } from "../examples/code.ts";
import { findChromium } from "../processes/chromium.ts";
import { freshEnvironment, installNode, packInto } from "./other-node.ts";

const folder = mkdtempSync(join(tmpdir(), "till-consumers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let tarball = "";
beforeAll(() => {
  tarball = packInto(folder);
});

/** A project, the Node that runs its tests, and packages that it has in other versions than it names itself. */
type Case = readonly [project: string, node: string, ...packages: string[]];

const projects = readdirSync("tests/consumers");
/** They do not run with the oldest Node of the library. */
const needNewerNode = ["react-router"];
const inOtherVersions: readonly Case[] = [
  ["vitest", "24", "vitest@3"],
  ["vitest", "24", "vitest@4"],
  ["typescript", "24", "typescript@5"],
];

function runTests(project = "", version = "", ...packages: string[]): void {
  const home = join(folder, [project, version, ...packages].join("-"));
  cpSync(join("tests/consumers", project), home, { recursive: true });
  const node = installNode(join(home, ".node"), version);
  const install = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
  execFileSync("npm", ["install", "--save-dev", ...install, ...packages, tarball], {
    cwd: home,
    stdio: "pipe",
  });
  const env = { ...freshEnvironment(home, node), CHROMIUM: findChromium() ?? "", NO_COLOR: "1" };
  const run = (...[program = "", ...args]: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: home, encoding: "utf8", env });
    expect(status, stdout + stderr).toBe(0);
  };
  // The examples of the guides are tests of these projects, too.
  const programs = writeCode(project, home);
  if (project === "playwright") cpSync("examples/playwright/site.js", join(home, "guides/site.js"));
  run("npm", "test");
  for (const program of programs)
    run("npx", "till-cli", "sandbox", "run", "--seed", "demo", "--", "node", program);
}

const title = "the tests of a project that installs the packed till pass: %s, Node %s";
test.each<Case>(projects.map((name) => [name, "24"]))(title, runTests);
const tags = ["long"];
const onOldestNode = projects.filter((name) => !needNewerNode.includes(name));
test.each<Case>(onOldestNode.map((name) => [name, "22.19.0"]))(title, { tags }, runTests);
test.each<Case>(inOtherVersions)(`${title}, %s`, { tags }, runTests);
