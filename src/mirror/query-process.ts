import { spawn } from "node:child_process";
import { Worker } from "node:worker_threads";
import { createFakes } from "../api/personal-data.ts";
import type { Context } from "../context/context.ts";
import { type ErrorReport, exitCodes, reportError, TillError, UsageError } from "../kernel/errors.ts";
import { jsonText } from "../output/json.ts";
import { ask } from "./answer.ts";
import { openTables } from "./reader.ts";
import { parseStatement } from "./statement.ts";

/** The most milliseconds that a query takes, characters that it returns, and bytes of memory that its process needs. */
const [maxTime, maxLength, maxMemory] = [10_000, 10_000_000, 1_000_000_000];

/** A query of the tables of a file. */
interface Query {
  file: string;
  sql: string;
  /** That of the substitutes of personal data, which is shown if it is absent. */
  key: Uint8Array | undefined;
  maxRows: number;
}

/** The names of the columns and then the rows of an answer, each as JSON. */
interface Lines {
  lines: string[];
  isCut: boolean;
}

/**
 * Answers a query in a process of its own, because nothing else can stop SQLite in a loop. Throws UsageError for a mistake in the
 * query, and if it takes longer than ten seconds.
 */
export async function answerApart(
  { program }: Pick<Context, "program">,
  { key, ...query }: Query,
  signal: AbortSignal,
  limit = maxTime,
): Promise<Lines> {
  const [file = process.execPath, ...first] = program;
  const child = spawn(file, [...first, "__query"], {
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
    signal,
    killSignal: "SIGKILL",
  });
  const started = Date.now();
  const ended = new Promise<void>((resolve, reject) => child.once("error", reject).once("close", resolve));
  child.stdin
    .on("error", () => {})
    .end(JSON.stringify({ ...query, limit, key: key && Buffer.from(key).toString("hex") }));
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  await ended;
  if (text.endsWith("\n")) {
    const answer = JSON.parse(text) as Lines | { error: ErrorReport };
    if (!("error" in answer)) return answer;
    const { exitCode, message, code, hint } = answer.error;
    throw new TillError(exitCode, message, { code, hint });
  }
  if (Date.now() - started < limit)
    throw new TillError(
      exitCodes.failure,
      "The process of the query ended early: it needed too much memory, or was killed.",
      {
        code: "QUERY_FAILED",
        hint: "Ask for less: a shorter period, or sums instead of rows.",
      },
    );
  throw new UsageError(`The query took longer than ${limit / 1000} seconds.`, {
    code: "QUERY_TOO_LONG",
    hint: "Ask for less: a shorter period, or sums instead of rows.",
  });
}

/** Answers the query on stdin, as JSON on stdout. Kills the process when the query takes too much time or memory. */
export async function serveQuery(): Promise<void> {
  const { file, sql, key, maxRows, limit } = JSON.parse(await textOf(process.stdin)) as Omit<Query, "key"> & {
    key?: string;
    limit: number;
  };
  // The event loop of this thread stands still while SQLite works.
  const watchdog = new Worker(
    `const end = Date.now() + ${Number(limit)};
    setInterval(() => {
      if (Date.now() > end || process.memoryUsage.rss() > ${maxMemory}) process.kill(process.pid, "SIGKILL");
    }, 50);`,
    { eval: true },
  );
  const text = await linesOf({
    file,
    sql,
    key: key === undefined ? undefined : Buffer.from(key, "hex"),
    maxRows,
  }).catch((error: unknown) => ({ error: reportError(error) }));
  await new Promise((resolve) => process.stdout.write(`${JSON.stringify(text)}\n`, resolve));
  await watchdog.terminate();
}

async function linesOf({ file, sql, key, maxRows }: Query): Promise<Lines> {
  const db = openTables(file, key && createFakes(key), true);
  try {
    const { columns, rows } = ask({ db }, parseStatement(sql), {});
    const lines = [jsonText(columns)];
    let length = 0;
    for await (const row of rows) {
      if (lines.length > maxRows || length > maxLength) return { lines, isCut: true };
      const line = jsonText(columns.map((name) => row[name]));
      length += line.length;
      lines.push(line);
    }
    return { lines, isCut: false };
  } finally {
    db.close();
  }
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const part of stream) text += String(part);
  return text;
}
