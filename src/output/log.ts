import { capitalized } from "../kernel/text.ts";
import { type Sink, type Streams, withStreams } from "./streams.ts";

/** The form of stderr: text for people, JSON lines beside a JSON result, or the lines of a log. */
export type LogForm = "text" | "json" | "log";

/** One line of the log of a command or a worker: its time, level and event, and facts of the event. */
export interface LogLine {
  time: string;
  level: "info" | "warn" | "error";
  /** `notice`, `error`, `throttled`, `job.finished` … */
  event: string;
  message?: string;
  [fact: string]: unknown;
}

/** Returns the streams with a stderr in this form. Each line is handed to `onLine`, too. A stderr that has one stays as it is. */
export function withLog(
  streams: Streams,
  { form, now, onLine }: { form: LogForm; now(): Date; onLine?: ((line: LogLine) => void) | undefined },
): Streams {
  const { stderr } = streams;
  if (stderr.isLog || (form === "text" && onLine === undefined)) return streams;
  let rest = "";
  const write = async (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    if (form === "text") await stderr.write(text);
    const records = eventsOf(lines.join("\n"));
    for (const record of records) {
      const line = typeof record === "string" ? undefined : lineOf(record, now());
      if (line) onLine?.(line);
      if (form === "text") continue;
      const shown = typeof record === "string" || form === "json" ? record : line;
      await stderr.write(typeof shown === "string" ? shown : `${JSON.stringify(shown)}\n`);
    }
  };
  const properties = { write: { value: write }, isLog: { value: true } };
  if (form !== "log") return withStreams(streams, { stderr: Object.create(stderr, properties) as Sink });
  const plain = { isTTY: { value: false }, color: { value: false } };
  return withStreams(streams, {
    stderr: Object.create(stderr, { ...properties, ...plain }) as Sink,
    activity: undefined,
    asksPlainly: false,
    terminal: undefined,
  });
}

/**
 * Returns the records of a text: JSON objects that were written as lines, else one notice. A command of GitHub Actions, such as
 * `::error::`, stays text, because the runner reads it.
 */
function eventsOf(text: string): (object | string)[] {
  if (text.trim() === "") return [];
  const lines = text.split("\n").filter(Boolean);
  const objects = lines.map(objectOf);
  if (objects.every((found) => found !== undefined)) return objects;
  const commands = lines.filter((line) => /^(::\w+|##vso\[)/.test(line));
  if (commands.length === lines.length) return commands.map((line) => `${line}\n`);
  return [{ _kind: /^error: /.test(text) ? "error" : "notice", message: text.trimEnd() }];
}

function objectOf(line: string): object | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line) as object;
  } catch {
    return undefined;
  }
}

/** Returns a record as a line of the log. */
function lineOf(record: object, now: Date): LogLine {
  const { _kind: kind, ...facts } = record as { _kind?: string; error?: { message?: string } };
  const time = now.toISOString();
  if (facts.error?.message !== undefined)
    return { time, level: "error", event: "error", message: facts.error.message, ...facts };
  const event = kind ?? "notice";
  const isWait = event === "throttled" || event === "waiting";
  return {
    time,
    level: isWait ? "warn" : event === "error" ? "error" : "info",
    event,
    ...(isWait && { message: capitalized(event) }),
    ...facts,
  };
}
