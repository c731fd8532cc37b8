import type { Cell } from "./csv.ts";
import type { Sink } from "./streams.ts";
import { column, writeTable } from "./table.ts";

/** One part of a statement: rows of one kind under their headings. */
export interface Section {
  /** One word: what each row is. It stands in front of the row where programs read. */
  kind: string;
  headings: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** Columns of figures, by their place. */
  right?: readonly number[];
}

/**
 * Writes a statement. On a terminal: each section as a table, with a line between; elsewhere tab-separated rows that begin
 * with their kind, ready for grep and cut. Sections without rows are left out.
 */
export async function writeSections(sink: Sink, sections: readonly Section[]): Promise<void> {
  const filled = sections.filter(({ rows }) => rows.length > 0);
  for (const [place, { kind, headings, rows, right = [] }] of filled.entries()) {
    const columns = headings.flatMap((header, at) => {
      // A column that says nothing takes room from those that do; programs count on every column.
      if (sink.isTTY && rows.every((row) => (row[at] ?? "") === "")) return [];
      const align = right.includes(at) ? ("right" as const) : ("left" as const);
      const grow = at === 0 ? { grow: true, min: 16 } : {};
      return [column<readonly Cell[]>(header, (row) => row[at] ?? "", { align, ...grow })];
    });
    if (place > 0 && sink.isTTY) await sink.write("\n");
    const named = column<readonly Cell[]>("", () => kind);
    await writeTable(sink, sink.isTTY ? columns : [named, ...columns], rows);
  }
}
