import { join } from "node:path";
import { replaceFile, textOfFile } from "../../config/locked-file.ts";
import type { Paths } from "../../config/paths.ts";
import { makeFolder } from "../../kernel/folder.ts";
import { redact } from "../../kernel/text.ts";

/** The number of commands that are kept. */
const most = 12;

const fileOf = ({ state }: Pick<Paths, "state">) => join(state, "recent.json");

/** Returns the commands of the palette that were run last, the newest first; none if the file is missing or damaged. */
export function readRecent(paths: Pick<Paths, "state">): string[] {
  try {
    const names: unknown = JSON.parse(textOfFile(fileOf(paths)) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}

/**
 * Keeps the commands of the palette that were run last, before those of other screens; none with a secret. A file that cannot be
 * written is no reason to fail.
 */
export function keepRecent(paths: Pick<Paths, "state">, recent: readonly string[]): void {
  const before = readRecent(paths);
  const after = [...new Set([...recent.filter((name) => redact(name) === name), ...before])].slice(0, most);
  if (after.join("\n") === before.join("\n")) return;
  try {
    makeFolder(paths.state);
    replaceFile(fileOf(paths), `${JSON.stringify(after)}\n`);
  } catch {
    // The next command tries again.
  }
}
