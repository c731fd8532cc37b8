import type { SavedView, SavedViews } from "../../../config/saved-views.ts";
import type { LineEdit } from "../../components/field.tsx";
import type { Tone } from "../../theme.ts";
import type {
  BrowseResource,
  BrowseRow,
  Edit,
  EditRow,
  Opening,
  OpenRow,
  Pane,
  ProgramCommand,
  Query,
  StagedEdit,
} from "./browse-resource.ts";
import type { Completion } from "./completion.state.ts";
import { noHistory, nothingStaged, type Staged, type StagingHistory } from "./staged.state.ts";
import type { Counted } from "./tally.ts";
import { openView, type View } from "./view.state.ts";

/** What the input line is for. */
export type Purpose = "filter" | "search" | "command" | "answer";

/** The rows of an action, as they were when it was started. */
export interface Subject {
  readonly rows: readonly EditRow[];
  /** Whether the rows are marked; `all` if the whole list is marked and not all of it is loaded. */
  readonly marked: boolean | "all";
  /** Where it was started, and where Esc returns to. */
  readonly from: "table" | "detail";
}

/** An action that needs answers: its index and the answers so far. */
export interface PendingAction {
  readonly action: number;
  readonly subject: Subject;
  readonly answers: readonly string[];
}

/** The editor of a cell. Its row and rows stay the same while it is open, whatever happens to the list. */
export interface CellMode {
  readonly kind: "cell";
  readonly line: LineEdit;
  /** Nothing was typed yet: the first character replaces the value. */
  readonly isFresh: boolean;
  /** The whole text was pasted, so it is no expression. */
  readonly isPasted?: boolean;
  readonly problem?: string;
  /** The row with the editor, and the index of its column. */
  readonly row: BrowseRow;
  readonly column: number;
  /** The rows that the value is for, their number if known, and how they are called. */
  readonly target: Pick<Edit, "rows"> & { readonly count: number | undefined; readonly name: string };
}

/** What receives the keys. */
export type Mode =
  | { readonly kind: "table" }
  | {
      readonly kind: "line";
      readonly purpose: Purpose;
      readonly line: LineEdit;
      readonly problem?: string;
      /** The index of the selected command among those that match. */
      readonly at: number;
      /** What Tab completes the line with, in a filter. */
      readonly completion?: Completion;
      /** The action that the answer is for. */
      readonly pending?: PendingAction;
      /** The rows that a command is for, as they were when the line was opened. */
      readonly subject?: Subject;
      /** The palette was opened on the dashboard, to which Esc returns. */
      readonly from?: "dashboard" | undefined;
    }
  | CellMode
  /** `at` is the place among the listed actions: those that work, or all with the reasons of the others. */
  | {
      readonly kind: "actions";
      readonly subject: Subject;
      readonly at: number;
      readonly isAll?: boolean | undefined;
    }
  | { readonly kind: "detail"; readonly scroll: number }
  /** The text of the line is searched for. */
  | { readonly kind: "help"; readonly scroll: number; readonly line: LineEdit }
  | { readonly kind: "columns"; readonly at: number }
  | { readonly kind: "diff"; readonly at: number }
  | {
      readonly kind: "histogram";
      /** Identifies the counting as long as the histogram is open. */
      readonly of: symbol;
      /** The column that is counted, in the rows of a query. */
      readonly column: number;
      readonly query: Query;
      readonly counted: Counted | undefined;
      readonly status: "reading" | "done" | "stopped" | { readonly error: string };
      /** The order that was chosen. Default: by value if that is a number or a time, otherwise by count. */
      readonly byValue?: boolean;
      readonly at: number;
    };

/** A message below the list, until the next key. */
export interface Message {
  readonly text: string;
  readonly tone: Tone;
  /** The job that it says `z` undoes. */
  readonly undo?: string | undefined;
}

/** The state of the whole screen. */
export interface BrowseState {
  readonly resources: readonly BrowseResource[];
  /** Whether the dashboard is before the lists. */
  readonly dashboard?: boolean;
  /** The open lists: the last one is shown, and Esc returns to the one before. */
  readonly views: readonly View[];
  readonly mode: Mode;
  readonly openRow: OpenRow | undefined;
  readonly opening: Opening | undefined;
  readonly pane: Pane;
  /** The commands of the program once they are loaded, and the names of those that were run from the palette, the last one first. */
  readonly palette: {
    readonly commands: readonly ProgramCommand[] | undefined;
    readonly recent: readonly string[];
  };
  readonly staged: Staged;
  /** What the plan of staged edits does to sums, a line each. */
  readonly effects: { readonly of: Staged; readonly lines: readonly string[] } | undefined;
  readonly history: StagingHistory;
  /** The job that was run last, which `z` selects in the timeline. */
  readonly undoable: string | undefined;
  /** What is remembered of lists, and the saved views. */
  readonly memory: Memory;
  readonly saved: SavedViews;
  /** Whether lists are not read again by themselves. */
  readonly paused: boolean;
  /** Whether `S` fills the shop with the demo shop: only a local sandbox, and only while it is empty. */
  readonly demo: "offered" | "not empty" | undefined;
  readonly message: Message | undefined;
  /** The tutorial that is shown below the list. */
  readonly lesson?: Lesson | undefined;
  /** What the left button of the mouse was pressed on, until it is released. */
  readonly pressed?: Pressed | undefined;
  /** The choice that was clicked last, until a key is pressed: a second click runs it. */
  readonly clicked?: number | undefined;
  /** The width of the window, in columns. */
  readonly width: number;
  /** The number of list rows that fit into the window. */
  readonly height: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What the caller of the screen has to do. */
export type Effect =
  | { readonly type: "quit" }
  | { readonly type: "interrupt" }
  | { readonly type: "copy"; readonly text: string; readonly what: string }
  /** A text of a row is copied, which an action returns. */
  | { readonly type: "copy text"; readonly action: number; readonly id: string; readonly what: string }
  | { readonly type: "open"; readonly opening: Opening }
  | { readonly type: "apply"; readonly edits: readonly StagedEdit[] }
  | { readonly type: "dashboard" }
  /** A file is chosen, and imported into this list. */
  | { readonly type: "import"; readonly list: string; readonly title: string }
  /** The jobs of the shop as a timeline, with one of them selected. */
  | { readonly type: "timeline"; readonly job: string | undefined }
  /** A job is undone, after its preview and question. */
  | { readonly type: "undo"; readonly job: string }
  /** The pane was shown or hidden. */
  | { readonly type: "pane"; readonly shown: boolean }
  /** A view is saved, or deleted if it is undefined. */
  | { readonly type: "save view"; readonly name: string; readonly view: SavedView | undefined }
  | {
      readonly type: "run";
      /** The arguments of `till`, and the same as a command line. */
      readonly args: readonly string[];
      readonly line: string;
      /** What it does, in words: `Capture order 10007`. */
      readonly title?: string;
      readonly showsOutput: boolean;
      /** It gives the terminal to another program: the screen is closed for it. */
      readonly ownsTerminal?: boolean | undefined;
    };

/** The result of a key: the next state, and an effect. */
export interface Step {
  readonly state: BrowseState;
  readonly effect?: Effect;
}

/** Returns the initial state, with the list of one resource. */
export function beginBrowse(
  resources: readonly BrowseResource[],
  {
    resource,
    query,
    pane = true,
    now,
    demo,
    memory = {},
    saved = {},
  }: {
    resource: string;
    query?: Query;
    pane?: boolean;
    now: number;
    demo?: BrowseState["demo"];
    memory?: Memory;
    saved?: SavedViews;
  },
): BrowseState {
  return {
    resources,
    views: [openView(resource, query)],
    mode: { kind: "table" },
    openRow: undefined,
    opening: undefined,
    pane: { wanted: pane, row: undefined },
    palette: { commands: undefined, recent: [] },
    staged: nothingStaged,
    effects: undefined,
    history: noHistory,
    undoable: undefined,
    memory,
    saved,
    paused: false,
    demo,
    message: undefined,
    width: 80,
    height: 10,
    now,
  };
}

/** Returns the list that is shown. */
export function viewOf({ views }: BrowseState): View {
  const view = views.at(-1);
  if (view === undefined) throw new RangeError("There is no list on the screen.");
  return view;
}

/** Returns the resource of the list that is shown. */
export function resourceOf(state: BrowseState): BrowseResource {
  const { resource } = viewOf(state);
  const found = state.resources.find(({ name }) => name === resource);
  if (found === undefined) throw new RangeError(`There is no resource ${resource}.`);
  return found;
}

/** Returns why there is no list with this name: lists that another identity reads are not opened. */
export function reasonNoList({ palette }: BrowseState, list: string): string {
  return palette.commands === undefined
    ? `The list of ${list} is still being loaded. Try again in a moment.`
    : `The list of ${list} needs the admin identity, which this profile does not have. To add it: till login --api-key`;
}

/** Returns an identifier of the list that is shown and of its current reading. */
export function readingOf({ views }: BrowseState): string {
  const view = views.at(-1);
  return `${views.length} ${view?.resource} ${view?.reading} ${JSON.stringify(view?.query)}`;
}

/** Changes the list that is shown. */
export function withView(state: BrowseState, change: (view: View) => View): BrowseState {
  return { ...state, views: [...state.views.slice(0, -1), change(viewOf(state))] };
}

/** What is drawn at a cell and can be clicked. */
export type Hit =
  | { readonly kind: "tab"; readonly resource: string }
  | { readonly kind: "heading"; readonly column: number }
  | { readonly kind: "row"; readonly index: number }
  /** The empty part below the last row. */
  | { readonly kind: "below" }
  /** The selected row beside the list. */
  | { readonly kind: "pane" }
  | { readonly kind: "choice"; readonly index: number }
  | { readonly kind: "key"; readonly key: string };

/** The left button while it is pressed. */
export interface Pressed {
  readonly hit: Hit;
  /** Whether the row or the choice was selected before. */
  readonly again: boolean;
  /** The row where the button was pressed, and the marks before. */
  readonly row?: string | undefined;
  readonly marked: View["marked"];
  readonly dragged: boolean;
}

/** What is remembered of a list: headings of its columns, filter and sort order. */
export interface Remembered {
  readonly columns?: readonly string[];
  readonly filter?: string;
  readonly sort?: string;
}

/** What is remembered of all lists, by their names. */
export type Memory = Readonly<Record<string, Remembered>>;

/** The part of the screen's state that changes with the user's keys. */
export interface LessonScreen {
  readonly mode: { readonly kind: string };
  readonly views: readonly View[];
  readonly staged: Pick<Staged, "rows" | "list">;
}

/** What was done in the shop so far, by its journal. */
export interface LessonFacts {
  /** The newest job whose changes are in the shop. */
  readonly applied: string | undefined;
  readonly undone: boolean;
}

/** A step of a tutorial. */
export interface LessonStep {
  readonly title: string;
  readonly text: string;
  /** Printed before what the step runs over the list. */
  readonly below?: string;
  /** It needs edits that are staged, which are gone once the screen is closed. */
  readonly needsEdits?: true;
  /** Returns whether the step was done. The last step has none. */
  done?(screen: LessonScreen, facts: LessonFacts): boolean;
}

/** A tutorial, and where the user is in it. */
export interface Lesson {
  readonly steps: readonly LessonStep[];
  readonly at: number;
  readonly facts: LessonFacts;
}
