import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../support/world.ts";

const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
  delete process.env.TILL_PROFILE;
});

function worldWith(stories: Record<string, string>): World {
  const world = createWorld();
  worlds.push(world);
  for (const [name, story] of Object.entries(stories)) writeFileSync(world.path(name), story);
  return world;
}

const buys = `$ till sandbox seed demo
The sandbox contains 24 products[..]
$ till products update stoneware-mug --set price=+1 --yes
Job JOB1: 1 product, 1 ok.
...
! Undo with: till jobs undo JOB1
$ till jobs undo JOB1 --yes
Job JOB1: 1 product, 1 undone.
...
$ till cart add nope
...
? 5
`;

test("runs stories side by side, each in a sandbox of its own and without the user's settings", async () => {
  process.env.TILL_PROFILE = "unknown";
  const empty = `$ till products list\n...\n`;
  const world = worldWith({ "buys.story": buys, "empty.story": empty });
  const { stdout, stderr, code } = await world.till("story run buys.story empty.story --json");
  expect(code).toBe(0);
  expect(JSON.parse(stderr)).toEqual({ _kind: "notice", message: "Stories: 2 passed, 0 failed." });
  expect(JSON.parse(stdout).items).toMatchObject([
    { file: "buys.story", passed: true, commands: 4, failures: [] },
    { file: "empty.story", passed: true, commands: 1 },
  ]);
  expect(existsSync(world.path("till/state"))).toBe(false);
});

test("shows the difference, exits 1 and writes reports", async () => {
  const world = worldWith({ "a.story": "$ echo one; echo '<two>'\none\n2\n", "b.story": "$ true\n" });
  const { stdout, stderr, code } = await world.till("story run a.story b.story --junit report.xml");
  expect(code).toBe(1);
  expect(stdout).toMatch(/^failed\ta.story\t1\t[\d.]+\npassed\tb.story\t1\t[\d.]+\n$/);
  expect(stderr).toBe(
    "a.story:1: $ echo one; echo '<two>'\n    one\n  - 2\n  + <two>\nStories: 1 passed, 1 failed.\n",
  );
  const report = readFileSync(world.path("report.xml"), "utf8");
  expect(report).toContain('tests="2" failures="1"');
  expect(report).toContain("+ &#60;two&#62;");
  const tap = await world.till("story run a.story b.story --tap");
  expect(tap.stdout).toContain("1..2\nnot ok 1 - a.story\n# line 1: echo one; echo '<two>'\n");
  expect(tap.stdout).toContain("\nok 2 - b.story\n");
});

test("--update writes the answers that differ and keeps patterns that match", async () => {
  const world = worldWith({
    "a.story": "# note\n$ echo 'total 12'\ntotal [..]\n$ echo new; (exit 2)\nold\n",
  });
  expect(await world.till("story run a.story --update")).toMatchObject({
    code: 0,
    stderr: "Wrote 1 answer into a.story.\n",
  });
  expect(readFileSync(world.path("a.story"), "utf8")).toBe(
    "# note\n$ echo 'total 12'\ntotal [..]\n$ echo new; (exit 2)\nnew\n? 2\n",
  );
  expect(await world.till("story run a.story")).toMatchObject({ code: 0 });
});

test("a story that ends its shell fails, and keeps the rest with --update", async () => {
  const story = "$ exit 3\n? 3\n$ echo never\nnever\n";
  const world = worldWith({ "a.story": story });
  expect(await world.till("story run a.story")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("a.story:3: $ echo never\n  The shell ended before this command."),
  });
  expect(await world.till("story run a.story --update")).toMatchObject({ code: 1 });
  expect(readFileSync(world.path("a.story"), "utf8")).toBe(story);
});

test("a story that cannot be read exits 2 before anything runs", async () => {
  const world = worldWith({ "a.story": "$ touch ran\nx\n\nhello\n", "b.story": "% till cart\n" });
  expect(await world.till("story run a.story")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a.story:4: "hello" belongs to no command.'),
  });
  expect(await world.till("story run b.story")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("b.story:1: Commands with % (as on a terminal) are not supported here."),
  });
  expect(await world.till("story run missing.story")).toMatchObject({ code: 2 });
});

test("the story of the guide passes", async () => {
  const world = worldWith({});
  expect(await world.till(["story", "run", resolve("examples/ci/checkout.story")])).toMatchObject({
    code: 0,
  });
});
