import { splitWords } from "../../../kernel/command-line.ts";
import { fuzzyRank } from "../../../kernel/fuzzy.ts";
import { inSentence } from "../../../kernel/text.ts";
import { keyLabel } from "../../keys.ts";
import { reasonUnavailable, startAction, subjectOf } from "./actions.state.ts";
import { type BrowseState, type Mode, resourceOf, type Step, viewOf, withView } from "./browse.state.ts";
import type { ProgramCommand } from "./browse-resource.ts";
import { openCell } from "./edit.state.ts";
import { tableKeys } from "./keys.state.ts";
import { lineEditText, typeKey } from "./lines.state.ts";
import { goTo, openTab, reasonNotEditable, withEffect } from "./navigation.state.ts";
import { editProblem } from "./staged.state.ts";
import { requery, shownColumns } from "./view.state.ts";
import { type PaletteCommand, typedViewCommand, viewCommands, withTyped } from "./views.state.ts";

/** The number of lines that are shown, and of those that are kept as recent. */
const most = { shown: 200, recent: 12 };

/** Returns the commands that match the typed text, the best first; without text, the recent ones first. */
export function paletteOf(state: BrowseState, typed: string): PaletteCommand[] {
  const text = typed.trim();
  const own = ownCommands(state);
  if (text === "") {
    const recent = state.palette.recent.flatMap((one) => paletteOf(state, one).slice(0, 1));
    const names = new Set(recent.map(({ name }) => name));
    return [
      ...recent.map((command) => ({ ...command, group: "Recent" as const })),
      ...own.filter(({ name }) => !names.has(name)),
    ];
  }
  const exact = typedViewCommand(state, text) ?? withArguments(state, text);
  const program = (state.palette.commands ?? []).map((one) => programCommand(state, one));
  const ranked = [...own, ...program].map((command) => ({ command, rank: rankOf(text, command) }));
  ranked.sort((one, other) => one.rank - other.rank);
  // Letters in their order are there by accident if other commands have the word.
  const worst = ranked.some(({ rank }) => rank < scattered) ? scattered : Infinity;
  const found = ranked.filter(({ rank }) => rank < worst).map(({ command }) => command);
  return [...(exact ? [exact] : []), ...found.slice(0, most.shown)];
}

/** Says why no command is shown. */
export const noCommand = ({ palette }: BrowseState): string =>
  palette.commands
    ? "No command. Type other words, or press Esc to leave."
    : "The commands are still being loaded.";

/** From this rank on, letters are matched one by one. */
const scattered = 3;

/** Names and headings come first, then the words of descriptions and examples, then letters. */
function rankOf(text: string, { name, title = name, help, examples = "" }: PaletteCommand): number {
  const words = fuzzyRank(text, `${help}\n${examples}`) ?? scattered;
  const ranks = [name, title].map((one) => fuzzyRank(text, one) ?? Infinity);
  return Math.min(...ranks, words > 1 ? Infinity : 2 + words / 2);
}

/** Returns commands that edit a column of the row or the marked rows. */
function editCommands(state: BrowseState): PaletteCommand[] {
  const { columns, changes } = resourceOf(state);
  const shown = changes === undefined ? [] : shownColumns(columns, viewOf(state));
  return shown
    .filter(({ column }) => column.set !== undefined)
    .map(({ column, index }) => {
      const selected = (now: BrowseState) => withView(now, (view) => ({ ...view, column: index }));
      return {
        name: `edit ${column.title.toLowerCase()}`,
        group: "Actions",
        help: "for the row or the marked rows",
        key: "e",
        unavailable: reasonNotEditable(selected(state)),
        run: (now) => openCell(selected(now)),
      };
    });
}

function ownCommands(state: BrowseState): PaletteCommand[] {
  const lists = state.resources.map(
    ({ name, title, listCommand }): PaletteCommand => ({
      name,
      title,
      group: "Lists",
      help: `browse ${inSentence(title)}`,
      line: listCommand({}),
      run: (now) => ({ state: goTo(now, name) }),
    }),
  );
  const keys = tableKeys(state).flatMap(({ key, name, help, unavailable, run }): PaletteCommand[] =>
    key === ":" || key === "esc" ? [] : [{ name, group: "Keys", help, key: keyLabel(key), unavailable, run }],
  );
  const { mode } = state;
  const subject = (mode.kind === "line" ? mode.subject : undefined) ?? subjectOf(state);
  const resource = resourceOf(state);
  const actions = resource.actions.map(
    ({ key, name, help }, index): PaletteCommand => ({
      name,
      group: "Actions",
      help,
      key: `x ${key}`,
      unavailable: reasonUnavailable(resource, index, subject),
      run: startAction(index, subject),
    }),
  );
  const dashboard: PaletteCommand = {
    name: "dashboard",
    group: "Lists",
    help: "show the dashboard",
    line: resource.commandLine(["dashboard"]),
    run: withEffect({ type: "dashboard" }),
  };
  return [
    ...[...lists, dashboard, ...actions, ...editCommands(state)],
    ...[...importCommands(state), ...viewCommands(state), ...keys],
  ];
}

/** The command that imports a file into the list, or into the products if the list has no import. */
function importCommands({ palette, ...state }: BrowseState): PaletteCommand[] {
  const { commands } = palette;
  const has = (list: string) => commands?.some(({ path }) => path === `${list} import`) ?? false;
  const { name } = resourceOf({ palette, ...state });
  const list = has(name) ? name : "products";
  const { title = list, commandLine } = state.resources.find((one) => one.name === list) ?? {};
  const line = commandLine?.([...list.split(" "), "import"]);
  return [
    {
      name: "import",
      group: "Commands",
      help: `choose a file of ${inSentence(title)}, with a preview, and import it`,
      line: line && `${line} <file>`,
      unavailable:
        commands === undefined && name !== "products"
          ? "The commands are still being loaded. Try again in a moment."
          : undefined,
      run: withEffect({ type: "import", list, title: inSentence(title) }),
    },
  ];
}

/** Returns a command of the program; one that needs arguments is put into the input line. */
function programCommand(state: BrowseState, command: ProgramCommand): PaletteCommand {
  const { path, usage, summary, examples } = command;
  const { commandLine } = resourceOf(state);
  const needsMore = usage.includes("<");
  return {
    name: [path, usage].filter(Boolean).join(" "),
    group: "Commands",
    help: summary,
    examples,
    line: commandLine(path.split(" ")) + (usage === "" ? "" : ` ${usage}`),
    typed: path,
    run: needsMore ? (now) => ({ state: withTyped(now, `${path} `) }) : runLine(state, path, command),
  };
}

/** Returns what a command with arguments does: a list with a filter, or any command of the program. */
function withArguments(state: BrowseState, text: string): PaletteCommand | undefined {
  const begins = (name: string) => text === name || text.startsWith(`${name} `);
  const command = longest(
    (state.palette.commands ?? []).filter(({ path }) => begins(path)),
    ({ path }) => path,
  );
  if (command !== undefined) {
    if (text === command.path) return undefined;
    const { commandLine } = resourceOf(state);
    return {
      name: text,
      group: "Commands",
      help: command.summary,
      line: commandLine(splitWords(text)),
      run: runLine(state, text, command),
    };
  }
  const resource = longest(
    state.resources.filter(({ name }) => text.startsWith(`${name} `)),
    ({ name }) => name,
  );
  if (resource === undefined) return undefined;
  const filter = text.slice(resource.name.length).trim();
  return {
    name: text,
    group: "Lists",
    help: `browse ${inSentence(resource.title)} with this filter`,
    line: resource.listCommand({ filter }),
    run(now) {
      const problem = editProblem(() => resource.open({ filter }).close());
      if (problem !== undefined) return { state: withTyped(now, text, problem) };
      return { state: withView(goTo(now, resource.name), (view) => requery(view, { filter })) };
    },
  };
}

function longest<One>(items: readonly One[], nameOf: (one: One) => string): One | undefined {
  return items.toSorted((one, other) => nameOf(other).length - nameOf(one).length)[0];
}

function runLine(state: BrowseState, text: string, { ownsTerminal }: ProgramCommand) {
  const args = splitWords(text);
  return withEffect({
    type: "run",
    args,
    line: resourceOf(state).commandLine(args),
    showsOutput: true,
    // What is read from stdin is typed.
    ownsTerminal: ownsTerminal || args.includes("-") || undefined,
  });
}

/** Returns the step of a key in the palette. */
export function commandKey(state: BrowseState, mode: Extract<Mode, { kind: "line" }>, key: string): Step {
  const commands = paletteOf(state, lineEditText(mode.line));
  if (key === "up" || key === "down") {
    const at = Math.max(0, Math.min(commands.length - 1, mode.at + (key === "up" ? -1 : 1)));
    return { state: { ...state, mode: { ...mode, at } } };
  }
  if (key === "esc" && mode.from !== undefined) return openTab(state, mode.from);
  const command = commands[mode.at];
  // Tab completes the selected command, so that arguments can follow.
  if (key === "tab" && command !== undefined)
    return { state: withTyped(state, `${command.typed ?? command.name} `) };
  if (key !== "enter") return { state: typeKey(state, mode, key) };
  if (command === undefined) return { state };
  const closed: BrowseState = { ...state, mode: { kind: "table" }, message: undefined };
  if (command.unavailable !== undefined)
    return { state: { ...closed, message: { text: command.unavailable, tone: "warning" } } };
  const step = command.run(closed);
  // A command that is still being typed was not run.
  return step.state.mode.kind === "line" && step.state.mode.purpose === "command"
    ? step
    : { ...step, state: remember(step.state, command.typed ?? command.name) };
}

function remember(state: BrowseState, name: string): BrowseState {
  const { palette } = state;
  const recent = [name, ...palette.recent.filter((one) => one !== name)].slice(0, most.recent);
  return { ...state, palette: { ...palette, recent } };
}
