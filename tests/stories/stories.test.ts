import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createWorld, type World } from "../world.ts";

/**
 * A story is a text file: a command line and what was said.
 * - `$ till …` is typed in a script, `% till …` at a terminal. Pipes work; what is not till is run by sh.
 * - stdout stands as it is (an empty line as `.`), stderr behind `! `, a code other than 0 as `? code`.
 * - `< text` under a command is its stdin; `> file`, lines, `<<<` writes a file first; `#` is a remark.
 * - Job ids, other ids, times and folders are shown as JOB, ID, TIME and HOME.
 * UPDATE=1 writes what was said into the stories.
 */
for (const file of globSync("tests/stories/*.story").sort()) {
  test(`story: ${basename(file, ".story")}`, async () => {
    const told = readFileSync(file, "utf8");
    const heard = await retell(told);
    if (process.env["UPDATE"]) writeFileSync(file, heard);
    else expect(heard).toBe(told);
  });
}

const worlds: World[] = [];
afterAll(() => {
  for (const world of worlds) world.close();
});

async function retell(story: string): Promise<string> {
  const world = createWorld();
  worlds.push(world);
  const jobs = new Set<string>();
  const heard: string[] = [];
  const lines = story.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line.startsWith("#") || line === "") heard.push(line);
    else if (line.startsWith("> ")) {
      const end = lines.indexOf("<<<", index);
      const block = lines.slice(index + 1, end);
      writeFileSync(world.path(line.slice(2)), `${block.join("\n")}\n`);
      heard.push(line, ...block, "<<<");
      index = end;
    } else if (/^[$%] /.test(line)) {
      const typed: string[] = [];
      while (lines[index + 1]?.startsWith("< ")) typed.push(lines[(index += 1)] ?? "");
      const stdin = typed.map((text) => `${text.slice(2)}\n`).join("");
      const said = await world.sh(line.slice(2), { stdin, terminal: line.startsWith("%") });
      for (const id of jobIds(world)) jobs.add(id);
      heard.push(
        line,
        ...typed,
        ...textLines(said.stdout, (text) => text || "."),
        ...textLines(said.stderr, (text) => `! ${text}`.trimEnd()),
      );
      if (said.code !== 0) heard.push(`? ${said.code}`);
    }
  }
  return settle(heard.join("\n"), world.home, jobs);
}

function textLines(text: string, show: (line: string) => string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n").map(show);
}

function jobIds(world: World): string[] {
  return globSync("till/state/jobs/*.sqlite", { cwd: world.home }).map((file) => basename(file, ".sqlite"));
}

/** Puts a placeholder where every run says something else. Jobs are numbered in the order in which they are named. */
function settle(text: string, home: string, jobs: ReadonlySet<string>): string {
  const names = new Map<string, string>();
  const nameOf = (id: string) => {
    if (!names.has(id)) names.set(id, names.size === 0 ? "JOB" : `JOB${names.size + 1}`);
    return names.get(id) ?? "";
  };
  return text
    .replaceAll(home, "HOME")
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "TIME")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "ID")
    .replace(/\b[0-9a-z]{4}\b/g, (word) => (jobs.has(word) ? nameOf(word) : word));
}
