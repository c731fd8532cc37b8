import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

// Pipes, a full disk and signals: tests/processes/streams.test.ts.
let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed 20");
});
afterAll(() => world.close());

const asking = [
  ["products", "update", "--filter", "price > 0", "--set", "price=+1"],
  ["products", "delete", "--filter", "price > 0"],
  ["sandbox", "reset"],
  ["jobs", "prune"],
];
test.each(asking)("%s %s … without a terminal exits with 2 and names --yes", async (...args) => {
  const ended = await world.till(args);
  expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--yes") });
  const report = await world.till([...args, "--json"]);
  expect(JSON.parse(report.stderr)).toMatchObject({
    error: { code: "CONFIRMATION_NEEDED", field: "--yes", exitCode: 2 },
  });
});

test("under --json, stdout is one JSON value or empty, and errors are JSON on stderr", async () => {
  writeFileSync(world.path("bad.csv"), "handle,name,price\na,A,ten\n");
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
    const ended = await world.till(words);
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
  expect((await world.till(args)).stderr).not.toContain("    at ");
  expect((await world.till([...args, "--debug"])).stderr).toContain("    at ");
});
