import type { ReactElement } from "react";
import { wrap } from "../../../../kernel/text.ts";
import { Lines } from "../../../components/lines.tsx";
import { Table, type TableColumn } from "../../../components/table.tsx";
import { windowAround } from "../../../components/window.ts";
import { Box, Text, useSpoken } from "../../../ink.ts";
import { styles } from "../../../theme.ts";
import { type BrowseState, viewOf } from "../browse.state.ts";
import { editCommands } from "../lines.state.ts";
import { findRow } from "../list/rows.state.ts";
import { entriesOf, type StagedEntry } from "./staged.state.ts";
import { type BeforeAfter, beforeAfter } from "./staged-text.ts";

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
  const entries = entriesOf(state.staged);
  const commands = editCommands(state).flatMap((command) => wrap(command, Math.max(10, width - 2)));
  const list = diffHeight(state, height);
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
      <Lines
        title={
          commands.length === 0 ? "Press A to apply (no single command does the same)" : "On the command line"
        }
        lines={commands.map((line) => `  ${line}`)}
        scroll={0}
        width={width}
        height={height - list.height}
      />
    </Box>
  );
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
  const shown = ({ row, field, cell }: StagedEntry): BeforeAfter => {
    const present = row && findRow(viewOf(state).rows, row.id);
    return beforeAfter({ field, cell, row: present, index: indexOf(field) }, changes);
  };
  return [
    { title: "ROW", cell: ({ label }) => label, min: 12, max: 40 },
    { title: "COLUMN", cell: ({ field }) => columns[indexOf(field)]?.title ?? field, min: 6 },
    { title: "BEFORE", cell: (entry) => shown(entry).before ?? "", min: 8 },
    { title: "AFTER", cell: (entry) => `→ ${shown(entry).after}`, min: 12 },
  ];
}
