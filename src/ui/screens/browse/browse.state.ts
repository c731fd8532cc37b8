import type { LineEdit } from "../../components/field.state.ts";
import type { Tone } from "../../theme.ts";
import type { BrowseResource, BrowseRow, Detail, EditRow, Query, StagedEdit } from "./browse-resource.ts";
import { withPart } from "./rows.state.ts";
import { moveTo, openView, reread, type View } from "./view.state.ts";

/** What a line is typed for. */
export type Purpose = "filter" | "search" | "edit" | "command" | "answer";

/** What something is done with: rows as they stood when it was begun, so that a list that moves changes nothing. */
export interface Subject {
  readonly rows: readonly EditRow[];
  /** They are the marked ones; `all`: every row of the list, more than are here. */
  readonly marked: boolean | "all";
  /** Where it was begun, and where Esc leads. */
  readonly from: "table" | "detail";
}

/** An action that asks: its place among the actions of the resource, and what was answered so far. */
export interface PendingAction {
  readonly action: number;
  readonly subject: Subject;
  readonly answers: readonly string[];
}

/** What the keys go to. */
export type Mode =
  | { readonly kind: "table" }
  | {
      readonly kind: "line";
      readonly purpose: Purpose;
      readonly line: LineEdit;
      readonly problem?: string;
      /** The chosen one of the commands that match what was typed. */
      readonly at: number;
      /** What an answer is for. */
      readonly pending?: PendingAction;
    }
  | { readonly kind: "actions"; readonly subject: Subject; readonly at: number }
  | { readonly kind: "detail"; readonly scroll: number }
  | { readonly kind: "help"; readonly scroll: number }
  | { readonly kind: "columns"; readonly at: number }
  | { readonly kind: "diff"; readonly at: number };

/** What is known of the row that is looked at. */
export interface OpenRow {
  readonly id: string;
  readonly detail?: Detail;
  readonly error?: string;
}

/** A line at the foot, until the next key. */
export interface Message {
  readonly text: string;
  readonly tone: Tone;
}

/** The whole screen. */
export interface BrowseState {
  readonly resources: readonly BrowseResource[];
  /** The way here: the last one is shown, Esc goes back to the one before. */
  readonly views: readonly View[];
  readonly mode: Mode;
  readonly openRow: OpenRow | undefined;
  readonly staged: readonly StagedEdit[];
  /** The job that `z` takes back. */
  readonly undoable: string | undefined;
  readonly message: Message | undefined;
  /** Rows of the list that the window holds. */
  readonly height: number;
  /** Milliseconds since 1970, as far as was noticed. */
  readonly now: number;
}

/** What the screen asks of those who opened it. */
export type Effect =
  | { readonly type: "quit" }
  | { readonly type: "copy"; readonly text: string; readonly what: string }
  | { readonly type: "web" }
  | { readonly type: "relate"; readonly index: number }
  | { readonly type: "apply"; readonly edits: readonly StagedEdit[] }
  | { readonly type: "undo"; readonly job: string }
  | { readonly type: "dashboard" }
  | {
      readonly type: "run";
      /** The words behind `till`, and the line that says the same in a shell. */
      readonly words: readonly string[];
      readonly line: string;
      readonly shows: boolean;
    };

/** What follows from a key: another state, and perhaps something to be done. */
export interface Step {
  readonly state: BrowseState;
  readonly effect?: Effect;
}

/** What happens besides keys. `reading` tells answers to a list that was left from those to the present one. */
export type BrowseEvent =
  | {
      readonly type: "read";
      readonly reading: string;
      readonly part: number;
      readonly rows: readonly BrowseRow[];
      readonly total: number | undefined;
      readonly now: number;
    }
  | {
      readonly type: "unread";
      readonly reading: string;
      readonly message: string;
      readonly hint: string | undefined;
      readonly now: number;
    }
  /** The page about a row cannot be scrolled further than so many lines. */
  | { readonly type: "scrolled"; readonly most: number }
  | { readonly type: "totals"; readonly reading: string; readonly totals: readonly string[] }
  | { readonly type: "detail"; readonly row: OpenRow }
  | { readonly type: "related"; readonly detail: Detail; readonly index: number }
  | { readonly type: "size"; readonly height: number }
  | { readonly type: "time"; readonly now: number }
  | { readonly type: "resources"; readonly resources: readonly BrowseResource[] }
  | { readonly type: "say"; readonly text: string; readonly tone: Tone };

/** The screen as it opens, at one of its resources. */
export function beginBrowse(
  resources: readonly BrowseResource[],
  { resource, query, now }: { resource: string; query?: Query; now: number },
): BrowseState {
  return {
    resources,
    views: [openView(resource, query)],
    mode: { kind: "table" },
    openRow: undefined,
    staged: [],
    undoable: undefined,
    message: undefined,
    height: 10,
    now,
  };
}

/** The list that is shown. */
export function viewOf({ views }: BrowseState): View {
  const view = views.at(-1);
  if (view === undefined) throw new RangeError("There is no list on the screen.");
  return view;
}

/** The resource of the list that is shown. */
export function resourceOf(state: BrowseState): BrowseResource {
  const { resource } = viewOf(state);
  const found = state.resources.find(({ name }) => name === resource);
  if (found === undefined) throw new RangeError(`There is no resource ${resource}.`);
  return found;
}

/** The present list and its reading, as a text. */
export function readingOf({ views }: BrowseState): string {
  const view = views.at(-1);
  return `${views.length} ${view?.resource} ${view?.reading} ${JSON.stringify(view?.query)}`;
}

/** The state with the list that is shown changed. */
export function withView(state: BrowseState, change: (view: View) => View): BrowseState {
  return { ...state, views: [...state.views.slice(0, -1), change(viewOf(state))] };
}

/** The state after an event. */
export function reduceBrowse(state: BrowseState, event: BrowseEvent): BrowseState {
  switch (event.type) {
    case "read": {
      if (event.reading !== readingOf(state)) return { ...state, now: event.now };
      const next = withView(state, (view) => {
        const rows = withPart(view.rows, event.part, { ...event, at: event.now });
        // A list that became shorter takes the cursor along.
        return view.cursor < Math.max(1, rows.known)
          ? { ...view, rows }
          : moveTo({ ...view, rows }, rows.known - 1, state.height);
      });
      return { ...next, now: event.now };
    }
    case "unread": {
      const { message, hint, now } = event;
      if (event.reading !== readingOf(state)) return { ...state, now };
      return {
        ...withView(state, (view) => ({
          ...view,
          rows: { ...view.rows, error: { message, hint, at: now } },
        })),
        now,
      };
    }
    case "scrolled": {
      const { mode } = state;
      return mode.kind === "detail" && mode.scroll > event.most
        ? { ...state, mode: { ...mode, scroll: event.most } }
        : state;
    }
    case "totals": {
      if (event.reading !== readingOf(state)) return state;
      return withView(state, (view) => ({ ...view, totals: event.totals }));
    }
    case "detail":
      return state.openRow?.id === event.row.id ? { ...state, openRow: event.row } : state;
    case "related":
      return openRelated(state, event.detail, event.index);
    case "size": {
      if (event.height === state.height) return state;
      const sized = { ...state, height: event.height };
      return withView(sized, (view) => moveTo(view, view.cursor, event.height));
    }
    case "time":
      return { ...state, now: event.now };
    case "resources":
      return { ...state, resources: [...state.resources, ...event.resources] };
    case "say":
      return { ...state, message: { text: event.text, tone: event.tone } };
  }
}

function openRelated(state: BrowseState, { related, label }: Detail, index: number): BrowseState {
  const relation = resourceOf(state).relations[index];
  const filter = related[index];
  if (relation === undefined) return state;
  if (filter === undefined)
    return { ...state, message: { text: `${label} has none (${relation.title}).`, tone: "warning" } };
  const view = openView(relation.resource, { filter }, label);
  return { ...state, views: [...state.views, view], mode: { kind: "table" }, openRow: undefined };
}

/** After a job: what was staged is gone if it was applied, and the lists are read anew. */
export function afterJob(
  state: BrowseState,
  { message, applied, undoable }: { message: Message; applied: boolean; undoable: string | undefined },
): BrowseState {
  return {
    ...state,
    views: state.views.map((view) => reread({ ...view, marked: applied ? new Map() : view.marked })),
    staged: applied ? [] : state.staged,
    openRow: undefined,
    mode: { kind: "table" },
    undoable,
    message,
  };
}
