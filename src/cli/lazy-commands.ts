import { Argument, type Command, Option } from "commander";
import type { Globals } from "../context/host.ts";
import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import { type Flag, type Group, type LazyGroup, parseExample, type Verb } from "./command.ts";
import { unknownCommand } from "./find-command.ts";
import { flagsOf, viewFlag } from "./flags.ts";
import { throwErrors } from "./unknown-option.ts";

/** Runs a verb with its arguments, its own options and the global ones. Provided by main, which owns the context and the exit code. */
export type Invoke = (
  verb: Verb,
  args: string[],
  options: object,
  globals: Globals,
  /** The command path of its group, which is the list that the command is about. */
  group: string,
) => Promise<void>;

/** What command declarations share. */
interface CommandSetup {
  invoke: Invoke;
  /** The command that opens the interactive browser. */
  browse: Verb;
  /** Whether the browser may open when no verb is given. */
  screen: boolean;
}

/** Registers groups by name and summary; loads a group's file only when its name is typed. */
export function addLazyGroups(program: Command, groups: readonly LazyGroup[], setup: CommandSetup): void {
  program.allowExcessArguments().action(async () => {
    const [word] = program.args;
    if (word !== undefined) throw unknownCommand("till", word, groups);
    if (!setup.screen) return program.outputHelp();
    await setup.invoke(setup.browse, [], {}, program.opts(), "products");
  });
  for (const { name, alias, summary, section } of groups) {
    const command = program.command(name).description(summary).helpCommand(false);
    if (section) command.helpGroup(`${section}:`);
    if (alias) command.alias(alias);
  }
  program.hook("preSubcommand", async (_program, child) => {
    const group = groups.find(({ name }) => name === child.name());
    if (!group || child.commands.length > 0) return;
    const loaded = await group.load();
    if ("verbs" in loaded) addVerbs(child, loaded, setup, group.name);
    else declare(child, loaded, setup, group.name);
  });
}

/** Adds a group's verbs and subgroups to its command; `path` is the command path, such as `orders drafts`. */
function addVerbs(parent: Command, group: Group, setup: CommandSetup, path: string): void {
  if (group.screen) parent.addOption(optionOf(viewFlag));
  parent.allowExcessArguments().action(async () => {
    const [word] = parent.args;
    if (word !== undefined) throw unknownCommand(`till ${path}`, word, group.verbs, group.elsewhere);
    const { view, globals } = optionsFor(parent);
    const list = group.verbs.find((verb): verb is Verb => verb.name === "list" && "load" in verb);
    if (setup.screen && group.screen) await setup.invoke(setup.browse, [path], { view }, globals, path);
    else if (view !== undefined && list) await setup.invoke(list, [], { view }, globals, path);
    else parent.outputHelp();
  });
  throwErrors(parent);
  for (const verb of group.verbs) {
    const command = parent.command(verb.name).description(verb.summary).helpCommand(false);
    if ("verbs" in verb) addVerbs(command, verb, setup, `${path} ${verb.name}`);
    else declare(command, verb, setup, path);
  }
}

function declare(command: Command, verb: Verb, { invoke, browse }: CommandSetup, path: string): void {
  command.allowExcessArguments(false);
  throwErrors(command);
  for (const { name, describe, choices } of verb.args ?? []) {
    const argument = new Argument(name, describe);
    if (choices) argument.argParser(parseChoice(argument.name(), choices));
    command.addArgument(argument);
  }
  for (const flag of flagsOf(verb)) for (const option of optionsOf(flag)) command.addOption(option);
  command.addHelpText("after", helpFooter(verb));
  command.action(async (...received: unknown[]) => {
    const args = received
      .slice(0, -2)
      .flat()
      .filter((value): value is string => typeof value === "string");
    const { interactive, view: _, ...options } = command.opts();
    const { view, globals } = optionsFor(command);
    if (view !== undefined && !flagsOf(verb).includes(viewFlag))
      throw new UsageError('Unknown option "--view".', {
        hint: "Add --help to see the arguments and flags.",
      });
    const [chosen, chosenArgs] = interactive ? [browse, [path, ...args]] : [verb, args];
    await invoke(chosen, chosenArgs, { ...options, ...(view !== undefined && { view }) }, globals, path);
  });
}

/** Separates the option of a group from the global ones; Commander gives it to the group, even after the name of a verb. */
function optionsFor(command: Command): { view: string | undefined; globals: Globals } {
  const { view, ...globals } = command.optsWithGlobals();
  return { view, globals };
}

function parseChoice(flag: string, choices: readonly string[]): (text: string) => string {
  return (text) => {
    const chosen = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
    if (chosen !== undefined) return chosen;
    const closest = choices.length > 1 ? nearest(text, choices) : undefined;
    const guess = closest === undefined ? "" : ` Did you mean ${closest}?`;
    const expected = choices.length > 1 ? `one of ${choices.join(", ")}` : choices[0];
    throw new UsageError(`Invalid value "${text}" for ${flag}: expected ${expected}.${guess}`, {
      field: flag,
    });
  };
}

/** Returns a declared flag and its aliases as Commander options; an alias is hidden and sets the value of the flag. */
function optionsOf(flag: Flag): Option[] {
  const option = optionOf(flag);
  const { fallback: _, ...form } = flag;
  const aliases = (flag.aliases ?? []).map((alias) => {
    const hidden = optionOf({ ...form, flags: flag.flags.replace(/^.*?--[\w-]+/, alias) }).hideHelp();
    return Object.assign(hidden, { attributeName: () => option.attributeName() });
  });
  return [option, ...aliases];
}

/** Converts a declared flag to a Commander option. */
export function optionOf({ flags, describe, choices, fallback, repeat, parse }: Flag): Option {
  const option = new Option(flags, describe);
  if (choices) option.choices([...choices]);
  if (fallback !== undefined) option.default(fallback);
  const read = choices ? parseChoice(option.long ?? flags, choices) : parse;
  if (repeat) option.argParser((text, before: unknown[] = []) => [...before, read ? read(text) : text]);
  else if (read) option.argParser((text) => read(text));
  return option;
}

const everyCommand = "Global flags such as --profile, --json and --fields: till help flags";

function helpFooter({ examples, notes }: Verb): string {
  const lines = examples.map(parseExample).map(({ run, does }) => `  $ ${run}\n    ${does}`);
  const shown = lines.length > 0 ? `\nExamples:\n${lines.join("\n")}\n` : "";
  return `${shown}${notes ? `\n${notes}\n` : ""}\n${everyCommand}\n`;
}
