import { UsageError } from "../../kernel/errors.ts";
import type { CommandRecord } from "../command-records.ts";
import { titleOf } from "./guide-text.ts";

/** What `till help search` found: what to type to read it, and the text that matches. */
export interface Found {
  command: string;
  text: string;
}

/** What is searched. */
export interface Searched {
  commands: readonly CommandRecord[];
  topics: readonly { name: string; summary: string; text(): string }[];
  guides: Readonly<Record<string, string>>;
}

/**
 * Returns commands, topics and guides that contain every word, in that order; commands whose name or summary match come
 * before those that match by a flag only. Throws UsageError without a word.
 */
export function searchHelp(words: readonly string[], { commands, topics, guides }: Searched): Found[] {
  const wanted = words.flatMap((word) => word.toLowerCase().split(/\s+/)).filter(Boolean);
  if (wanted.length === 0) {
    throw new UsageError("What do you want to search for?", { hint: "For example: till help search refund" });
  }
  const has = (text: string) => wanted.every((word) => text.toLowerCase().includes(word));
  const leaves = commands.flatMap(leavesOf);
  const named = leaves.filter(({ path, summary }) => has(`${path} ${summary}`));
  const flagged = leaves.flatMap((leaf) => {
    if (named.includes(leaf)) return [];
    const flag = leaf.flags?.find(({ name, summary }) => has(`${leaf.path} ${name} ${summary}`));
    return flag ? [{ command: `${leaf.path} --help`, text: `${flag.name}: ${flag.summary}` }] : [];
  });
  return [
    ...named.map(({ path, summary }) => ({ command: `${path} --help`, text: summary })),
    ...flagged,
    ...topics
      .filter(({ summary, text }) => has(`${summary} ${text()}`))
      .map(({ name, summary }) => ({ command: `till help ${name}`, text: summary })),
    ...Object.entries(guides)
      .filter(([, text]) => has(text))
      .map(([name, text]) => ({
        command: `till help guide ${name}`,
        text: `${titleOf(text)}: ${lineWith(text, wanted)}`,
      })),
  ];
}

function leavesOf(record: CommandRecord): CommandRecord[] {
  return record.commands?.flatMap(leavesOf) ?? [record];
}

/** Returns the words around the first place of the line that contains most of the words, without Markdown. */
function lineWith(text: string, words: readonly string[]): string {
  const count = (line: string) => words.filter((word) => line.toLowerCase().includes(word)).length;
  const lines = text.split("\n").slice(1);
  const best = lines.reduce((one, other) => (count(other) > count(one) ? other : one), "");
  const line = best
    .replace(/^[\s#|>*-]+/, "")
    .replace(/\]\([^)]*\)/g, "")
    .replaceAll("[", "")
    .trim();
  const at = Math.max(
    0,
    Math.min(...words.map((word) => line.toLowerCase().indexOf(word)).filter((one) => one >= 0)),
  );
  const start = at < 24 ? 0 : line.indexOf(" ", at - 24) + 1;
  return `${start > 0 ? "…" : ""}${line.slice(start)}`;
}
