import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

/**
 * A story is a transcript of commands and their output. `$ till …` is run as in a script, `% till …` as on a terminal;
 * other programs in a pipe are run by sh. stdout is unchanged (an empty line is `.`), stderr has the prefix `! `, an
 * exit code other than 0 is `? code`. `< text` below a command is its stdin; `> file`, lines and `<<<` write a file;
 * `#` starts a comment. Jobs are JOB1, JOB2 … in order of creation, other ids ID, times TIME, the folder HOME. UPDATE=1
 * writes the actual output into the stories.
 */
for (const file of globSync("tests/stories/*.story").sort()) {
  test(`story: ${basename(file, ".story")}`, async () => {
    const transcript = readFileSync(file, "utf8");
    const actual = await replay(transcript);
    if (process.env.UPDATE) writeFileSync(file, actual);
    else expect(actual).toBe(transcript);
  });
}

const worlds: World[] = [];
afterAll(() => {
  for (const world of worlds) world.close();
});

async function replay(story: string): Promise<string> {
  const world = createWorld();
  worlds.push(world);
  const jobs: string[] = [];
  const output: string[] = [];
  const lines = story.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line.startsWith("#") || line === "") output.push(line);
    else if (line.startsWith("> ")) {
      const end = lines.indexOf("<<<", index);
      const block = lines.slice(index + 1, end);
      writeFileSync(world.path(line.slice(2)), `${block.join("\n")}\n`);
      output.push(line, ...block, "<<<");
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
      output.push(line, ...typed);
      output.push(...textLines(result.stdout, (text) => text || "."));
      output.push(...textLines(result.stderr, (text) => `! ${text}`.trimEnd()));
      if (result.code !== 0) output.push(`? ${result.code}`);
    }
  }
  return normalize(output.join("\n"), world.home, jobs);
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

/** Replaces values that differ between runs with placeholders. */
function normalize(text: string, home: string, jobs: readonly string[]): string {
  return text
    .replaceAll(home, "HOME")
    .replace(/\b\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z| \d\d:\d\d UTC)/g, "TIME")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "ID")
    .replace(/trying again in \d+ s/g, "trying again in N s")
    .replace(/\b[0-9a-z]{4}\b/g, (word) => (jobs.includes(word) ? `JOB${jobs.indexOf(word) + 1}` : word));
}
