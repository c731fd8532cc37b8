import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../support/world.ts";
import { examples, expectToWork, needsProcess, preparedShop, testExamples } from "./examples.ts";

testExamples(examples.filter(({ name, run }) => name < "till s" && !needsProcess(run)));

test("every command has at least two examples of itself", () => {
  const counts = Map.groupBy(examples, ({ name }) => name);
  expect([...counts].filter(([, examples]) => examples.length < 2)).toEqual([]);
  expect(examples.filter(({ name, run }) => !run.includes(name))).toEqual([]);
});

test("no second example is the first with --json: it shows a real case", () => {
  const repeated = [...Map.groupBy(examples, ({ name }) => name).values()].filter(
    ([first, second]) => second?.run.replace(/ --json\b/, "") === first?.run,
  );
  expect(repeated.map(([, second]) => second?.run)).toEqual([]);
});

test("the examples of the root help work", async () => {
  const world = createWorld({ from: await preparedShop() });
  onTestFinished(() => world.close());
  const { stdout } = await world.till("--help");
  const lines = [...stdout.matchAll(/^ {2}(till .+?) *#/gm)].map(([, line = ""]) => line);
  expect(lines).toHaveLength(3);
  for (const line of lines) await expectToWork(world, line);
});
