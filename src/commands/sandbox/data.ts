import { basename } from "node:path";
import type { Json } from "../../api/query/filter.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { sameSiteLine } from "../../cli/same-site.ts";
import { controlFlags, type SandboxTarget, sandboxControl } from "../../cli/sandbox-control.ts";
import { readSource, readText } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { readCsv } from "../../files/table.ts";
import { ApiError, type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { isRecord } from "../../kernel/json.ts";
import { countOf } from "../../kernel/text.ts";

type Item = Readonly<Record<string, Json>>;

/** Adds a collection of site data from a CSV, JSON or YAML file, with types inferred from its items. */
export async function importFile(
  context: Context,
  [file = ""]: string[],
  { collection, ...target }: SandboxTarget & { collection?: string },
): Promise<ExitCode | undefined> {
  const id = collection ?? basename(file).replace(/\.\w+$/, "");
  const items = /\.csv$/i.test(file) ? await itemsOfCsv(context, file) : await itemsOf(context, file);
  const control = await sandboxControl(context, target);
  await control(sandbox.seed, { data: { siteData: [{ id, items }] } }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== "ALREADY_SEEDED") throw error;
    const remove = sameSiteLine(context, "api", "dataCollections.remove", "-f", `dataCollectionId=${id}`);
    const isProfile = controlFlags(target).length === 0;
    throw new TillError(exitCodes.conflict, `This sandbox already has a data collection "${id}".`, {
      code: error.code,
      hint: `Name another one with --collection${isProfile ? `, or delete it: ${remove}` : "."}`,
      cause: error,
    });
  });
  await context.printResult(
    { _kind: "dataCollection", id, items: items.length },
    `The data collection ${id} has ${countOf(items.length, "item")}.`,
  );
  return undefined;
}

async function itemsOf(context: Context, file: string): Promise<Item[]> {
  const [{ parse }, text] = await Promise.all([import("yaml"), readText(context, file)]);
  let items: unknown;
  try {
    items = parse(text);
  } catch (cause) {
    throw new UsageError(`${file}: ${String((cause as Error).message).split(":\n\n")[0]}`, {
      field: "file",
      cause,
    });
  }
  if (Array.isArray(items) && items.every(isRecord)) return items as Item[];
  throw new UsageError(`${file}: expected a list of items, such as [{ "title": "Emma" }].`, {
    field: "file",
  });
}

/** The columns of an export of the content manager that the sandbox sets itself. */
const ownColumns = ["Created Date", "Updated Date", "Owner"];

async function itemsOfCsv(context: Context, file: string): Promise<Item[]> {
  const { rows } = await readCsv(readSource(context, file), { name: file });
  const lines: { column: string; cell: string; value: Json }[][] = [];
  const kinds = new Map<string, Set<string>>();
  for await (const { cells } of rows) {
    const given = Object.entries(cells)
      .filter(([column, cell]) => cell !== "" && !ownColumns.includes(column))
      .map(([column, cell]) => ({ column, cell, value: cellValue(cell) }));
    for (const { column, value } of given)
      kinds.set(column, (kinds.get(column) ?? new Set()).add(typeof value));
    lines.push(given);
  }
  // A column has one type: a book called 1984 has a text as its title.
  return lines.map((given) =>
    Object.fromEntries(
      given.map(({ column, cell, value }) =>
        column === "ID" ? ["_id", cell] : [column, kinds.get(column)?.size === 1 ? value : cell],
      ),
    ),
  );
}

/** Returns a cell as JSON if it is written as JSON writes it: `12.5` and `true`, but `012` stays text. */
function cellValue(cell: string): Json {
  try {
    const value = JSON.parse(cell) as Json;
    return isRecord(value) || Array.isArray(value) || (value !== null && String(value) === cell)
      ? value
      : cell;
  } catch {
    return cell;
  }
}
