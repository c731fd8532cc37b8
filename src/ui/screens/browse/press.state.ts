import { movedBy, moveSelection } from "../../components/list.tsx";
import { keyLabel } from "../../keys.ts";
import { answer, modeBefore } from "./actions.state.ts";
import { type BrowseState, type Mode, resourceOf, type Step, viewOf, withView } from "./browse.state.ts";
import { cellKey } from "./edit.state.ts";
import { helpKey } from "./help.state.ts";
import { barsOf } from "./histogram.state.ts";
import {
  actionKeys,
  type BrowseKey,
  columnKeys,
  detailKeys,
  diffKeys,
  histogramKeys,
  menuOf,
  tableKeys,
} from "./keys.state.ts";
import { typeKey } from "./lines.state.ts";
import { moveSideways, quitBy } from "./navigation.state.ts";
import { commandKey } from "./palette.state.ts";
import { stagedEntries } from "./staged.state.ts";
import { moveTo } from "./view.state.ts";

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
  const action = keysNow(before).find((one) => one.key === key || one.also?.includes(key));
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
  const by = movedBy(key, height);
  const chosen = (at: number, count: number) => moveSelection(at, key, count, height);
  switch (mode.kind) {
    case "table":
      return by === undefined
        ? (moveSideways(state, key) ?? state)
        : withView(state, (view) => moveTo(view, view.cursor + by, height));
    case "help":
      return helpKey(state, mode, key);
    case "detail":
      return {
        ...state,
        mode: { ...mode, scroll: Math.max(0, mode.scroll + (key === " " ? height : (by ?? 0))) },
      };
    case "diff":
      return { ...state, mode: { ...mode, at: chosen(mode.at, stagedEntries(state.staged).length) } };
    case "actions": {
      // Only the arrow keys move: j and k may be letters of actions.
      const at = key.length === 1 ? mode.at : chosen(mode.at, menuOf(state, mode).listed.length);
      const message = /^\w$/.test(key)
        ? ({ text: `There is no action with the letter ${key}.`, tone: "warning" } as const)
        : undefined;
      return { ...state, mode: { ...mode, at }, message };
    }
    case "histogram":
      return { ...state, mode: { ...mode, at: chosen(mode.at, barsOf(mode).length) } };
    case "columns":
      return { ...state, mode: { ...mode, at: chosen(mode.at, resourceOf(state).columns.length) } };
    default:
      return state;
  }
}
