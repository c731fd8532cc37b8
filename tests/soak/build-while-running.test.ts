import { execFile, execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { createHome, serve } from "../processes/program.ts";

const project = mkdtempSync(join(tmpdir(), "till-project-"));
const bin = join(project, "bin", "till.js");
const home = createHome({ program: bin });
afterAll(() => {
  home.close();
  rmSync(project, { recursive: true, force: true });
});

test("a build breaks neither a program that runs nor programs that start meanwhile", async () => {
  for (const part of ["bin", "src", "scripts", "docs", "package.json", "LICENSE", "tsconfig.json"])
    cpSync(part, join(project, part), { recursive: true });
  symlinkSync(resolve("node_modules"), join(project, "node_modules"));
  const build = () => promisify(execFile)(process.execPath, ["scripts/build.ts"], { cwd: project });
  await build();
  const served = await serve(home, "--seed", "demo");
  const before = entry();

  for (const round of [1, 2]) {
    // The program starts with this file, so that the names of most chunks change.
    appendFileSync(join(project, "src/kernel/text.ts"), `\nglobalThis.process.env.BUILD = "${round}";\n`);
    let building = true;
    const built = build().finally(() => {
      building = false;
    });
    const results: number[] = [];
    while (building) {
      const { code } = await home.till("products list --json", { env: served.env });
      results.push(code ?? -1);
    }
    await built;
    expect(results.length).toBeGreaterThan(2);
    expect(results.filter((code) => code !== 0)).toEqual([]);
  }
  expect(entry()).not.toBe(before);

  // Services of which the server has loaded nothing yet.
  for (const list of ["orders list", "events list", "discounts list"])
    expect(await home.till(`${list} --json`, { env: served.env })).toMatchObject({ code: 0, stderr: "" });
  await served.stop();

  const packed = execFileSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], {
    cwd: project,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const files: string[] = JSON.parse(packed)[0].files.map(({ path }: { path: string }) => path);
  const timeOf = (file: string) => statSync(join(project, file)).mtimeMs;
  const current = globSync("dist/**/*.*", { cwd: project }).filter(
    (file) => statSync(join(project, file)).isFile() && timeOf(file) === timeOf("dist/main.js"),
  );
  expect(files.filter((file) => file.startsWith("dist/")).sort()).toEqual(current.sort());
});

function entry(): string {
  return readFileSync(join(project, "dist", "main.js"), "utf8");
}
