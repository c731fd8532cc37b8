import { type BrowseState, resourceOf, type Step, viewOf, withView } from "../browse.state.ts";
import type { BrowseColumn, BrowseResource, Query } from "../browse-resource.ts";
import { openView, shownColumns, type View } from "../list/view.state.ts";
import { problemOf } from "../problem.ts";
import type { Remembered } from "./memory.ts";

/** Opens a list as it was left. A filter or sort order that the list no longer has is left out. */
export function openRemembered(
  { resources, memory }: Pick<BrowseState, "resources" | "memory">,
  name: string,
): View {
  const { filter, sort } = memory[name] ?? {};
  const resource = resources.find((one) => one.name === name);
  const query: Query = { ...(filter && { filter }), ...(sort && { sort }) };
  const fits = resource !== undefined && problemOf(() => resource.open(query).close()) === undefined;
  const view = openView(name, fits ? query : {});
  return withLook({ ...view, kept: fits && filter !== undefined }, resource, memory[name]);
}

/** Gives a list the columns and widths that are remembered, or those of a saved view. */
export function withLook(
  view: View,
  resource: Pick<BrowseResource, "columns"> | undefined,
  { columns, widths = {} }: Pick<Remembered, "columns" | "widths"> = {},
): View {
  if (resource === undefined) return view;
  const isShown = ({ title }: BrowseColumn) => columns === undefined || columns.includes(title);
  const places = [...resource.columns.entries()];
  const shown = places.filter(([, column]) => isShown(column));
  return {
    ...view,
    column: shown[0]?.[0] ?? 0,
    hidden: new Set(
      shown.length === 0 ? [] : places.flatMap(([index, column]) => (isShown(column) ? [] : [index])),
    ),
    widths: new Map(
      places.flatMap(([index, { title }]) => (widths[title] === undefined ? [] : [[index, widths[title]]])),
    ),
  };
}

/** Remembers what a step has changed in a list; what it opened is not remembered, nor the filter of a related list. */
export function rememberStep(before: BrowseState, { state, ...step }: Step): Step {
  const [old, view] = [viewOf(before), viewOf(state)];
  if (old.self !== view.self) return { ...step, state };
  const { columns } = resourceOf(state);
  const titles = shownColumns(columns, view).map(({ column }) => column.title);
  const widths = [...view.widths].map(([index, width]) => [columns[index]?.title ?? "", width]);
  const { filter, sort } = view.query;
  const changed: { -readonly [K in keyof Remembered]?: Remembered[K] | undefined } = {
    ...(old.hidden !== view.hidden && { columns: titles.length < columns.length ? titles : undefined }),
    ...(old.widths !== view.widths && { widths: Object.fromEntries(widths) }),
    ...(view.of === undefined && old.query.filter !== filter && { filter }),
    ...(view.of === undefined && old.query.sort !== sort && { sort }),
  };
  if (Object.keys(changed).length === 0) return { ...step, state };
  const all = Object.entries({ ...state.memory[view.resource], ...changed });
  const next: Remembered = Object.fromEntries(all.filter(([, value]) => value !== undefined));
  return { ...step, state: { ...state, memory: { ...state.memory, [view.resource]: next } } };
}

/** Forgets what is remembered of the list and shows it as it was at first. */
export function resetView(state: BrowseState): BrowseState {
  const { resource, of, query } = viewOf(state);
  const forgotten: BrowseState = { ...state, memory: { ...state.memory, [resource]: {} } };
  const fresh = openView(resource, of === undefined ? {} : query, of);
  return withView(forgotten, () => fresh);
}
