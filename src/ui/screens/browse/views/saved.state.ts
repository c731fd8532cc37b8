import { type SavedView, withoutSavedView, withSavedView } from "../../../../config/saved-views.ts";
import { inSentence } from "../../../../kernel/text.ts";
import { type PaletteCommand, withTyped } from "../actions/palette-command.ts";
import { type BrowseState, resourceOf, viewOf } from "../browse.state.ts";
import { openView, shownColumns } from "../list/view.state.ts";
import { problemOf } from "../problem.ts";
import { resetView, withLook } from "./remembered.state.ts";

/** Returns the commands of the palette for views. */
export function viewCommands(state: BrowseState): PaletteCommand[] {
  const { commandLine, title } = resourceOf(state);
  const opened = Object.keys(state.saved).map((name) => openCommand(state, name));
  return [
    ...opened,
    {
      name: "save view <name>",
      help: "save filter, search, sort order and columns of this list under a name",
      line: `${commandLine(["views", "save"])} <view> <list>`,
      typed: "save view",
      run: (now) => ({ state: withTyped(now, "save view ") }),
    },
    {
      name: "reset view",
      help: `forget the filter, sort order, columns and widths of ${inSentence(title)}`,
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
    help: [list, query.filter ?? query.search ?? ""].filter(Boolean).join(": "),
    line: resource?.listCommand(query),
    unavailable: resource === undefined ? `There are no ${list} to browse here.` : undefined,
    run(now) {
      const problem = resource && problemOf(() => resource.open(query).close());
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
  const { filter, search, sort } = view.query;
  const saved: SavedView = {
    list: view.resource,
    ...(filter && { filter }),
    ...(search && { search }),
    ...(sort && { sort }),
    ...(titles.length < columns.length && { columns: titles }),
  };
  const flags = Object.entries({ filter, search, sort, columns: saved.columns?.join(",") });
  return {
    name: `save view ${name}`,
    help: Object.hasOwn(state.saved, name) ? "replace the view" : "save the list as it is now",
    line: commandLine([
      ...["views", "save", name, ...view.resource.split(" ")],
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
      const problem = problemOf(() => void withSavedView(now.saved, name, saved));
      if (problem !== undefined) return { state: withTyped(now, `save view ${name}`, problem) };
      return { state: now, effect: { type: "save view", name, view: saved } };
    },
  };
}

function deleteCommand(state: BrowseState, name: string): PaletteCommand {
  return {
    name: `delete view ${name}`,
    help: "delete the saved view",
    line: resourceOf(state).commandLine(["views", "delete", name]),
    run(now) {
      const problem = problemOf(() => void withoutSavedView(now.saved, name));
      if (problem !== undefined) return { state: withTyped(now, `delete view ${name}`, problem) };
      return { state: now, effect: { type: "save view", name, view: undefined } };
    },
  };
}
