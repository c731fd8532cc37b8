import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "till-executable-"));
const program = resolve("dist-sea/till");
const env = { HOME: folder, PATH: "/nonexistent", TILL_PROFILE: "sandbox" };
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  execFileSync(process.execPath, ["scripts/sea.ts"], { stdio: "ignore" });
});

const till = (...args: string[]) => spawnSync(program, args, { env, cwd: folder, encoding: "utf8" });

test("the archive is at most 48 MB and holds the licenses", () => {
  const [archive = ""] = globSync("dist-sea/till-*.tar.gz");
  expect(statSync(archive).size).toBeLessThanOrEqual(48_000_000);
  const names = execFileSync("tar", ["-tzf", archive], { encoding: "utf8" });
  for (const name of ["till", "LICENSE", "THIRD-PARTY-LICENSES.txt", "man/till.1.gz"])
    expect(names).toContain(`/${name}\n`);
});

test("without a Node on the computer every part works, and nothing is warned about", () => {
  expect(till("--version")).toMatchObject({ status: 0, stderr: "" });
  expect(till("sandbox", "seed", "demo")).toMatchObject({ status: 0, stderr: "" });
  expect(till("products", "list", "--jq", ".items | length")).toMatchObject({
    status: 0,
    stderr: "Profile sandbox: the embedded sandbox, not a hosted shop.\n",
    stdout: "24\n",
  });
  expect(till("products", "list", "--output", "yaml")).toMatchObject({ status: 0 });
  expect(till("products", "export", "all.xlsx")).toMatchObject({ status: 0 });
  expect(till("products", "import", "all.xlsx", "--dry-run").stdout).toContain("0 to change");
  expect(till("products", "update", "wool-throw", "--set", "price=+1", "--yes")).toMatchObject({ status: 0 });
  expect(till("jobs", "undo", "last", "--yes")).toMatchObject({ status: 0 });
  expect(till("help", "guide", "install").stdout).toMatch(/^Install till\n/);
  expect(till("upgrade", "--json").stdout).toContain('"installation":"executable"');
  expect(till("api", "graphql", "{ nothing }").status).not.toBe(0);
  expect(till("doctor", "--offline")).toMatchObject({ status: 0, stderr: "" });
});

test("everything that it wrote is in the folders of the user, and the file is all there is to delete", () => {
  expect(readdirSync(folder).sort()).toEqual([".cache", ".config", ".local", "all.xlsx"]);
});

test("the stories pass with it", { tags: ["long"] }, () => {
  const stories = globSync("tests/stories/*.story").filter(
    (file) => !/^% /m.test(readFileSync(file, "utf8")),
  );
  const result = spawnSync(program, ["story", "run", ...stories], {
    encoding: "utf8",
    // Without HOME, as in tests/stories: paths of the user begin with ~.
    env: { TILL_HOME: folder, PATH: process.env.PATH ?? "" },
  });
  expect(result.stdout.split("\n").filter((line) => line.startsWith("failed"))).toEqual([]);
  expect(result.status).toBe(0);
  expect(stories.length).toBeGreaterThan(40);
});
