import { expect, test } from "vitest";
import type { Group, Verb } from "../../src/cli/command.ts";
import { groups } from "../../src/commands/index.ts";

const opened = await Promise.all(groups.map(async ({ name, load }) => [name, await load()] as const));

test("root help shows the summary of each group", () => {
  const summaries = groups.map(({ name, summary }) => [name, summary]);
  expect(summaries).toEqual(opened.map(([name, { summary }]) => [name, summary]));
});

/** Yields the path and the summary of a command and of everything below it. */
function* summariesOf(node: Group | Verb, path: string): Generator<[path: string, summary: string]> {
  yield [path, node.summary];
  if ("verbs" in node) for (const verb of node.verbs) yield* summariesOf(verb, `${path} ${verb.name}`);
}

test("summaries start with a capital letter and have no full stop", () => {
  const all = opened.flatMap(([name, node]) => [...summariesOf(node, name)]);
  expect(all.filter(([, summary]) => !/^[A-Z].*[^.]$/.test(summary))).toEqual([]);
});
