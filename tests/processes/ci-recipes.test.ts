import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { checkBuilt, createHome, type Home, script } from "./program.ts";

let home: Home;
beforeEach(async () => {
  checkBuilt();
  home = createHome();
  mkdirSync(home.path("bin"));
  // The program, as npm installs it.
  writeFileSync(home.path("bin", "till"), `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
  chmodSync(home.path("bin", "till"), 0o755);
  expect(await home.till("sandbox seed demo")).toMatchObject({ code: 0 });
});
afterEach(() => home.close());

/** Runs the recipe as a CI system does, with its variables. */
async function recipe(args: readonly string[], env: Record<string, string> = {}) {
  const { promise, resolve: done } = Promise.withResolvers<{ code: number; stderr: string }>();
  const given = home.env({ CI: "true", TILL_PROFILE: "sandbox", OLDER_THAN: "0s", PAUSE: "0", ...env });
  execFile(
    "sh",
    [resolve("examples/ci/capture.sh"), ...args],
    { cwd: home.root, env: { ...given, PATH: `${home.path("bin")}:${given.PATH}` } },
    (error, _stdout, stderr) => done({ code: typeof error?.code === "number" ? error.code : 0, stderr }),
  );
  const { code, stderr } = await promise;
  const result = JSON.parse(readFileSync(home.path("captured.json"), "utf8") || "{}") as {
    items?: { result: string }[];
  };
  return { code, stderr, results: (result.items ?? []).map((item) => item.result) };
}

const gitlab = { GITLAB_CI: "true", CI_JOB_NAME: "capture", CI_PIPELINE_ID: "77" };

test("captures, keeps the results, and records what ran in CI; a guard stops it with 6", async () => {
  expect(await recipe(["--max-total", "1USD"], gitlab)).toMatchObject({ code: 6, results: [] });
  const first = await recipe(["--max-total", "9000USD", "--max-total", "9000EUR"], gitlab);
  expect(first).toMatchObject({ code: 0 });
  expect(first.results).toContain("captured");
  const audit = JSON.parse((await home.till("jobs audit --json")).stdout) as { items: object[] };
  expect(audit.items).toContainEqual(
    expect.objectContaining({ what: "payment.capture", ci: "GitLab CI", workflow: "capture", ciRun: "77" }),
  );
  expect(await recipe([], gitlab)).toMatchObject({ code: 0 });
});

test("a platform that cannot be reached is tried once more, and stays exit code 8", async () => {
  const away = {
    TILL_PROFILE: "",
    TILL_BASE_URL: "http://127.0.0.1:1",
    TILL_API_KEY: "key-of-a-test",
    TILL_SITE_ID: "s",
  };
  expect(await recipe([], { ...away, TILL_RETRIES: "0" })).toMatchObject({ code: 8, results: [] });
  expect(existsSync(home.path("captured.first.json"))).toBe(true);
  expect(await recipe(["--max-total", "nonsense"])).toMatchObject({ code: 2, results: [] });
});

test("the recipes of the guide are YAML that runs the script", () => {
  const [, guide = ""] = readFileSync("docs/guides/capture-in-ci.md", "utf8").split("## Any other CI system");
  const blocks = [...guide.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text = ""]) => text);
  expect(blocks).toHaveLength(3);
  for (const block of blocks) {
    expect(parse(block)).toBeTypeOf("object");
    expect(block).toContain("sh examples/ci/capture.sh --max-total 9500.00EUR");
  }
});
