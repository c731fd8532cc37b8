import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHome, type Home, script, serve } from "./program.ts";
import { type Pty, spawnPty } from "./pty.ts";

let home: Home;
const shells: Pty[] = [];
beforeAll(async () => {
  home = createHome();
  await home.till("sandbox seed demo");
});
afterAll(() => {
  for (const shell of shells) shell.close();
  home.close();
});

/** Starts bash on a terminal, with `till` as the built program. */
async function bash(): Promise<Pty> {
  const shell = spawnPty("bash", ["--norc", "--noprofile", "-i"], {
    cwd: home.root,
    columns: 100,
    env: home.env({ PS1: "$ ", TILL: script, NODE: process.execPath, HISTFILE: "" }),
  });
  shells.push(shell);
  await shell.waitFor("$ ");
  shell.type(
    'till() { "$NODE" "$TILL" "$@"; }; source <(till config completion bash); clear; echo read""y\r',
  );
  // Input typed before the prompt is echoed twice.
  await shell.waitFor((screen) => {
    const lines = screen.map((line) => line.trim()).filter(Boolean);
    return lines.includes("ready") && lines.at(-1) === "$";
  });
  return shell;
}

test("Tab completes in bash", async () => {
  const shell = await bash();
  shell.type("till products li\t");
  await shell.waitFor("till products list");
  shell.type("--outp\t");
  await shell.waitFor("--output ");
  shell.type("nd\t");
  await shell.waitFor("--output ndjson");
  shell.type("\x15till products get porc\t");
  await shell.waitFor("till products get porcelain-pitcher");
  shell.type("\x15till products list --output=ya\t");
  await shell.waitFor("--output=yaml");
  shell.type("\x15till collections get t\t\t");
  await shell.waitFor(/tableware +textiles/);
  writeFileSync(home.path("a plan.ndjson"), "");
  shell.type("\x15till apply a\\ p\t");
  await shell.waitFor("apply a\\ plan.ndjson");
  expect(shell.screen().join("\n")).not.toContain("error");
});

test("Tab prints nothing if nothing matches", async () => {
  const shell = await bash();
  shell.type("till products get nothing-like-this\t\t#");
  await shell.waitFor("nothing-like-this#");
  const lines = shell.screen().filter((line) => line.includes("till"));
  expect(lines.at(-1)).toBe("$ till products get nothing-like-this#");
});

test("a background process caches the names of a hosted shop", async () => {
  const served = await serve(home, "--seed", "demo");
  mkdirSync(home.path("till/config"), { recursive: true });
  const shop = {
    name: "shop",
    platform: { baseUrl: served.baseUrl },
    credentials: "shop",
    clientId: served.clientId,
  };
  writeFileSync(home.path("till/config/settings.json"), JSON.stringify({ profiles: [shop] }));
  const press = () => home.till("__complete --profile shop products get stonew");
  expect(await press()).toMatchObject({ stdout: "", stderr: "", code: 0 });
  await expect.poll(press).toMatchObject({ stdout: "stoneware-mug\tStoneware Mug\n", code: 0 });
  await served.stop();
  expect(await press()).toMatchObject({ stdout: "stoneware-mug\tStoneware Mug\n", stderr: "", code: 0 });
});

/** Starts the program on a terminal with 12 rows. */
function atTerminal(args: readonly string[], env: Record<string, string> = {}): Pty {
  const pty = spawnPty(process.execPath, [script, ...args], { columns: 100, rows: 12, env: home.env(env) });
  shells.push(pty);
  return pty;
}

test("a list longer than the window is shown in less; q quits", async () => {
  const pty = atTerminal(["products", "list"]);
  await pty.waitFor((screen) => screen.length === 12 && screen.at(-1)?.startsWith(":") === true);
  expect(pty.screen()[0]).toMatch(/^NAME +SKU/);
  pty.type("q");
  expect(await pty.exit).toMatchObject({ code: 0 });
});

test("a list that fits is printed directly, followed by notices", async () => {
  const pty = atTerminal(["products", "list", "--limit", "3"]);
  expect(await pty.exit).toMatchObject({ code: 0 });
  expect(pty.screen()).toHaveLength(5);
  expect(pty.screen().at(-1)).toMatch(/^There are more/);
});

test.each([
  ["--no-pager", ["products", "list", "--no-pager"], {}],
  ["PAGER=cat", ["products", "list"], { PAGER: "cat" }],
  ["an empty TILL_PAGER", ["products", "list"], { TILL_PAGER: "", PAGER: "false" }],
  ["a pager that is not there", ["products", "list"], { PAGER: "no-such-pager -x" }],
  ["NDJSON", ["products", "list", "--output", "ndjson"], { PAGER: "false" }],
  ["CI", ["products", "list"], { CI: "1", PAGER: "false" }],
])("%s: nothing is paged", async (_, words, env) => {
  const pty = atTerminal(words, env);
  expect(await pty.exit).toMatchObject({ code: 0 });
  expect(pty.history().join("\n")).toContain("stoneware-mug");
});

test("a custom pager gets the text on stdin; one that reads nothing is not an error", async () => {
  const counted = atTerminal(["products", "list", "--json"], { TILL_PAGER: "grep -c stoneware-mug" });
  expect(await counted.exit).toMatchObject({ code: 0 });
  expect(Number(counted.screen()[0])).toBeGreaterThan(0);
  const quits = atTerminal(["help", "environment"], { PAGER: "false" });
  expect(await quits.exit).toMatchObject({ code: 0 });
  expect(quits.screen()).toEqual([]);
});

test("Ctrl-C in the pager goes to the pager", async () => {
  const pty = atTerminal(["help", "products", "update"]);
  await pty.waitFor((screen) => screen.at(-1)?.startsWith(":") === true);
  // less prints its prompt before it reads keys; what comes in between is lost.
  const seen = pty.raw().length;
  const interrupted = () => {
    pty.type("\x03");
    return pty.raw().slice(seen).endsWith(":\x1b[K");
  };
  await expect.poll(interrupted, { interval: 200 }).toBe(true);
  const quitting = setInterval(() => pty.type("q"), 200);
  const { ttyBefore, ttyAfter } = await pty.exit.finally(() => clearInterval(quitting));
  expect(ttyAfter).toBe(ttyBefore);
});
