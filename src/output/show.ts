import { spawn } from "node:child_process";
import { once } from "node:events";
import { UsageError } from "../kernel/errors.ts";
import { displayWidth, sanitize } from "../kernel/text.ts";
import { memoryStreams } from "./memory-streams.ts";
import { type Sink, type Streams, withStreams } from "./streams.ts";

/** How the result is transformed before it is printed. */
export interface ShowOptions {
  jq?: string | undefined;
  template?: string | undefined;
  /** The value of `--output`. `--jq` and `--template` require JSON. */
  output?: string | undefined;
  /** Whether long results are paged, and the pager command (absent: less). */
  paged?: boolean | undefined;
  pager?: string | undefined;
  /** Runs what takes long and hears no signal. */
  blocking?: (<T>(work: () => T) => T) | undefined;
}

/** Returns the streams of one command with a pager, jq filter or template. Throws UsageError for an invalid filter. */
export async function showThrough(streams: Streams, options: ShowOptions): Promise<Shown | undefined> {
  const change = await changeOf(options);
  const pages = options.paged ? throughPager(streams, options.pager) : undefined;
  if (change === undefined) return pages;
  const { stdout } = pages?.streams ?? streams;
  const result = memoryStreams({ columns: stdout.columns, rows: stdout.rows });
  return {
    streams: withStreams(streams, { stdout: result.stdout }),
    async end(complete) {
      // Incomplete JSON cannot be filtered.
      const text = complete ? await change(result.text.stdout, stdout.isTTY) : "";
      await stdout.write(stdout.isTTY ? sanitize(text) : text);
      await pages?.end(complete);
    },
  };
}

async function changeOf({
  jq,
  template,
  output,
  blocking,
}: ShowOptions): Promise<((json: string, terminal: boolean) => string | Promise<string>) | undefined> {
  if (jq === undefined && template === undefined) return undefined;
  const flag = jq === undefined ? "--template" : "--jq";
  const other =
    jq !== undefined && template !== undefined
      ? "--template"
      : output !== undefined && output !== "json"
        ? `--output ${output}`
        : undefined;
  if (other !== undefined)
    throw new UsageError(`${flag} works on JSON output and cannot be combined with ${other}.`, {
      field: flag,
    });
  if (jq !== undefined) return await (await import("./jq.ts")).openJq(jq, blocking);
  const { fillTemplate, parseTemplate } = await import("./template.ts");
  const filled = parseTemplate(template ?? "");
  return (json) => fillTemplate(filled, json);
}

/** Streams that transform their output. `end` finishes it; its argument is whether the output is complete. */
export interface Shown {
  readonly streams: Streams;
  end(complete: boolean): Promise<void>;
}

const usual = "less -FRX";
const colorCodes = /\u001b\[[\d;]*m/g;

/**
 * Returns streams that buffer stdout and send it to a pager (`chosen`, else less) once it is longer than the screen. Output
 * to stderr is printed when the pager is closed. Returns undefined without a terminal, or if it is empty or `cat`. If
 * the pager cannot be started, the output is printed directly.
 */
export function throughPager(streams: Streams, chosen: string | undefined): Shown | undefined {
  const command = (chosen ?? usual).trim();
  const { stdout, stderr, terminal } = streams;
  const isPaged = terminal !== undefined && terminal.undoKey === undefined;
  if (!isPaged || command === "" || command === "cat") return undefined;
  let buffer = "";
  let rows = 0;
  let remarks = "";
  let opening: Promise<Pager | undefined> | undefined;
  let pager: Pager | undefined;
  let resume: (() => void) | undefined;

  const open = async () => {
    resume = streams.activity?.pause();
    opening = startPager(command);
    pager = await opening;
    const text = buffer;
    buffer = "";
    await (pager ?? stdout).write(text);
  };
  const paged: Sink = {
    ...constants(stdout),
    get closed() {
      return pager?.closed ?? stdout.closed;
    },
    get columns() {
      return stdout.columns;
    },
    get rows() {
      return stdout.rows;
    },
    async write(text) {
      if (opening !== undefined) return await ((await opening) ?? stdout).write(text);
      buffer += text;
      rows += rowsOf(text, stdout.columns);
      if (rows >= stdout.rows) await open();
    },
  };
  const behind: Sink = {
    ...constants(stderr),
    closed: false,
    columns: stderr.columns,
    rows: stderr.rows,
    async write(text) {
      if (buffer === "" && pager === undefined) await stderr.write(text);
      else remarks += text;
    },
  };
  return {
    streams: withStreams(streams, { stdout: paged, stderr: behind }),
    async end() {
      await pager?.end();
      pager = undefined;
      resume?.();
      resume = undefined;
      await stdout.write(buffer);
      await stderr.write(remarks);
      buffer = remarks = "";
    },
  };
}

function constants({ isTTY, color, colors, ascii = false, spoken, timeZone = "UTC" }: Sink) {
  return { isTTY, color, colors, ascii, spoken, timeZone };
}

function rowsOf(text: string, columns: number): number {
  const lines = text.replace(/\n$/, "").split("\n");
  return lines.reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line.replace(colorCodes, "")) / columns)),
    0,
  );
}

interface Pager {
  readonly closed: boolean;
  write(text: string): Promise<void>;
  end(): Promise<void>;
}

/** Starts a pager on the terminal. Returns undefined if the program does not exist. */
async function startPager(command: string): Promise<Pager | undefined> {
  const [program = "", ...options] = command.split(/\s+/);
  const bareLess = program === "less" && options.length === 0;
  const child = spawn(program, bareLess ? ["-FRX"] : options, { stdio: ["pipe", "inherit", "inherit"] });
  const exit = once(child, "exit").catch(() => []);
  const started = await Promise.race([
    once(child, "spawn").then(() => true),
    once(child, "error").then(() => false),
  ]).catch(() => false);
  if (!started) return undefined;
  let closed = false;
  const onClosed = () => {
    closed = true;
  };
  child.stdin.on("error", onClosed);
  // The pager handles Ctrl-C while it is open.
  process.on("SIGINT", onClosed);
  return {
    get closed() {
      return closed;
    },
    async write(text) {
      if (!closed && text !== "")
        await new Promise<void>((done) =>
          child.stdin.write(text, (error) => done(error ? onClosed() : undefined)),
        );
    },
    async end() {
      child.stdin.end();
      await exit;
      process.off("SIGINT", onClosed);
    },
  };
}
