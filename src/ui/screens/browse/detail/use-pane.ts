import { useEffect, useMemo } from "react";
import { type BrowseState, resourceOf, viewOf } from "../browse.state.ts";
import type { OpenRow } from "../browse-resource.ts";
import { chosenRow } from "../list/view.state.ts";

/** A held arrow key moves faster than this, in milliseconds. */
export const usualRestMs = 150;

/**
 * Reads the selected row once it has stayed selected for a moment, and again when the list shows something else for it. When
 * the selection moves on, the read is cancelled.
 */
export function usePane(
  state: BrowseState,
  { isShown, restMs }: { isShown: boolean; restMs: number },
  onRead: (list: symbol, row: OpenRow) => void,
): void {
  const view = viewOf(state);
  const row = isShown ? chosenRow(view) : undefined;
  const id = row?.id;
  const resource = resourceOf(state);
  const list = view.self;
  // What the list shows for the row, and how often the list was read again on request.
  const version = `${view.reading} ${row?.cells.join("\0")}`;
  const wanted = useMemo(() => (id === undefined ? undefined : { id, version }), [id, version]);
  useEffect(() => {
    if (wanted === undefined) return;
    const { id } = wanted;
    const stop = new AbortController();
    const read = async () => {
      const found = await resource.detail(id, stop.signal).then(
        (detail) => ({ id, detail }),
        (error: Error) => ({ id, error: error.message }),
      );
      if (!stop.signal.aborted) onRead(list, found);
    };
    const timer = setTimeout(read, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [resource, list, wanted, restMs, onRead]);
}
