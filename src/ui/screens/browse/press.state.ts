import { answer, modeBefore, reasonUnavailable, startAction, subjectOf } from "./actions.state.ts";
import { type BrowseState, type Mode, resourceOf, type Step, viewOf, withView } from "./browse.state.ts";
import { type BrowseKey, tableKeys } from "./keys.state.ts";
import { textOf, typeKey } from "./lines.state.ts";
import { goTo, moveSideways, quitBy, withEffect } from "./navigation.state.ts";
import { actionKeys, detailKeys, diffKeys } from "./page-keys.state.ts";
import { movedIndex, moveTo } from "./view.state.ts";

/** Returns the keys of the current mode. The input line handles its own keys. */
export function keysNow(state: BrowseState): readonly BrowseKey[] {
  const { mode } = state;
  if (mode.kind === "table") return tableKeys(state);
  if (mode.kind === "detail") return detailKeys(state);
  if (mode.kind === "actions") return actionKeys(state, mode);
  return mode.kind === "diff" ? diffKeys(state, mode.at) : [];
}

/** Returns the next state and effect of a key. Opening something else ends the opening of a related list; Esc only that. */
export function pressKey(before: BrowseState, key: string): Step {
  const { opening } = before;
  if (opening === undefined) return stepOf(before, key);
  if (key === "esc") return { state: { ...before, opening: undefined } };
  const step = stepOf(before, key);
  const stays =
    step.state.mode.kind === before.mode.kind &&
    viewOf(step.state).self === viewOf(before).self &&
    viewOf(step.state).query === viewOf(before).query;
  if (step.state.opening !== opening || stays) return step;
  return { ...step, state: { ...step.state, opening: undefined } };
}

function stepOf(before: BrowseState, key: string): Step {
  const { mode } = before;
  if (key === "ctrl+c") return quitBy("Ctrl-C")(before);
  if (mode.kind === "line") {
    if (mode.purpose === "command") return commandKey(before, mode, key);
    if (mode.purpose === "answer") return answerKey(before, mode, key);
    return { state: typeKey(before, mode, key) };
  }
  // Any key clears the message.
  const quiet = { ...before, message: undefined };
  const action = keysNow(quiet).find((one) => one.key === key || one.also?.includes(key));
  if (action?.unavailable !== undefined) return showMessage(before, action.unavailable);
  // `q` needs the message, to recognise the second key press.
  if (action !== undefined) return action.run(action.key === "q" ? before : quiet);
  const { name } = (inList.has(mode.kind) && tableKeys(quiet).find((one) => one.key === key)) || {};
  if (name !== undefined)
    return showMessage(before, `${key} (${name}) works in the list. Press Esc to go back.`);
  return { state: moveKey(quiet, key) };
}

/** Modes with fewer keys than the list. */
const inList: ReadonlySet<Mode["kind"]> = new Set(["detail", "diff"]);

function answerKey(state: BrowseState, mode: Extract<Mode, { kind: "line" }>, key: string): Step {
  if (key === "enter") return answer(state, mode);
  if (key !== "esc" || mode.pending === undefined) return { state: typeKey(state, mode, key) };
  return { state: { ...state, mode: modeBefore(mode.pending.subject) } };
}

function showMessage(state: BrowseState, text: string): Step {
  return { state: { ...state, message: { text, tone: "warning" } } };
}

function moveKey(state: BrowseState, key: string): BrowseState {
  const { mode, height } = state;
  switch (mode.kind) {
    case "table": {
      const index = movedIndex(viewOf(state), key, height);
      if (index !== undefined) return withView(state, (view) => moveTo(view, index, height));
      return moveSideways(state, key) ?? state;
    }
    case "detail":
    case "help": {
      if (mode.kind === "help" && ["esc", "q", "?", "enter"].includes(key))
        return { ...state, mode: { kind: "table" } };
      const lines =
        { up: -1, k: -1, down: 1, j: 1, pageup: -height, pagedown: height, " ": height, home: -1e6, g: -1e6 }[
          key
        ] ?? 0;
      return { ...state, mode: { ...mode, scroll: Math.max(0, mode.scroll + lines) } };
    }
    case "diff":
      return { ...state, mode: { ...mode, at: moved(mode.at, key, state.staged.length) } };
    case "actions": {
      // Only the arrow keys move: j and k may be letters of actions.
      const at = key.length === 1 ? mode.at : moved(mode.at, key, resourceOf(state).actions.length);
      const message = /^\w$/.test(key)
        ? ({ text: `There is no action with the letter ${key}.`, tone: "warning" } as const)
        : undefined;
      return { ...state, mode: { ...mode, at }, message };
    }
    case "columns":
      return columnsKey(state, mode, key);
    default:
      return state;
  }
}

function moved(at: number, key: string, count: number): number {
  const by = { up: -1, k: -1, down: 1, j: 1 }[key] ?? 0;
  return Math.max(0, Math.min(count - 1, at + by));
}

function columnsKey(state: BrowseState, mode: Extract<Mode, { kind: "columns" }>, key: string): BrowseState {
  const { columns } = resourceOf(state);
  if (["esc", "q", "v", "enter"].includes(key)) return { ...state, mode: { kind: "table" } };
  if (key !== " " && key !== "x")
    return { ...state, mode: { ...mode, at: moved(mode.at, key, columns.length) } };
  const hidden = new Set(viewOf(state).hidden);
  if (!hidden.delete(mode.at)) hidden.add(mode.at);
  if (hidden.size === columns.length)
    return { ...state, message: { text: "One column must stay visible.", tone: "warning" } };
  return withView(state, (view) => ({ ...view, hidden }));
}

/** A command of the palette. */
export interface PaletteCommand {
  readonly name: string;
  readonly help: string;
  readonly key: string | undefined;
  readonly unavailable: string | undefined;
  run(state: BrowseState): Step;
}

/** Returns the commands with a word that starts with the typed text. */
export function paletteOf(state: BrowseState, typed: string): PaletteCommand[] {
  const resources = state.resources.map(
    ({ name, title }): PaletteCommand => ({
      name,
      help: `browse ${title.toLowerCase()}`,
      key: undefined,
      unavailable: undefined,
      run: (now) => ({ state: goTo(now, name) }),
    }),
  );
  const keys = tableKeys(state).flatMap(({ key, name, help, unavailable, run }): PaletteCommand[] =>
    key === ":" || key === "esc" ? [] : [{ name, help, key, unavailable, run }],
  );
  const { mode } = state;
  const subject = (mode.kind === "line" ? mode.subject : undefined) ?? subjectOf(state);
  const resource = resourceOf(state);
  const actions = resource.actions.map(
    ({ key, name, help }, index): PaletteCommand => ({
      name: name,
      help,
      key: `x ${key}`,
      unavailable: reasonUnavailable(resource, index, subject),
      run: startAction(index, subject),
    }),
  );
  const dashboard: PaletteCommand = {
    ...{ name: "dashboard", help: "show the dashboard", key: undefined, unavailable: undefined },
    run: withEffect({ type: "dashboard" }),
  };
  const text = typed.toLowerCase().trim();
  const found = [...resources, dashboard, ...keys, ...actions].filter(({ name, help }) =>
    `${name} ${help}`
      .toLowerCase()
      .split(/[\s,]+/)
      .some((word, index, all) => word.startsWith(text) || all.slice(index).join(" ").startsWith(text)),
  );
  // Matches of the name come before matches of the description.
  const isNamed = ({ name }: PaletteCommand) => name.toLowerCase().startsWith(text);
  return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))];
}

function commandKey(state: BrowseState, mode: Extract<Mode, { kind: "line" }>, key: string): Step {
  const commands = paletteOf(state, textOf(mode.line));
  if (key === "up" || key === "down")
    return { state: { ...state, mode: { ...mode, at: moved(mode.at, key, commands.length) } } };
  if (key !== "enter") return { state: typeKey(state, mode, key) };
  const command = commands[mode.at];
  if (command === undefined)
    return { state: { ...state, mode: { ...mode, problem: "No such command. Press Esc to leave." } } };
  const closed: BrowseState = { ...state, mode: { kind: "table" }, message: undefined };
  return command.unavailable === undefined ? command.run(closed) : showMessage(closed, command.unavailable);
}
