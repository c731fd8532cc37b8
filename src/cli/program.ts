import type { EventEmitter } from "node:events";
import { Argument, Command, type CommanderError, Help, Option } from "commander";
import type { Globals } from "../context/host.ts";
import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import { toolVersion } from "../kernel/version.ts";
import { type Flag, type Group, type LazyGroup, parseExample, placeholder, type Verb } from "./command.ts";
import { findByName, unknownCommand, unknownGroup } from "./find-command.ts";
import { flagsOf, globalFlags, setFlag, viewFlag } from "./flags.ts";
import { rootHelp } from "./help/commands.ts";

/**
 * Creates the root command. `write.out` receives help text, and `write.screen` allows the interactive browser. Usage errors
 * are thrown as CommanderError instead of printed.
 */
export function createProgram(
  groups: readonly LazyGroup[],
  invoke: Invoke,
  write: { out(text: string): void; columns: number; screen: boolean; words?: readonly string[] },
): Command {
  const program = new Command("till")
    .usage("<command> [options]")
    .version(toolVersion, "-V, --version", "print the version")
    .configureHelp({
      helpWidth: Math.min(write.columns, 110),
      formatHelp,
      optionDescription,
      // Without the alias: `brands`, not `brands|brand`.
      subcommandTerm: (command) => new Help().subcommandTerm(command).replace(/\|\S+/, ""),
    })
    .configureOutput({
      writeOut: write.out,
      writeErr: () => {},
      getOutHelpWidth: () => write.columns,
      // Help has no colors. Commander would open stdout to find out.
      getOutHasColors: () => true,
    })
    .showSuggestionAfterError(false);
  for (const flag of globalFlags) program.addOption(optionOf(flag));
  // Registering only the command that is run makes startup faster.
  const [word = "", next = ""] = write.words ?? [];
  const named = findByName(groups, word);
  addLazyGroups(program, named ? [named] : groups, {
    invoke,
    browse: browseScreen(groups),
    screen: write.screen,
    out: write.out,
    next,
  });
  // Set last: the help of commands is formatted as above.
  return program.configureHelp({ formatHelp: () => rootHelp(groups, Math.min(write.columns, 110)) });
}

/** Formats help like Commander, with the commands before the options, and what a command's declaration says around them. */
function formatHelp(command: Command, helper: Help, verb?: Verb): string {
  const text = Help.prototype.formatHelp.call(helper, command, helper);
  const parts = text.trimEnd().split(/\n\n(?=\S)/);
  const isFlags = (part: string) => part.startsWith("Options:");
  const isHead = (part: string, at: number) =>
    at === 0 || !/^(Arguments|Options|Commands|[A-Z][\w ]*):\n/.test(part);
  const notes =
    verb?.notes === undefined ? [] : [helper.boxWrap(reflowed(verb.notes), helper.helpWidth ?? 80)];
  const examples = verb === undefined || verb.examples.length === 0 ? [] : [examplesOf(verb)];
  const rest = parts.filter((part, at) => !isHead(part, at));
  return `${[
    ...parts.filter(isHead),
    ...notes,
    ...examples,
    ...rest.filter((part) => !isFlags(part)),
    ...rest.filter(isFlags),
    ...(verb ? [everyCommand] : []),
  ].join("\n\n")}\n`;
}

/** Returns text with the lines of each paragraph joined: a long line goes on in the next one. */
const reflowed = (text: string): string => text.replace(/(?<=.{60})\n(?!\s|Learn more)/g, " ");

function examplesOf({ examples }: Verb): string {
  const lines = examples.map(parseExample).map(({ run, does }) => `  $ ${run}\n    ${does}`);
  return `Examples:\n${lines.join("\n")}`;
}

/** Returns the description of an option like Commander, with choices without quotes. */
function optionDescription(option: Option): string {
  const text = Help.prototype.optionDescription.call(new Help(), option);
  return text.replace(/\(choices: [^)]*\)$/, (choices) => choices.replaceAll('"', ""));
}

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
  /** Receives help. */
  out(text: string): void;
  /** The word behind the top-level command. */
  next: string;
}

/** Registers groups by name and summary; loads a group's file only when its name is typed. */
function addLazyGroups(program: Command, groups: readonly LazyGroup[], setup: CommandSetup): void {
  const unknown = (word: string) => unknownGroup(word, groups);
  throwErrors(program, unknown);
  program.allowExcessArguments().action(async () => {
    const [word] = program.args;
    if (word !== undefined) throw unknown(word);
    if (!setup.screen) return program.outputHelp();
    await setup.invoke(setup.browse, [], {}, program.opts(), "products");
  });
  loadNamed(program, groups, setup, "");
}

/** Registers commands below another one, and loads the one that is named; `before` is the command path above them. */
function loadNamed(parent: Command, groups: readonly LazyGroup[], setup: CommandSetup, before: string): void {
  for (const { name, alias, summary } of groups) {
    const command = parent.command(name).description(summary).helpCommand(false);
    if (alias) command.alias(alias);
  }
  parent.hook("preSubcommand", async (_parent, child) => {
    const group = groups.find(({ name }) => name === child.name());
    if (!group || child.commands.length > 0) return;
    const path = `${before}${group.name}`;
    // A command below needs nothing of its group.
    if (before === "" && findByName(group.below, setup.next))
      return loadNamed(child, group.below, setup, `${path} `);
    const loaded = await group.own();
    if ("verbs" in loaded) addVerbs(child, loaded, setup, { path, below: group.below });
    else declare(child, loaded, setup, before.trim() || path);
  });
}

/** Adds a group's verbs and subgroups to its command; `path` is the command path, such as `orders drafts`. */
function addVerbs(
  parent: Command,
  group: Group,
  setup: CommandSetup,
  { path, below = [] }: { path: string; below?: readonly LazyGroup[] },
): void {
  if (group.screen) parent.addOption(optionOf(viewFlag));
  const unknown = (word: string) => unknownCommand(`till ${path}`, word, [...group.verbs, ...below], group);
  throwErrors(parent, unknown);
  parent.allowExcessArguments().action(async () => {
    const [word] = parent.args;
    if (word !== undefined) throw unknown(word);
    const { view, globals } = optionsFor(parent);
    const list = group.verbs.find((verb): verb is Verb => verb.name === "list" && "load" in verb);
    if (setup.screen && group.screen) await setup.invoke(setup.browse, [path], { view }, globals, path);
    else if (view !== undefined && list) await setup.invoke(list, [], { view }, globals, path);
    else if (globals.json) {
      const { commandRecord } = await import("./help/records.ts");
      const above = `till ${path}`.replace(/ \S+$/, "");
      setup.out(`${JSON.stringify({ _kind: "command", ...commandRecord(group, above) })}\n`);
    } else parent.outputHelp();
  });
  const rest = new Map(
    group.verbs.map((verb) => [
      parent.command(verb.name).description(verb.summary).helpCommand(false),
      (command: Command) => {
        if ("verbs" in verb) addVerbs(command, verb, setup, { path: `${path} ${verb.name}` });
        else declare(command, verb, setup, path);
      },
    ]),
  );
  const complete = (command: Command) => {
    rest.get(command)?.(command);
    rest.delete(command);
  };
  // Help and errors about options need all verbs. Declaring only the one that is run makes startup faster.
  parent.hook("preSubcommand", (_parent, command) => complete(command));
  for (const event of ["beforeHelp", allOptions]) parent.on(event, () => [...rest.keys()].forEach(complete));
  loadNamed(parent, below, setup, `${path} `);
}

/** The event for which a group declares the options of all its verbs. */
const allOptions = "allOptions";

function declare(command: Command, verb: Verb, { invoke, browse }: CommandSetup, path: string): void {
  command.allowExcessArguments(false);
  throwErrors(command, undefined, verb);
  for (const { name, describe, choices } of verb.args ?? []) {
    const argument = new Argument(name, describe);
    if (choices) argument.argParser(parseChoice(argument.name(), choices));
    command.addArgument(argument);
  }
  for (const flag of flagsOf(verb)) command.addOption(optionOf(flag));
  command.configureHelp({
    ...command.configureHelp(),
    formatHelp: (one, helper) => formatHelp(one, helper, verb),
  });
  command.action(async (...received: unknown[]) => {
    const args = received
      .slice(0, -2)
      .flat()
      .filter((value): value is string => typeof value === "string");
    const { set } = command.opts();
    if (set !== undefined && flagsOf(verb).includes(setFlag)) {
      const rest = (await import("./set-fields.ts")).setFields(command, set);
      command.setOptionValue("set", rest.length > 0 ? rest : undefined);
    }
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
      hint: /^xlsx?$/i.test(text)
        ? "A workbook is written to a file: export it (till products export shop.xlsx), or use --report FILE.xlsx where a command has it."
        : undefined,
    });
  };
}

/** Converts a declared flag to a Commander option. */
function optionOf({ flags, describe, choices, fallback, repeat, parse }: Flag): Option {
  const option = new Option(flags, describe);
  if (choices) option.choices([...choices]);
  if (fallback !== undefined) option.default(fallback);
  const read = choices ? parseChoice(option.long ?? flags, choices) : parse;
  // Commander collects the values of `--only <kinds...>` only if it reads them itself.
  if (repeat || (option.variadic && read))
    option.argParser((text, before: unknown[] = []) => [...before, read ? read(text) : text]);
  else if (read) option.argParser((text) => read(text));
  return option;
}

const everyCommand = "Global flags such as --profile, --json and --fields: till help flags";

/**
 * Returns the command that `till` alone, a group without a verb and `-i` run on a terminal. Its first argument is the
 * list to open.
 */
function browseScreen(groups: readonly LazyGroup[]): Verb {
  return {
    name: "browse",
    summary: "Browse the shop on the screen",
    examples: [],
    load: async () => {
      const { browse } = await import("./screen/browse.ts");
      return { run: (context, args, options) => browse({ context, groups }, args, options) };
    },
  };
}

/**
 * Makes a command throw its errors, with the option that was probably meant instead of an unknown one. The options of an unknown
 * command of a group are unknown, too: `unknownWord` returns the error that names it.
 */
function throwErrors(command: Command, unknownWord?: (word: string) => UsageError, verb?: Verb): void {
  command.exitOverride((error) => {
    if (error.code === "commander.missingArgument" && verb) throw missingArgument(verb, error);
    if (error.code !== "commander.unknownOption") throw error;
    const [word = "-"] = command.args;
    throw unknownWord && !word.startsWith("-") ? unknownWord(word) : unknownOption(command, error);
  });
}

/** Returns the error for an argument that is missing, with its values if they are few, and an example. */
function missingArgument({ args = [], examples: [example] }: Verb, { message }: CommanderError): UsageError {
  const [, name = ""] = /'([^']*)'/.exec(message) ?? [];
  const { choices } = args.find((arg) => placeholder(arg.name).name === name) ?? {};
  const values = choices === undefined ? "" : `: ${choices.join(", ")}`;
  return new UsageError(`Missing required argument "${name}"${values}.`, {
    hint:
      example === undefined
        ? "Add --help to see the arguments and flags."
        : `For example: ${parseExample(example).run}`,
  });
}

function unknownOption(command: Command, { message }: CommanderError): UsageError {
  const [, typed = ""] = /'([^']*)'/.exec(message) ?? [];
  const [option = "", value] = typed.split("=");
  const known = longOptions(command);
  if (value !== undefined && known.includes(option))
    return new UsageError(`${option} takes no value.`, {
      field: option,
      hint: `Write ${option}, or leave it out.`,
    });
  const guess = meantOption(option, known);
  const group = command.parent as (Command & EventEmitter) | null;
  group?.emit(allOptions);
  const others = (group?.commands ?? []).filter((other) => other.options.some(({ long }) => long === option));
  const path = (command: Command): string =>
    command.parent ? `${path(command.parent)} ${command.name()}` : command.name();
  const also =
    others.length === 0 || others.length > 4
      ? ""
      : ` These commands have ${option}: ${others.map(path).join(", ")}.`;
  const set =
    guess === undefined && known.includes("--set")
      ? ` Fields are set with --set ${option.slice(2)}=VALUE.`
      : "";
  const runsAnother = command.registeredArguments.some((argument) => argument.name() === "command");
  return new UsageError(
    `Unknown option "${option}".${guess === undefined ? "" : ` Did you mean ${guess}?`}`,
    {
      hint: runsAnother
        ? `Flags of the command to run stand behind two dashes: ${path(command)} … -- COMMAND`
        : `Add --help to see the arguments and flags.${set}${also}`,
    },
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
