import type { ReactElement } from "react";
import { displayWidth, fit, padEnd, sanitizeLine, wrap } from "../../../kernel/text.ts";
import { Line, Lines } from "../../components/frame.tsx";
import { spokenSelection, windowAround } from "../../components/list.tsx";
import { Table, type TableColumn } from "../../components/table.tsx";
import { Box, Text, useSpoken } from "../../terminal.ts";
import { styles, symbols } from "../../theme.ts";
import { actionCommand, describeSubject, reasonUnavailable } from "./actions.state.ts";
import { type BrowseState, resourceOf, type Subject, viewOf } from "./browse.state.ts";
import { type HelpGroup, helpGroups } from "./help.state.ts";
import { editCommands } from "./lines.state.ts";
import { paletteOf } from "./palette.state.ts";
import { changeBar, type PricedRow, priceChange, priceEffects } from "./price-changes.ts";
import { findRow } from "./rows.state.ts";
import { type BeforeAfter, beforeAfter, entriesOf, listedEntries, type StagedEntry } from "./staged.state.ts";
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
  return <Choices title="Columns" items={items} at={at} width={width} height={height} />;
}

/** Returns the height of the list of the palette and its title. */
export const paletteHeight = (height: number) => height - 2;

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
  const items = commands.map(({ name, help, key = "", unavailable }) =>
    [
      padEnd(fit(name, longest), longest),
      padEnd(key, 5),
      unavailable === undefined ? help : `(${unavailable})`,
    ].join("  "),
  );
  const line = commands[at]?.line;
  return (
    <Box flexDirection="column">
      <Choices title="Commands" items={items} at={at} width={width} height={paletteHeight(height)} />
      <Line
        tone="dim"
        text={line === undefined ? "" : `$ ${line}`}
        say={line === undefined ? "" : `Command line: ${line}`}
      />
    </Box>
  );
}

/** A list of items that scrolls to the selected one. */
function Choices(props: {
  title: string;
  items: readonly string[];
  at: number;
  width: number;
  height: number;
}): ReactElement {
  const { title, items, at, width, height } = props;
  if (useSpoken()) return <Text>{`${title}, ${spokenSelection(items, at)}`}</Text>;
  const seen = windowAround(at, items.length, height - 1);
  return (
    <Box flexDirection="column">
      <Text {...styles.head}>{fit(sanitizeLine(title), width)}</Text>
      {items.slice(seen.start, seen.end).map((item, offset) => {
        const chosen = seen.start + offset === at;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, such as two edits of two rows each.
          <Text key={seen.start + offset} {...(chosen ? styles.chosen : styles.plain)}>
            {`${chosen ? symbols.chosen : " "} ${fit(sanitizeLine(item), width - 2)}`}
          </Text>
        );
      })}
    </Box>
  );
}

interface ActionsProps {
  state: BrowseState;
  subject: Subject;
  at: number;
  answers: readonly string[];
  width: number;
  height: number;
}

/** Returns the command line of the selected action. */
function commandOf({ state, subject, at, answers }: ActionsProps): string {
  const resource = resourceOf(state);
  const chosen = resource.actions[at];
  const typed = answers.map((text) => text.trim());
  return chosen === undefined ? "" : actionCommand(resource, chosen, subject.rows, typed);
}

const commandLines = (line: string, width: number) =>
  wrap(line, Math.max(10, width - 2)).map((text) => `  ${text}`);

/** Returns the height of the list of actions and its title: the command line takes the rest, at most half of the height. */
export function actionsHeight(props: ActionsProps): number {
  const { state, width, height } = props;
  const { length } = resourceOf(state).actions;
  const left = Math.max(height - length - 1, Math.min(Math.floor(height / 2), height - 4));
  return height - Math.max(0, Math.min(commandLines(commandOf(props), width).length + 2, left));
}

/** The page of actions, with the command line of the selected action and its answers so far. */
export function ActionsPage(props: ActionsProps): ReactElement {
  const { state, subject, at, width, height } = props;
  const resource = resourceOf(state);
  const longest = Math.max(0, ...resource.actions.map(({ name }) => displayWidth(name)));
  const items = resource.actions.map(({ key, name, help }, index) => {
    const why = reasonUnavailable(resource, index, subject);
    return `${key}  ${padEnd(name, longest)}  ${why === undefined ? help : `(${why})`}`;
  });
  const line = commandOf(props);
  const lines = commandLines(line, width);
  const room = height - actionsHeight(props);
  return (
    <Box flexDirection="column">
      <Choices
        title={`Actions for ${describeSubject(resource, subject)}`}
        items={items}
        at={at}
        width={width}
        height={height - room}
      />
      {room > 2 && (
        <Box marginTop={1}>
          <Lines title="On the command line" lines={lines} scroll={0} width={width} height={room - 1} />
        </Box>
      )}
      {room > 0 && room <= 2 && <Line text={line} />}
    </Box>
  );
}

/** The page of staged edits: each cell before and after, and the commands that do the same. */
export function DiffPage({
  state,
  width,
  height,
  at,
}: {
  state: BrowseState;
  width: number;
  height: number;
  at: number;
}): ReactElement {
  const entries = listedEntries(state.staged);
  const commands = editCommands(state).flatMap((command) => wrap(command, Math.max(10, width - 2)));
  const list = diffHeight(state, height);
  const priced = pricedRows(state);
  const { columns = [] } = state.resources.find(({ name }) => name === state.staged.resource) ?? {};
  const effects = height - list.height < 6 ? [] : priceEffects(priced, columns);
  const shown = useSpoken()
    ? { start: 0, end: entries.length }
    : windowAround(at, entries.length, list.height - list.top);
  return (
    <Box flexDirection="column">
      <Text {...styles.head}>Staged edits, not sent yet</Text>
      <Table
        columns={columnsOf(state)}
        rows={entries.slice(shown.start, shown.end)}
        selected={at - shown.start}
        width={width}
        height={list.height - 1}
      />
      {effects.map((text) => (
        <Line key={text} text={text} />
      ))}
      <Lines
        title={
          commands.length === 0 ? "Press A to apply (no single command does the same)" : "On the command line"
        }
        lines={commands.map((line) => `  ${line}`)}
        scroll={0}
        width={width}
        height={height - list.height - effects.length}
      />
    </Box>
  );
}

/** Returns the prices that staged cells change, with their rows. */
function pricedRows(state: BrowseState): PricedRow[] {
  const { resource } = state.staged;
  const { columns = [], changes } = state.resources.find(({ name }) => name === resource) ?? {};
  return entriesOf(state.staged).flatMap(({ row, field, cell }) => {
    const present = row && findRow(viewOf(state).rows, row.id);
    const index = columns.findIndex(({ set }) => set === field);
    const change = priceChange(beforeAfter({ field, cell, row: present, index }, changes));
    return field !== "price" || change === undefined ? [] : [{ change, row: present }];
  });
}

/** Returns the height of the list of staged cells with the lines above it. */
export function diffHeight({ staged }: BrowseState, height: number): { height: number; top: number } {
  const top = 2;
  return { height: Math.max(1, Math.min(entriesOf(staged).length, Math.ceil(height / 2))) + top, top };
}

function columnsOf(state: BrowseState): TableColumn<StagedEntry>[] {
  const { resource } = state.staged;
  const { columns = [], changes } = state.resources.find(({ name }) => name === resource) ?? {};
  const indexOf = (field: string) => columns.findIndex(({ set }) => set === field);
  const all = pricedRows(state).map(({ change }) => change);
  const shown = ({ row, field, cell }: StagedEntry): BeforeAfter => {
    const present = row && findRow(viewOf(state).rows, row.id);
    return beforeAfter({ field, cell, row: present, index: indexOf(field) }, changes);
  };
  return [
    { title: "ROW", cell: ({ label }) => label, min: 10, max: 40 },
    { title: "COLUMN", cell: ({ field }) => columns[indexOf(field)]?.title ?? field, min: 5 },
    { title: "BEFORE", cell: (entry) => shown(entry).before ?? "", min: 6 },
    { title: "AFTER", cell: (entry) => `→ ${shown(entry).after}`, min: 10 },
    ...(all.length === 0
      ? []
      : [
          {
            title: " CHANGE",
            cell: (entry: StagedEntry) => {
              const change = priceChange(shown(entry));
              return change === undefined ? "" : changeBar(change, all);
            },
            min: 10,
          },
        ]),
  ];
}

interface HelpLine {
  text: string;
  isTitle?: true;
}

/** The width of the keys, and the width from which the groups are in two columns. */
const keysWidth = 11;
const wideHelp = 110;

/** The page of all keys, in groups. */
export function HelpPage(props: {
  state: BrowseState;
  width: number;
  height: number;
  scroll: number;
  typed: string;
}): ReactElement {
  const { state, width, height, scroll, typed } = props;
  const groups = helpGroups(state, typed);
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
            {lines.slice(start, end).map(({ text, isTitle }, offset) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
              <Text key={offset} {...(isTitle ? styles.head : styles.plain)}>
                {text === "" ? " " : fit(sanitizeLine(text), column)}
              </Text>
            ))}
          </Box>
        ))}
      </Box>
      {below > 0 && <Text {...styles.dim}>{`↓ ${below + 1} more`}</Text>}
    </Box>
  );
}

function linesOf({ title, entries }: HelpGroup, width: number): HelpLine[] {
  const lines = entries.flatMap(({ keys, help }) =>
    wrap(help, Math.max(10, width - keysWidth - 3)).map((line, index) => ({
      text: `  ${padEnd(index === 0 ? keys : "", keysWidth)} ${line}`,
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
