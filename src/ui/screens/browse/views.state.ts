import { type SavedView, withoutSavedView, withSavedView } from "../../../config/saved-views.ts";
import { inSentence } from "../../../kernel/text.ts";
import {
  type BrowseState,
  type Remembered,
  reasonNoList,
  resourceOf,
  type Step,
  viewOf,
  withView,
} from "./browse.state.ts";
import type { BrowseColumn, BrowseResource, Query } from "./browse-resource.ts";
import { editProblem } from "./staged.state.ts";
import { openView, shownColumns, type View } from "./view.state.ts";

/** Returns the commands of the palette for views. */
export function viewCommands(state: BrowseState): PaletteCommand[] {
  const { commandLine, title } = resourceOf(state);
  const opened = Object.keys(state.saved).map((name) => openCommand(state, name));
  return [
    ...opened,
    {
      name: "save view <name>",
      group: "Commands",
      help: "save filter, search, sort order and columns of this list under a name",
      line: `${commandLine(["config", "views", "create"])} <view> <list>`,
      typed: "save view",
      run: (now) => ({ state: withTyped(now, "save view ") }),
    },
    {
      name: "reset view",
      group: "Commands",
      help: `forget the filter, sort order and columns of ${inSentence(title)}`,
      run: (now) => ({ state: resetView(now) }),
    },
  ];
}

/** Returns the command for a text such as `save view unpaid`, `view unpaid` or `delete view unpaid`. */
export function typedViewCommand(state: BrowseState, text: string): PaletteCommand | undefined {
  const [, verb, name = ""] = /^(?:(save|delete) )?view\s+(\S.*)$/.exec(text) ?? [];
  if (name === "") return undefined;
  if (verb === "save") return saveCommand(state, name);
  if (verb === "delete") return deleteCommand(state, name);
  return Object.hasOwn(state.saved, name) ? openCommand(state, name) : undefined;
}

function openCommand(state: BrowseState, name: string): PaletteCommand {
  const saved: SavedView = state.saved[name] ?? { list: "" };
  const { list, columns, ...query } = saved;
  const resource = state.resources.find((one) => one.name === list);
  return {
    name: `view ${name}`,
    group: "Commands",
    help: [list, query.filter ?? query.search ?? ""].filter(Boolean).join(": "),
    line: resource?.listCommand(query),
    unavailable: resource === undefined ? reasonNoList(state, list) : undefined,
    run(now) {
      const problem = resource && editProblem(() => resource.open(query).close());
      if (problem !== undefined) return { state: withTyped(now, `view ${name}`, problem) };
      const look = columns === undefined ? now.memory[list] : { ...now.memory[list], columns };
      const view = { ...withLook(openView(list, query), resource, look), name };
      return { state: { ...now, views: [view], openRow: undefined, opening: undefined } };
    },
  };
}

function saveCommand(state: BrowseState, name: string): PaletteCommand {
  const { commandLine, columns } = resourceOf(state);
  const view = viewOf(state);
  const titles = shownColumns(columns, view).map(({ column }) => column.title);
  const isUsual = view.order === undefined && titles.length === columns.length;
  const { filter, search, sort } = view.query;
  const saved: SavedView = {
    list: view.resource,
    ...(filter && { filter }),
    ...(search && { search }),
    ...(sort && { sort }),
    ...(!isUsual && { columns: titles }),
  };
  const flags = Object.entries({ filter, search, sort, columns: saved.columns?.join(",") });
  return {
    name: `save view ${name}`,
    group: "Commands",
    help: Object.hasOwn(state.saved, name) ? "replace the view" : "save the list as it is now",
    line: commandLine([
      ...["config", "views", "create", name, ...view.resource.split(" ")],
      ...flags.flatMap(([flag, value]) => (value ? [`--${flag}`, value] : [])),
    ]),
    run(now) {
      if (Object.keys(saved).length === 1)
        return {
          state: withTyped(
            now,
            `save view ${name}`,
            "Filter, search or sort the list first, or hide columns (v).",
          ),
        };
      const problem = editProblem(() => void withSavedView(now.saved, name, saved));
      if (problem !== undefined) return { state: withTyped(now, `save view ${name}`, problem) };
      return { state: now, effect: { type: "save view", name, view: saved } };
    },
  };
}

function deleteCommand(state: BrowseState, name: string): PaletteCommand {
  return {
    name: `delete view ${name}`,
    group: "Commands",
    help: "delete the saved view",
    line: resourceOf(state).commandLine(["config", "views", "delete", name]),
    run(now) {
      const problem = editProblem(() => void withoutSavedView(now.saved, name));
      if (problem !== undefined) return { state: withTyped(now, `delete view ${name}`, problem) };
      return { state: now, effect: { type: "save view", name, view: undefined } };
    },
  };
}

/** Opens a list as it was left. A filter or sort order that the list no longer has is left out. */
export function openRemembered(
  { resources, memory }: Pick<BrowseState, "resources" | "memory">,
  name: string,
): View {
  const { filter, sort } = memory[name] ?? {};
  const resource = resources.find((one) => one.name === name);
  const query: Query = { ...(filter && { filter }), ...(sort && { sort }) };
  const fits = resource !== undefined && editProblem(() => resource.open(query).close()) === undefined;
  const view = openView(name, fits ? query : {});
  return withLook({ ...view, kept: fits && filter !== undefined }, resource, memory[name]);
}

/** Gives a list the columns that are remembered, or those of a saved view. */
export function withLook(
  view: View,
  resource: Pick<BrowseResource, "columns"> | undefined,
  { columns }: Pick<Remembered, "columns"> = {},
): View {
  if (resource === undefined) return view;
  const isShown = ({ title, isExtra = false }: BrowseColumn) =>
    columns === undefined ? !isExtra : columns.includes(title);
  const placeOf = ({ title }: BrowseColumn) => columns?.indexOf(title) ?? 0;
  const places = [...resource.columns.entries()];
  const shown = places
    .filter(([, column]) => isShown(column))
    .toSorted(([, one], [, other]) => placeOf(one) - placeOf(other));
  const order = [
    ...shown.map(([index]) => index),
    ...places.flatMap(([index, column]) => (isShown(column) ? [] : [index])),
  ];
  return {
    ...view,
    column: shown[0]?.[0] ?? 0,
    order: columns === undefined || isSorted(shown.map(([index]) => index)) ? undefined : order,
    toggled: new Set(
      shown.length === 0
        ? []
        : places.flatMap(([index, column]) => (isShown(column) === (column.isExtra ?? false) ? [index] : [])),
    ),
  };
}

const isSorted = (numbers: readonly number[]) =>
  numbers.every((one, at) => at === 0 || one > (numbers[at - 1] ?? 0));

/** Remembers what a step has changed in a list; what it opened is not remembered, nor the filter of a related list. */
export function rememberStep(before: BrowseState, { state, ...step }: Step): Step {
  const [old, view] = [viewOf(before), viewOf(state)];
  if (old.self !== view.self) return { ...step, state };
  const { columns } = resourceOf(state);
  const titles = shownColumns(columns, view).map(({ column }) => column.title);
  const { filter, sort } = view.query;
  const changed: { -readonly [K in keyof Remembered]?: Remembered[K] | undefined } = {
    ...((old.toggled !== view.toggled || old.order !== view.order) && {
      columns: view.toggled.size > 0 || view.order ? titles : undefined,
    }),
    ...(view.of === undefined && old.query.filter !== filter && { filter }),
    ...(view.of === undefined && old.query.sort !== sort && { sort }),
  };
  if (Object.keys(changed).length === 0) return { ...step, state };
  const all = Object.entries({ ...state.memory[view.resource], ...changed });
  const next: Remembered = Object.fromEntries(all.filter(([, value]) => value !== undefined));
  return { ...step, state: { ...state, memory: { ...state.memory, [view.resource]: next } } };
}

/** Forgets what is remembered of the list and shows it as it was at first. */
function resetView(state: BrowseState): BrowseState {
  const { resource, of, query } = viewOf(state);
  const forgotten: BrowseState = { ...state, memory: { ...state.memory, [resource]: {} } };
  const fresh = openView(resource, of === undefined ? {} : query, of);
  return withView(forgotten, () => fresh);
}

/** A line of the palette. */
export interface PaletteCommand {
  readonly name: string;
  /** The heading of a list, by which it is found as well. */
  readonly title?: string;
  readonly help: string;
  /** Further text that is searched. */
  readonly examples?: string | undefined;
  readonly group: "Recent" | "Lists" | "Actions" | "Keys" | "Commands";
  readonly key?: string | undefined;
  readonly unavailable?: string | undefined;
  /** The command line that does the same. */
  readonly line?: string | undefined;
  /** The text of the input line that leads to it, if that is not its name. */
  readonly typed?: string;
  run(state: BrowseState): Step;
}

/** Returns the palette with this text in its line. */
export function withTyped(state: BrowseState, text: string, problem?: string): BrowseState {
  const line = { before: text, after: "" };
  return { ...state, mode: { kind: "line", purpose: "command", line, at: 0, problem: problem || undefined } };
}
