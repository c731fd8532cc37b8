import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

/**
 * A story is a text file: a command line and what was said.
 * - `$ till …` is typed in a script, `% till …` at a terminal. Pipes work; what is not till is run by sh.
 * - stdout stands as it is (an empty line as `.`), stderr behind `! `, a code other than 0 as `? code`.
 * - `< text` under a command is its stdin; `> file`, lines, `<<<` writes a file first; `#` is a remark.
 * - Jobs are called JOB1, JOB2 … in the order in which they were made, other ids ID, times TIME, the folder HOME.
 * UPDATE=1 writes what was said into the stories.
 */
for (const file of globSync("tests/stories/*.story").sort()) {
  test(`story: ${basename(file, ".story")}`, async () => {
    const transcript = readFileSync(file, "utf8");
    const actual = await retell(transcript);
    if (process.env.UPDATE) writeFileSync(file, actual);
    else expect(actual).toBe(transcript);
  });
}

const worlds: World[] = [];
afterAll(() => {
  for (const world of worlds) world.close();
});

async function retell(story: string): Promise<string> {
  const world = createWorld();
  worlds.push(world);
  const jobs: string[] = [];
  const received: string[] = [];
  const lines = story.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line.startsWith("#") || line === "") received.push(line);
    else if (line.startsWith("> ")) {
      const end = lines.indexOf("<<<", index);
      const block = lines.slice(index + 1, end);
      writeFileSync(world.path(line.slice(2)), `${block.join("\n")}\n`);
      received.push(line, ...block, "<<<");
      index = end;
    } else if (/^[$%] /.test(line)) {
      const typed = lines.slice(index + 1, index + 1 + linesOfStdin(lines, index));
      const result = await world.sh(
        line.slice(2).replace(/\bJOB(\d)\b/g, (_, number) => jobs[number - 1] ?? ""),
        {
          stdin: typed.map((text) => `${text.slice(2)}\n`).join(""),
          terminal: line.startsWith("%"),
        },
      );
      jobs.push(...jobIds(world).filter((id) => !jobs.includes(id)));
      received.push(line, ...typed);
      received.push(...textLines(result.stdout, (text) => text || "."));
      received.push(...textLines(result.stderr, (text) => `! ${text}`.trimEnd()));
      if (result.code !== 0) received.push(`? ${result.code}`);
    }
  }
  return settle(received.join("\n"), world.home, jobs);
}

function linesOfStdin(lines: readonly string[], from: number): number {
  const end = lines.findIndex((line, index) => index > from && !line.startsWith("< "));
  return (end === -1 ? lines.length : end) - from - 1;
}

function textLines(text: string, show: (line: string) => string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n").map(show);
}

function jobIds(world: World): string[] {
  return globSync("till/state/jobs/*.sqlite", { cwd: world.home }).map((file) => basename(file, ".sqlite"));
}

/** Puts a placeholder where every run says something else. */
function settle(text: string, home: string, jobs: readonly string[]): string {
  return text
    .replaceAll(home, "HOME")
    .replace(/\b\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z| \d\d:\d\d UTC)/g, "TIME")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "ID")
    .replace(/trying again in \d+ s/g, "trying again in N s")
    .replace(/\b[0-9a-z]{4}\b/g, (word) => (jobs.includes(word) ? `JOB${jobs.indexOf(word) + 1}` : word));
}
