import type { ReactElement, ReactNode } from "react";
import { Text, useSpoken } from "../ink.ts";
import { styles } from "../theme.ts";
import { InkTable } from "./ink-table.ts";
import { fitsInkTable, type Summary } from "./summary.ts";
import { Table } from "./table.tsx";

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
