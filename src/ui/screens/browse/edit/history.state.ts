import type { BrowseState, Step } from "../browse.state.ts";
import { hasStaged, type Staged, type StagingHistory } from "./staged.state.ts";

/** The number of steps that are kept. */
const most = 100;

/** Returns the state with other staged edits, as a step that can be undone. */
export function withStaged(state: BrowseState, staged: Staged, what: string): BrowseState {
  const past = [...state.history.past, { staged: state.staged, what }].slice(-most);
  return { ...state, staged, history: { past, next: [] } };
}

/** Undoes the last step of staging. Nothing was sent. */
export const undoStaging = (state: BrowseState): Step => ({ state: travel(state, "past", "next", "Undone") });

/** Repeats the step of staging that was undone last. */
export const redoStaging = (state: BrowseState): Step => ({ state: travel(state, "next", "past", "Redone") });

function travel(
  state: BrowseState,
  from: keyof StagingHistory,
  to: keyof StagingHistory,
  done: string,
): BrowseState {
  const { history, mode } = state;
  const step = history[from].at(-1);
  if (step === undefined) return state;
  const { staged, what } = step;
  return {
    ...state,
    staged,
    history: {
      ...history,
      [from]: history[from].slice(0, -1),
      [to]: [...history[to], { staged: state.staged, what }],
    },
    mode: mode.kind === "diff" && !hasStaged(staged) ? { kind: "table" } : mode,
    message: { text: `${done}: ${what}`, tone: "plain" },
  };
}
