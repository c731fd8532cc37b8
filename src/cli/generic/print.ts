import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { formatCount, inSentence } from "../../kernel/text.ts";
import { withConditions } from "../../resources/conditions.ts";
import type { Access, Resource } from "../../resources/resource.ts";
import { type ListOptions, moreRows } from "../flags.ts";

/** Prints the rows of a resource. Returns exit code 9 under --strict if rows moved meanwhile. */
export async function printList<Row extends object>(
  context: Context,
  resource: Resource<Row>,
  access: Access<Row>,
  { args, options: given }: { args: readonly string[]; options: ListOptions },
): Promise<ExitCode | undefined> {
  const { columns: headings, ...options } = given;
  const { singular, title, csvColumns = resource.columns, recordFields, kind, emptyHint } = resource;
  const columns = chosenColumns(resource.columns, headings).map((column, index) =>
    index === 0 && resource.address ? { ...column, link: resource.address } : column,
  );
  const { format, globals, signal } = context;
  const { conditions, query } = (await access.narrow?.(args, options)) ?? { conditions: [], query: options };
  const filter = withConditions(conditions, options.filter);
  const { rows, total, next, moved, scanned } = access.list({
    ...query,
    filter: filter ?? query.filter,
    recount: options.strict,
    output: [globals.fields, globals.jq, globals.template].join(" "),
    signal,
  });
  const isNarrowed = filter !== undefined || options.search !== undefined;
  // As on the screen, which people read; it takes a request for some rows.
  const isSeen = context.streams.stdout.isTTY && format === "table" && globals.fields === undefined;
  const printed = await context.print(isSeen ? (access.complete?.(rows) ?? rows) : rows, {
    kind,
    fields: format === "csv" ? csvColumns : columns,
    named: resource.fields,
    paths: () => access.recordFields?.() ?? recordFields,
    total,
    next,
    expected: options.all ? total : undefined,
    empty:
      (options.offset ?? 0) > 0
        ? `There are no more ${inSentence(title)}: --offset is ${options.offset}.`
        : isNarrowed || emptyHint === undefined
          ? `No ${singular} matches.`
          : `No ${inSentence(title)} yet. ${emptyHint}`,
    more: moreRows,
  });
  const scan = scanned?.();
  if (scan && scan.rows >= manyRows && scan.rows > printed)
    await context.notice(
      `The platform cannot filter by ${scan.fields.join(", ")}: ${formatCount(scan.rows)} ${inSentence(title)} were read.`,
    );
  if (!moved()) return undefined;
  await context.notice("The list changed while it was being read. Run the command again for an exact list.");
  return options.strict ? exitCodes.partial : undefined;
}

/** From so many rows on, a list says that it was filtered here. */
const manyRows = 500;

/** Prints the number of rows: what the platform counts, or else as many as there are when all are read. */
export async function printCount<Row extends object>(
  context: Context,
  { title }: Pick<Resource<Row>, "title">,
  access: Access<Row>,
  { args, options }: { args: readonly string[]; options: ListOptions },
): Promise<void> {
  const { conditions, query } = (await access.narrow?.(args, options)) ?? { conditions: [], query: options };
  const filter = withConditions(conditions, options.filter);
  const conditioned = { ...query, filter, signal: context.signal };
  const first = access.list({ ...conditioned, limit: 1 });
  for await (const _ of first.rows) break;
  let count = first.total();
  if (count === undefined) {
    count = 0;
    for await (const _ of access.list({ ...conditioned, all: true }).rows) count++;
  }
  await context.printRecord({ count }, { kind: "count", fields: { count: { label: title } } });
}

/** Returns the columns with these headings, in the order of the list; all if there are none. */
function chosenColumns<One extends { header: string }>(
  columns: readonly One[],
  headings: readonly string[] | undefined,
): readonly One[] {
  const chosen = columns.filter(({ header }) => headings?.includes(header));
  return chosen.length === 0 ? columns : chosen;
}

/** Prints one object: its details as a table, else the whole record. */
export async function printObject<Row extends object>(
  context: Context,
  {
    kind,
    details,
    fields: named,
    recordFields,
  }: Pick<Resource<Row>, "kind" | "details" | "fields" | "recordFields">,
  record: Row,
): Promise<void> {
  const fields = details.filter(({ value }) => (value(record) ?? "") !== "");
  await context.printRecord(record, { kind, fields, named, paths: recordFields });
}
