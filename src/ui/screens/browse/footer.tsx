import type { ReactElement } from "react";
import { displayWidth, fit, inSentence, sanitizeLine } from "../../../kernel/text.ts";
import { describeActivity, formatElapsed } from "../../../output/activity.ts";
import { barText } from "../../components/charts.ts";
import { FieldText } from "../../components/field.tsx";
import { fitHints, Hint, Line, messageLines } from "../../components/frame.tsx";
import { formatCount, formatDuration } from "../../format.ts";
import type { Target } from "../../question.ts";
import { Box, Text, useSpoken } from "../../terminal.ts";
import { paint, styles, symbols, type Tone } from "../../theme.ts";
import { currentQuestion } from "./actions.state.ts";
import { type BrowseState, type CellMode, resourceOf, viewOf } from "./browse.state.ts";
import type { BrowseChanges } from "./browse-resource.ts";
import type { CompletedField } from "./completion.state.ts";
import type { BrowseKey } from "./keys.state.ts";
import { lessonHeight } from "./lesson.tsx";
import { lineEditText } from "./lines.state.ts";
import { dashboardTab, type Tab } from "./navigation.state.ts";
import { keysNow } from "./press.state.ts";
import { oldest, rowAt, visibleParts } from "./rows.state.ts";
import { beforeAfter, describeStaged, editProblem, hasStaged, stagedText } from "./staged.state.ts";
import { chosenRow, markedCount, type View } from "./view.state.ts";

/** Returns the height of the footer in lines. */
export function footerHeight({ mode, message }: BrowseState, width: number): number {
  if (mode.kind === "cell" || mode.kind === "line")
    return 1 + (mode.problem === undefined ? 1 : messageLines(mode.problem, width).length);
  if (message !== undefined) return messageLines(message.text, width).length;
  return mode.kind === "help" ? 2 : 1;
}

/** Returns the height of what is between the tabs and the footer. */
export function bodyHeight(state: BrowseState, columns: number, rows: number): number {
  return Math.max(3, rows - 1 - 1 - lessonHeight(state, columns) - footerHeight(state, columns));
}

/** The input line, and the key hints, or the last message instead of them. */
export function Footer({ state, width }: { state: BrowseState; width: number }): ReactElement {
  const { mode, message } = state;
  if (mode.kind === "cell") return <CellFooter state={state} mode={mode} width={width} />;
  if (mode.kind === "line" || (mode.kind === "help" && message === undefined)) {
    const { prompt, placeholder } = linePrompt(state);
    return (
      <Box flexDirection="column">
        <Box>
          <Text {...styles.head}>{prompt}</Text>
          <FieldText line={mode.line} placeholder={placeholder} width={width - displayWidth(prompt)} />
        </Box>
        <ProblemOrHint
          state={state}
          problem={mode.kind === "line" ? mode.problem : undefined}
          width={width}
        />
      </Box>
    );
  }
  if (message !== undefined) {
    return (
      <Box flexDirection="column">
        {messageLines(message.text, width).map((line) => (
          <Line key={line} tone={message.tone} text={line} />
        ))}
      </Box>
    );
  }
  return <Hint keys={shownHints(state, width)} />;
}

/** Why the input was rejected, or the keys. */
function ProblemOrHint({
  state,
  problem,
  width,
}: {
  state: BrowseState;
  problem: string | undefined;
  width: number;
}): ReactElement {
  if (problem === undefined) return <Hint keys={shownHints(state, width)} />;
  return (
    <>
      {messageLines(problem, width).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
        <Line key={index} tone={index === 0 ? "failed" : "plain"} text={line} />
      ))}
    </>
  );
}

type HintKey = Pick<BrowseKey, "key" | "name" | "unavailable">;

/** Returns the keys in the hint bar; those for all keys and to leave always stay. */
export function shownHints(state: BrowseState, width: number): readonly HintKey[] {
  const { mode } = state;
  switch (mode.kind) {
    case "line":
      return lineHints(state, mode, width);
    case "cell":
      return cellHints(mode);
    case "help":
      return [
        { key: "↑↓", name: "scroll" },
        { key: "esc", name: lineEditText(mode.line) === "" ? "back" : "clear" },
      ];
    default:
      return fitHints(
        keysNow(state).filter(({ inHints }) => inHints),
        width,
        { detail: 3, table: 2, histogram: 2 }[mode.kind as string] ?? 1,
      );
  }
}

type LineMode = Extract<BrowseState["mode"], { kind: "line" }>;

function lineHints(state: BrowseState, mode: LineMode, width: number): readonly HintKey[] {
  const enter = (name: string) => ({ key: "enter", name });
  const esc = (name: string) => ({ key: "esc", name });
  switch (mode.purpose) {
    case "search":
      return [enter("keep"), esc("clear")];
    case "answer":
      return [enter(currentQuestion(state)?.required ? "continue" : "continue (optional)"), esc("cancel")];
    case "command":
      return fitHints(
        [{ key: "↑↓", name: "select" }, { key: "tab", name: "complete" }, enter("run"), esc("back")],
        width,
        2,
      );
    default: {
      const keys = [enter(lineEditText(mode.line).trim() === "" ? "show all rows" : "apply"), esc("cancel")];
      const room = width - keys.reduce((sum, { key, name }) => sum + `${key} ${name}  `.length, 4);
      const names = fit(completionText(mode), Math.max(0, room));
      return names === "" ? keys : [...keys, { key: "tab", name: names }];
    }
  }
}

/** Returns what Tab completes a filter with, the present one in brackets. */
function completionText({ completion }: LineMode): string {
  const { candidates = [], at } = completion ?? {};
  const from = Math.max(0, (at ?? 0) - 1);
  const names = candidates.map((name, index) => (index === at ? `[${name}]` : name));
  return `${from > 0 ? "… " : ""}${names.slice(from).join(", ")}`;
}

function cellHints({ isFresh }: CellMode): HintKey[] {
  return [
    { key: "enter", name: "stage" },
    { key: "tab", name: "next" },
    ...(isFresh ? [{ key: "←", name: "edit" }] : []),
    { key: "esc", name: "cancel" },
  ];
}

function linePrompt(state: BrowseState): { prompt: string; placeholder: string } {
  const { mode } = state;
  if (mode.kind === "help") return { prompt: "Search: ", placeholder: "type a word" };
  switch (mode.kind === "line" ? mode.purpose : "filter") {
    case "search":
      return { prompt: "Search: ", placeholder: `in ${resourceOf(state).searched.fields}` };
    case "answer": {
      const { title = "", hint = "" } = currentQuestion(state) ?? {};
      return { prompt: `${title}: `, placeholder: hint };
    }
    case "command":
      return { prompt: ":", placeholder: "" };
    default:
      return { prompt: "Filter: ", placeholder: filterExample(resourceOf(state).filterFields ?? []) };
  }
}

/** Returns an expression with fields of a list: a number if it has one, and a text. */
function filterExample(fields: readonly CompletedField[]): string {
  const find = (type: CompletedField["type"]) =>
    fields.find((field) => field.type === type && field.name !== "id");
  const conditions = {
    number: (name: string) => `${name} > 10`,
    enum: (name: string, [value = ""]: readonly string[] = []) => `${name} = ${value}`,
    text: (name: string) => `${name} startsWith "A"`,
  };
  const types = ["number", "enum", "text"] as const;
  return types
    .flatMap((type) => {
      const field = find(type);
      return field === undefined ? [] : [conditions[type](field.name, field.values)];
    })
    .slice(0, 2)
    .join(" and ");
}

const figure = "a value, +10%, -5 or a formula";
/** What can be typed into a cell. */
const inputs = {
  money: figure,
  number: figure,
  text: "a text",
  boolean: "yes or no",
  list: "all names, separated by commas",
} as const;

/** The cell that is edited with what it will show, and why its value was refused, or the keys. */
function CellFooter({
  state,
  mode,
  width,
}: {
  state: BrowseState;
  mode: CellMode;
  width: number;
}): ReactElement {
  const { row, column, target, line, problem } = mode;
  const { columns, changes } = resourceOf(state);
  const { title = "", set: field = "" } = columns[column] ?? {};
  const type = changes?.fields.find(({ name }) => name === field)?.type ?? "text";
  const present = row.cells[column] ?? "";
  const isOne = target.count === 1;
  const name = `${title} of ${target.name}`;
  const spoken = useSpoken();
  const isInList = chosenRow(viewOf(state))?.id === row.id;
  const about = isOne && present !== "" ? `${name}, ${present}` : name;
  return (
    <Box flexDirection="column">
      {spoken ? (
        <Text>{sanitizeLine(`Editing ${about}: ${lineEditText(line) || "nothing"}`)}</Text>
      ) : isInList ? (
        <Text>
          <Text {...styles.head}>{fit(sanitizeLine(name), width)}</Text>
          {fit(
            sanitizeLine(`${preview(changes, mode, field)}${mode.isFresh ? `  (${inputs[type]})` : ""}`),
            Math.max(0, width - displayWidth(sanitizeLine(name))),
          )}
        </Text>
      ) : (
        <Box>
          <Text {...styles.head}>{`${sanitizeLine(name)} = `}</Text>
          <FieldText line={line} width={width - displayWidth(sanitizeLine(name)) - 3} />
        </Box>
      )}
      <ProblemOrHint state={state} problem={problem} width={width} />
    </Box>
  );
}

/** Returns the value of the cell, and what the typed text makes of it: `: 129.00 → 141.90 USD`. */
function preview(
  changes: BrowseChanges | undefined,
  { row, column, line, isFresh, isPasted: literal = false, target }: CellMode,
  field: string,
): string {
  const present = target.count === 1 ? (row.cells[column] ?? "") : "";
  const untouched = present === "" ? "" : `: ${present}`;
  if (isFresh || changes === undefined) return untouched;
  let set = "";
  let after: string | undefined;
  const isInvalid = editProblem(() => {
    set = changes.setOf(field, lineEditText(line).trim(), { literal, cell: row.cells[column] });
    changes.check(set);
    after = changes.after(set, row);
  });
  if (isInvalid !== undefined) return untouched;
  const cell = { value: set.slice(set.indexOf("=") + 1), before: present, after };
  const texts = beforeAfter({ field, cell, index: column }, changes);
  // Other rows become something else by the same value.
  return `: ${stagedText(target.count === 1 ? texts : { before: "", after: cell.value || "(none)" })}`;
}

/** The age from which rows are shown as stale, in milliseconds: the five minutes of the specification and a margin. */
const staleMs = 5 * 60_000 + 15_000;

/** The tabs, the current one on the accent, and the profile. */
export function Tabs({
  tabs: all,
  current,
  target,
  width,
}: {
  tabs: readonly Tab[];
  current: string;
  target: Target;
  width: number;
}): ReactElement {
  const shop = shopName(target, width);
  const { title = "" } = all.find(({ name }) => name === current) ?? {};
  if (useSpoken()) return <Text>{sanitizeLine(`${title}, ${shop}`)}</Text>;
  const { before, names, after, more, room } = shownTabs(all, current, { target, columns: width });
  const used = [before, ...names.map(({ text }) => text), after, more].join("");
  const blank = Math.max(1, width - displayWidth(used) - displayWidth(shop));
  const tabs = names.map(({ resource: name, text }) =>
    name === current ? activeTab(fit(text, room)) : sanitizeLine(text),
  );
  return (
    <Text wrap="truncate">
      {before + tabs.join("") + after + paint(more, "dim") + " ".repeat(blank)}
      <Text {...styles[target.live ? "live" : "dim"]}>{sanitizeLine(shop)}</Text>
    </Text>
  );
}

const activeTab = (text: string): string =>
  paint(text.slice(0, 1), "edge") +
  paint(sanitizeLine(text.slice(1, -1)), "active") +
  paint(text.slice(-1), "edge");

/** Returns the name of the shop; the lists need most of the line. */
function shopName({ profile, live }: Target, width: number): string {
  const name = live ? `LIVE ${profile}` : profile === "sandbox" ? "sandbox" : `sandbox (${profile})`;
  return fit(sanitizeLine(name), Math.max(12, Math.floor(width / 3)));
}

/** The tabs in the first line, as many as fit, including the current list; `before` and `after` say that there are more. */
export interface ShownTabs {
  readonly before: "‹" | "";
  readonly names: readonly { readonly resource: string; readonly text: string }[];
  readonly after: "›" | "";
  /** Where the other lists are, if there is room. */
  readonly more: string;
  /** The width of the line without the shop. */
  readonly room: number;
}

const moreTabs = " ⋯ more :";

/** The width from which lists have a tab of the dashboard. */
const minDashboardTab = 100;

/** Returns the tabs in the first line of a window with this width. */
export function shownTabs(
  tabs: readonly Tab[],
  current: string,
  { target, columns: width }: { target: Target; columns: number },
): ShownTabs {
  const room = Math.max(8, width - displayWidth(shopName(target, width)) - 2);
  const isRoomy = width >= minDashboardTab;
  const names = tabs
    .filter(
      ({ name, isBehind }) => name === current || !(isBehind || (name === dashboardTab.name && !isRoomy)),
    )
    .map(({ name, title }) => ({ resource: name, text: name === current ? `▐${title}▌` : ` ${title} ` }));
  let from = names.findIndex((one) => one.resource === current);
  let to = from + 1;
  const size = (start: number, end: number) =>
    names.slice(start, end).reduce((sum, { text }) => sum + displayWidth(text), 2);
  for (;;) {
    if (from > 0 && size(from - 1, to) <= room) from--;
    else if (to < names.length && size(from, to + 1) <= room) to++;
    else break;
  }
  const isAll = to - from === names.length;
  const isFirst = tabs.find(({ isBehind }) => !isBehind)?.name === names[from]?.resource;
  return {
    before: from > 0 || !isFirst ? "‹" : "",
    names: names.slice(from, to),
    after: to < names.length ? "›" : "",
    more: isAll && names.length < tabs.length && size(from, to) + moreTabs.length <= room ? moreTabs : "",
    room,
  };
}

/** Returns the facts about a list, the position in it and what is going on, for its panel. */
export function listFacts(
  state: BrowseState,
  activity: string | undefined,
): { facts: string; corner: string; note: { text: string; tone: Tone } | undefined } {
  const view = viewOf(state);
  // Without a row to show, the reason is below.
  const error = rowAt(view.rows, view.cursor) && view.rows.error;
  const note =
    error !== undefined
      ? ({ text: `${symbols.failed} ${errorMessage(error)}`, tone: "failed" } as const)
      : activity === undefined
        ? undefined
        : ({ text: activity, tone: "dim" } as const);
  return { facts: describeQuery(state), corner: positionText(state), note };
}

/** The width of the bar of the rows that were read. */
const readBarWidth = 16;

/** Describes the reading of a list: `⠙ Reading… 1.2 s`, with the rows that were read if that is known. */
export function describeReading(state: BrowseState, ms: number, ascii?: boolean): string {
  const { loaded, total } = viewOf(state).before ?? {};
  const of = total === undefined ? "" : ` of ${formatCount(total)}`;
  const read = loaded === undefined ? "" : ` ${formatCount(loaded)}${of}`;
  const bar = loaded === undefined || total === undefined ? "" : ` ${barText(loaded, total, readBarWidth)}`;
  return `${describeActivity(`Reading${read}`, ms, ascii)}${bar}`;
}

/** Why what is shown is not what is there now. */
function errorMessage({ message }: NonNullable<View["rows"]["error"]>): string {
  return `Could not refresh (r retries): ${message}`;
}

function describeQuery(state: BrowseState): string {
  const { query, of, kept, name, preview } = viewOf(state);
  const { fields, fuzzy } = resourceOf(state).searched;
  const { filter, search, sort, sortHere } = query;
  return [
    ...(of === undefined ? [] : [`of ${of}`]),
    ...(name === undefined ? [] : [`view ${name}`]),
    ...(filter ? [of === undefined ? `${kept ? "kept " : ""}filter ${filter}` : `(${filter})`] : []),
    ...(kept ? ["(Esc shows all rows)"] : []),
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
export function emptyListMessage(
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
  if (of !== undefined && query.search === undefined)
    return { lines: [`${of} has none. Press Esc to go back.`], failed: false };
  if (narrowed)
    return {
      lines: [`No ${singular} matches. Press Esc to clear the ${query.search ? "search" : "filter"}.`],
      failed: false,
    };
  return {
    lines: [
      `No ${inSentence(title) === singular ? singular : `${singular}s`} yet.`,
      ...(emptyHint === undefined ? [] : [emptyHint]),
      ...(state.demo === "offered" ? ["Press S to fill the sandbox with the demo shop."] : []),
    ],
    failed: false,
  };
}
