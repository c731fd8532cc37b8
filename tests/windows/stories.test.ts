import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groups } from "../../src/commands/index.ts";
import { parseStory, showPart } from "../../src/stories/story.ts";
import { replay } from "../stories/replay.ts";
import { shellOf } from "../support/world.ts";
import { type Desk, openWindows, skipped, type WindowsConsole } from "./wine.ts";

/** Stories of Linux only: they show the name of the user, have an editor that is a script, or a path below /dev. */
const linuxOnly = ["audit", "edit", "jobs"].map((name) => `tests/stories/${name}.story`);
const filesOf = (names: string) => globSync(`tests/stories/${names}.story`, { exclude: linuxOnly }).sort();
/** Imports, faults, and undo, whatever groups they have. */
const always = filesOf("{import-shopify,orders-faults,undo}");

/** Returns the files of a few stories that have a command of each group: always the one with the most new groups for its length. */
function storiesOfGroups(): string[] {
  const stories = filesOf("*").map((file) => {
    const lines = readFileSync(file, "utf8").match(/^\$ .*/gm) ?? [];
    return { file, length: lines.length, groups: groupsIn(lines.join("\n")) };
  });
  const chosen = stories.filter(({ file }) => always.includes(file));
  for (;;) {
    const covered = new Set(chosen.flatMap((story) => story.groups));
    const worth = ({ groups, length }: (typeof stories)[number]) =>
      groups.filter((name) => !covered.has(name)).length / length;
    const best = stories.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    if (worth(best) === 0) return chosen.map(({ file }) => file).sort();
    chosen.push(best);
  }
}

/** Returns the groups of commands that a text has after `till` and its flags. */
function groupsIn(text: string): string[] {
  const isTyped = (name: string) => new RegExp(`\\btill (--\\S+ )*${name}(?![\\w-])`).test(text);
  return groups.map(({ name }) => name).filter(isTyped);
}

/** A line of each group that has no story, and what it ends with. */
const lines: Readonly<Record<string, number>> = {
  "jobs audit --since 1d": 0,
  "plan status missing.ndjson": 5,
  "account status": 0,
  "account password forgot nobody@shop.test": 0,
  "agents skill --write agent": 0,
  learn: 0,
  sync: 0,
  'sql "select count(*) from products"': 0,
  "data search mug": 0,
  "data report stock-cover --to Bestellung.xlsx": 0,
};
/** The groups in files.test.ts; a worker needs PostgreSQL. */
const elsewhere = ["doctor", "edit", "mcp", "story", "upgrade", "worker"];

test("every group of commands runs on Windows", () => {
  const stories = storiesOfGroups().map((file) => readFileSync(file, "utf8"));
  const typed = Object.keys(lines).map((line) => `till ${line}`);
  const covered = groupsIn([...stories, ...typed].join("\n"));
  const missing = groups.map(({ name }) => name).filter((name) => !covered.includes(name));
  expect(missing.sort()).toEqual(elsewhere);
});

describe.skipIf(skipped)(`stories on Windows${skipped}`, () => {
  let windows: WindowsConsole;
  beforeAll(async () => {
    windows = await openWindows();
  });
  afterAll(() => windows.close());

  // '*' runs all.
  const { TILL_WINDOWS_STORIES: names } = process.env;
  for (const file of names === undefined ? storiesOfGroups() : filesOf(names))
    test.concurrent(file, async () => {
      const desk = windows.desk();
      // The lines of a story are those of a POSIX shell, such as Git Bash: printed commands are quoted for it.
      const till: Desk["till"] = (line, { env, ...options } = {}) =>
        desk.till(line, { ...options, env: { SHELL: "/usr/bin/bash", ...env } });
      // Commands as on a terminal (%) are left out: their output depends on the window.
      const story = parseStory(readFileSync(file, "utf8"), file)
        .filter((part) => part.kind !== "command" || !part.terminal)
        .flatMap((part) => showPart(part, part.kind === "command" ? part.answer : []))
        .join("\n");
      expect(await replay(story, file, { ...desk, sh: shellOf(desk.home, till) })).toBe(story);
    });

  test("a line of each group without a story", async () => {
    const desk = windows.desk();
    await desk.till("sandbox seed demo");
    for (const [line, code] of Object.entries(lines)) {
      const result = await desk.till(line);
      expect({ line, ...result }).toMatchObject({ code, stderr: expect.not.stringContaining("bug in till") });
    }
  });
});
