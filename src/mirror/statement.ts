import { TillError, UsageError } from "../kernel/errors.ts";
import { caret } from "../kernel/lexer.ts";
import type { ReadOnlyDatabase } from "../kernel/sqlite.ts";
import { nearest } from "../kernel/text.ts";
import { tables, views } from "./tables.ts";

/** A word, number, parameter or mark of a statement, without comments. */
interface Token {
  kind: "word" | "parameter" | "text" | "mark";
  /** Without quotes. */
  text: string;
  position: number;
  length: number;
}

/** What is known of a query before it runs. */
export interface Statement {
  sql: string;
  /** The tables and views that it names. */
  tables: ReadonlySet<string>;
  /** The names of its parameters, with their sign: `:since`. */
  parameters: readonly string[];
  tokens: readonly Token[];
}

const pattern =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<text>'(?:[^']|'')*'?)|(?<quoted>"(?:[^"]|"")*"?|`[^`]*`?|\[[^\]]*\]?)|(?<parameter>[:@$][\p{L}\p{N}_$]+|\?\d*)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<mark>[\d.]+(?:e[+-]?\d+)?|[\s\S])/giuy;

function tokensOf(sql: string): Token[] {
  return [...sql.matchAll(pattern)].flatMap(({ 0: text, index: position, groups = {} }): Token[] => {
    const at = { position, length: text.length };
    if (groups.space !== undefined) return [];
    if (groups.text !== undefined) return [{ kind: "text", text, ...at }];
    if (groups.quoted !== undefined) return [{ kind: "word", text: text.slice(1, -1), ...at }];
    if (groups.parameter !== undefined) return [{ kind: "parameter", text, ...at }];
    return [{ kind: groups.word === undefined ? "mark" : "word", text, ...at }];
  });
}

const onlyRead = "The local copy can only be read.";
/** SQLite's result code. */
const readOnly = 8;
const readers = ["select", "with", "values", "explain"];
const names = [...tables, ...views].map(({ name }) => name);

/** Reads a statement. Throws UsageError if it is empty, is more than one, or does not only read. */
export function parseStatement(sql: string): Statement {
  const tokens = tokensOf(sql);
  const [first] = tokens;
  if (first === undefined)
    throw new UsageError("There is no query.", {
      hint: "For example: till data sql 'select name, price from products'",
    });
  const end = tokens.findIndex(({ text, kind }) => kind === "mark" && text === ";");
  const after = end < 0 ? undefined : tokens[end + 1];
  if (after) throw mistake(sql, after, "One query at a time", "Remove what is behind the semicolon.");
  if (!readers.includes(first.text.toLowerCase()))
    throw mistake(
      sql,
      first,
      `The local copy can only be read: a query begins with ${readers.slice(0, 2).join(" or ")}`,
      "To change the shop: till products update --help",
    );
  const unnamed = tokens.find(({ kind, text }) => kind === "parameter" && text.startsWith("?"));
  if (unnamed)
    throw mistake(sql, unnamed, "A parameter has a name here", "Write :name, and add --param name=VALUE");
  const words = new Set(tokens.flatMap(({ kind, text }) => (kind === "word" ? [text.toLowerCase()] : [])));
  return {
    sql,
    tokens,
    tables: new Set(names.filter((name) => words.has(name.toLowerCase()))),
    parameters: [...new Set(tokens.flatMap(({ kind, text }) => (kind === "parameter" ? [text] : [])))],
  };
}

/**
 * Checks that a statement reads the documented tables only. Throws UsageError for tables of SQLite and of the copy itself.
 */
export function checkGuarded({ sql, tokens }: Statement): void {
  for (const token of quotedNames(tokens))
    throw mistake(sql, token, "A name in single quotes is not available here", "Use double quotes.");
  for (const token of tokens)
    if (token.kind === "word" && /^(?:_|sqlite_|pragma_|load_extension$|dbstat$)/i.test(token.text))
      throw mistake(sql, token, `"${token.text}" is not available here`);
}

/** The words after which a comma and a parenthesis begin a table, and those after which they do not. */
const clauseOf = new Map([
  ...["from", "join"].map((word) => [word, "from"] as const),
  ...["select", "where", "group", "order", "having", "limit", "values"].map((word) => [word, ""] as const),
  ["on", "on"],
]);

/** Yields the texts in single quotes that stand where there can only be a name: SQLite takes them as names. */
function* quotedNames(tokens: readonly Token[]): Generator<Token> {
  /** Words that are not in quotes, and marks. */
  const plain = (index: number) => {
    const { kind, text = "", length } = tokens[index] ?? {};
    return kind === "mark" || (kind === "word" && text.length === length) ? text.toLowerCase() : "";
  };
  /** The clause at each depth of parentheses. */
  const clauses = [""];
  for (const [index, token] of tokens.entries()) {
    const [before, word, after] = [plain(index - 1), plain(index), plain(index + 1)];
    const clause = clauses.at(-1);
    const isTable =
      clauseOf.get(before) === "from" || (clause === "from" && (before === "," || before === "("));
    const isQuery = after === "as" && ["(", "not", "materialized"].includes(plain(index + 2));
    if (token.kind === "text") {
      if (
        isTable ||
        isQuery ||
        [".", "("].includes(after) ||
        [".", "in", "with", "recursive"].includes(before)
      )
        yield token;
    } else if (word === "(") clauses.push(isTable ? "from" : "");
    else if (word === ")") clauses.pop();
    else if (word === "," && clause === "on") clauses.splice(-1, 1, "from");
    else if (clauseOf.has(word)) clauses.splice(-1, 1, clauseOf.get(word) ?? "");
  }
}

/** Returns the error for a mistake in a statement: the line with a caret, and what was probably meant. */
function mistake(
  sql: string,
  at: { position: number; length: number },
  message: string,
  hint?: string,
): UsageError {
  const start = sql.lastIndexOf("\n", at.position - 1) + 1;
  const end = sql.indexOf("\n", at.position);
  const line = sql.slice(start, end < 0 ? undefined : end);
  const number = sql.slice(0, start).split("\n").length;
  const where = sql.trim().includes("\n") ? ` (line ${number})` : "";
  return new UsageError(
    `${message}${where}\n${caret(line, { position: at.position - start, length: at.length })}`,
    {
      code: "SQL",
      hint,
    },
  );
}

/** Returns an error of SQLite as one of the statement: with a caret, and the table or column that was probably meant. */
export function explainSqlError(error: unknown, { sql, tokens, tables: used }: Statement): unknown {
  const { cause } = error instanceof TillError ? error : {};
  if (error instanceof TillError && cause === undefined) return error;
  if (cause instanceof Error && "errcode" in cause && cause.errcode === readOnly)
    return new UsageError(onlyRead, { code: "SQL" });
  if (error instanceof RangeError && "code" in error && error.code === "ERR_OUT_OF_RANGE")
    return new UsageError("The query failed: an integer has more than 15 digits.", {
      code: "SQL",
      hint: "Return it as text: CAST(… AS TEXT)",
    });
  if (!(error instanceof Error) || !("errcode" in error)) return error;
  const { message } = error;
  const find = (name: string) => tokens.find(({ text }) => text.toLowerCase() === name.toLowerCase());
  const [, table] = /^no such table: (?:main\.)?(.+)$/.exec(message) ?? [];
  if (table !== undefined) return unknown("table", table, names, "See all tables: till data sql --tables");
  const [, column] =
    /^no such column: (?:"(.+?)".*|(.+))$/.exec(message)?.filter((one) => one !== undefined) ?? [];
  if (column !== undefined) {
    const [last = column] = column.split(".").reverse();
    const chosen = [...used].join(" ");
    return unknown(
      "column",
      last,
      usedColumns(used),
      `See its columns: till data sql --tables ${chosen}`.trim(),
    );
  }
  const [, near] = /^near "(.*)": syntax error$/s.exec(message) ?? [];
  const at = near === undefined ? undefined : find(near);
  const end = { position: sql.trimEnd().length, length: 1 };
  if (at) return mistake(sql, at, `"${near}" is not expected here`);
  if (message === "incomplete input") return mistake(sql, end, "The query ends too early");
  const [, called] =
    /^(?:no such function: |ambiguous column name: |misuse of aggregate: )([\w.]+)/.exec(message) ?? [];
  const token = called === undefined ? undefined : find(called.split(".").at(-1) ?? called);
  return token
    ? mistake(sql, token, message)
    : new UsageError(`The query failed: ${message}.`, { code: "SQL" });

  function unknown(what: string, name: string, known: readonly string[], hint: string) {
    const guess = nearest(name, known);
    const text = `There is no ${what} "${name}".${guess === undefined ? "" : ` Did you mean "${guess}"?`}`;
    const token = find(name);
    return token ? mistake(sql, token, text, hint) : new UsageError(text, { code: "SQL", hint });
  }
}

/** Returns whether a statement only lacks its end. */
export function isUnfinished(db: Pick<ReadOnlyDatabase, "columns">, { sql, tokens }: Statement): boolean {
  if (tokens.at(-1)?.text === ";") return false;
  try {
    db.columns(sql);
    return false;
  } catch (error) {
    return error instanceof Error && error.message === "incomplete input";
  }
}

/** Returns the columns of tables and views; of all if none are named. */
export function usedColumns(used: ReadonlySet<string>): string[] {
  const chosen = [...tables, ...views].filter(({ name }) => used.size === 0 || used.has(name));
  return [...new Set(chosen.flatMap(({ columns }) => columns.map(({ name }) => name)))];
}
