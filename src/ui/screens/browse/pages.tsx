import type { ReactElement } from "react";
import { fuzzyPlaces } from "../../../kernel/fuzzy.ts";
import { displayWidth, fit, padEnd, sanitizeLine, wrap } from "../../../kernel/text.ts";
import { Line } from "../../components/frame.tsx";
import { List, windowAround } from "../../components/list.tsx";
import { Table, type TableColumn } from "../../components/table.tsx";
import { Box, Text, useSpoken } from "../../terminal.ts";
import { styles } from "../../theme.ts";
import { type BrowseState, resourceOf, viewOf } from "./browse.state.ts";
import type { HelpGroup } from "./help.state.ts";
import type { Menu } from "./keys.state.ts";
import { noCommand, paletteOf } from "./palette.state.ts";
import { changeBar, priceChange } from "./price-changes.ts";
import { findRow } from "./rows.state.ts";
import {
  type BeforeAfter,
  beforeAfter,
  listedEntries,
  type StagedEntry,
  stagedEntries,
} from "./staged.state.ts";
import { isShown, orderedColumns } from "./view.state.ts";

interface OverlayProps {
  state: BrowseState;
  width: number;
  height: number;
}

/** The page that shows and hides columns. */
export function ColumnsPage({ state, width, height, at }: OverlayProps & { at: number }): ReactElement {
  const view = viewOf(state);
  const spoken = useSpoken();
  const items = orderedColumns(resourceOf(state).columns, view).map(({ column, index }) => {
    const { title } = column;
    const shown = isShown(view, column, index);
    return spoken ? `${title}, ${shown ? "shown" : "hidden"}` : `${shown ? "[x]" : "[ ]"} ${title}`;
  });
  return <List items={items} selected={at} width={width} height={height} />;
}

/** Returns the height of the list of the palette. */
export const paletteHeight = (height: number) => height - 1;

/** The width of the names of groups before the commands, in windows that have room for them. */
const groupWidth = 10;
const minGroups = 96;

/** The command palette: the matching commands, and the command line of the selected one. */
export function Palette({
  state,
  width,
  height,
  typed,
  at,
}: OverlayProps & { typed: string; at: number }): ReactElement {
  const commands = paletteOf(state, typed);
  const longest = Math.min(40, Math.max(0, ...commands.map(({ name }) => displayWidth(name))));
  const gutter = width >= minGroups ? groupWidth : 0;
  const { start } = windowAround(at, commands.length, paletteHeight(height));
  const spoken = useSpoken();
  const items = commands.map(({ name, help, key = "", unavailable, group }, index) =>
    [
      ...(gutter === 0 || spoken
        ? []
        : [padEnd(index === start || commands[index - 1]?.group !== group ? group : "", gutter - 2)]),
      padEnd(fit(name, longest), longest),
      padEnd(key, 5),
      unavailable === undefined ? help : `(${unavailable})`,
    ].join("  "),
  );
  const line = commands[at]?.line;
  const below = line ? `$ ${line}` : commands.length > 0 ? "" : noCommand(state);
  return (
    <Box flexDirection="column">
      <List
        items={items}
        selected={at}
        width={width}
        height={paletteHeight(height)}
        placesOf={(index) => {
          const places = typed.trim() === "" ? [] : fuzzyPlaces(typed, commands[index]?.name ?? "");
          return new Set(Array.from(places, (place) => place + gutter));
        }}
      />
      <Line tone="dim" text={below} say={line ? `Command line: ${line}` : below} />
    </Box>
  );
}

/** Returns the number of lines below the menu, which name what does not work. */
export const linesBelow = ({ hidden }: Menu): number => (hidden.length > 0 ? 2 : 0);

/** The lines of a list that stay visible above a menu, and the least height of a window in which they do. */
const minAbove = 5;
const minForMenu = 14;

/** Returns the height of the menu of actions with its frame: as high as its lines, over the list if there is room. */
export function menuHeight(menu: Menu, height: number): number {
  const needed = menu.listed.length + linesBelow(menu) + 2;
  return height < minForMenu || needed > height - minAbove ? height : needed;
}

/** The menu of actions: what works, and a line with the others. */
export function ActionsPage(props: OverlayProps & { menu: Menu; at: number }): ReactElement {
  const { menu, at, width, height } = props;
  const { listed, hidden } = menu;
  const longest = Math.max(0, ...[...listed, ...hidden].map(({ name }) => displayWidth(name)));
  const items = listed.map(({ key, name, help, unavailable: why }) =>
    `${key}  ${padEnd(name, longest)}  ${why === undefined ? (help === name ? "" : help) : `(${why})`}`.trimEnd(),
  );
  const names = hidden.map(({ name }) => name).join(", ");
  const below = linesBelow(menu);
  return (
    <Box flexDirection="column">
      <List
        items={items}
        selected={at}
        width={width}
        height={Math.max(1, height - below)}
        isDim={(index) => listed[index]?.unavailable !== undefined}
      />
      {below > 0 && (
        <Box marginTop={height > listed.length + 1 ? 1 : 0}>
          <Line text={fit(`  Not now: ${names}`, width)} say={`Not now: ${names}`} tone="dim" />
        </Box>
      )}
    </Box>
  );
}

/** The page of staged edits: each cell before and after, and what they do to sums. */
export function DiffPage({ state, width, height, at }: OverlayProps & { at: number }): ReactElement {
  const entries = listedEntries(state.staged);
  const listed = diffRows(state, height);
  const { effects: planned, staged } = state;
  const { changes } = state.resources.find(({ name }) => name === staged.resource) ?? {};
  const all = planned?.of === staged ? planned.lines : changes?.effects ? ["Planning…"] : [];
  const effects = all.slice(0, Math.max(0, height - listed - 2));
  const shown = useSpoken() ? { start: 0, end: entries.length } : windowAround(at, entries.length, listed);
  return (
    <Box flexDirection="column">
      <Table
        columns={columnsOf(state)}
        rows={entries.slice(shown.start, shown.end)}
        selected={at - shown.start}
        width={width}
        height={listed + 1}
      />
      {effects.length > 0 && <Text> </Text>}
      {effects.map((text) => (
        <Line key={text} text={text} />
      ))}
    </Box>
  );
}

/** Returns the number of staged cells that are listed, below a heading. */
export const diffRows = ({ staged }: BrowseState, height: number): number =>
  Math.max(1, Math.min(stagedEntries(staged).length, Math.max(Math.ceil(height / 2), height - 6)));

function columnsOf(state: BrowseState): TableColumn<StagedEntry>[] {
  const { resource } = state.staged;
  const { columns = [], changes } = state.resources.find(({ name }) => name === resource) ?? {};
  const indexOf = (field: string) => columns.findIndex(({ set }) => set === field);
  const shown = ({ row, field, cell }: StagedEntry): BeforeAfter => {
    const present = row && findRow(viewOf(state).rows, row.id);
    return beforeAfter({ field, cell, row: present, index: indexOf(field) }, changes);
  };
  const changeOf = (entry: StagedEntry) =>
    entry.field === "price" ? priceChange({ ...shown(entry), value: entry.cell.value }) : undefined;
  const entries = stagedEntries(state.staged);
  const all = entries.flatMap((entry) => changeOf(entry) ?? []);
  const align = all.length === entries.length ? "right" : "left";
  return [
    { title: "ROW", cell: ({ label }) => label, min: 10, max: 40 },
    { title: "COLUMN", cell: ({ field }) => columns[indexOf(field)]?.title ?? field, min: 5 },
    { title: "BEFORE", cell: (entry) => shown(entry).before ?? "", align, min: 13 },
    { title: "AFTER", cell: (entry) => `→ ${shown(entry).after}`, align, min: 20 },
    ...(all.length === 0
      ? []
      : [
          {
            title: " CHANGE",
            cell: (entry: StagedEntry) => {
              const change = changeOf(entry);
              return change === undefined ? "" : changeBar(change, all);
            },
            tone: (entry: StagedEntry) => {
              const share = changeOf(entry) ?? 0;
              return share === 0 ? undefined : share < 0 ? ("failed" as const) : ("done" as const);
            },
            min: 8,
          },
        ]),
  ];
}

interface HelpLine {
  /** The keys of the line, in the color of keys. */
  keys?: string;
  text: string;
  isTitle?: true;
}

/** The width of the keys, and the width from which the groups are in two columns. */
const keysWidth = 12;
const wideHelp = 110;

/** The page of all keys, in groups. */
export function HelpPage(props: {
  groups: readonly HelpGroup[];
  width: number;
  height: number;
  scroll: number;
}): ReactElement {
  const { groups, width, height, scroll } = props;
  if (groups.length === 0) return <Text>{`No key matches. Press Esc to clear the search.`}</Text>;
  const columns = width >= wideHelp ? 2 : 1;
  const column = Math.floor((width - (columns - 1) * 4) / columns);
  const parts = split(
    groups.map((group) => linesOf(group, column)),
    columns,
  );
  const length = Math.max(...parts.map((lines) => lines.length));
  const start = Math.max(0, Math.min(scroll, length - height));
  const below = length - start - height;
  const end = below > 0 ? start + height - 1 : start + height;
  return (
    <Box flexDirection="column">
      <Box>
        {parts.map((lines, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name than their place.
          <Box key={index} flexDirection="column" width={column} marginLeft={index > 0 ? 4 : 0}>
            {visible(lines, start, end).map(({ keys = "", text, isTitle }, offset) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
              <Text key={offset} {...(isTitle ? styles.head : styles.plain)}>
                {keys !== "" && <Text {...styles.key}>{keys}</Text>}
                {keys + text === "" ? " " : fit(sanitizeLine(text), column - displayWidth(keys))}
              </Text>
            ))}
          </Box>
        ))}
      </Box>
      {below > 0 && <Text {...styles.dim}>{`↓ ${below + 1} more`}</Text>}
    </Box>
  );
}

/** Returns the lines from `start` up to `end`; a title at the end would be without its keys. */
function visible(lines: readonly HelpLine[], start: number, end: number): readonly HelpLine[] {
  const seen = lines.slice(start, end);
  return seen.at(-1)?.isTitle ? seen.slice(0, -1) : seen;
}

function linesOf({ title, entries }: HelpGroup, width: number): HelpLine[] {
  const lines = entries.flatMap(({ keys, help }) =>
    wrap(help, Math.max(10, width - keysWidth - 3)).map((line, index) => ({
      keys: `  ${padEnd(index === 0 ? keys : "", keysWidth)}`,
      text: ` ${line}`,
    })),
  );
  return [{ text: title, isTitle: true }, ...lines];
}

/** Puts groups into columns of about the same height, with a blank line between two groups. */
function split(groups: readonly (readonly HelpLine[])[], columns: number): HelpLine[][] {
  const all = groups.reduce((sum, lines) => sum + lines.length + 1, -1);
  const parts: HelpLine[][] = [[]];
  for (const lines of groups) {
    const last = parts.at(-1) ?? [];
    const isFull = last.length > 0 && last.length + lines.length / 2 > all / columns;
    if (isFull && parts.length < columns) parts.push([...lines]);
    else last.push(...(last.length > 0 ? [{ text: "" }] : []), ...lines);
  }
  return parts;
}
