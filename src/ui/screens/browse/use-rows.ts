import { useEffect, useRef, useState } from "react";
import { useSameList } from "../../lists.ts";
import { type BrowseState, readingOf, resourceOf, viewOf } from "./browse.state.ts";
import type { BrowseResource, RowParts } from "./browse-resource.ts";
import type { BrowseEvent } from "./events.state.ts";
import { missingParts, partSize, rowAt, visibleParts } from "./rows.state.ts";

/** How rows are read. */
export interface ReadingOptions {
  /** The age from which rows are read again, in milliseconds. */
  readonly freshMs: number;
  /** Lists whose rows change by themselves, such as orders, and the age from which each is read again, in milliseconds. */
  readonly live?: ReadonlyMap<string, number> | undefined;
  /** A list that takes long to read is read again after this many times as long, so that other requests find room. Default: 10. */
  readonly costFactor?: number | undefined;
  now(): number;
}

/** The pause in typing before a search is read. */
const restMs = 120;
/** The pause after an error before visible rows are read again. */
const retryMs = 30_000;
/** Reads the visible parts that are missing or stale. Returns since when the list is being read, by `performance.now()`. */
export function useRows(
  state: BrowseState,
  dispatch: (event: BrowseEvent) => void,
  { freshMs, live, costFactor = 10, now }: ReadingOptions,
): number | undefined {
  const source = useRef<{ reading: string; list: symbol; parts: RowParts } | undefined>(undefined);
  /** When the reads that go on were started. */
  const waiting = useRef(new Map<string, number>());
  /** The duration of the last read. */
  const took = useRef(0);
  const [since, setSince] = useState<number>();
  const reading = readingOf(state);
  const view = viewOf(state);
  const { rows, top, cursor, sought, self: list } = view;
  const visible = visibleParts(rows, Math.min(top, cursor), state.height);
  const isSought = sought !== undefined && rows.parts.size > 0 && !rows.parts.has(sought.part);
  const seen = isSought ? [...visible, sought.part] : visible;
  const random = source.current?.reading !== reading || source.current.parts.random;
  const liveMs = live?.get(view.resource);
  // Lists that are read in order start again from the first row. Sorting here needs all rows, so a list that
  // is sorted here is read again only when the user presses r.
  const refreshes =
    !state.paused &&
    view.query.sortHere === undefined &&
    (random || (liveMs !== undefined && Math.max(...seen) <= 1));
  const usual = liveMs ?? freshMs;
  const fresh = refreshes ? Math.max(usual, costFactor * took.current) : Infinity;
  // Visible rows are retried after a while; an empty screen only on request.
  const isStuck =
    rows.error !== undefined && (rowAt(rows, cursor) === undefined || state.now - rows.error.at < retryMs);
  const missing = useSameList(isStuck ? [] : missingParts(rows, seen, { now: state.now, freshMs: fresh }));
  const startsAgain = !random && missing.some((part) => rows.parts.has(part));
  const resource = resourceOf(state);
  const { query } = view;
  const typing =
    state.mode.kind === "line" &&
    state.mode.purpose === "search" &&
    (rows.parts.size === 0 || view.preview === true);

  useEffect(() => {
    const leave = () => {
      source.current?.parts.close();
      source.current = undefined;
      waiting.current.clear();
    };
    // What was read in order is kept, and would be old when the same list is opened again.
    if (source.current !== undefined && (source.current.reading !== reading || source.current.list !== list))
      leave();
    const start = () => {
      if (startsAgain && startOf(waiting.current, reading) === undefined) leave();
      for (const part of missing) void read(part);
    };
    const read = async (part: number) => {
      const name = `${reading} ${part}`;
      if (waiting.current.has(name)) return;
      const begun = performance.now();
      waiting.current.set(name, begun);
      setSince(startOf(waiting.current, reading));
      let parts: RowParts | undefined;
      try {
        source.current ??= { reading, list, parts: resource.open(query) };
        parts = source.current.parts;
        const answer = await parts.read(part * partSize, partSize, (rows, loaded) =>
          dispatch({ type: "partly read", reading, part, rows, loaded, now: now() }),
        );
        if (source.current?.parts !== parts) return;
        took.current = performance.now() - begun;
        waiting.current.delete(name);
        const isReading = startOf(waiting.current, reading) !== undefined;
        dispatch({ type: "read", reading, part, ...answer, isReading, now: now() });
        if (part === 0) await readTotals(resource, (totals) => dispatch({ type: "totals", reading, totals }));
      } catch (error) {
        if (source.current?.parts !== parts) return;
        const { message, hint } = error as Error & { hint?: string };
        dispatch({ type: "unread", reading, message, hint, now: now() });
        // Rows in order can only be read again from the start.
        if (parts?.random === false) leave();
      } finally {
        if (waiting.current.get(name) === begun) waiting.current.delete(name);
        setSince(startOf(waiting.current, latest.current));
      }
    };
    // The result of a key is painted before reading starts.
    const timer = setTimeout(start, typing ? restMs : 0);
    return () => clearTimeout(timer);
  }, [missing, startsAgain, reading, list, resource, query, typing, dispatch, now]);
  useEffect(() => () => source.current?.parts.close(), []);

  const latest = useRef(reading);
  latest.current = reading;
  return since;
}

/** Returns when the oldest read of a list was started. */
function startOf(waiting: ReadonlyMap<string, number>, reading: string): number | undefined {
  for (const [name, start] of waiting) if (name.startsWith(`${reading} `)) return start;
  return undefined;
}

/** Reads the lines below a list, or the error in their place. */
async function readTotals(
  { totals }: BrowseResource,
  emit: (totals: readonly string[]) => void,
): Promise<void> {
  if (totals === undefined) return;
  emit(await totals().catch((error: Error) => [`Could not read the totals: ${error.message}`]));
}
