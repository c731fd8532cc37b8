import { inSentence } from "../../../kernel/text.ts";
import { openActions, openPalette, reasonUnavailable, startAction } from "./actions/actions.state.ts";
import { type BrowseState, resourceOf, type Step, viewOf, withView } from "./browse.state.ts";
import { wide } from "./detail/pane.state.ts";
import { openCell } from "./edit/cell.state.ts";
import { redoStaging, undoStaging } from "./edit/history.state.ts";
import { editsOf, hasStaged } from "./edit/staged.state.ts";
import { openHistogram } from "./histogram/histogram.state.ts";
import { openLine } from "./lines.state.ts";
import { reasonNotSortable, sortByColumn } from "./list/sort.state.ts";
import { chosenRow, reread } from "./list/view.state.ts";
import {
  currentRow,
  drop,
  goBack,
  mark,
  markAll,
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
import { resizeColumn } from "./views/width.state.ts";

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

/** Returns the keys of the list except movement keys (see `movedIndex`), the most useful first. */
export function tableKeys(state: BrowseState): BrowseKey[] {
  const view = viewOf(state);
  const resource = resourceOf(state);
  const row = currentRow(state);
  const none = row === undefined ? "No row is selected." : undefined;
  const { undoable } = state;
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
      name: "undo job",
      help: "undo the last job, after a question",
      unavailable:
        undoable === undefined ? "No job has been run here. For other jobs: till jobs list" : undefined,
      inHints: undoable !== undefined,
      run: withEffect({ type: "undo", job: undoable ?? "" }),
    },
    {
      key: "space",
      also: [" "],
      name: "mark",
      help: "mark or unmark the row",
      unavailable: none,
      inHints: true,
      run: mark,
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
          (state.resources.some(({ name }) => name === other)
            ? undefined
            : `There are no ${other} to browse here.`),
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
      name: "web",
      help: "open the row's page in a browser",
      unavailable: none,
      run: openFrom("page", "the page"),
    },
    {
      key: "i",
      name: "pane",
      help: "show or hide the selected row beside the list",
      unavailable: state.width < wide ? `The pane needs a window of ${wide} columns.` : undefined,
      run: togglePane,
    },
    { key: "<", name: "narrower", help: "make the selected column narrower", run: resizeColumn(-1) },
    { key: ">", name: "wider", help: "make the selected column wider", run: resizeColumn(1) },
    { key: "v", name: "columns", help: "show and hide columns", run: switchMode({ kind: "columns", at: 0 }) },
    {
      key: "r",
      name: "refresh",
      help: "read the list again",
      run: () => ({ state: withView(state, reread) }),
    },
    {
      key: "p",
      name: state.paused ? "resume" : "pause",
      help: `${state.paused ? "resume" : "pause"} automatic refreshing`,
      run: () => ({ state: { ...state, paused: !state.paused } }),
    },
    {
      key: "tab",
      name: "next",
      help: "the next list",
      unavailable: reasonNoOtherList(state),
      run: () => ({ state: nextList(state, 1) }),
    },
    {
      key: "shift+tab",
      name: "previous",
      help: "the previous list",
      unavailable: reasonNoOtherList(state),
      run: () => ({ state: nextList(state, -1) }),
    },
    {
      key: ":",
      name: "commands",
      help: "all commands by name",
      inHints: true,
      run: openPalette,
    },
    {
      key: "?",
      name: "keys",
      help: "all keys",
      inHints: true,
      run: switchMode({ kind: "help", scroll: 0, line: { before: "", after: "" } }),
    },
    {
      key: "esc",
      name: "back",
      help: "back: clear marks, search and filter, then the previous list",
      unavailable: reasonNotBack(state),
      run: () => ({ state: goBack(state) }),
    },
    { key: "q", also: ["ctrl+d"], name: "quit", help: "quit", inHints: true, run: quitBy("q") },
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

/** Applies the staged edits, below the screen. */
export const applyStaged = (state: BrowseState): Step => ({
  state,
  effect: { type: "apply", edits: editsOf(state.staged) },
});

/** Returns the keys that undo and repeat steps of staging, in the list and on the page of changes. */
export function stagingKeys({ history, undoable }: BrowseState): BrowseKey[] {
  const job = undoable === undefined ? "" : " z undoes the job.";
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
