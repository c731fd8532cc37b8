import type { Event } from "../../api/services/events.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { fileHandle, stagedGroups } from "../../bulk/plan/stage.ts";
import type { FileOptions, JobOptions } from "../../cli/bulk-flags.ts";
import { stageSource, writeRejects } from "../../cli/import-file.ts";
import { beginJournal, runJob } from "../../cli/jobs/run.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { checkRecordKind, isNdjsonName, readNdjson } from "../../files/ndjson.ts";
import { readTable } from "../../files/table.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { checkEventHeader, isEventCount, takesDates } from "../../resources/events/csv.ts";
import { type EventRow, eventImport, planEvents } from "../../resources/events/import.ts";
import { stageFile, stageTable, tableRow } from "../../resources/products/import-rows.ts";
import type { StagedFile } from "../../resources/products/rejects.ts";

/** Rows that are looked up in one request. */
const batchSize = 100;

/** Imports events from a file: stages its rows, matches them to events, plans, previews, confirms and applies. */
export async function run(
  context: Context,
  [file = "-"]: string[],
  options: JobOptions & Omit<InputOptions, "name" | "notice"> & { rejects?: string; allowEmpty?: boolean },
): Promise<CommandResult> {
  const call = await context.call("admin");
  const journal = await beginJournal(context, "events.import");
  const source = {
    file,
    example: "till events import - < events.csv",
    rejects: options.rejects,
    allowEmpty: options.allowEmpty,
  };
  const staged = await stageSource(context, journal, source, (bytes, name) =>
    stageEvents(journal, bytes, { ...options, name, notice: context.notice }),
  );
  const state = eventImport();

  async function* rows(): AsyncGenerator<PlannedRow> {
    for await (const batch of streamBatches(stagedEvents(journal, staged), batchSize))
      yield* await planEvents(call, batch, state);
  }

  const request = {
    kind: "events.import",
    title: `Import ${staged.name} (events)`,
    rows: rows(),
    toSteps: (plan: PlannedRow) => plan,
    options,
    finished: (ended: Journal) => writeRejects(context, ended, options.rejects),
  };
  return await runJob(context, request, journal);
}

/** Options for reading the file. */
interface InputOptions extends FileOptions {
  name: string;
  format?: "csv" | "xlsx" | "ndjson";
  /** Prints how numbers are read that could be read in two ways. */
  notice(text: string): Promise<void>;
}

/** Reads a whole file into the journal's stage. Throws UsageError with line and column for an invalid file. */
async function stageEvents(
  journal: Journal,
  bytes: AsyncIterable<Uint8Array>,
  { name, format, encoding, delimiter, headerRow, sheet, ignoreUnknown = false, notice }: InputOptions,
): Promise<StagedFile> {
  if (format === "ndjson" || (format === undefined && isNdjsonName(name))) {
    const file: StagedFile = { name, dialect: "ndjson", header: [], format: undefined };
    return await stageFile(journal, file, readNdjson(bytes, { name, encoding }), ({ line, value }) => {
      checkRecordKind(value, "event", `${name}, line ${line}`);
      const { _kind, ...record } = value;
      return { handle: `line ${line}`, line, json: record as never };
    });
  }
  const isKey = (column: string) => /^(id|slug|title)$/.test(column);
  const table = await readTable(bytes, { name, encoding, delimiter, headerRow, sheet, takesDates, isKey });
  checkEventHeader(table.header, { file: name, ignoreUnknown });
  const numbers = { decimal: ".", declared: false } as const;
  const rows = { columns: table.header, defined: true, hasFlags: false, isNumber: isEventCount };
  return await stageTable(
    journal,
    table,
    { ...rows, dialect: "till", handleOf: ({ line }) => `line ${line}` },
    { encoding, delimiter, headerRow, numbers, notice },
  );
}

/** Yields the staged rows, one event each, in file order. */
function* stagedEvents(journal: Journal, staged: StagedFile): Generator<EventRow> {
  for (const { handle, rows } of stagedGroups(journal)) {
    if (handle === fileHandle) continue;
    for (const row of rows) {
      const { line } = row;
      const source = `${staged.name}:${line}`;
      if (staged.dialect === "ndjson") yield { line, source, record: row.json as unknown as Event };
      else yield { line, source, row: tableRow(staged, row) };
    }
  }
}
