import { Command, Help } from "commander";
import type { LazyGroup } from "./command.ts";
import { globalFlags } from "./flags.ts";
import { addLazyGroups, type Invoke, optionOf } from "./lazy-commands.ts";
import { browseScreen } from "./screen/screen.ts";
import { throwErrors } from "./unknown-option.ts";

/**
 * Creates the root command. `write.out` receives help text, and `write.screen` allows the interactive browser. Usage errors
 * are thrown as CommanderError instead of printed.
 */
export function createProgram(
  groups: readonly LazyGroup[],
  invoke: Invoke,
  write: { out(text: string): void; columns: number; screen: boolean; word?: string | undefined },
): Command {
  const program = new Command("till")
    .description(
      "Manage a shop from the command line: change the catalog in bulk, and test against a local sandbox.",
    )
    .usage("<command> [options]")
    .version("", "-V, --version", "print the version")
    .commandsGroup("Help:")
    .helpCommand(
      "help [topic]",
      "Show help for a command or topic: exit-codes, environment, flags, filters, changes, formats",
    )
    .configureHelp({ helpWidth: Math.min(write.columns, 110), formatHelp })
    .configureOutput({ writeOut: write.out, writeErr: () => {}, getOutHelpWidth: () => write.columns })
    .showSuggestionAfterError(false)
    .addHelpText("after", rootTail);
  throwErrors(program);
  for (const flag of globalFlags) program.addOption(optionOf(flag));
  // Registering only the command that is run makes startup faster.
  const named = groups.filter(({ name, alias }) => write.word === name || (alias && write.word === alias));
  addLazyGroups(program, named.length > 0 ? named : groups, {
    invoke,
    browse: browseScreen(groups),
    screen: write.screen,
  });
  return program;
}

/** Formats help like Commander, with the commands before the options. */
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
    list products of the local sandbox (no account needed)
  $ till products update --filter 'brand = "Flax & Fjord"' --set price=+10% --dry-run
    preview a price change
  $ till jobs undo last
    undo the last change

Help topics: till help exit-codes, environment, flags, filters, changes, formats
Guides: till help guides, and search everything: till help search refund`;
