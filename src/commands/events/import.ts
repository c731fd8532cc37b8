import type { Event } from "../../api/services/events.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { fileHandle, stagedGroups, stageRows } from "../../bulk/plan/stage.ts";
import type { FileOptions, JobOptions } from "../../cli/bulk-flags.ts";
import { stageSource, writeRejects } from "../../cli/import-file.ts";
import { beginJournal, runJob } from "../../cli/jobs/run.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { checkRecordKind, readNdjson } from "../../files/ndjson.ts";
import { withCertainNumbers } from "../../files/number-marks.ts";
import { csvRow, readTable } from "../../files/table.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { checkEventHeader, isEventCount, takesDates } from "../../resources/events/csv.ts";
import { type EventRow, eventImport, planEvents } from "../../resources/events/import.ts";
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
  const decode = { name, encoding };
  const describe = (file: StagedFile) =>
    stageRows(journal, [{ handle: fileHandle, line: 0, json: file as never }]);
  if (format === "ndjson" || (format === undefined && /\.(ndjson|jsonl)$/i.test(name))) {
    const staged: StagedFile = { name, dialect: "ndjson", header: [], format: undefined };
    await describe(staged);
    await stageRows(journal, records(readNdjson(bytes, decode), name));
    return staged;
  }
  const isKey = (column: string) => /^(id|slug|title)$/.test(column);
  const table = await readTable(bytes, {
    name,
    encoding,
    delimiter,
    headerRow,
    sheet,
    takesDates,
    isKey,
  });
  checkEventHeader(table.header, { file: name, ignoreUnknown });
  const staged: StagedFile = {
    name,
    dialect: "till",
    header: table.header,
    format: table.format,
    sheet: table.sheet,
    reading: { encoding, delimiter, headerRow },
  };
  await describe(staged);
  const { rows } = table;
  await stageRows(
    journal,
    (async function* () {
      const marks = {
        file: name,
        sheet: table.sheet,
        header: table.header,
        defined: true,
        hasFlags: false,
        numbers: { decimal: ".", declared: false } as const,
        isNumber: (index: number) => isEventCount(table.header[index] ?? ""),
        notice,
      };
      for await (const { line, source } of withCertainNumbers(rows, marks))
        yield { handle: `line ${line}`, line, json: [...source] };
    })(),
  );
  return staged;
}

async function* records(rows: ReturnType<typeof readNdjson>, name: string) {
  for await (const { line, value } of rows) {
    checkRecordKind(value, "event", `${name}, line ${line}`);
    const { _kind, ...record } = value;
    yield { handle: `line ${line}`, line, json: record as never };
  }
}

/** Yields the staged rows, one event each, in file order. */
function* stagedEvents(journal: Journal, staged: StagedFile): Generator<EventRow> {
  for (const { handle, rows } of stagedGroups(journal)) {
    if (handle === fileHandle) continue;
    for (const { line, json } of rows) {
      const source = `${staged.name}:${line}`;
      if (staged.dialect === "ndjson") yield { line, source, record: json as unknown as Event };
      else
        yield {
          line,
          source,
          row: csvRow(staged.header, line, json as string[], staged.sheet !== undefined),
        };
    }
  }
}
