import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Context } from "../context/context.ts";
import { reportError, UsageError } from "../kernel/errors.ts";
import { makeFolder } from "../kernel/folder.ts";
import { sanitize } from "../kernel/text.ts";
import { ask, printAnswer } from "./answer.ts";
import { openReader, type Reader } from "./reader.ts";
import { isUnfinished, parseStatement, usedColumns } from "./statement.ts";
import { tables, views } from "./tables.ts";

/** The most queries that are kept. */
const maxHistory = 500;
const keywords =
  "select from where group by order having limit join left on and or not in is null like between as distinct count sum min max avg money desc asc union".split(
    " ",
  );

/**
 * Reads queries and prints their answers until the end of the input. A query that is not complete goes on in the next line. On a
 * terminal, Tab completes tables and columns, and the arrows bring back earlier queries.
 */
export async function prompt(context: Context): Promise<undefined> {
  const { streams, paths, signal } = context;
  const { terminal } = streams;
  const reader = await openReader(context);
  const historyFile = join(paths.state, "sql-history");
  const history = existsSync(historyFile)
    ? readFileSync(historyFile, "utf8").split("\n").filter(Boolean)
    : [];
  const lines = createInterface({
    input: streams.stdin,
    output: terminal?.stderr,
    terminal: terminal !== undefined,
    history: [...history],
    historySize: maxHistory,
    completer: completion,
  });
  let query = "";
  const show = (text: string) => {
    lines.setPrompt(text);
    if (terminal) lines.prompt();
  };
  const stop = () => lines.close();
  signal.addEventListener("abort", stop, { once: true });
  // Ctrl-C drops what is typed; on an empty line it ends the prompt.
  lines.on("SIGINT", () => {
    if (query === "" && lines.line === "") return lines.close();
    query = "";
    lines.write(null, { ctrl: true, name: "u" });
    streams.stderr.write("\n").then(() => show("sql> "), stop);
  });
  try {
    await context.notice("Type a query, .tables, .columns TABLE or .exit. Tab completes.");
    show("sql> ");
    for await (const line of lines) {
      query = query === "" ? line.trim() : `${query}\n${line}`;
      if (query === ".exit") break;
      if (query !== "" && (await answer(context, reader, query))) {
        history.unshift(query.replaceAll("\n", " "));
        query = "";
      }
      show(query === "" ? "sql> " : "...> ");
    }
  } finally {
    signal.removeEventListener("abort", stop);
    lines.close();
    reader.close();
    makeFolder(dirname(historyFile));
    const kept = [...new Set(history)].slice(0, maxHistory);
    writeFileSync(historyFile, kept.map((one) => `${one}\n`).join(""), { mode: 0o600 });
  }
  return undefined;
}

/** Prints the answer to a line, or what is wrong with it. Returns whether it was complete. */
async function answer(context: Context, reader: Reader, query: string): Promise<boolean> {
  try {
    if (query.startsWith(".")) {
      await context.streams.stdout.write(`${sanitize(described(query))}\n`);
      return true;
    }
    const statement = parseStatement(query);
    if (isUnfinished(reader.db, statement)) return false;
    if (statement.parameters.length > 0)
      throw new UsageError("Parameters are not available here.", {
        hint: "Write the values into the query.",
      });
    await printAnswer(context, reader, statement, {
      answer: ask(reader, statement, { signal: context.signal, blocking: context.blocking }),
    });
  } catch (error) {
    const { message, hint } = reportError(error);
    await context.status([message, hint].filter(Boolean).join("\n"));
  }
  return true;
}

/** Returns what a line that begins with a period asks for. */
function described(line: string): string {
  const [command, name] = line.split(/\s+/);
  const all = [...tables, ...views];
  if (command === ".tables") return all.map(({ name, meaning }) => `${name}: ${meaning}`).join("\n");
  const table = all.find((one) => one.name === name);
  if (command !== ".columns" || table === undefined)
    throw new UsageError(`${line} is none of .tables, .columns TABLE and .exit.`);
  return table.columns.map(({ name, meaning }) => `${name}: ${meaning}`).join("\n");
}

/** Returns the tables, columns and words of SQL that the last word of a line can be. */
export function completion(line: string): [matches: string[], word: string] {
  const [word = ""] = /[\w.]*$/.exec(line) ?? [];
  const start = word.slice(word.lastIndexOf(".") + 1).toLowerCase();
  const prefix = word.slice(0, word.length - start.length);
  const used = new Set(
    line
      .slice(0, line.length - word.length)
      .toLowerCase()
      .match(/\w+/g),
  );
  const names = [...tables, ...views].map(({ name }) => name);
  const chosen = new Set(names.filter((name) => used.has(name.toLowerCase())));
  const known = [...(prefix === "" ? [...names, ...keywords] : []), ...usedColumns(chosen)];
  const matches = [...new Set(known)].filter((one) => one.toLowerCase().startsWith(start)).sort();
  return [start === "" && prefix === "" ? names : matches.map((match) => prefix + match), word];
}
