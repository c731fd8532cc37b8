import type { SavedViews } from "../../../config/saved-views.ts";
import type { Tone } from "../../theme.ts";
import { type BrowseState, type Message, readingOf, resourceOf, viewOf, withView } from "./browse.state.ts";
import type {
  BrowseResource,
  BrowseRow,
  Detail,
  Opening,
  OpenRow,
  ProgramCommand,
} from "./browse-resource.ts";
import { changedElsewhere, dropReached } from "./edit.state.ts";
import { type CountedEvent, withCounted } from "./histogram.state.ts";
import { findRow, newsAfter, withPart, withPartial } from "./rows.state.ts";
import {
  describeGone,
  type Followed,
  followRow,
  giveUp,
  hasResult,
  moveTo,
  openView,
  seekRow,
  withResult,
} from "./view.state.ts";
import { withLook } from "./views.state.ts";

/** Events other than keys. `reading` identifies the list that was read, so that late results are ignored. */
export type BrowseEvent =
  | {
      readonly type: "read";
      readonly reading: string;
      readonly part: number;
      readonly rows: readonly BrowseRow[];
      readonly total: number | undefined;
      /** Whether other parts of the list are still being read. */
      readonly isReading?: boolean;
      readonly now: number;
    }
  /** The first rows of a part that is still being read. */
  | {
      readonly type: "partly read";
      readonly reading: string;
      readonly part: number;
      readonly rows: readonly BrowseRow[];
      /** How many rows of the list were read, while none of them can be shown. */
      readonly loaded?: number | undefined;
      readonly now: number;
    }
  | {
      readonly type: "unread";
      readonly reading: string;
      readonly message: string;
      readonly hint: string | undefined;
      readonly now: number;
    }
  /** The detail page can be scrolled by at most `most` lines. */
  | { readonly type: "scrolled"; readonly most: number }
  | { readonly type: "totals"; readonly reading: string; readonly totals: readonly string[] }
  /** What was read of the open row `of`. */
  | { readonly type: "detail"; readonly of: OpenRow; readonly row: OpenRow }
  /** What was read of the row whose related list is being opened. */
  | {
      readonly type: "related";
      readonly opening: Opening;
      readonly relation: number;
      readonly detail: Detail;
    }
  /** An opening is over, and what came of it. */
  | { readonly type: "opened"; readonly opening: Opening; readonly message: Message }
  /** What was read for the pane, from a list. */
  | { readonly type: "pane"; readonly list: symbol; readonly row: OpenRow }
  | { readonly type: "size"; readonly width?: number; readonly height: number }
  | { readonly type: "time"; readonly now: number }
  | { readonly type: "resources"; readonly resources: readonly BrowseResource[] }
  | { readonly type: "commands"; readonly commands: readonly ProgramCommand[] }
  /** What the plan of staged edits does to sums. */
  | ({ readonly type: "planned" } & NonNullable<BrowseState["effects"]>)
  /** Whether the demo shop can be offered. */
  | { readonly type: "demo"; readonly demo: BrowseState["demo"] }
  /** The histogram has counted more rows. */
  | ({ readonly type: "counted" } & CountedEvent)
  | { readonly type: "saved"; readonly views: SavedViews }
  | { readonly type: "say"; readonly text: string; readonly tone: Tone };

/** Returns the state after an event. What was shown before the query changed is kept until there are rows. */
export function reduceBrowse(state: BrowseState, event: BrowseEvent): BrowseState {
  const next = reduced(state, event);
  const { before, rows } = viewOf(next);
  return before && hasResult(rows) ? withView(next, (view) => ({ ...view, before: undefined })) : next;
}

function reduced(state: BrowseState, event: BrowseEvent): BrowseState {
  switch (event.type) {
    case "read": {
      if (event.reading !== readingOf(state)) return { ...state, now: event.now };
      const view = viewOf(state);
      if (view.preview && event.part === 0)
        return { ...withView(state, () => withResult(view, event, state.height)), now: event.now };
      const rows = withPart(view.rows, event.part, { ...event, at: event.now });
      const news = newsAfter(view.news, view.rows, event, resourceOf(state).columns);
      const read = followRow({ ...view, news }, rows, state.height, event.isReading ?? false);
      const followed = { ...read, view: seekRow(read.view, event.part, state.height) };
      const isOver = state.message?.text.startsWith(notRefreshed);
      const known = dropReached(isOver ? { ...state, message: undefined } : state, event.rows);
      const next = withFollowed(known, followed);
      const [changed] = changedElsewhere(known, event.rows).filter(({ row, present, field }) => {
        const index = resourceOf(state).columns.findIndex(({ set }) => set === field);
        return findRow(view.rows, row.id)?.cells[index] !== present;
      });
      const message = changed && ({ text: changed.text, tone: "warning" } as const);
      return { ...next, ...(message && { message }), now: event.now };
    }
    case "partly read": {
      if (event.reading !== readingOf(state)) return { ...state, now: event.now };
      const view = viewOf(state);
      const { part, rows, loaded, now } = event;
      if (loaded !== undefined)
        return {
          ...withView(state, ({ before, ...one }) => ({ ...one, before: before && { ...before, loaded } })),
          now,
        };
      const known = withPartial(view.rows, part, { rows, at: now, isPreview: view.preview === true });
      const followed = followRow(view, known, state.height, true).view;
      return { ...withView(state, () => seekRow(followed, -1, state.height)), now };
    }
    case "unread": {
      const { message, hint, now } = event;
      if (event.reading !== readingOf(state)) return { ...state, now };
      const { rows } = viewOf(state);
      const isNews = rows.parts.size > 0 && rows.error?.message !== message;
      // The line above the list is cut; a message is not.
      const text = `${notRefreshed} ${message}${hint === undefined ? "" : `\n${hint}`}`;
      const followed = giveUp(viewOf(state));
      return {
        ...withView(withFollowed(state, followed), (view) => ({
          ...view,
          rows: { ...view.rows, error: { message, hint, at: now } },
        })),
        ...(isNews && { message: { text, tone: "failed" } as const }),
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
      return state.openRow === event.of ? { ...state, openRow: event.row } : state;
    case "related":
      return state.opening === event.opening
        ? openRelated({ ...state, opening: undefined }, event.detail, event.relation)
        : state;
    case "opened":
      return state.opening === event.opening
        ? { ...state, opening: undefined, message: event.message }
        : state;
    case "pane":
      return event.list === viewOf(state).self
        ? { ...state, pane: { ...state.pane, row: event.row } }
        : state;
    case "size": {
      const { width = state.width, height } = event;
      if (height === state.height && width === state.width) return state;
      const sized = { ...state, width, height };
      return withView(sized, (view) => ({
        ...moveTo(view, view.cursor, event.height),
        sought: view.sought,
      }));
    }
    case "time":
      return { ...state, now: event.now };
    case "resources":
      return { ...state, resources: [...state.resources, ...event.resources] };
    case "commands":
      return { ...state, palette: { ...state.palette, commands: event.commands } };
    case "planned":
      return { ...state, effects: { of: event.of, lines: event.lines } };
    case "demo":
      return { ...state, demo: event.demo };
    case "counted":
      return withCounted(state, event);
    case "saved":
      return { ...state, saved: event.views };
    case "say":
      return { ...state, message: { text: event.text, tone: event.tone } };
  }
}

/** The start of the message about a list that could not be read again. */
const notRefreshed = "Could not refresh:";

/**
 * Reports that a row is gone, unless there is a message already: it describes the last key or action, which may have
 * removed the row.
 */
function withFollowed(state: BrowseState, followed: Followed): BrowseState {
  const text = state.message ? undefined : describeGone(followed);
  const next = withView(state, () => followed.view);
  return text === undefined ? next : { ...next, message: { text, tone: "warning" } };
}

function openRelated(state: BrowseState, { related, label }: Detail, index: number): BrowseState {
  const relation = resourceOf(state).relations[index];
  const filter = related[index];
  if (relation === undefined) return state;
  if (filter === undefined)
    return { ...state, message: { text: `${label} has none (${relation.title}).`, tone: "warning" } };
  const resource = state.resources.find(({ name }) => name === relation.resource);
  const view = withLook(
    openView(relation.resource, { filter }, label),
    resource,
    state.memory[relation.resource],
  );
  return { ...state, views: [...state.views, view], mode: { kind: "table" }, openRow: undefined };
}
