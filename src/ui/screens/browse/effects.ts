import { useEffect } from "react";
import type { BrowseState } from "./browse.state.ts";
import type { BrowseEvent } from "./events.state.ts";
import { editsOf, hasStaged, type Staged } from "./staged.state.ts";

/** The most rows whose edits are planned to show their effects: they are read, 100 per request. */
const maxRows = 1_000;

/** Plans the staged edits while their page is shown, and reports what they do to sums. */
export function useEffects(state: BrowseState, dispatch: (event: BrowseEvent) => void): void {
  const { staged, mode } = state;
  const { changes } = state.resources.find(({ name }) => name === staged.resource) ?? {};
  const effects = changes?.effects;
  const isOpen = mode.kind === "diff" && hasStaged(staged) && state.effects?.of !== staged;
  useEffect(() => {
    if (!isOpen || effects === undefined) return;
    const show = (lines: readonly string[]) => dispatch({ type: "planned", of: staged, lines });
    if (rowsOf(staged) > maxRows) return show(["A plans the edits, and shows what they do to each row."]);
    const stop = new AbortController();
    effects(editsOf(staged), stop.signal).then(
      (lines) => stop.signal.aborted || show(lines),
      ({ message }: Error) => stop.signal.aborted || show([`The edits could not be planned: ${message}`]),
    );
    return () => stop.abort();
  }, [isOpen, effects, staged, dispatch]);
}

const rowsOf = ({ rows, list }: Staged) => (list ? (list.count ?? Infinity) : rows.size);
