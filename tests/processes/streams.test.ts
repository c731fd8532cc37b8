import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHome, endOf, type Home, script } from "./program.ts";

let home: Home;
beforeAll(async () => {
  home = createHome();
  await home.till("sandbox seed 1500");
});
afterAll(() => home.close());

/** Runs a shell line with `till` as the built program. */
function shell(line: string) {
  const till = `till() { "${process.execPath}" "${script}" "$@"; }`;
  return spawnSync("bash", ["-c", `${till}; ${line}`], {
    encoding: "utf8",
    cwd: home.root,
    env: home.env(),
    timeout: 20_000,
  });
}

describe("a closed output pipe", () => {
  test.each([
    "products list --all --output ndjson",
    "products list --all",
    "products list --all --json",
    "products export",
    "--help",
    "--version",
  ])("%s | head -1 ends quietly", (text) => {
    const { stdout, stderr } = shell(`till ${text} | head -n 1; echo "code \${PIPESTATUS[0]}"`);
    expect(stdout).toMatch(/^[^\n]+\ncode 0\n$/);
    expect(stderr.replace("There are more: use --all, or --limit and --offset.\n", "")).toBe("");
  });
});

test("a result of the embedded sandbox says so on stderr, once and only where it is not a terminal", async () => {
  const notice = "Profile sandbox: the embedded sandbox, not a hosted shop.\n";
  const env = { TILL_STORY: "" };
  const list = "products list --limit 1 --json";
  expect((await home.till(list, { env })).stderr).toBe(notice);
  expect((await home.till(`${list} --profile sandbox`, { env })).stderr).toBe(notice);
  expect((await home.till(list, { env: { ...env, CI: "1" } })).stderr).toBe(notice);
  for (const line of [`${list} --quiet`, "sandbox status", "profiles list", "help filters"])
    expect((await home.till(line, { env })).stderr).toBe("");
  const refused = await home.till("products get nothing --json", { env });
  expect(JSON.parse(refused.stderr)).toMatchObject({ error: { exitCode: 5 } });
});

describe.runIf(existsSync("/dev/full"))("a full disk", () => {
  test.each([
    "products list",
    "products list --json",
    "products export",
    "sandbox status",
    "--help",
    "help exit-codes",
    "--version",
  ])("%s > /dev/full fails in a line or two", (words) => {
    const { status, stderr } = shell(`till ${words} > /dev/full`);
    expect(status).toBe(1);
    expect(stderr).toMatch(/no space/);
    expect(stderr).not.toMatch(/ at .*:\d+:\d+/);
    expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(3);
  });

  test("an update whose result cannot be written does not exit with 0, and its job is recorded", async () => {
    const { status } = shell(
      "till products update --filter 'sku = \"GEN-000001\"' --set price=1.23 --yes > /dev/full",
    );
    expect(status).toBe(1);
    const { stdout } = await home.till("jobs show last --json");
    expect(JSON.parse(stdout)).toMatchObject({ steps: { done: 1, total: 1 } });
  });
});

describe("without a terminal", () => {
  const asking = [
    ["products", "update", "--filter", "price > 0", "--set", "price=+1"],
    ["products", "delete", "--filter", "price > 0"],
    ["sandbox", "reset"],
    ["jobs", "prune"],
  ];
  test.each(asking)("%s %s … exits with 2 at once and names --yes", async (...args) => {
    // stdin stays open: a command that waits for input never ends.
    const began = performance.now();
    const ended = await endOf(home.start(args));
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain("--yes");
    expect(performance.now() - began).toBeLessThan(5000);
    const report = await endOf(home.start([...args, "--json"]));
    expect(JSON.parse(report.stderr)).toMatchObject({
      error: { code: "CONFIRMATION_NEEDED", field: "--yes", exitCode: 2 },
    });
  });

  test("with closed stdin, commands without input work and others name what is missing", () => {
    expect(shell("till products list --limit 1 <&-")).toMatchObject({ status: 0 });
    const { status, stderr } = shell("till products import - <&-");
    expect(status).toBe(2);
    expect(stderr).toContain("empty");
  });

  test("no colour and no screen, even with FORCE_COLOR", async () => {
    const env = { TERM: "xterm-256color" };
    for (const args of ["products list", "jobs list", "--help"]) {
      const { stdout, stderr } = await home.till(args, { env });
      expect(stdout + stderr).not.toContain("\x1b");
    }
    for (const format of ["json", "ndjson", "csv", "yaml"]) {
      const { stdout } = await home.till(["products", "list", "--limit", "2", "--output", format], {
        env: { FORCE_COLOR: "1" },
      });
      expect(stdout).not.toContain("\x1b");
    }
  });

  test("Ink and React are not loaded", async () => {
    const update = ["products", "update", "--filter", "price > 0", "--set", "price=+1"];
    const { stderr } = await home.till([...update, "--dry-run"], { env: { NODE_DEBUG: "esm" } });
    const loaded = new Set(stderr.match(/dist\/[\w-]+\.js/g));
    expect(loaded.size).toBeGreaterThan(3);
    const sources = [...loaded].map((file) => readFileSync(file, "utf8")).join("");
    expect(sources).not.toMatch(/react\.transitional\.element|yoga/);
  });

  test("SIGTERM ends a server with 143, SIGINT with 130", async () => {
    for (const [signal, code] of [
      ["SIGTERM", 143],
      ["SIGINT", 130],
    ] as const) {
      const child = home.start("sandbox start --memory --json");
      await once(child.stdout as NonNullable<typeof child.stdout>, "data");
      child.kill(signal);
      expect(await endOf(child)).toMatchObject({ code });
    }
  });
});

describe("separate streams", () => {
  test("under --json, stdout is one JSON value or empty, and errors are JSON on stderr", async () => {
    writeFileSync(home.path("bad.csv"), "handle,name,price\na,A,ten\n");
    const cases: [words: string[], code: number][] = [
      [["products", "list", "--json"], 0],
      [["products", "get", "nothing-here", "--json"], 5],
      [["products", "list", "--filter", "price >", "--json"], 2],
      [["products", "list", "--nope", "--json"], 2],
      [["products", "import", "bad.csv", "--yes", "--json"], 2],
      [["products", "import", "missing.csv", "--yes", "--json"], 2],
      [["jobs", "show", "zzzz", "--json"], 5],
      [["nope", "--json"], 2],
    ];
    for (const [words, code] of cases) {
      const ended = await home.till(words);
      expect(ended.code, words.join(" ")).toBe(code);
      if (code === 0) expect(JSON.parse(ended.stdout)).toBeTypeOf("object");
      else {
        expect(ended.stdout, words.join(" ")).toBe("");
        expect(JSON.parse(ended.stderr), words.join(" ")).toMatchObject({
          error: { exitCode: code, message: expect.any(String), retryable: false },
        });
      }
    }
  });

  test("a stack trace is printed only with --debug", async () => {
    const args = ["products", "get", "nothing-here"];
    expect((await home.till(args)).stderr).not.toContain("    at ");
    expect((await home.till([...args, "--debug"])).stderr).toContain("    at ");
  });
});
