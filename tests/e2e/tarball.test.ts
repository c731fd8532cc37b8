import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkBuilt } from "./program.ts";

const folder = mkdtempSync(join(tmpdir(), "till-tarball-"));
const installed = join(folder, "installed");
const program = join(installed, "node_modules", "till-cli");
let packed: string[];

/** npm with the user's own configuration, so that it finds its registry and its cache. */
function npm(cwd: string, ...words: string[]): string {
  return execFileSync("npm", words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

beforeAll(() => {
  checkBuilt();
  const [report] = JSON.parse(
    npm(process.cwd(), "pack", "--ignore-scripts", "--json", "--pack-destination", folder),
  );
  packed = report.files.map(({ path }: { path: string }) => path);
  mkdirSync(installed);
  npm(installed, "init", "--yes");
  npm(
    installed,
    "install",
    "--ignore-scripts",
    "--omit=dev",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    join(folder, report.filename),
  );
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the installed command with a Node, in a world of its own. */
function till(node: string, ...words: string[]) {
  const env = { PATH: process.env.PATH ?? "", HOME: folder, TILL_HOME: join(folder, "home") };
  return spawnSync(node, [join(program, "bin", "till.js"), ...words], { encoding: "utf8", env, cwd: folder });
}

test("the tarball holds the program and nothing of its making", () => {
  const tops = [...new Set(packed.map((path) => path.split("/")[0]))];
  const { files } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(tops).toEqual(expect.arrayContaining(["LICENSE", "README.md", "bin", "dist", "package.json"]));
  expect(tops.filter((name) => name !== "package.json" && !files.includes(name))).toEqual([]);
  expect(packed.filter((path) => /\.tsx?$|\.test\.|\.map$|^(src|tests|docs|scripts)\//.test(path))).toEqual(
    [],
  );
});

test("at most 90 packages at run time, none of them native or with an install script", () => {
  const lock = JSON.parse(readFileSync(join(installed, "package-lock.json"), "utf8"));
  const packages = Object.entries(lock.packages as Record<string, { hasInstallScript?: boolean }>).filter(
    ([path]) => path !== "",
  );
  expect(packages.length - 1).toBeLessThanOrEqual(90);
  expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  const files = readdirSync(join(installed, "node_modules"), { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => file.endsWith(".node"))).toEqual([]);
});

test("the installed command works from any folder", () => {
  expect(till(process.execPath, "--version")).toMatchObject({
    status: 0,
    stderr: "",
    stdout: `${JSON.parse(readFileSync("package.json", "utf8")).version}\n`,
  });
  expect(till(process.execPath, "sandbox", "seed", "demo")).toMatchObject({ status: 0, stderr: "" });
  const list = till(process.execPath, "products", "list", "--all", "--json");
  expect(list).toMatchObject({ status: 0, stderr: "" });
  expect(JSON.parse(list.stdout).total).toBe(24);
  expect(
    till(process.execPath, "products", "update", "wool-throw", "--set", "price=+10%", "--yes"),
  ).toMatchObject({ status: 0 });
  expect(till(process.execPath, "jobs", "undo", "last", "--yes")).toMatchObject({ status: 0 });
  expect(till(process.execPath, "products", "export", "all.csv")).toMatchObject({ status: 0 });
  expect(till(process.execPath, "products", "import", "all.csv", "--dry-run").stdout).toContain(
    "0 to change",
  );
});

const old = oldNode();

test.runIf(old)("an older Node says in one line what is needed, and exits 1", () => {
  const alone = join(folder, "alone");
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(program, part), join(alone, part), { recursive: true });
  const ended = spawnSync(old ?? "", [join(alone, "bin", "till.js"), "products", "list"], {
    encoding: "utf8",
  });
  expect(ended).toMatchObject({ status: 1, stdout: "" });
  expect(ended.stderr).toMatch(/^till needs Node 22\.19 or newer; this is \d+\.\d+\.\d+\. [^\n]+\n$/);
});

test.runIf(old)(
  "in the checkout an older Node hands over to the pinned one, with arguments, streams and exit code",
  () => {
    const env = { PATH: process.env.PATH ?? "", HOME: folder, TILL_HOME: join(folder, "home") };
    const run = (words: string[], input = "") =>
      spawnSync(old ?? "", ["bin/till.js", ...words], { encoding: "utf8", env, input });
    expect(run(["products", "get", "no such thing"])).toMatchObject({ status: 5, stdout: "" });
    expect(
      run(["products", "create", "--input", "-", "--json"], '{"name":"Käse & Co","priceData":{"price":1}}'),
    ).toMatchObject({ status: 0, stderr: "" });
  },
);

/** The first Node on the path that is too old for till, if there is one. */
function oldNode(): string | undefined {
  const all = (process.env.PATH ?? "").split(delimiter).map((directory) => join(directory, "node"));
  return all
    .filter((file) => existsSync(file))
    .find((file) => {
      const [major = 0] = execFileSync(file, ["--version"], { encoding: "utf8" })
        .slice(1)
        .split(".")
        .map(Number);
      return major < 22;
    });
}
