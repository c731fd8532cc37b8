import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshEnvironment, installNode, packInto } from "./other-node.ts";

const folder = mkdtempSync(join(tmpdir(), "till-fresh-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let tarball = "";
beforeAll(() => {
  tarball = packInto(folder);
});

/** A machine with this Node on which the tarball is installed globally. */
function machine(version: string) {
  const node = installNode(folder, version);
  const prefix = join(folder, `prefix-${version}`);
  const home = join(folder, `home-${version}`);
  const env = { ...freshEnvironment(home, node), TILL_PROFILE: "sandbox" };
  const npm = (...args: string[]) =>
    // npm itself needs the user's configuration, for its registry.
    execFileSync("npm", [...args, "--global", "--prefix", prefix, "--no-audit", "--no-fund"], {
      env: { ...process.env, PATH: [node, process.env.PATH].join(delimiter) },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  npm("install", tarball);
  const till = (...args: string[]) =>
    spawnSync(join(prefix, "bin", "till"), args, { env, cwd: home, encoding: "utf8" });
  return { node, prefix, home, npm, till };
}

const filesBelow = (path: string) =>
  existsSync(path) ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];

test.each(["22.19.0", "24", "26"])(
  "the tarball works on a fresh machine with Node %s, and leaves cleanly",
  (version) => {
    const { prefix, home, npm, till } = machine(version);
    const list = (...args: string[]) => till("products", "list", ...args);
    expect(till("sandbox", "seed", "demo")).toMatchObject({ status: 0, stderr: "" });
    expect(list("--jq", ".items | length")).toMatchObject({
      status: 0,
      stderr: "Profile sandbox: the embedded sandbox, not a hosted shop.\n",
      stdout: "24\n",
    });
    expect(till("products", "export", "all.xlsx")).toMatchObject({ status: 0 });
    expect(till("products", "import", "all.xlsx", "--dry-run")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("0 to change"),
    });
    expect(till("products", "update", "wool-throw", "--set", "price=+1", "--yes")).toMatchObject({
      status: 0,
    });
    expect(till("jobs", "undo", "last", "--yes")).toMatchObject({ status: 0 });
    expect(till("upgrade", "--json").stdout).toContain('"installation":"npm"');
    const manual = spawnSync("man", ["-w", "till-products"], {
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin", MANPATH: join(prefix, "share", "man") },
    });
    if (manual.error === undefined) expect(manual.stdout).toContain("till-products.1");
    expect(globSync("share/man/man1/till*.1.gz", { cwd: prefix }).length).toBeGreaterThan(30);

    npm("uninstall", "till-cli");
    expect(filesBelow(prefix).filter((path) => path.includes("till"))).toEqual([]);
    // Data stays where README.md says.
    expect(
      filesBelow(home)
        .filter((path) => /\.(db|sqlite)$/.test(path))
        .sort(),
    ).toEqual(expect.arrayContaining([join(".local", "share", "till", "sandbox.db")]));
  },
);

test("on Node 20 the command and the library say in one line what is needed", () => {
  const { node, prefix, till } = machine("20");
  const line = /^till needs Node 22\.19 or newer; this is 20\.\d+\.\d+\. Install Node 24 from [^\n]+$/;
  for (const args of [["products", "list"], [], ["--help"]]) {
    const { status, stdout, stderr } = till(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr.replace(/\n$/, "")).toMatch(line);
  }
  expect(till("--version")).toMatchObject({ status: 0, stderr: "" });
  const entries = ["api", "testing", "webhooks", "testing/jest"];
  for (const entry of entries) {
    const program = `import("till-cli/${entry}").catch((error) => console.log(error.message))`;
    const result = spawnSync(join(node, "node"), ["--input-type=module", "-e", program], {
      cwd: join(prefix, "lib", "node_modules", "till-cli"),
      encoding: "utf8",
    });
    expect(result.stderr).toBe("");
    expect(result.stdout.trim()).toMatch(line);
  }
});
