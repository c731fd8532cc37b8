import { useEffect } from "react";
import { type BrowseState, resourceOf } from "../browse.state.ts";
import type { BrowseEvent } from "../events.state.ts";

/** Loads the details of the open row. */
export function useOpenRow(state: BrowseState, dispatch: (event: BrowseEvent) => void): void {
  const { openRow } = state;
  const requested = openRow?.detail === undefined && openRow?.error === undefined ? openRow : undefined;
  const resource = resourceOf(state);
  useEffect(() => {
    if (requested === undefined) return;
    const { id } = requested;
    resource.detail(id).then(
      (detail) => dispatch({ type: "detail", of: requested, row: { id, detail } }),
      (error: Error) => dispatch({ type: "detail", of: requested, row: { id, error: error.message } }),
    );
  }, [requested, resource, dispatch]);
}
