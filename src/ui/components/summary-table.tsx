import { createRequire, Module } from "node:module";
import type { ComponentType, ReactElement, ReactNode } from "react";
import * as React from "react";
import { ink, Text, useSpoken } from "../ink.ts";
import { styles } from "../theme.ts";
import { fitsInkTable, type Summary } from "./summary.ts";
import { Table } from "./table.tsx";

interface InkTableProps {
  data: Record<string, string>[];
  columns?: string[];
  padding?: number;
  header?: ComponentType<{ children?: ReactNode }>;
  cell?: ComponentType<{ children?: ReactNode; column: number }>;
  skeleton?: ComponentType<{ children?: ReactNode }>;
}

/**
 * ink-table is CommonJS and loads Ink with `require`, which Node rejects because Ink uses top-level await. So the
 * loaded Ink and React are put into the cache of `require` first.
 */
function loadInkTable(): ComponentType<InkTableProps> {
  const require = createRequire(import.meta.url);
  for (const [name, exports] of Object.entries({ ink, react: React })) {
    const path = require.resolve(name);
    const module = new Module(path);
    module.filename = path;
    module.loaded = true;
    module.exports = exports;
    require.cache[path] ??= module;
  }
  const loaded = require("ink-table") as { default: ComponentType<InkTableProps> };
  return loaded.default;
}

const InkTable = loadInkTable();

/** A short table, such as a plan sample: drawn with borders by ink-table if possible, else by `Table`. */
export function SummaryTable({ summary, width }: { summary: Summary; width: number }): ReactElement {
  const { columns, rows } = summary;
  const spoken = useSpoken();
  if (spoken || !fitsInkTable(summary, width)) {
    const ownColumns = columns.map((title, index) => ({
      title,
      cell: (row: readonly string[]) => row[index] ?? "",
    }));
    return <Table columns={ownColumns} rows={rows} height={rows.length + 1} width={width} />;
  }
  const data = rows.map((row) =>
    Object.fromEntries(columns.map((title, index) => [title, row[index] ?? ""])),
  );
  return <InkTable data={data} columns={[...columns]} header={Heading} cell={Cell} skeleton={Rule} />;
}

function Heading({ children }: { children?: ReactNode }): ReactElement {
  return <Text {...styles.head}>{children}</Text>;
}

function Cell({ children }: { children?: ReactNode }): ReactElement {
  return <Text>{children}</Text>;
}

function Rule({ children }: { children?: ReactNode }): ReactElement {
  return <Text {...styles.dim}>{children}</Text>;
}
