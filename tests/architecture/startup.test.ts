import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Words that stand in the code of a library and nowhere else in ours. */
const marks = {
  zod: "ZodError",
  react: "react.transitional.element",
  ink: "yoga",
  undici: "UND_ERR_",
  conf: "projectName",
  big: "[big.js]",
  yaml: "tag:yaml.org,2002:",
};

/** Built-in modules that cost a start more than a millisecond. */
const costly = ["sqlite", "crypto", "http", "http2", "https", "tls", "internal/deps/undici/undici"];

/** What one run of the built program loads: marked libraries, costly built-in modules, and how many files of ours. */
function loadedBy(...argv: string[]): { heavy: string[]; files: number } {
  const home = mkdtempSync(join(tmpdir(), "till-loaded-"));
  const list = join(home, "loaded.json");
  const watcher = `
    import { registerHooks } from "node:module";
    import { writeFileSync } from "node:fs";
    const urls = new Set();
    registerHooks({ resolve(name, context, next) { const found = next(name, context); urls.add(found.url); return found; } });
    process.on("exit", () => writeFileSync(${JSON.stringify(list)}, JSON.stringify({ urls: [...urls], builtins: process.moduleLoadList })));`;
  try {
    const { stdout, status, stderr } = spawnSync(
      process.execPath,
      ["--import", `data:text/javascript,${encodeURIComponent(watcher)}`, "bin/till.js", ...argv],
      { encoding: "utf8", env: { ...process.env, TILL_HOME: home, NO_COLOR: "1" } },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).not.toBe("");
    const { urls, builtins } = JSON.parse(readFileSync(list, "utf8")) as {
      urls: string[];
      builtins: string[];
    };
    const ours = urls.filter((url) => url.includes("/dist/"));
    const code = ours.map((url) => readFileSync(new URL(url), "utf8")).join("\n");
    const libraries = Object.entries(marks).flatMap(([name, mark]) => (code.includes(mark) ? [name] : []));
    const modules = costly.filter((name) => builtins.includes(`NativeModule ${name}`));
    return { heavy: [...libraries, ...modules], files: ours.length };
  } finally {
    rmSync(home, { recursive: true });
  }
}

for (const line of [
  "--version",
  "--help",
  "products --help",
  "products update --help",
  "help jobs undo",
  "help exit-codes",
]) {
  test(`till ${line} loads nothing heavy, from few files`, () => {
    const { heavy, files } = loadedBy(...line.split(" "));
    expect(heavy).toEqual([]);
    expect(files).toBeLessThanOrEqual(4);
  });
}

for (const words of ["products list --out", "api prod"]) {
  test(`completion of "${words}" loads nothing heavy, from few files`, () => {
    const { heavy, files } = loadedBy("__complete", ...words.split(" "));
    expect(heavy).toEqual([]);
    expect(files).toBeLessThanOrEqual(8);
  });
}

test("the list of calls opens no service: it loads no schemas, however many calls there are", () => {
  for (const line of ["api", "api --search variants", "api --service products --json"])
    expect(loadedBy(...line.split(" ")).heavy, line).toEqual([]);
});

test("a call by its name opens its own service, and none of the others", () => {
  // The service, and the token endpoint and credentials that create the first visitor of a new sandbox.
  const { heavy, files } = loadedBy("api", "catalogVersioning.get");
  expect(heavy.sort()).toEqual(["big", "crypto", "sqlite", "zod"]);
  expect(files).toBeLessThanOrEqual(20);
});

test("a command on the sandbox loads what it works with, and no network and no screen", () => {
  const { heavy, files } = loadedBy("products", "list", "--json");
  expect(heavy.sort()).toEqual(["big", "crypto", "sqlite", "zod"]);
  expect(files).toBeLessThanOrEqual(12);
});

test("the marks that this test looks for are in the bundle", () => {
  const all = readdirSync("dist")
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(`dist/${name}`, "utf8"))
    .join("\n");
  expect(Object.entries(marks).filter(([, mark]) => !all.includes(mark))).toEqual([]);
});
