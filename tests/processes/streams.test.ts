import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
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
  });
}

describe("a closed output pipe", () => {
  test.each(["products list --all --output ndjson", "products export", "--help", "--version"])(
    "%s | head -1 ends quietly",
    (text) => {
      const { stdout, stderr } = shell(`till ${text} | head -n 1; echo "code \${PIPESTATUS[0]}"`);
      expect(stdout).toMatch(/^[^\n]+\ncode 0\n$/);
      expect(stderr.replace("There are more: use --all, or --limit and --offset.\n", "")).toBe("");
    },
  );
});

test("a result of the embedded sandbox says so on stderr, once and only where it is not a terminal", async () => {
  const message = "Profile sandbox: the embedded sandbox, not a hosted shop.";
  const notice = `${JSON.stringify({ _kind: "notice", message })}\n`;
  const env = { TILL_STORY: "" };
  const list = "products list --limit 1 --json";
  expect((await home.till(list, { env })).stderr).toBe(notice);
  expect((await home.till("products list --limit 1", { env })).stderr).toContain(`${message}\n`);
  expect((await home.till(`${list} --profile sandbox`, { env })).stderr).toBe(notice);
  expect((await home.till(list, { env: { ...env, CI: "1" } })).stderr).toBe(notice);
  for (const line of [`${list} --quiet`, "sandbox status", "profiles list", "help filters"])
    expect((await home.till(line, { env })).stderr).toBe("");
  // Which shop is written to is always said, and without a terminal it is named.
  const change = "orders capture --authorized --allow-empty --yes --quiet --json";
  expect((await home.till(`${change} --profile sandbox`, { env })).stderr).toBe(notice);
  expect((await home.till(change, { env })).code).toBe(4);
  const refused = await home.till("products get nothing --json", { env });
  expect(JSON.parse(refused.stderr)).toMatchObject({ error: { exitCode: 5 } });
});

describe.runIf(existsSync("/dev/full"))("a full disk", () => {
  test.each(["products list --json", "products export", "--help", "--version"])(
    "%s > /dev/full fails in a line or two",
    (words) => {
      const { status, stderr } = shell(`till ${words} > /dev/full`);
      expect(status).toBe(1);
      expect(stderr).toMatch(/no space/);
      expect(stderr).not.toMatch(/ at .*:\d+:\d+/);
      expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(3);
    },
  );

  test("an update whose result cannot be written does not exit with 0, and its job is recorded", async () => {
    const { status } = shell(
      "till products update --filter 'sku = \"GEN-000001\"' --set price=1.23 --yes > /dev/full",
    );
    expect(status).toBe(1);
    const { stdout } = await home.till("jobs show last --json");
    expect(JSON.parse(stdout)).toMatchObject({ steps: { done: 1, total: 1 } });
  });
});

describe.runIf(existsSync("/dev/full"))("a full disk while payments are captured", () => {
  test("ends as the payments do: some are captured, the others are not, exit 9", async () => {
    const shop = createHome();
    onTestFinished(() => shop.close());
    await shop.till("sandbox seed demo");
    await shop.till("sandbox seed --orders 40");
    const till = `"${process.execPath}" "${script}"`;
    // Slowly: on a fast machine the last payment would be captured before the first write has failed.
    const line = `${till} orders capture --authorized --yes --concurrency 1 --max-requests 20 > /dev/full`;
    const { status, stderr } = spawnSync("bash", ["-c", line], {
      encoding: "utf8",
      cwd: shop.root,
      env: shop.env(),
    });
    const { steps } = JSON.parse((await shop.till("jobs show last --json")).stdout);
    expect(stderr).toMatch(/no space/);
    expect(steps.done).toBeGreaterThan(0);
    expect(steps.planned).toBeGreaterThan(0);
    expect(status).toBe(steps.sent > 0 ? 10 : 9);
  });
});

describe("without a terminal", () => {
  test("a command that would ask exits with 2 and names --yes, even if stdin stays open", async () => {
    const ended = await endOf(home.start(["products", "delete", "--filter", "price > 0"]));
    expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--yes") });
  });

  test("with closed stdin, commands without input work and others name what is missing", () => {
    expect(shell("till products list --limit 1 <&-")).toMatchObject({ status: 0 });
    const { status, stderr } = shell("till products import - <&-");
    expect(status).toBe(2);
    expect(stderr).toContain("empty");
  });

  test("no color and no screen, even with FORCE_COLOR for data", async () => {
    const list = await home.till("products list", { env: { TERM: "xterm-256color" } });
    const json = await home.till("products list --limit 2 --json", { env: { FORCE_COLOR: "1" } });
    expect(list.stdout + list.stderr + json.stdout).not.toContain("\x1b");
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
