import { resolve } from "node:path";
import type { Context } from "../../context/context.ts";
import { writeExport } from "../../kernel/export-file.ts";
import { countOf } from "../../kernel/text.ts";
import { csvLines, neutraliseText } from "../../output/csv.ts";
import {
  cellOf,
  changeColumns,
  changeRecords,
  type PlannedChanges,
  planDocument,
  planLines,
} from "./change-records.ts";
import { changesPage } from "./changes-page.ts";
import { type DiffFormat, diffFormat } from "./diff-name.ts";

/** Columns that hold values of any type. */
const values: ReadonlySet<string> = new Set(["before", "after"]);

type Content = (
  planned: PlannedChanges,
) => AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** What is written, by format. */
const contents: Record<DiffFormat, Content> = {
  csv: (planned) => csvLines(rows(planned, neutraliseText), { header: changeColumns, isText: isName }),
  xlsx: workbook,
  json: (planned) => planDocument(planned),
  ndjson: (planned) => planLines(planned),
  html: changesPage,
};

/** Writes every change of a plan to a file, in constant memory; an existing file is replaced when it is complete. */
export async function writeDiffFile(context: Context, file: string, planned: PlannedChanges): Promise<void> {
  const content = contents[diffFormat(file) ?? "json"];
  let count = 0;
  const counted: PlannedChanges = {
    ...planned,
    changes(step) {
      const changes = planned.changes(step);
      count += changes.length;
      return changes;
    },
  };
  await writeExport(resolve(context.cwd, file), content(counted), { signal: context.signal });
  await context.notice(`${countOf(count, "changed value")} written to ${file}.`);
}

const isName = (column: string) => !values.has(column);

function* rows(planned: PlannedChanges, clean = (text: string) => text): Generator<string[]> {
  for (const record of changeRecords(planned))
    yield changeColumns.map((name) => (isName(name) ? cellOf(record, name) : clean(cellOf(record, name))));
}

async function* workbook(planned: PlannedChanges): AsyncGenerator<Uint8Array> {
  const { workbookBytes } = await import("../../files/xlsx/write.ts");
  yield* workbookBytes(rows(planned), { title: "Changes", header: changeColumns, isText: isName });
}
