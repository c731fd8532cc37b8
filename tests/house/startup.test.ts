import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Loads of one run of the built program: files of dist and built-in modules that matter for start-up. */
function loadedBy(...argv: string[]): { files: string[]; sources: string; stdout: string } {
  const hooks = `
    import { registerHooks } from "node:module";
    import { appendFileSync } from "node:fs";
    registerHooks({ resolve(name, context, next) { const found = next(name, context); appendFileSync(process.env.LOADED, found.url + "\\n"); return found; } });`;
  const list = join(mkdtempSync(join(tmpdir(), "till-loaded-")), "loaded.txt");
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(hooks)}`, "bin/till.js", ...argv],
    { encoding: "utf8", env: { ...process.env, LOADED: list, NO_COLOR: "1" } },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const files = readFileSync(list, "utf8").split("\n");
  const chunks = files.filter((url) => url.includes("/dist/")).map((url) => readFileSync(new URL(url), "utf8"));
  return { files, sources: chunks.join("\n"), stdout };
}

/** Words that stand in the code of a library and nowhere else in ours. */
const marks = {
  zod: "ZodError",
  react: "react.transitional.element",
  ink: "yoga",
  undici: "UND_ERR_",
  conf: "projectName",
  big: "[big.js]",
};

for (const argv of [["--help"], ["--version"], ["products", "--help"], ["products", "update", "--help"], ["help", "jobs", "undo"]]) {
  test(`till ${argv.join(" ")} loads no heavy library and no SQLite`, () => {
    const { files, sources, stdout } = loadedBy(...argv);
    expect(stdout).not.toBe("");
    expect(Object.entries(marks).filter(([, mark]) => sources.includes(mark))).toEqual([]);
    expect(files.filter((url) => /^node:(sqlite|http|https|net|tls|crypto|child_process)$/.test(url))).toEqual([]);
  });
}

test("the marks that this test looks for are in the bundle", () => {
  const all = readdirSync("dist").filter((name) => name.endsWith(".js")).map((name) => readFileSync(`dist/${name}`, "utf8")).join("\n");
  expect(Object.entries(marks).filter(([, mark]) => !all.includes(mark))).toEqual([]);
});
