import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createWorld } from "../world.ts";

/**
 * A story is a text file: `$ till …` lines are typed, what follows is what was said.
 * stdout as it is, stderr with `! `, a code other than 0 as `? code`. `< text` under a command is its stdin,
 * `> file` blocks (until `<<<`) write a file first. Ids, times and other changing parts are shown as placeholders.
 * UPDATE=1 rewrites the stories.
 */
for (const file of globSync("tests/stories/*.story").sort()) {
  test(`story: ${basename(file, ".story")}`, async () => {
    const told = readFileSync(file, "utf8");
    const heard = await retell(told);
    if (process.env["UPDATE"]) writeFileSync(file, heard);
    else expect(heard).toBe(told);
  });
}

const worlds: { close(): void }[] = [];
afterAll(() => {
  for (const world of worlds) world.close();
});

async function retell(story: string): Promise<string> {
  const world = createWorld();
  worlds.push(world);
  const heard: string[] = [];
  const lines = story.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line.startsWith("#") || (line === "" && !inAnswer(lines, index))) heard.push(line);
    if (line.startsWith("> ")) {
      const end = lines.indexOf("<<<", index);
      const content = lines.slice(index + 1, end);
      writeFileSync(world.path(line.slice(2)), `${content.join("\n")}\n`);
      heard.push(line, ...content, "<<<");
      index = end;
    }
    if (!line.startsWith("$ till")) continue;
    const stdin: string[] = [];
    while (lines[index + 1]?.startsWith("< ")) stdin.push((lines[(index += 1)] ?? "").slice(2));
    heard.push(line, ...stdin.map((text) => `< ${text}`));
    const said = await world.till(line.slice("$ till".length).trim(), { stdin: stdin.map((text) => `${text}\n`).join("") });
    const stdout = said.stdout === "" ? [] : said.stdout.replace(/\n$/, "").split("\n");
    const stderr = said.stderr === "" ? [] : said.stderr.replace(/\n$/, "").split("\n");
    heard.push(...stdout.map((text) => (text === "" ? "." : text)), ...stderr.map((text) => `! ${text}`.trimEnd()));
    if (said.code !== 0) heard.push(`? ${said.code}`);
  }
  return settle(heard.join("\n"), world.home);
}

/** Blank lines are kept only between a command's answer and the next thing told. */
function inAnswer(lines: readonly string[], index: number): boolean {
  const next = lines[index + 1] ?? "";
  return !(next === "" || next.startsWith("#") || next.startsWith("$") || next.startsWith(">"));
}

function settle(text: string, home: string): string {
  return text
    .replaceAll(home, "HOME")
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "TIME")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g, "ID");
}
