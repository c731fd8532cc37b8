import { openActs } from "./acting.state.ts";
import {
  asks,
  cannotEdit,
  drop,
  goBack,
  look,
  mark,
  markAll,
  nowhere,
  oneNoun,
  quit,
  still,
  turn,
} from "./acts.state.ts";
import { type BrowseState, nounOf, type Step, viewOf, withView } from "./browse.state.ts";
import { openLine } from "./lines.state.ts";
import { chosenRow, nextSort, requery, reread } from "./view.state.ts";

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
  readonly shown?: boolean;
  run(state: BrowseState): Step;
}

/** The keys of the list, the most useful first: a narrow hint bar ends early. Movement keys stand beside them (`movedIndex`). */
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
      key: "x",
      does: "act",
      help: "what can be done: with the row, or with the marked ones",
      unless:
        noun.acts.length === 0 ? `Nothing is done with ${noun.title.toLowerCase()} from here.` : undefined,
      shown: true,
      run: openActs,
    },
    {
      key: "e",
      does: "edit",
      help: "stage an edit of the chosen column: for the marked rows, or this one",
      unless: cannotEdit(state),
      shown: noun.changes !== undefined,
      run: openLine("edit"),
    },
    {
      key: "d",
      does: "changes",
      help: "show what is staged",
      unless: nothing,
      shown: staged.length > 0,
      run: still({ kind: "diff", at: 0 }),
    },
    {
      key: "A",
      does: "apply",
      help: "plan what is staged, ask, and carry it out",
      unless: nothing,
      shown: staged.length > 0,
      run: asks({ type: "apply", edits: staged }),
    },
    { key: "D", does: "drop", help: "drop everything that is staged", unless: nothing, run: drop },
    {
      key: "z",
      does: "undo",
      help: "take the last job of this screen back",
      unless: undoable === undefined ? "No job was run from here. Others: till jobs list" : undefined,
      shown: undoable !== undefined,
      run: asks({ type: "undo", job: undoable ?? "" }),
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
