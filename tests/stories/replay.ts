import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { afterAll, expect, test } from "vitest";
import { newJobs, withJobs, withPlaceholders } from "../../src/stories/run-story.ts";
import { parseStory, showAnswer, showPart } from "../../src/stories/story.ts";
import { createWorld, type World } from "../support/world.ts";

/**
 * Declares a test for each story of till itself whose name begins with one of these letters. The stories are in the format of
 * `till story run`, but run in this process; `% till …` runs as on a terminal. UPDATE=1 writes the actual answers into them.
 */
export function testStories(letters: string): void {
  const worlds: World[] = [];
  afterAll(() => {
    for (const world of worlds) world.close();
  });
  for (const file of globSync(`tests/stories/[${letters}]*.story`).sort())
    test(`story: ${basename(file, ".story")}`, async () => {
      const world = createWorld();
      worlds.push(world);
      const story = readFileSync(file, "utf8");
      const actual = await replay(story, file, world);
      if (process.env.UPDATE) writeFileSync(file, actual);
      else expect(actual).toBe(story);
    });
}

/** Returns a story with the answers of its commands in a folder. */
export async function replay(
  story: string,
  file: string,
  world: Pick<World, "home" | "path" | "sh">,
): Promise<string> {
  const jobs: string[] = [];
  const lines: string[] = [];
  for (const part of parseStory(story, file)) {
    if (part.kind === "file") writeFileSync(world.path(part.name), `${part.lines.join("\n")}\n`);
    if (part.kind !== "command") {
      lines.push(...showPart(part));
      continue;
    }
    const stdin = part.stdin.map((text) => `${text}\n`).join("");
    const answer = await world.sh(withJobs(part.text, jobs), { stdin, terminal: part.terminal });
    jobs.push(...newJobs(world.path("till/state"), jobs));
    lines.push(...showPart(part, showAnswer(answer)));
  }
  return withPlaceholders(lines.join("\n"), world.home, jobs);
}
