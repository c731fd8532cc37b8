import { existsSync } from "node:fs";
import { pathsFor } from "../config/paths.ts";
import type { Host } from "../context/host.ts";
import { splitWords } from "../kernel/command-line.ts";
import { UsageError } from "../kernel/errors.ts";
import type { LazyGroup } from "./command.ts";
import { findByName } from "./find-command.ts";

/** The words that are no commands of their own, and cannot be aliases either. */
const reserved = new Set(["help", "__complete"]);

/** Returns whether a word is a command of till. */
export const isCommand = (word: string, groups: readonly LazyGroup[]): boolean =>
  reserved.has(word) || findByName(groups, word) !== undefined;

/**
 * Returns the command line with the alias that it begins with replaced by its text. Settings are read only if the first word is
 * no command. Throws UsageError if a value of the alias is missing.
 */
export async function expandAlias(
  argv: readonly string[],
  groups: readonly LazyGroup[],
  { environment, platform }: Pick<Host, "environment" | "platform">,
): Promise<readonly string[]> {
  const [name, ...given] = argv;
  if (name === undefined || name.startsWith("-") || isCommand(name, groups)) return argv;
  const { settingsFile: file } = pathsFor(environment.variables, platform);
  if (!existsSync(file)) return argv;
  const { settingsFile } = await import("../config/settings-file.ts");
  const { aliases = {} } = settingsFile(file, () => {}).read();
  const text = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  return text === undefined ? argv : withValues(name, text, given);
}

/** Fills `$1` to `$9` of an alias; the other words follow at its end. */
function withValues(name: string, text: string, given: readonly string[]): string[] {
  const used = new Set<number>();
  const words = splitWords(text).map((word) =>
    word.replace(/\$([1-9])/g, (_, digit: string) => {
      used.add(Number(digit) - 1);
      const value = given[Number(digit) - 1];
      if (value !== undefined) return value;
      throw new UsageError(`The alias ${name} needs a value for $${digit}: ${text}`, {
        hint: `For example: till ${name} ${"VALUE ".repeat(Number(digit)).trim()}`,
      });
    }),
  );
  return [...words, ...given.filter((_, index) => !used.has(index))];
}
