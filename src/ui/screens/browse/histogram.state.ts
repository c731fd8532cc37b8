import { type BrowseState, type Mode, resourceOf, type Step, viewOf, withView } from "./browse.state.ts";
import { editProblem } from "./staged.state.ts";
import type { Bar, Counted } from "./tally.ts";
import { requery } from "./view.state.ts";

type Histogram = Extract<Mode, { kind: "histogram" }>;

/** Opens the histogram of the selected column, which is then counted. */
export function openHistogram(state: BrowseState): Step {
  const { column, query } = viewOf(state);
  const mode: Histogram = {
    kind: "histogram",
    of: Symbol("histogram"),
    column,
    query,
    at: 0,
    status: "reading",
    counted: undefined,
  };
  return { state: { ...state, mode } };
}

/** What was counted for the histogram `of`. */
export interface CountedEvent {
  readonly of: symbol;
  readonly counted: Counted;
  readonly status: Histogram["status"];
}

/** Returns the state after more rows were counted. */
export function withCounted(state: BrowseState, event: CountedEvent): BrowseState {
  const { mode } = state;
  if (mode.kind !== "histogram" || mode.of !== event.of || mode.status !== "reading") return state;
  const { counted, status } = event;
  const next: Histogram = { ...mode, counted, status };
  return { ...state, mode: { ...next, at: placeAfter(mode, next) } };
}

/** Returns the place of the selected bar among new bars. At the top, the selection stays there. */
function placeAfter(mode: Histogram, next: Histogram): number {
  const label = barsOf(mode)[mode.at]?.label;
  const bars = barsOf(next);
  const found = mode.at === 0 ? 0 : bars.findIndex((bar) => bar.label === label);
  return found >= 0 ? found : Math.max(0, Math.min(mode.at, bars.length - 1));
}

/** Returns the bars in the chosen order. */
export function barsOf(mode: Histogram): readonly Bar[] {
  const bars = mode.counted?.bars ?? [];
  return isByValue(mode) ? bars.toSorted((one, other) => one.place - other.place) : bars;
}

/** Returns whether the bars are in the order of their values. */
export const isByValue = ({ counted, byValue = counted?.isOrdered ?? false }: Histogram): boolean => byValue;

/** Returns why the list cannot be filtered by a bar. */
export function reasonNotFiltered(
  state: BrowseState,
  mode: Histogram,
  bar: Bar | undefined,
): string | undefined {
  if (bar === undefined) return "Nothing has been counted yet.";
  const { title, columns, filterBy } = resourceOf(state);
  if (filterBy(mode.column, bar.match) === undefined)
    return `${title} cannot be filtered by ${columns[mode.column]?.title}.`;
  return mode.query.filter?.trimStart().startsWith("{")
    ? "The list has a filter in JSON, which cannot be joined with another one."
    : undefined;
}

/** Returns a step that filters the list by a bar, in addition to its filter. */
export function narrowTo(column: number, bar: Bar | undefined) {
  return (state: BrowseState): Step => {
    const { query } = viewOf(state);
    const filter = bar && resourceOf(state).filterBy(column, bar.match);
    const both = [query.filter, filter].filter((one) => one !== undefined && one !== "");
    const next = { ...query, filter: both.length === 1 ? both[0] : `(${both.join(") and (")})` };
    const problem = editProblem(() => resourceOf(state).open(next).close());
    if (problem !== undefined) return { state: { ...state, message: { text: problem, tone: "failed" } } };
    return { state: withView({ ...state, mode: { kind: "table" } }, (view) => requery(view, next)) };
  };
}
