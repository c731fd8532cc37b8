import type { LazyGroup } from "../../cli/command.ts";
import { isCommand } from "../../cli/find-command.ts";
import { isPlainWord } from "../../cli/flags.ts";
import { settingsFile } from "../../config/settings-file.ts";
import type { Context } from "../../context/context.ts";
import { hasOpenQuote, splitWords } from "../../kernel/command-line.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";

interface Alias {
  name: string;
  line: string;
}

const stored = ({ paths }: Context) => settingsFile(paths.settingsFile);

/** Returns what stores an alias after checking its name and command. */
export const setting =
  (groups: readonly LazyGroup[]) =>
  async (context: Context, [name = "", line = ""]: string[]): Promise<ExitCode | undefined> => {
    if (!/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(name))
      throw new UsageError(`"${name}" cannot be the name of an alias: use letters, digits, - and _.`);
    if (isCommand(name, groups))
      throw new UsageError(`${name} is a command of till, which an alias cannot replace.`, {
        hint: "Choose another name.",
      });
    if (hasOpenQuote(line))
      throw new UsageError(`A quote in the command line is not closed: ${line}`, {
        hint: "Use one kind of quotes around the command line and the other kind in it.",
      });
    const words = splitWords(line);
    const command = words[0] === "till" ? words.slice(1) : words;
    const first = command.find((_, at) => isPlainWord(command, at)) ?? "";
    if (!isCommand(first, groups)) {
      const guess = nearest(
        first,
        groups.map((group) => group.name),
      );
      throw new UsageError(`There is no command "${first}".${guess ? ` Did you mean ${guess}?` : ""}`, {
        hint: "Write the command line in quotes, without till: till config alias set restock 'products list --filter \"stock < 5\"'",
      });
    }
    const text = words[0] === "till" ? line.replace(/^\s*till\s+/, "") : line;
    // With values to fill in, it is not complete yet.
    if (!/\$[1-9]/.test(line)) await context.parse(command);
    await stored(context).update((before) => ({ ...before, aliases: { ...before.aliases, [name]: text } }));
    await context.notice(`Now till ${name} runs: till ${text}`);
    return undefined;
  };

const fields = {
  name: { label: "Alias" },
  line: { label: "Command", grow: true },
};

/** Prints the aliases by name. */
export async function list(context: Context): Promise<ExitCode | undefined> {
  await context.print(aliasesOf(context), {
    kind: "alias",
    fields,
    empty: 'There are no aliases. Store one: till config alias set NAME "COMMAND LINE"',
  });
  return undefined;
}

function aliasesOf(context: Context): Alias[] {
  return Object.entries(stored(context).read().aliases ?? {})
    .map(([name, line]) => ({ name, line }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Deletes an alias. Throws TillError (exit 5) if there is none. */
export async function remove(context: Context, [name = ""]: string[]): Promise<ExitCode | undefined> {
  const known = aliasesOf(context).map((one) => one.name);
  if (!known.includes(name)) {
    const guess = nearest(name, known);
    throw new TillError(
      exitCodes.notFound,
      `There is no alias ${name}.${guess ? ` Did you mean ${guess}?` : ""}`,
      {
        hint: "List them: till config alias list",
      },
    );
  }
  await stored(context).update(({ aliases = {}, ...before }) => {
    const { [name]: _, ...others } = aliases;
    return { ...before, aliases: others };
  });
  await context.notice(`Deleted the alias ${name}.`);
  return undefined;
}
