import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { newJobs, withJobs, withPlaceholders } from "../../src/stories/run-story.ts";
import { createWorld } from "../support/world.ts";

/** The tutorials, and whether a command starts the built program. */
export const tutorials = globSync("docs/guides/tutorial-*.md")
  .sort()
  .map((file) => ({ file, startsProgram: readFileSync(file, "utf8").includes("$ till story run") }));

/**
 * Declares a test of a tutorial: every `console` block is typed on a new computer, from top to bottom, and prints what the page
 * shows. UPDATE=1 writes the actual output into the page.
 */
export function testTutorial({ file }: { file: string }): void {
  test(`tutorial: ${basename(file, ".md")}`, async () => {
    const page = readFileSync(file, "utf8");
    const actual = await typed(page);
    if (process.env.UPDATE) writeFileSync(file, actual);
    else expect(actual).toBe(page);
  });
}

/** What the ids of the first, second … job of a tutorial are on the page. */
const jobIds = ["k7fd", "q54v", "x2mb", "h9tc", "w3ps"];

async function typed(page: string): Promise<string> {
  const world = createWorld();
  onTestFinished(() => world.close());
  const start = Date.now();
  // Each command runs a millisecond after the one before, however long that took. Files are never older than that.
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const jobs: string[] = [];
  let code = 0;
  const blocks = page.split(/^(```console\n[\s\S]*?^```)$/m);
  for (const [index, block] of blocks.entries()) {
    if (!block.startsWith("```console\n")) continue;
    const lines: string[] = [];
    for (const command of commandsOf(block)) {
      vi.setSystemTime(Date.now() + 1);
      lines.push(`$ ${command}`);
      const line = jobIds.reduce((text, id, at) => text.replaceAll(id, `JOB${at + 1}`), command);
      let output = "";
      if (line === "echo $?") output = `${code}\n`;
      else {
        const onOutput = (text: string) => {
          output += text;
        };
        const answer = await world.sh(withJobs(line, jobs), { terminal: true, onOutput });
        code = answer.code;
        if (output === "") output = answer.stdout + answer.stderr;
      }
      jobs.push(...newJobs(world.path("till/state"), jobs));
      const shown = examples(output, (text) => withPlaceholders(text, world.home, jobs), start).trimEnd();
      if (shown !== "") lines.push(...shown.split("\n").map((text) => text.trimEnd()));
    }
    const text = jobIds.reduce((all, id, at) => all.replaceAll(`JOB${at + 1}`, id), lines.join("\n"));
    blocks[index] = `\`\`\`console\n${text}\n\`\`\``;
  }
  return blocks.join("");
}

/** When a tutorial begins, on its page. */
const beginning = Date.parse("2030-03-01T09:00:00Z");
const step = 5 * 60_000;

/**
 * Returns the text with examples in place of what differs between runs. Times are as far from `beginning` as they were from
 * `start`; those of a frozen clock and the headings TIME and ID are shown as they are.
 */
function examples(text: string, withPlaceholders: (text: string) => string, start: number): string {
  const kept: string[] = [];
  const keep = (shown: string) => `\u0001${kept.push(shown) - 1}\u0002`;
  const hidden = text
    .replace(/\b(?:TIME|ID)\b/g, keep)
    .replace(/\b\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z| \d\d:\d\d UTC)/g, (time) => {
      const at = Date.parse(time.replace(" UTC", "Z"));
      const shifted = at >= beginning ? at : beginning + Math.round((at - start) / step) * step;
      const iso = new Date(shifted).toISOString();
      return keep(
        time.includes("UTC") ? `${iso.slice(0, 16).replace("T", " ")} UTC` : `${iso.slice(0, 19)}Z`,
      );
    });
  return withPlaceholders(hidden)
    .replace(/\bID\b/g, "5173f0a0-5a9d-4b0c-8a0d-000000000002")
    .replaceAll("in N s", "in 1 s")
    .replace(/^(passed .*\d) +\d+\.\d$/gm, "$1      0.5")
    .replaceAll("HOME", "/home/ada")
    .replace(/\u0001(\d+)\u0002/g, (_, index) => kept[Number(index)] ?? "");
}

/** Returns the commands of a block; one that continues on the next line as one line. */
function commandsOf(block: string): string[] {
  return [...block.matchAll(/^\$ (.*)$/gm)].map(([, command = ""]) => command);
}
