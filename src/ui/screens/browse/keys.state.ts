import { inSentence } from "../../../kernel/text.ts";
import { countOf, formatCount } from "../../format.ts";
import {
  actionCommand,
  modeBefore,
  openActions,
  openPalette,
  reasonUnavailable,
  startAction,
  subjectOf,
} from "./actions.state.ts";
import {
  type BrowseState,
  type Mode,
  reasonNoList,
  resourceOf,
  type Step,
  type Subject,
  viewOf,
  withView,
} from "./browse.state.ts";
import { type BrowseColumn, type BrowseResource, maxSortedRows, type Query } from "./browse-resource.ts";
import { changedElsewhere, keepEdits, openCell, redoStaging, undoStaging, withStaged } from "./edit.state.ts";
import { barsOf, isByValue, narrowTo, openHistogram, reasonNotFiltered } from "./histogram.state.ts";
import { minPaneWidth } from "./layout.ts";
import { editCommands, openLine } from "./lines.state.ts";
import {
  currentRow,
  drop,
  goBack,
  markAll,
  markRow,
  nextList,
  openDetail,
  openFrom,
  quitBy,
  reasonNoOtherList,
  reasonNotBack,
  reasonNotEditable,
  switchMode,
  togglePane,
  withEffect,
} from "./navigation.state.ts";
import { editsOf, hasStaged, listedEntries, withoutEntry } from "./staged.state.ts";
import {
  chosenRow,
  isShown,
  moveColumn,
  moveTo,
  nextSort,
  orderedColumns,
  reorderColumn,
  requery,
  reread,
} from "./view.state.ts";

/** The action of a key. The hint bar, the help page and the command palette show the same list. */
export interface BrowseKey {
  readonly key: string;
  readonly also?: readonly string[];
  /** The text of the hint bar, and of the help page. */
  readonly name: string;
  readonly help: string;
  /** Why it is not available now, as a sentence. */
  readonly unavailable?: string | undefined;
  /** Whether the hint bar shows it. */
  readonly inHints?: boolean;
  run(state: BrowseState): Step;
}

/** Returns the names of the keys that the lists and the dashboard have. */
export const commonKeys = (paused: boolean) =>
  ({
    pause: {
      key: "p",
      name: paused ? "resume" : "pause",
      help: `${paused ? "resume" : "pause"} automatic refreshing`,
    },
    next: { key: "tab", name: "next", help: "the next list" },
    previous: { key: "shift+tab", name: "previous", help: "the previous list" },
    commands: { key: ":", name: "commands", help: "all commands by name", inHints: true },
    keys: { key: "?", name: "keys", help: "all keys", inHints: true },
    quit: { key: "q", also: ["ctrl+d"], name: "quit", help: "quit", inHints: true },
  }) as const;

/** Returns the keys of the list except movement keys (see `movedIndex`), the most useful first. */
export function tableKeys(state: BrowseState): BrowseKey[] {
  const view = viewOf(state);
  const resource = resourceOf(state);
  const row = currentRow(state);
  const none = row === undefined ? "No row is selected." : undefined;
  const { undoable } = state;
  const undo = state.message?.undo;
  const common = commonKeys(state.paused);
  const isStaged = hasStaged(state.staged);
  const nothing = !isStaged ? "No edits are staged. Press e to edit." : undefined;
  return [
    ...(state.demo === undefined ? [] : [demoKey(state)]),
    enterKey(state, none),
    {
      key: "x",
      name: "actions",
      help: "show the actions for the row or the marked rows",
      unavailable:
        resource.actions.length === 0 ? `There are no actions for ${inSentence(resource.title)}.` : undefined,
      inHints: true,
      run: openActions,
    },
    ...resource.actions.flatMap(({ direct, name, help }, index): BrowseKey[] => {
      if (direct === undefined) return [];
      const subject = subjectOf(state);
      const unavailable = reasonUnavailable(resource, index, subject);
      return [{ key: direct, name, help, unavailable, inHints: true, run: startAction(index, subject) }];
    }),
    {
      key: "e",
      name: "edit",
      help: "edit the selected cell, for the row or the marked rows",
      unavailable: reasonNotEditable(state),
      inHints: resource.changes !== undefined,
      run: openCell,
    },
    {
      key: "d",
      name: "changes",
      help: "show the staged edits: before and after",
      unavailable: nothing,
      inHints: isStaged,
      run: switchMode({ kind: "diff", at: 0 }),
    },
    {
      key: "A",
      name: "apply",
      help: "preview, confirm and apply the staged edits",
      unavailable: nothing,
      inHints: isStaged,
      run: applyStaged,
    },
    ...stagingKeys(state),
    { key: "D", name: "discard", help: "discard all staged edits", unavailable: nothing, run: drop },
    {
      key: "z",
      name: "timeline",
      help: "what jobs changed, as a timeline; preview and undo",
      inHints: undoable !== undefined,
      run: withEffect(undo ? { type: "undo", job: undo } : { type: "timeline", job: undoable }),
    },
    {
      key: "space",
      also: [" "],
      name: "mark",
      help: "mark or unmark the row",
      unavailable: none,
      inHints: true,
      run: markRow,
    },
    { key: "a", name: "mark all", help: "mark or unmark all rows", unavailable: none, run: markAll },
    {
      key: "/",
      name: "search",
      help: `search ${resource.searched.fields} as you type`,
      inHints: true,
      run: openLine("search"),
    },
    {
      key: "f",
      name: "filter",
      help: "filter rows, as --filter does",
      inHints: true,
      run: openLine("filter"),
    },
    {
      key: "s",
      name: "sort",
      help: "sort by the selected column: ascending, descending, unsorted",
      unavailable: reasonNotSortable(state),
      inHints: true,
      run: sortByColumn,
    },
    {
      key: "F",
      name: "histogram",
      help: "count the values of the selected column",
      unavailable: none,
      run: openHistogram,
    },
    ...resource.relations.map(
      ({ title, resource: other }, index): BrowseKey => ({
        key: String(index + 1),
        name: title.replace(/^its /, ""),
        help: title,
        inHints: true,
        unavailable:
          none ??
          (state.resources.some(({ name }) => name === other) ? undefined : reasonNoList(state, other)),
        run: openFrom({ relation: index }, title),
      }),
    ),
    {
      key: "y",
      name: "command",
      help: "copy the command that prints this list",
      run: withEffect({ type: "copy", text: resource.listCommand(view.query), what: "the command" }),
    },
    {
      key: "c",
      name: "copy id",
      help: "copy the row's id",
      unavailable: none,
      run: withEffect({ type: "copy", text: row?.id ?? "", what: "the id" }),
    },
    {
      key: "w",
      name: "open page",
      help: "open the row's page in a browser",
      unavailable: none,
      run: openFrom("page", "the page"),
    },
    {
      key: "i",
      name: "pane",
      help: "show or hide the selected row beside the list",
      unavailable:
        state.width < minPaneWidth ? `The pane needs a window of ${minPaneWidth} columns.` : undefined,
      run: togglePane,
    },
    {
      key: "v",
      name: "columns",
      help: "show, hide and move columns",
      run: switchMode({ kind: "columns", at: 0 }),
    },
    {
      key: "r",
      name: "refresh",
      help: "read the list again",
      run: () => ({ state: withView(state, reread) }),
    },
    {
      ...common.pause,
      run: () => ({ state: { ...state, paused: !state.paused } }),
    },
    { ...common.next, unavailable: reasonNoOtherList(state), run: () => nextList(state, 1) },
    { ...common.previous, unavailable: reasonNoOtherList(state), run: () => nextList(state, -1) },
    { ...common.commands, run: (now) => openPalette(now) },
    {
      ...common.keys,
      run: switchMode({ kind: "help", scroll: 0, line: { before: "", after: "" } }),
    },
    {
      key: "esc",
      name: "back",
      help: "back: clear marks, search and filter, then the previous list",
      unavailable: reasonNotBack(state),
      run: () => ({ state: goBack(state) }),
    },
    { ...common.quit, run: quitBy("q") },
  ];
}

/** The key that opens the row, or runs the action that takes its place. */
function enterKey(state: BrowseState, unavailable: string | undefined): BrowseKey {
  const resource = resourceOf(state);
  const row = chosenRow(viewOf(state));
  const subject = { rows: row ? [row] : [], marked: false, from: "table" } as const;
  const index = resource.actions.findIndex(
    ({ onEnter }, at) => onEnter && reasonUnavailable(resource, at, subject) === undefined,
  );
  const action = resource.actions[index];
  return {
    key: "enter",
    name: action?.name ?? "details",
    help: action?.help ?? "show all fields of the row",
    unavailable,
    inHints: true,
    run: action === undefined ? openDetail : startAction(index, subject),
  };
}

/** Applies the staged edits, below the screen. If rows were changed elsewhere, it asks first: the key again confirms. */
function applyStaged(state: BrowseState): Step {
  const [first, ...more] = changedElsewhere(state);
  if (first === undefined) return { state, effect: { type: "apply", edits: editsOf(state.staged) } };
  const others =
    more.length === 0
      ? ""
      : ` So ${more.length === 1 ? "was" : "were"} ${countOf(more.length, "other staged cell")}.`;
  const text = `${first.text}${others} Press A again to apply your edits, or d to look at them.`;
  return { state: { ...keepEdits(state, [first, ...more]), message: { text, tone: "warning" } } };
}

/** Returns the keys that undo and repeat steps of staging, in the list and on the page of changes. */
function stagingKeys({ history, undoable }: BrowseState): BrowseKey[] {
  const job = undoable === undefined ? "" : " Press z to see the job.";
  return [
    {
      key: "u",
      name: "undo",
      help: "undo the last edit that was staged or discarded",
      unavailable: history.past.length === 0 ? `No edit to undo.${job}` : undefined,
      inHints: history.past.length > 0,
      run: undoStaging,
    },
    {
      key: "Z",
      name: "redo",
      help: "stage again what u has undone",
      unavailable: history.next.length === 0 ? "No edit to redo." : undefined,
      inHints: history.next.length > 0,
      run: redoStaging,
    },
  ];
}

/** The key that fills an empty sandbox. */
function demoKey(state: BrowseState): BrowseKey {
  const args = ["sandbox", "seed", "demo"];
  const line = resourceOf(state).commandLine(args);
  return {
    key: "S",
    name: "demo shop",
    help: "fill the sandbox with the demo shop",
    inHints: state.demo === "offered",
    unavailable: state.demo === "offered" ? undefined : "The shop is not empty.",
    run: withEffect({ type: "run", args, line, showsOutput: false }),
  };
}

/** Returns the keys of the detail page. */
export function detailKeys(state: BrowseState): BrowseKey[] {
  const resource = resourceOf(state);
  const view = viewOf(state);
  const row = currentRow(state);
  const table = tableKeys(state);
  const fromTable = new Set([
    "x",
    "z",
    "w",
    "c",
    "?",
    ...resource.actions.flatMap(({ direct }) => direct ?? []),
    ...resource.relations.map((_, index) => String(index + 1)),
  ]);
  return [
    {
      key: "n",
      name: "next",
      help: "the next row",
      inHints: true,
      unavailable: view.cursor + 1 >= (view.rows.total ?? Infinity) ? "This is the last row." : undefined,
      run: step(1),
    },
    {
      key: "p",
      name: "previous",
      help: "the previous row",
      inHints: true,
      unavailable: view.cursor > 0 ? undefined : "This is the first row.",
      run: step(-1),
    },
    {
      key: "y",
      name: "command",
      help: "copy the command that prints this row",
      inHints: true,
      run: withEffect({ type: "copy", text: resource.getCommand(row?.reference ?? ""), what: "the command" }),
    },
    ...table.filter(({ key }) => fromTable.has(key)),
    backToList(["enter", "backspace"]),
    ...table.filter(({ key }) => key === "q"),
  ];
}

/** Opens the row `by` positions further. The list scrolls with it, also to a row that is not loaded: then it is read. */
function step(by: number) {
  return (state: BrowseState): Step => {
    const { cursor } = viewOf(state);
    const moved = withView(state, (view) => moveTo(view, cursor + by, state.height));
    if (viewOf(moved).cursor !== cursor && chosenRow(viewOf(moved)) !== undefined) return openDetail(moved);
    const message = { text: "The row is still being read. Try again in a moment.", tone: "warning" } as const;
    return { state: withView({ ...state, message }, () => ({ ...viewOf(moved), cursor })) };
  };
}

/** A line of the menu of actions: an action of the list, or a key of the list that acts on the row. */
export interface MenuEntry extends Pick<BrowseKey, "key" | "name" | "help" | "unavailable" | "run"> {
  /** The command line of an action. */
  readonly command?: string;
}

/** The lines of the menu, and those that are left out. */
export interface Menu {
  readonly listed: readonly MenuEntry[];
  readonly hidden: readonly MenuEntry[];
}

/** Returns an action of the list as a line of its menu. */
export function menuEntry(state: BrowseState, index: number, subject: Subject): MenuEntry {
  const resource = resourceOf(state);
  const action = resource.actions[index];
  const { key = "", name = "", help = "" } = action ?? {};
  return {
    ...{ key, name, help, run: startAction(index, subject) },
    unavailable: reasonUnavailable(resource, index, subject),
    ...(action && { command: actionCommand(resource, action, subject.rows, []) }),
  };
}

/** Returns the keys of the list that are in its menu as well. */
const menuKeys = ({ changes, hasPages }: BrowseResource): string =>
  `${changes === undefined ? "" : "e"}${hasPages ? "w" : ""}`;

/** Returns the menu: what works, and the others with their reasons if `isAll`, or if nothing works. */
export function menuOf(
  state: BrowseState,
  { subject, isAll = false }: Pick<Extract<Mode, { kind: "actions" }>, "subject" | "isAll">,
): Menu {
  const actions = resourceOf(state).actions.map((_, index) => menuEntry(state, index, subject));
  const keys = subject.from === "detail" ? "" : menuKeys(resourceOf(state));
  const all = [
    ...actions,
    ...tableKeys(state)
      .filter(({ key }) => keys.includes(key) && !actions.some((action) => action.key === key))
      .map(({ run, ...entry }) => ({
        ...entry,
        run: (now: BrowseState) => run({ ...now, mode: { kind: "table" } }),
      })),
  ];
  const works = all.filter(({ unavailable }) => unavailable === undefined);
  const others = all.filter(({ unavailable }) => unavailable !== undefined);
  return isAll || works.length === 0
    ? { listed: [...works, ...others], hidden: [] }
    : { listed: works, hidden: others };
}

/** Returns the keys of the menu: one letter per line, and those of the page. */
export function actionKeys(state: BrowseState, mode: Extract<Mode, { kind: "actions" }>): BrowseKey[] {
  const { subject, at, isAll = false } = mode;
  const { listed, hidden } = menuOf(state, mode);
  const chosen = listed[at];
  const command = chosen?.command;
  return [
    ...[...listed, ...hidden].map(({ command: _, ...entry }) => ({ ...entry, inHints: false })),
    {
      key: "enter",
      name: "run",
      help: "run the selected action",
      inHints: true,
      unavailable: chosen?.unavailable,
      run: (now) => chosen?.run(now) ?? { state: now },
    },
    ...(hidden.length === 0 && !isAll
      ? []
      : [
          {
            key: "?",
            name: isAll ? "hide the others" : "why not",
            help: "why the other actions do not work here",
            inHints: true,
            run: switchMode({ ...mode, at: 0, isAll: !isAll }),
          },
        ]),
    {
      key: "y",
      name: "command",
      help: "copy the command of this action",
      inHints: true,
      unavailable: command === undefined ? "There is no command for this." : undefined,
      run: withEffect({ type: "copy", text: command ?? "", what: "the command" }),
    },
    {
      key: "esc",
      also: ["x", "q"],
      name: "back",
      help: "back, and do nothing",
      inHints: true,
      run: switchMode(modeBefore(subject)),
    },
  ];
}

function discardOne(at: number) {
  return (state: BrowseState): Step => {
    const entries = listedEntries(state.staged);
    const entry = entries[at];
    if (entry === undefined) return { state };
    const left = entries.length - 1;
    const mode: Mode = left === 0 ? { kind: "table" } : { kind: "diff", at: Math.min(at, left - 1) };
    const what = `discard ${entry.field} of ${entry.label}`;
    return { state: { ...withStaged(state, withoutEntry(state.staged, entry), what), mode } };
  };
}

/** Returns the keys of the page of staged edits. */
export function diffKeys(state: BrowseState, at: number): BrowseKey[] {
  return [
    {
      key: "A",
      name: "apply",
      help: "preview, confirm and apply",
      inHints: true,
      run: applyStaged,
    },
    {
      key: "x",
      name: "discard this one",
      help: "discard the selected edit",
      inHints: true,
      run: discardOne(at),
    },
    { key: "D", name: "discard all", help: "discard all staged edits", inHints: true, run: drop },
    {
      key: "y",
      name: "command",
      help: "copy the commands of these edits",
      inHints: true,
      run: (now) =>
        withEffect({ type: "copy", text: editCommands(now).join("\n"), what: "the commands" })(now),
    },
    ...stagingKeys(state),
    backToList(["d", "q"]),
  ];
}

/** Returns the key that goes back to the list, with others that do the same. */
function backToList(also: readonly string[]): BrowseKey {
  return {
    key: "esc",
    also,
    name: "back",
    help: "back to the list",
    inHints: true,
    run: switchMode({ kind: "table" }),
  };
}

/** Returns the keys of the page of columns, of which the one at `at` is selected. */
export function columnKeys(at: number): BrowseKey[] {
  return [
    {
      key: "space",
      also: [" ", "x"],
      name: "show or hide",
      help: "show or hide the column",
      inHints: true,
      run: toggleColumn(at),
    },
    { key: "J", name: "move down", help: "move the column down", inHints: true, run: moveListed(at, 1) },
    { key: "K", name: "move up", help: "move the column up", inHints: true, run: moveListed(at, -1) },
    backToList(["q", "v", "enter"]),
  ];
}

/** Returns a step that shows or hides a column of the page of columns. */
function toggleColumn(at: number) {
  return (state: BrowseState): Step => {
    const { columns } = resourceOf(state);
    const view = viewOf(state);
    const { index = 0 } = orderedColumns(columns, view)[at] ?? {};
    const toggled = new Set(view.toggled);
    if (!toggled.delete(index)) toggled.add(index);
    // A selected column that is hidden now is replaced by the first one.
    if (columns.some((column, index) => isShown({ toggled }, column, index)))
      return { state: withView(state, () => moveColumn({ ...view, toggled }, columns, 0)) };
    return { state: { ...state, message: { text: "One column must stay visible.", tone: "warning" } } };
  };
}

/** Returns a step that moves a column of the page of columns, with the selection. */
function moveListed(at: number, by: 1 | -1) {
  return (state: BrowseState): Step => {
    const { columns } = resourceOf(state);
    const { index = 0 } = orderedColumns(columns, viewOf(state))[at] ?? {};
    const moved = withView(state, (view) => reorderColumn(view, columns, { index, by }));
    const next = Math.max(0, Math.min(columns.length - 1, at + by));
    return { state: { ...moved, mode: { kind: "columns", at: next } } };
  };
}

type Histogram = Extract<Mode, { kind: "histogram" }>;

/** Returns the keys of the histogram. */
export function histogramKeys(state: BrowseState, mode: Histogram): BrowseKey[] {
  const bar = barsOf(mode)[mode.at];
  const isReading = mode.status === "reading";
  return [
    {
      key: "enter",
      name: "filter",
      help: "show the rows of the bar",
      inHints: true,
      unavailable: reasonNotFiltered(state, mode, bar),
      run: narrowTo(mode.column, bar),
    },
    {
      key: "s",
      name: isByValue(mode) ? "by count" : "by value",
      help: "sort the bars by count or by value",
      inHints: true,
      run: (now) => ({ state: { ...now, mode: { ...mode, byValue: !isByValue(mode), at: 0 } } }),
    },
    {
      key: "esc",
      also: ["F"],
      name: isReading ? "stop" : "back",
      help: "stop counting, then close",
      inHints: true,
      run: (now) => ({
        state: { ...now, mode: isReading ? { ...mode, status: "stopped" } : { kind: "table" } },
      }),
    },
    { key: "q", name: "quit", help: "quit", inHints: true, run: quitBy("q") },
  ];
}

/** Sorts by the selected column: ascending, descending, then not at all. Here, if the platform cannot sort by it. */
function sortByColumn(state: BrowseState): Step {
  const column = resourceOf(state).columns[viewOf(state).column];
  if (column === undefined) return { state };
  return { state: withView(state, (view) => requery(view, sortedBy(view.query, column))) };
}

function sortedBy({ sort, sortHere, ...query }: Query, { title, sort: field }: BrowseColumn): Query {
  if (field !== undefined) {
    const next = nextSort(sort, field);
    return { ...query, sort: next || undefined };
  }
  if (sortHere?.column !== title) return { ...query, sortHere: { column: title, descending: false } };
  return sortHere.descending ? query : { ...query, sortHere: { column: title, descending: true } };
}

/** Returns why the list cannot be sorted by the selected column. */
function reasonNotSortable(state: BrowseState): string | undefined {
  const view = viewOf(state);
  const { title, columns } = resourceOf(state);
  const column = columns[view.column];
  if (column === undefined) return "No column is selected.";
  const rows = view.rows.total ?? view.rows.known;
  return column.sort === undefined && rows > maxSortedRows
    ? `The platform cannot sort by ${column.title}, and ${formatCount(rows)} ${inSentence(title)} are too many to sort here (at most ${formatCount(maxSortedRows)}). Filter first (f).`
    : undefined;
}
