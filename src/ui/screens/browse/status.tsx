import type { ReactElement } from "react";
import { displayWidth, fit, inSentence, sanitiseLine } from "../../../kernel/text.ts";
import { formatElapsed } from "../../../output/activity.ts";
import type { Target } from "../../components/frame.tsx";
import { formatCount, formatDuration } from "../../format.ts";
import { Text, useSpoken } from "../../ink.ts";
import { styles, symbols } from "../../theme.ts";
import { type BrowseState, resourceOf, viewOf } from "./browse.state.ts";
import { describeStaged, hasStaged } from "./edit/staged.state.ts";
import { oldest, rowAt, visibleParts } from "./list/rows.state.ts";
import { markedCount, type View } from "./list/view.state.ts";

/** The age from which rows are shown as stale, in milliseconds: the five minutes of the specification and a margin. */
const staleMs = 5 * 60_000 + 15_000;

/** The lists, the current one in brackets, and the profile. */
export function Tabs({
  state,
  target,
  width,
}: {
  state: BrowseState;
  target: Target;
  width: number;
}): ReactElement {
  const shop = shopName(target, width);
  if (useSpoken()) return <Text>{sanitiseLine(`${resourceOf(state).title}, ${shop}`)}</Text>;
  const { before, names, after, room } = shownTabs(state, target, width);
  const text = fit([before, ...names.map(({ text }) => text), after].join(""), room);
  const blank = Math.max(1, width - displayWidth(text) - displayWidth(shop));
  return (
    <Text wrap="truncate">
      <Text {...styles.head}>{sanitiseLine(text)}</Text>
      {" ".repeat(blank)}
      <Text {...styles[target.live ? "live" : "dim"]}>{sanitiseLine(shop)}</Text>
    </Text>
  );
}

/** Returns the name of the shop; the lists need most of the line. */
function shopName({ profile, live }: Target, width: number): string {
  const name = live ? `LIVE ${profile}` : profile === "sandbox" ? "sandbox" : `sandbox (${profile})`;
  return fit(sanitiseLine(name), Math.max(12, Math.floor(width / 3)));
}

/** The lists in the first line, as many as fit, including the current one; `before` and `after` say that there are more. */
export interface ShownTabs {
  readonly before: "‹" | "";
  readonly names: readonly { readonly resource: string; readonly text: string }[];
  readonly after: "›" | "";
  /** The width of the line without the shop. */
  readonly room: number;
}

/** Returns the lists in the first line of a window with this width. */
export function shownTabs(state: BrowseState, target: Target, width: number): ShownTabs {
  const { resource } = viewOf(state);
  const room = Math.max(8, width - displayWidth(shopName(target, width)) - 2);
  const names = state.resources.map(({ name, title }) => ({
    resource: name,
    text: name === resource ? `[${title}]` : ` ${title} `,
  }));
  let from = names.findIndex((one) => one.resource === resource);
  let to = from + 1;
  const fits = (start: number, end: number) =>
    names.slice(start, end).reduce((sum, { text }) => sum + displayWidth(text), 4) <= room;
  for (;;) {
    if (from > 0 && fits(from - 1, to)) from--;
    else if (to < names.length && fits(from, to + 1)) to++;
    else break;
  }
  return {
    before: from > 0 ? "‹" : "",
    names: names.slice(from, to),
    after: to < names.length ? "›" : "",
    room,
  };
}

/** The query of the list, what is going on, and the position in it. */
export function Status({
  state,
  activity,
  width,
}: {
  state: BrowseState;
  activity?: string | undefined;
  width: number;
}): ReactElement {
  const view = viewOf(state);
  const position = positionText(state);
  const right = [fit(activity ?? "", width - displayWidth(position) - 2), position]
    .filter(Boolean)
    .join("  ");
  // Without a row to show, the reason is below.
  const error = rowAt(view.rows, view.cursor) && view.rows.error;
  if (useSpoken()) {
    const all = [error === undefined ? "" : errorMessage(error), describeQuery(state), right];
    return <Text>{sanitiseLine(all.filter(Boolean).join("  ")).replaceAll("  ", ", ")}</Text>;
  }
  const text = error === undefined ? describeQuery(state) : `${symbols.failed} ${errorMessage(error)}`;
  const left = fit(sanitiseLine(text), Math.max(0, width - displayWidth(right) - 2));
  const blank = Math.max(1, width - displayWidth(left) - displayWidth(right));
  return (
    <Text {...styles.dim} wrap="truncate">
      <Text {...styles[error === undefined ? "dim" : "failed"]}>{left}</Text>
      {`${" ".repeat(blank)}${right}`}
    </Text>
  );
}

/** Why what is shown is not what is there now. */
function errorMessage({ message }: NonNullable<View["rows"]["error"]>): string {
  return `Could not refresh (r: retry): ${message}`;
}

function describeQuery(state: BrowseState): string {
  const { query, of, kept, name, preview } = viewOf(state);
  const { fields, fuzzy } = resourceOf(state).searched;
  const { filter, search, sort, sortHere } = query;
  return [
    ...(of === undefined ? [] : [`of ${of}`]),
    ...(name === undefined ? [] : [`view ${name}`]),
    ...(filter ? [of === undefined ? `${kept ? "kept " : ""}filter ${filter}` : `(${filter})`] : []),
    ...(kept ? ["(Esc: all rows)"] : []),
    ...(search ? [`search "${search}" in ${fields}${fuzzy ? ", fuzzy" : ""}`] : []),
    ...(preview ? ["(loaded rows, reading the others)"] : []),
    ...(sort ? [`sort ${sort}`] : []),
    ...(sortHere ? [`sorted here by ${sortHere.column}${sortHere.descending ? ", descending" : ""}`] : []),
  ].join("  ");
}

function positionText(state: BrowseState): string {
  const view = viewOf(state);
  const { rows, cursor, marked } = view;
  const count = markedCount(view);
  const age = ageOf(state);
  const total = rows.total === undefined ? `${formatCount(rows.known)}+` : formatCount(rows.total);
  return [
    ...(hasStaged(state.staged) ? [describeStaged(state.staged)] : []),
    ...(marked === "all" ? ["all marked"] : count ? [`${formatCount(count)} marked`] : []),
    ...(view.above > 0 ? [`${formatCount(view.above)} new above`] : []),
    ...(state.paused ? ["paused"] : []),
    ...(age === undefined ? [] : [`read ${formatDuration(age)} ago`]),
    ...(rows.known > 0 ? [`${formatCount(cursor + 1)} of ${total}`] : []),
  ].join("  ");
}

/** Returns the age of the visible rows if they are stale or could not be refreshed. */
function ageOf(state: BrowseState): number | undefined {
  const { rows, top } = viewOf(state);
  const at = oldest(rows, visibleParts(rows, top, state.height));
  const age = at === undefined ? 0 : state.now - at;
  return at !== undefined && (age > staleMs || rows.error !== undefined) ? age : undefined;
}

/** Returns why no rows are shown: an error, loading, or an empty list; undefined if there are rows. */
export function emptyMessage(
  state: BrowseState,
  waited: number | undefined,
): { lines: string[]; failed: boolean } | undefined {
  const { rows, query, of, cursor } = viewOf(state);
  const { singular, title, emptyHint } = resourceOf(state);
  if (rows.error !== undefined && rowAt(rows, cursor) === undefined) {
    const { message, hint } = rows.error;
    const lines = [
      `Could not read ${inSentence(title)}: ${message}`,
      ...(hint === undefined ? [] : [hint]),
      "Press r to retry.",
    ];
    return { lines: lines.flatMap((line) => line.split("\n")), failed: true };
  }
  if (rows.known > 0) return undefined;
  if (rows.total === undefined)
    return {
      lines: waited === undefined ? [] : [`Reading ${inSentence(title)}… ${formatElapsed(waited)}`],
      failed: false,
    };
  const narrowed = query.filter !== undefined || query.search !== undefined;
  if (of !== undefined) return { lines: [`${of} has none. Press Esc to go back.`], failed: false };
  if (narrowed)
    return {
      lines: [`No ${singular} matches. Press Esc to clear the ${query.search ? "search" : "filter"}.`],
      failed: false,
    };
  return {
    lines: [
      `There is no ${singular} yet.`,
      ...(emptyHint === undefined ? [] : [emptyHint]),
      ...(state.demo === "offered" ? ["Press S to fill the sandbox with the demo shop."] : []),
    ],
    failed: false,
  };
}
