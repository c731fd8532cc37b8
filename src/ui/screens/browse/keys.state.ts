import { formatCount } from "../../words.ts";
import {
  type BrowseState,
  type Effect,
  type Mode,
  nounOf,
  type Step,
  viewOf,
  withView,
} from "./browse.state.ts";
import { editCommands, openLine } from "./lines.state.ts";
import { stagedWords } from "./staged.state.ts";
import {
  chosenRow,
  markedCount,
  moveColumn,
  nextSort,
  openView,
  requery,
  reread,
  toggleMark,
} from "./view.state.ts";

/** One thing a key does, as data: the hint bar, the help page and the palette are made of the same list. */
export interface BrowseKey {
  readonly key: string;
  readonly also?: readonly string[];
  /** A verb in a word or two, and what the help page says. */
  readonly does: string;
  readonly help: string;
  /** Why it does nothing now. */
  readonly unless?: string | undefined;
  /** It stands in the hint bar. */
  readonly shown?: true;
  run(state: BrowseState): Step;
}

const still =
  (mode: Mode) =>
  (state: BrowseState): Step => ({ state: { ...state, mode } });
const asks =
  (effect: Effect) =>
  (state: BrowseState): Step => ({ state, effect });

/** The keys of the list. Movement keys stand beside them (`movedIndex`). */
export function tableKeys(state: BrowseState): BrowseKey[] {
  const view = viewOf(state);
  const noun = nounOf(state);
  const row = chosenRow(view);
  const column = noun.columns[view.column];
  const none = row === undefined ? "There is no row here." : undefined;
  const { staged, undoable } = state;
  const nothing = staged.length === 0 ? "Nothing is staged: e stages an edit." : undefined;
  return [
    {
      key: "enter",
      does: "look",
      help: "look at the row: every field, and what belongs to it",
      unless: none,
      shown: true,
      run: look,
    },
    {
      key: "/",
      does: "search",
      help: "search in names while you type",
      shown: true,
      run: openLine("search"),
    },
    {
      key: "f",
      does: "filter",
      help: "filter, in the language of --filter",
      shown: true,
      run: openLine("filter"),
    },
    {
      key: "s",
      does: "sort",
      help: "sort by the chosen column: up, down, as it was",
      unless: column?.sort === undefined ? `${noun.title} cannot be sorted by ${column?.title}.` : undefined,
      shown: true,
      run: () => ({
        state: withView(state, (one) =>
          requery(one, { ...one.query, sort: nextSort(one.query.sort, column?.sort ?? "") }),
        ),
      }),
    },
    {
      key: "space",
      also: [" "],
      does: "mark",
      help: "mark the row, or not any more",
      unless: none,
      shown: true,
      run: mark,
    },
    {
      key: "a",
      does: "mark all",
      help: "mark every row that the list finds, or none",
      unless: none,
      run: markAll,
    },
    {
      key: "e",
      does: "edit",
      help: "stage an edit of the chosen column: for the marked rows, or this one",
      unless: cannotEdit(state),
      shown: true,
      run: openLine("edit"),
    },
    {
      key: "d",
      does: "changes",
      help: "show what is staged",
      unless: nothing,
      shown: true,
      run: still({ kind: "diff", at: 0 }),
    },
    {
      key: "A",
      does: "apply",
      help: "plan what is staged, ask, and carry it out",
      unless: nothing,
      run: asks({ type: "apply", edits: staged }),
    },
    { key: "D", does: "drop", help: "drop everything that is staged", unless: nothing, run: drop },
    {
      key: "z",
      does: "undo",
      help: "take the last job of this screen back",
      unless: undoable === undefined ? "No job was run from here. Others: till jobs list" : undefined,
      run: asks({ type: "undo", job: undoable ?? "" }),
    },
    ...noun.related.map(
      ({ title, noun: other }, index): BrowseKey => ({
        key: String(index + 1),
        does: title.replace(/^its /, ""),
        help: title,
        shown: true,
        unless:
          none ??
          (state.nouns.some(({ name }) => name === other)
            ? undefined
            : `There are no ${other} to browse here.`),
        run: asks({ type: "relate", index }),
      }),
    ),
    {
      key: "y",
      does: "command",
      help: "copy the command that lists the same",
      run: asks({ type: "copy", text: noun.listCommand(view.query), what: "the command" }),
    },
    {
      key: "c",
      does: "copy id",
      help: "copy the row's id",
      unless: none,
      run: asks({ type: "copy", text: row?.id ?? "", what: "the id" }),
    },
    {
      key: "w",
      does: "web",
      help: "open the row's page in a browser",
      unless: none,
      run: asks({ type: "web" }),
    },
    { key: "v", does: "columns", help: "choose the columns", run: still({ kind: "columns", at: 0 }) },
    {
      key: "r",
      does: "read again",
      help: "read the list again",
      run: () => ({ state: withView(state, reread) }),
    },
    {
      key: "tab",
      does: "next",
      help: "the next noun",
      unless: oneNoun(state),
      run: () => ({ state: turn(state, 1) }),
    },
    {
      key: "shift+tab",
      does: "previous",
      help: "the noun before",
      unless: oneNoun(state),
      run: () => ({ state: turn(state, -1) }),
    },
    {
      key: ":",
      does: "commands",
      help: "everything that can be done, by name",
      shown: true,
      run: openLine("command"),
    },
    { key: "?", does: "keys", help: "every key", shown: true, run: still({ kind: "help", scroll: 0 }) },
    {
      key: "esc",
      does: "back",
      help: "back: take off marks, search and filter, then to the list before",
      unless: nowhere(state),
      run: () => ({ state: goBack(state) }),
    },
    { key: "q", also: ["ctrl+d"], does: "quit", help: "leave", shown: true, run: quit },
  ];
}

/** Sideways movement among the columns. */
export function sideways(state: BrowseState, key: string): BrowseState | undefined {
  const by = { left: -1, h: -1, right: 1, l: 1 }[key];
  return by === undefined
    ? undefined
    : withView(state, (view) => moveColumn(view, nounOf(state).columns, by));
}

function look(state: BrowseState): Step {
  const { id = "" } = chosenRow(viewOf(state)) ?? {};
  return { state: { ...state, mode: { kind: "detail", scroll: 0 }, looking: { id } } };
}

function mark(state: BrowseState): Step {
  const row = chosenRow(viewOf(state));
  return { state: row ? withView(state, (view) => toggleMark(view, row)) : state };
}

function markAll(state: BrowseState): Step {
  const all = viewOf(state).marked === "all";
  return { state: withView(state, (view) => ({ ...view, marked: all ? new Map() : "all" })) };
}

function drop(state: BrowseState): Step {
  const message = { text: `Dropped ${stagedWords(state.staged)}. Nothing was sent.`, tone: "plain" } as const;
  return { state: { ...state, staged: [], message, mode: { kind: "table" } } };
}

function quit(state: BrowseState): Step {
  if (state.staged.length === 0 || state.message?.text.startsWith("Press q again"))
    return { state, effect: { type: "quit" } };
  const text = `Press q again to leave and drop ${stagedWords(state.staged)}; A applies them.`;
  return { state: { ...state, message: { text, tone: "warning" } } };
}

function cannotEdit(state: BrowseState): string | undefined {
  const view = viewOf(state);
  const { changes, columns, title } = nounOf(state);
  const column = columns[view.column];
  if (changes === undefined) return `${title} cannot be edited here.`;
  if (column?.set === undefined) {
    const others = columns.flatMap((one) => (one.set === undefined ? [] : [one.title]));
    return `${column?.title} cannot be edited here; ${others.join(", ")} can: ← → choose a column.`;
  }
  if (chosenRow(view) === undefined) return "There is no row here.";
  return undefined;
}

const oneNoun = ({ nouns }: BrowseState) =>
  nouns.length > 1 ? undefined : "There is nothing else to browse.";

function nowhere(state: BrowseState): string | undefined {
  const { marked, query } = viewOf(state);
  const somewhere =
    marked === "all" || marked.size > 0 || query.filter || query.search || state.views.length > 1;
  return somewhere ? undefined : "This is where you began: q leaves.";
}

function goBack(state: BrowseState): BrowseState {
  const view = viewOf(state);
  if (view.marked === "all" || view.marked.size > 0)
    return withView(state, (one) => ({ ...one, marked: new Map() }));
  if (view.query.search) return withView(state, (one) => requery(one, { ...one.query, search: undefined }));
  if (state.views.length > 1) return { ...state, views: state.views.slice(0, -1) };
  return withView(state, (one) => requery(one, { ...one.query, filter: undefined }));
}

/** The list of another noun, from its beginning. */
export function goTo(state: BrowseState, noun: string): BrowseState {
  return { ...state, views: [openView(noun)], mode: { kind: "table" }, looking: undefined };
}

function turn(state: BrowseState, by: number): BrowseState {
  const names = state.nouns.map(({ name }) => name);
  const at = names.indexOf(viewOf(state).noun);
  return goTo(state, names[(at + by + names.length) % names.length] ?? "");
}

/** The keys of the page about one row. */
export function detailKeys(state: BrowseState): BrowseKey[] {
  const noun = nounOf(state);
  const view = viewOf(state);
  const row = chosenRow(view);
  const table = tableKeys(state);
  const fromTable = new Set(["w", "c", "?", "q", ...noun.related.map((_, index) => String(index + 1))]);
  return [
    {
      key: "esc",
      also: ["enter", "backspace"],
      does: "back",
      help: "back to the list",
      shown: true,
      run: still({ kind: "table" }),
    },
    {
      key: "n",
      does: "next",
      help: "the next row",
      shown: true,
      unless: view.cursor + 1 < view.rows.known ? undefined : "This is the last row.",
      run: step(1),
    },
    {
      key: "p",
      does: "previous",
      help: "the row before",
      shown: true,
      unless: view.cursor > 0 ? undefined : "This is the first row.",
      run: step(-1),
    },
    {
      key: "y",
      does: "command",
      help: "copy the command that prints the same",
      shown: true,
      run: asks({ type: "copy", text: noun.getCommand(row?.reference ?? ""), what: "the command" }),
    },
    ...table.filter(({ key }) => fromTable.has(key)),
  ];
}

function step(by: number) {
  return (state: BrowseState): Step => {
    const moved = withView(state, (view) => ({ ...view, cursor: view.cursor + by }));
    const { id } = chosenRow(viewOf(moved)) ?? {};
    return id === undefined ? { state } : look(moved);
  };
}

/** The keys of the page about what is staged. */
export function diffKeys(state: BrowseState, at: number): BrowseKey[] {
  const { staged } = state;
  return [
    {
      key: "A",
      does: "apply",
      help: "plan it, ask, and carry it out",
      shown: true,
      run: asks({ type: "apply", edits: staged }),
    },
    {
      key: "x",
      does: "drop this one",
      help: "drop the chosen edit",
      shown: true,
      run: () => {
        const left = staged.filter((_, index) => index !== at);
        const mode: Mode =
          left.length === 0 ? { kind: "table" } : { kind: "diff", at: Math.min(at, left.length - 1) };
        return { state: { ...state, staged: left, mode } };
      },
    },
    { key: "D", does: "drop all", help: "drop everything that is staged", shown: true, run: drop },
    {
      key: "y",
      does: "command",
      help: "copy the commands that do the same",
      shown: true,
      run: asks({ type: "copy", text: editCommands(state).join("\n"), what: "the commands" }),
    },
    {
      key: "esc",
      also: ["d", "q"],
      does: "back",
      help: "back to the list",
      shown: true,
      run: still({ kind: "table" }),
    },
  ];
}

/** What an edit would be about: `this product`, `12 marked rows`. */
export function editTarget(state: BrowseState): string {
  const view = viewOf(state);
  const count = markedCount(view);
  if (view.marked === "all")
    return count === undefined ? "all rows of the list" : `all ${formatCount(count)} rows of the list`;
  if (view.marked.size > 0)
    return view.marked.size === 1 ? "the marked row" : `the ${formatCount(view.marked.size)} marked rows`;
  return chosenRow(view)?.label ?? "this row";
}
