import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findChromium } from "../processes/chromium.ts";
import { checkBuilt } from "../processes/program.ts";

const folder = mkdtempSync(join(tmpdir(), "till-examples-"));
beforeAll(() => checkBuilt());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Copies an example, installs this checkout and the packages it needs, and runs its test script. */
function runExample(name: string, wrapper: readonly string[] = [], env: Record<string, string> = {}) {
  const example = join(folder, name);
  cpSync(join("examples", name), example, { recursive: true });
  const { scripts, devDependencies } = JSON.parse(readFileSync(join(example, "package.json"), "utf8"));
  expect(devDependencies["till-cli"]).toBe("file:../..");
  for (const dependency of Object.keys(devDependencies)) {
    const link = join(example, "node_modules", dependency);
    mkdirSync(dirname(link), { recursive: true });
    // What npm does with `file:../..`.
    symlinkSync(dependency === "till-cli" ? process.cwd() : resolve("node_modules", dependency), link);
  }
  // Its first test loads the library, which takes Vitest's five seconds on a busy machine.
  if (name === "vitest")
    writeFileSync(join(example, "vitest.config.js"), "export default { test: { testTimeout: 60_000 } };\n");
  const bin = join(folder, "bin");
  if (!existsSync(bin)) {
    mkdirSync(bin);
    symlinkSync(resolve("bin/till.js"), join(bin, "till"));
  }
  const path = [bin, resolve("node_modules/.bin"), process.env.PATH].join(delimiter);
  const [program = "sh", ...args] = [...wrapper, "sh", "-c", scripts.test];
  return spawnSync(program, args, {
    cwd: example,
    encoding: "utf8",
    env: { PATH: path, HOME: folder, TILL_HOME: join(folder, "home"), NO_COLOR: "1", ...env },
  });
}

test("a storefront tested with Vitest", () => {
  const { status, stdout } = runExample("vitest");
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining("4 passed") });
});

const chromium = findChromium();

test.skipIf(chromium === undefined)("a storefront tested with Playwright", () => {
  const { status, stdout } = runExample("playwright", [], { CHROMIUM: chromium ?? "" });
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining("2 passed") });
});

const withoutNetwork = ["unshare", "--map-root-user", "--net"];
const canIsolate = spawnSync("unshare", [...withoutNetwork.slice(1), "true"]).status === 0;

test("stories in CI, without a network", () => {
  const { status, stdout, stderr } = runExample("ci", canIsolate ? withoutNetwork : []);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "Stories: 1 passed, 0 failed.\n" });
  expect(stdout).toMatch(/^passed\tcheckout\.story\t/);
  expect(readFileSync(join(folder, "ci", "results.xml"), "utf8")).toContain('tests="1" failures="0"');
});
