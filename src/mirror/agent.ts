import type { Context } from "../context/context.ts";
import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import { answerApart } from "./query-process.ts";
import { ageOf, openReader } from "./reader.ts";
import { checkGuarded, parseStatement } from "./statement.ts";
import { tables, views } from "./tables.ts";

/** The most rows of an answer. */
const maxRows = 1000;

/**
 * Answers a question of an agent from the local copy: the rows of a query as JSON, one list a line, below the names of their
 * columns. Without a query, or for `columns TABLE…`, returns what the tables have. Personal data is masked if there is a key.
 */
export async function answerQuery(
  context: Context,
  query: string,
  { key, signal }: { key: Uint8Array | undefined; signal: AbortSignal },
): Promise<string> {
  const [, named] = /^\s*columns?\b([\w\s,]*)$/i.exec(query) ?? [];
  if (named !== undefined || query.trim() === "")
    return documentation(named?.split(/[\s,]+/).filter(Boolean) ?? []);
  const statement = parseStatement(query);
  checkGuarded(statement);
  if (statement.parameters.length > 0)
    throw new UsageError("Parameters are not available here.", { hint: "Write the values into the query." });
  const reader = await openReader(context);
  try {
    const { file } = reader.db;
    const { lines, isCut } = await answerApart(context, { file, sql: query, key, maxRows }, signal);
    const age = ageOf((sql) => reader.db.all(sql), statement.tables, context.now());
    const more = isCut ? `Only the first ${lines.length - 1} rows. Use sums, or limit and offset.` : "";
    return [...lines, more, age].filter((line) => line !== "").join("\n");
  } finally {
    reader.close();
  }
}

/** Returns the tables with their meanings, or the columns of some of them. */
function documentation(named: readonly string[]): string {
  const all = [...tables, ...views];
  if (named.length === 0)
    return all
      .map(({ name, meaning, columns }) => `${name} (${columns.length} columns): ${meaning}`)
      .join("\n");
  return named
    .map((wanted) => {
      const table = all.find(({ name }) => name === wanted);
      if (table === undefined) {
        const guess = nearest(
          wanted,
          all.map(({ name }) => name),
        );
        throw new UsageError(`There is no table "${wanted}".${guess ? ` Did you mean "${guess}"?` : ""}`);
      }
      // The pairs of an amount and of a time say what they are once.
      const shown = table.columns.filter(
        ({ name }) =>
          !/_(?:minor|local)$/.test(name) ||
          !table.columns.some((column) => column.name === name.replace(/_\w+$/, "")),
      );
      const has = (name: string) => table.columns.some((column) => column.name === name);
      return [
        `${wanted}: ${table.meaning}`,
        ...shown.map(({ name, type, meaning, unit }) => {
          const pair = has(`${name}_minor`)
            ? ` (+ ${name}_minor)`
            : has(`${name}_local`)
              ? ` (+ ${name}_local)`
              : "";
          return `  ${name} ${type}${pair}: ${meaning}${unit ? ` [${unit}]` : ""}`;
        }),
      ].join("\n");
    })
    .join("\n");
}
