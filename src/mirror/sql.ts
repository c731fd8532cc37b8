import { existsSync } from "node:fs";
import { readText } from "../cli/source.ts";
import type { Context } from "../context/context.ts";
import { type ExitCode, UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import { ask, givenParameters, printAnswer } from "./answer.ts";
import { openReader } from "./reader.ts";
import { parseStatement } from "./statement.ts";
import { tables, views } from "./tables.ts";

interface SqlOptions {
  param?: readonly string[];
  tables?: boolean;
  to?: string;
}

/** Answers a question from the local copy of the shop, without a request. */
export async function run(
  context: Context,
  args: string[],
  options: SqlOptions,
): Promise<ExitCode | undefined> {
  if (options.tables) return await printTables(context, args);
  const source = await sourceOf(context, args);
  if (source === undefined) return await (await import("./prompt.ts")).prompt(context);
  const statement = parseStatement(source);
  const values = givenParameters(statement, options.param ?? []);
  const reader = await openReader(context);
  try {
    const answer = ask(reader, statement, { values, signal: context.signal, blocking: context.blocking });
    return await printAnswer(context, reader, statement, { answer, to: options.to });
  } finally {
    reader.close();
  }
}

/** Returns the query: typed, in a file, or from stdin; undefined for none on a terminal. */
async function sourceOf(context: Context, args: readonly string[]): Promise<string | undefined> {
  const { stdin } = context.streams;
  const [first] = args;
  if (args.length > 1)
    throw new UsageError("The query has to be one argument.", {
      hint: `Put it in quotes: till data sql "${args.join(" ")}"`,
    });
  if (first === undefined && stdin.isTTY) return undefined;
  if (first === undefined || first === "-") return await readText(context, "-");
  if (!/\.sql$/i.test(first)) return first;
  const file = context.readable(first);
  if (!existsSync(file) && /\s/.test(first)) return first;
  if (!existsSync(file)) throw new UsageError(`There is no file ${first}.`, { hint: "Check its name." });
  return await readText(context, first);
}

/** Prints the tables and views, or the columns of some of them. */
async function printTables(context: Context, wanted: readonly string[]): Promise<undefined> {
  const all = [...tables, ...views];
  if (wanted.length === 0 && context.format === "table") {
    await context.print(
      all.map(({ name, meaning, columns }) => ({ name, meaning, columns: columns.length })),
      {
        kind: "table",
        fields: { name: { label: "Table" }, columns: { as: "number" }, meaning: { grow: true } },
      },
    );
    await context.notice("The columns of one: till data sql --tables orders");
    return undefined;
  }
  for (const name of wanted) {
    if (all.some((one) => one.name === name)) continue;
    const guess = nearest(
      name,
      all.map((one) => one.name),
    );
    throw new UsageError(`There is no table "${name}".${guess ? ` Did you mean "${guess}"?` : ""}`, {
      hint: "See all tables: till data sql --tables",
    });
  }
  const rows = all
    .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
    .flatMap(({ name, columns }) =>
      columns.map((column) => ({
        ...{ table: name, column: column.name, type: column.type, unit: column.unit ?? "" },
        ...{ personal: column.personal !== undefined, meaning: column.meaning },
      })),
    );
  await context.print(rows, {
    kind: "column",
    fields: {
      table: { label: "Table" },
      column: { label: "Column", min: 16 },
      type: { label: "Type" },
      unit: { label: "Unit" },
      meaning: { label: "Meaning", grow: true },
      ...(context.format !== "table" && { personal: { label: "Personal" } }),
    },
  });
  return undefined;
}
