import { Command, Help } from "commander";
import type { LazyGroup } from "./command.ts";
import { globalFlags } from "./flags.ts";
import { addLazyGroups, type Invoke, optionOf } from "./lazy-commands.ts";
import { browseScreen } from "./screen/screen.ts";

/** The root of the command tree. `write.out` receives help, `screen` says whether one may be opened; usage errors are thrown as CommanderError, and not printed. */
export function createProgram(
  groups: readonly LazyGroup[],
  invoke: Invoke,
  write: { out(text: string): void; columns: number; screen: boolean; word?: string | undefined },
): Command {
  const program = new Command("till")
    .description(
      "A terminal for your shop: change the catalog in bulk, safely, and test against a local sandbox.",
    )
    .usage("<command> [options]")
    .version("", "-V, --version", "print the version")
    .commandsGroup("Help:")
    .helpCommand(
      "help [topic]",
      "help for a command, or: exit-codes, environment, flags, filters, changes, formats",
    )
    .configureHelp({ helpWidth: Math.min(write.columns, 110), formatHelp })
    .configureOutput({ writeOut: write.out, writeErr: () => {}, getOutHelpWidth: () => write.columns })
    .exitOverride()
    .showSuggestionAfterError()
    .addHelpText("after", rootTail);
  for (const flag of globalFlags) program.addOption(optionOf(flag));
  // Where the first word is a command, nobody asks for the others.
  const named = groups.filter(({ name, alias }) => write.word === name || (alias && write.word === alias));
  addLazyGroups(program, named.length > 0 ? named : groups, {
    invoke,
    browse: browseScreen(groups),
    screen: write.screen,
  });
  return program;
}

/** Help as Commander writes it, but what can be done stands before the flags. */
function formatHelp(command: Command, helper: Help): string {
  const text = Help.prototype.formatHelp.call(helper, command, helper);
  if (command.commands.length === 0) return text;
  const parts = text.trimEnd().split(/\n\n(?=\S)/);
  const isFlags = (part: string) => part.startsWith("Options:");
  return `${[...parts.filter((part) => !isFlags(part)), ...parts.filter(isFlags)].join("\n\n")}\n`;
}

const rootTail = `
Examples:
  $ till products list
    the products of the local sandbox (no account needed)
  $ till products update --filter 'brand = "Flax & Fjord"' --set price=+10% --dry-run
    what a price change would do
  $ till jobs undo last
    take back the last bulk change

More: till help exit-codes, environment, flags, filters, changes, formats`;
