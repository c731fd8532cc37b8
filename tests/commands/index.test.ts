import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Group, Verb } from "../../src/cli/command.ts";
import { commandList, rootHelp } from "../../src/cli/help/commands.ts";
import { createProgram } from "../../src/cli/program.ts";
import { groups } from "../../src/commands/index.ts";

const opened = await Promise.all(groups.map(async ({ name, load }) => [name, await load()] as const));

async function help(...words: string[]): Promise<string> {
  let out = "";
  const write = { out: (text: string) => (out += text), columns: 110, screen: false, words };
  const program = createProgram(groups, async () => {}, write);
  await program.parseAsync(["node", "till", ...words, "--help"]).catch((error: { code?: string }) => {
    if (error.code !== "commander.helpDisplayed") throw error;
  });
  return out;
}

test("root help fits on a screen, and names where everything else is", async () => {
  const lines = rootHelp(groups, 80).split("\n");
  expect(lines.length).toBeLessThanOrEqual(46);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(await help()).toBe(rootHelp(groups, 110));
  for (const command of ["help commands", "help flags", "help guides", "help search refund"])
    expect(lines.join("\n")).toContain(`till ${command}`);
  // A name that no command has would be left out.
  expect(lines.filter((line) => /^ {2}[a-z-]+ {2,}[A-Z]/.test(line))).toHaveLength(23);
});

test("the list of commands and the help of each top-level command show its summary", async () => {
  const root = commandList(groups, new Map(), 110)
    .split("\n")
    .map((line) => line.trim());
  for (const { name, summary } of groups) {
    const line = root.find((line) => line.split(" ")[0] === name && line.includes("  "));
    expect(line?.split(/ {2,}/)[1]).toBe(summary);
    expect((await help(name)).split("\n")).toContain(summary);
  }
});

test("the summary of a top-level command stands in one file", () => {
  const files = globSync("src/commands/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const repeated = groups.filter(
    ({ summary }) => files.filter((text) => text.includes(`"${summary}"`)).length !== 1,
  );
  expect(repeated.map(({ name }) => name)).toEqual([]);
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
