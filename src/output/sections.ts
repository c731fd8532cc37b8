import type { Cell } from "./csv.ts";
import type { Sink } from "./streams.ts";
import { writeTable } from "./table.ts";

/** One section of a statement: rows of one kind with headings. */
export interface Section {
  /** The kind of the rows, one word: the first cell of each row in output for programs. */
  kind: string;
  headings: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** The indexes of right-aligned columns. */
  right?: readonly number[];
}

/**
 * Writes a statement. On a terminal, each section is a table; elsewhere, rows are tab-separated and start with their kind,
 * for grep and cut. Sections without rows are omitted.
 */
export async function writeSections(sink: Sink, sections: readonly Section[]): Promise<void> {
  const filled = sections.filter(({ rows }) => rows.length > 0);
  for (const [place, { kind, headings, rows, right = [] }] of filled.entries()) {
    const columns = headings.flatMap((header, at) => {
      // Empty columns are omitted on a terminal only: programs need a fixed number of columns.
      if (sink.isTTY && rows.every((row) => (row[at] ?? "") === "")) return [];
      const align = right.includes(at) ? ("right" as const) : ("left" as const);
      const grow = at === 0 ? { grow: true, min: 16 } : {};
      return [{ header, value: (row: readonly Cell[]) => row[at] ?? "", align, ...grow }];
    });
    if (place > 0 && sink.isTTY) await sink.write("\n");
    const named = { header: "", value: () => kind };
    await writeTable(sink, sink.isTTY ? columns : [named, ...columns], rows);
  }
}
