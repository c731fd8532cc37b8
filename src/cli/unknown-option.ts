import type { Command, CommanderError } from "commander";
import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";

/** Makes a command throw its errors, with the option that was probably meant instead of an unknown one. */
export function throwErrors(command: Command): void {
  command.exitOverride((error) => {
    throw error.code === "commander.unknownOption" ? unknownOption(command, error) : error;
  });
}

function unknownOption(command: Command, { message }: CommanderError): UsageError {
  const [, typed = ""] = /'([^']*)'/.exec(message) ?? [];
  const [option = ""] = typed.split("=");
  const guess = meantOption(option, longOptions(command));
  return new UsageError(
    `Unknown option "${option}".${guess === undefined ? "" : ` Did you mean ${guess}?`}`,
    { hint: "Add --help to see the arguments and flags." },
  );
}

/** Returns the visible long options of a command and of those above it. */
function longOptions(command: Command): string[] {
  const own = command.createHelp().visibleOptions(command);
  const names = own.flatMap(({ long }) => long ?? []);
  return command.parent ? [...names, ...longOptions(command.parent)] : names;
}

/** Returns the only option that begins with what was typed, else one with few other letters. */
function meantOption(typed: string, options: readonly string[]): string | undefined {
  if (!/^--\w{2}/.test(typed)) return undefined;
  const begun = [...new Set(options)].filter((option) => option.startsWith(typed));
  if (begun.length === 1) return begun[0];
  const close = nearest(
    typed.slice(2),
    options.map((option) => option.slice(2)),
  );
  return close && `--${close}`;
}
