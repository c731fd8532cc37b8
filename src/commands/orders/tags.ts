import type { Call } from "../../api/caller.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { type StagedRow, stagedGroups } from "../../bulk/plan/stage.ts";
import type { FileOptions, JobOptions } from "../../cli/bulk-flags.ts";
import { fileReading, type MapOptions } from "../../cli/column-maps.ts";
import { type RowOptions, stageList } from "../../cli/import-file.ts";
import { importOrPropose } from "../../cli/import-proposal.ts";
import { runJob } from "../../cli/jobs/run.ts";
import type { SelectionOptions } from "../../cli/selection.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { splitList } from "../../files/cells.ts";
import type { RowProblem } from "../../files/dialect.ts";
import type { ListColumns } from "../../files/list.ts";
import type { Row } from "../../files/table.ts";
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
import { withFileColumns } from "../../resources/products/import-rows.ts";
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

interface ImportOptions extends JobOptions, MapOptions, FileOptions, RowOptions {}

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
  const read = await fileReading(context, given);
  const call = await context.call("admin");
  const { journal, staged, rowOf, job } = await stageList(context, file, read, {
    ...{ kind: "orders.tags.import", list: tagList, key: "order" },
    numbers: { decimal: ".", declared: true },
    example: "till orders tags import - < tags.csv",
  });
  const { name } = staged;
  const rows = plannedTags(call, journal, { name, rowOf });
  return await runJob(
    context,
    { ...job, title: `Import ${name} (tags of orders)`, rows: withFileColumns(staged, rows, tagList) },
    journal,
  );
}

interface Reading {
  name: string;
  rowOf(row: StagedRow): Row;
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

function readRow({ name, rowOf }: Reading, staged: StagedRow, all: readonly OrderTag[]) {
  const { line } = staged;
  const { cells } = rowOf(staged);
  const problems: (RowProblem & { source: string })[] = [];
  const ids = (column: string) =>
    splitList(cells[column] ?? "").flatMap((tag) => {
      try {
        return [tagId(tag.trim(), all, column)];
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        const { message } = error;
        problems.push({ source: `${name}:${line}`, line, column, value: tag, rule: "tag", message });
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
