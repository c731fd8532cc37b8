import type { Call } from "../../api/caller.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { stagedGroups } from "../../bulk/plan/stage.ts";
import type { FileOptions, JobOptions } from "../../cli/bulk-flags.ts";
import { fileReading, type MapOptions, saveColumnMap } from "../../cli/column-maps.ts";
import { stageSource, writeRejects } from "../../cli/import-file.ts";
import { importOrPropose } from "../../cli/import-proposal.ts";
import { beginJournal, runJob } from "../../cli/jobs/run.ts";
import type { SelectionOptions } from "../../cli/selection.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { splitList } from "../../files/cells.ts";
import type { ListColumns } from "../../files/list.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { UsageError } from "../../kernel/errors.ts";
import {
  type OrderChange,
  type OrderTag,
  orderChangeSteps,
  ordersByReference,
  orderTags,
  tagId,
} from "../../resources/orders/work.ts";
import { listRow, stageListFile, withFileColumns } from "../../resources/products/import-rows.ts";
import { updateOrders } from "./update.ts";

/** The columns of a file of tags. */
const tagList: ListColumns = {
  kind: "order",
  fields: ["order", "tags", "privateTags", "removeTags"],
  ignored: ["id", "createdDate", "status", "paymentStatus", "fulfillmentStatus", "total", "email"],
  numbers: [],
  aliases: {
    number: "order",
    "order number": "order",
    bestellung: "order",
    bestellnummer: "order",
    tag: "tags",
    "add tags": "tags",
    "private tags": "privateTags",
    "remove tags": "removeTags",
  },
};

/** Prints the tags of orders by name. */
export async function printTags(context: Context): Promise<undefined> {
  const all = await orderTags(await context.call("admin"));
  await context.print(
    all.toSorted((a, b) => a.name.localeCompare(b.name)),
    {
      kind: "tag",
      fields: [
        { header: "NAME", path: "name", grow: true, value: ({ name }) => name },
        { header: "ID", path: "id", value: ({ id }) => id },
      ],
      empty: "The orders of this shop have no tags.",
    },
  );
}

/** Adds tags to the selected orders, or removes them. */
export async function changeTags(
  context: Context,
  sign: "+=" | "-=",
  [names = "", ...orders]: string[],
  options: SelectionOptions,
): Promise<CommandResult> {
  return await updateOrders(context, orders, { ...options, set: [`tags ${sign} ${names}`] });
}

interface ImportOptions extends JobOptions, MapOptions, FileOptions {
  rejects?: string;
  allowEmpty?: boolean;
}

/** Orders that are looked up in one request. */
const batchSize = 100;

/** Changes the tags of the orders in a file as one job; proposes how to read it if the flags do not say so. */
export async function importTags(
  context: Context,
  [file = "-"]: string[],
  given: ImportOptions,
): Promise<CommandResult> {
  return await importOrPropose(context, file, given, { list: tagList }, tagOrders);
}

/** Changes the tags of the orders in a file as one job. */
async function tagOrders(context: Context, file: string, given: ImportOptions): Promise<CommandResult> {
  const { map, options } = await fileReading(context, given);
  const { ignoreUnknown = false, rejects, allowEmpty, encoding, delimiter, headerRow, sheet } = options;
  const call = await context.call("admin");
  const journal = await beginJournal(context, "orders.tags.import");
  const numbers = { decimal: ".", declared: true } as const;
  const reading = { encoding, delimiter, headerRow };
  const list = { list: tagList, key: "order", map, ignoreUnknown, reading };
  const source = { file, example: "till orders tags import - < tags.csv", rejects, allowEmpty };
  const { notice } = context;
  const staged = await stageSource(context, journal, source, (bytes, name) =>
    stageListFile(journal, bytes, { ...list, name, sheet, numbers, notice }),
  );
  await saveColumnMap(context, options, map);
  const rows = plannedTags(call, journal, {
    name: staged.name,
    rowOf: (row) => listRow(staged, row, { ...list, name: staged.name, decimal: "." }),
  });
  return await runJob<PlannedRow>(
    context,
    {
      kind: "orders.tags.import",
      title: `Import ${staged.name} (tags of orders)`,
      rows: withFileColumns(staged, rows, tagList),
      toSteps: (row) => row,
      options,
      finished: (ended) => writeRejects(context, ended, rejects),
    },
    journal,
  );
}

interface Reading {
  name: string;
  rowOf(row: { line: number; json: unknown }): ReturnType<typeof listRow>;
}

/** Plans the rows of a file: rows of one order are changed together, in one step. */
async function* plannedTags(call: Call, journal: Journal, reading: Reading): AsyncGenerator<PlannedRow> {
  const all = await orderTags(call);
  for await (const batch of streamBatches(stagedGroups(journal), batchSize)) {
    const read = batch.flatMap(({ rows }) => {
      const lines = rows.filter(({ line }) => line > 0).map((row) => readRow(reading, row, all));
      return lines[0] === undefined ? [] : [{ ...lines[0], lines }];
    });
    const found = await ordersByReference(
      call,
      read.map(({ order }) => order),
    );
    for (const { order, line, lines } of read) {
      const source = `${reading.name}:${line}`;
      const problem = (rule: string, message: string) => ({
        problems: [{ source, line, column: "order", value: order, rule, message }],
      });
      const wrong = lines.flatMap(({ problems }) => problems);
      const [match, other] = found.get(order) ?? [];
      if (wrong.length > 0) yield { problems: wrong };
      else if (order === "") yield problem("required", "the row names no order");
      else if (match === undefined) yield problem("reference", `there is no order ${order}`);
      else if (other !== undefined) yield problem("reference", `several orders have the number ${order}`);
      else {
        const changes = lines.flatMap((row) => row.changes);
        yield orderChangeSteps(match, changes).map((step) => ({ ...step, source }));
      }
    }
  }
}

function readRow(
  { name, rowOf }: Reading,
  staged: { line: number; json: unknown },
  all: readonly OrderTag[],
) {
  const { line } = staged;
  const { cells } = rowOf(staged);
  const problems: {
    source: string;
    line: number;
    column: string;
    value: string;
    rule: string;
    message: string;
  }[] = [];
  const ids = (column: string) =>
    splitList(cells[column] ?? "").flatMap((tag) => {
      try {
        return [tagId(tag.trim(), all, column)];
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        problems.push({
          source: `${name}:${line}`,
          line,
          column,
          value: tag,
          rule: "tag",
          message: error.message,
        });
        return [];
      }
    });
  const change = (field: "tags" | "privateTags", sign: "+=" | "-=", column: string): OrderChange[] => {
    const tags = ids(column);
    return tags.length > 0 ? [{ field, sign, tags }] : [];
  };
  return {
    order: (cells.order ?? "").trim().replace(/^#/, ""),
    line,
    problems,
    changes: [
      ...change("tags", "+=", "tags"),
      ...change("privateTags", "+=", "privateTags"),
      ...change("tags", "-=", "removeTags"),
    ],
  };
}
