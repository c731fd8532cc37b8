import { keyLabel } from "../../keys.ts";
import { answer, listedActions, modeBefore } from "./actions.state.ts";
import { type BrowseState, type Mode, resourceOf, type Step, viewOf, withView } from "./browse.state.ts";
import { cellKey } from "./edit.state.ts";
import { helpKey } from "./help.state.ts";
import { moveBar } from "./histogram.state.ts";
import {
  actionKeys,
  type BrowseKey,
  columnKeys,
  detailKeys,
  diffKeys,
  histogramKeys,
  tableKeys,
} from "./keys.state.ts";
import { typeKey } from "./lines.state.ts";
import { moveSideways, quitBy } from "./navigation.state.ts";
import { commandKey } from "./palette.state.ts";
import { stagedEntries } from "./staged.state.ts";
import { movedIndex, moveTo } from "./view.state.ts";

/** Returns the keys of the current mode. The input line handles its own keys. */
export function keysNow(state: BrowseState): readonly BrowseKey[] {
  const { mode } = state;
  if (mode.kind === "table") return tableKeys(state);
  if (mode.kind === "detail") return detailKeys(state);
  if (mode.kind === "actions") return actionKeys(state, mode);
  if (mode.kind === "histogram") return histogramKeys(state, mode);
  if (mode.kind === "columns") return columnKeys(mode.at);
  return mode.kind === "diff" ? diffKeys(state, mode.at) : [];
}

/** Returns the next state and effect of a key. Opening something else ends the opening of a related list; Esc only that. */
export function pressKey(state: BrowseState, key: string): Step {
  const before: BrowseState = { ...state, clicked: undefined };
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
  if (mode.kind === "cell") return cellKey(before, mode, key);
  if (mode.kind === "line") {
    if (mode.purpose === "command") return commandKey(before, mode, key);
    if (mode.purpose === "answer") return answerKey(before, mode, key);
    return { state: typeKey(before, mode, key) };
  }
  // Any key clears the message.
  const quiet = { ...before, message: undefined };
  const action = keysNow(quiet).find((one) => one.key === key || one.also?.includes(key));
  if (action?.unavailable !== undefined) return showMessage(before, action.unavailable);
  // `q` needs the message, to recognize the second key press.
  if (action !== undefined) return action.run(action.key === "q" ? before : quiet);
  const { name } = (inList.has(mode.kind) && tableKeys(quiet).find((one) => one.key === key)) || {};
  if (name !== undefined)
    return showMessage(before, `${keyLabel(key)} (${name}) works in the list. Press Esc to go back.`);
  return { state: moveKey(quiet, key) };
}

/** Modes with fewer keys than the list. */
const inList: ReadonlySet<Mode["kind"]> = new Set(["detail", "diff", "histogram"]);

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
    case "help":
      return helpKey(state, mode, key);
    case "detail": {
      const lines =
        { up: -1, k: -1, down: 1, j: 1, pageup: -height, pagedown: height, " ": height, home: -1e6, g: -1e6 }[
          key
        ] ?? 0;
      return { ...state, mode: { ...mode, scroll: Math.max(0, mode.scroll + lines) } };
    }
    case "diff":
      return { ...state, mode: { ...mode, at: moved(mode.at, key, stagedEntries(state.staged).length) } };
    case "actions": {
      // Only the arrow keys move: j and k may be letters of actions.
      const at =
        key.length === 1 ? mode.at : moved(mode.at, key, listedActions(resourceOf(state), mode).length);
      const message = /^\w$/.test(key)
        ? ({ text: `There is no action with the letter ${key}.`, tone: "warning" } as const)
        : undefined;
      return { ...state, mode: { ...mode, at }, message };
    }
    case "histogram":
      return { ...state, mode: moveBar(mode, key, height) };
    case "columns":
      return { ...state, mode: { ...mode, at: moved(mode.at, key, resourceOf(state).columns.length) } };
    default:
      return state;
  }
}

function moved(at: number, key: string, count: number): number {
  const by = { up: -1, k: -1, down: 1, j: 1 }[key] ?? 0;
  return Math.max(0, Math.min(count - 1, at + by));
}
