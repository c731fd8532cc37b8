import { constants, createReadStream, openSync, statSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Context } from "../context/context.ts";
import { decodeText, readFailure } from "../files/encoding.ts";
import { UsageError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import { bytesUntil } from "../output/bytes.ts";
import type { RemoteFile } from "./remote-file.ts";

/** Returns the name of a file argument in messages; `-` is stdin. That of an address is a file name without credentials. */
export function argumentName(file: string): string {
  return isAddress(file) ? nameOfAddress(file) : file === "-" ? "stdin" : file;
}

/** Returns whether a file argument is an address that is read over the network. */
export const isAddress = (file: string): boolean => /^(https?|sftp):\/\//i.test(file);

/** Returns the last part of an address as a file name; of a published sheet, with the extension of the format that it asks for. */
function nameOfAddress(address: string): string {
  const { pathname = "", hostname = "", searchParams } = URL.parse(address) ?? {};
  const format = searchParams?.get("output") ?? searchParams?.get("format") ?? "";
  const name =
    pathname
      .split("/")
      .at(-1)
      ?.replace(/[^\w.-]+/g, "-")
      .replace(/^\.+/, "") || hostname;
  if (/\.(csv|tsv|txt|xls[xm]?|json|jsonl|ndjson)$/i.test(name)) return name;
  const plain = name.replaceAll(".", "-");
  return /^(csv|tsv|xlsx)$/i.test(format) ? `${plain}.${format}` : plain;
}

/**
 * Yields the bytes of a file argument; `-` reads stdin, and an address is fetched (`onFetched`: what identifies its version). Throws UsageError for a file that cannot be read, and for a
 * stdin that is a terminal, with `example` as the hint.
 */
export async function* readSource(
  context: Context,
  file: string,
  example?: string,
  onFetched?: (facts: RemoteFile["facts"]) => void,
): AsyncGenerator<Uint8Array> {
  if (isAddress(file)) {
    const { fetchFile } = await import("./remote-file.ts");
    const { bytes, facts } = await fetchFile(context, file);
    onFetched?.(facts);
    yield bytes;
    return;
  }
  const { stdin } = context.streams;
  if (file === "-" && stdin.isTTY) {
    throw new UsageError("- reads stdin, but nothing is piped in.", {
      ...(example !== undefined && { hint: `For example: ${example}` }),
    });
  }
  try {
    const stream = file === "-" ? (stdin as Readable) : openFile(context.readable(file));
    yield* bounded(stream, argumentName(file), context);
  } catch (error) {
    throw readFailure(error, argumentName(file));
  }
}

/** Opens a file. A FIFO is opened without waiting for a writer: that wait could not be ended. */
function openFile(path: string): Readable {
  if (!statSync(path, { throwIfNoEntry: false })?.isFIFO()) return createReadStream(path);
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}

/** Milliseconds until a notice says that the command waits for data. */
const noticeAfter = 5000;

/**
 * Yields the bytes of a stream. Closes it and throws UsageError if no data arrives for as long as `--timeout`, and the reason
 * of the signal when that aborts.
 */
async function* bounded(
  stream: Readable,
  name: string,
  { choices, status, signal }: Pick<Context, "choices" | "status" | "signal">,
): AsyncGenerator<Uint8Array> {
  const timeout = choices.setting("timeout").value;
  const waiting = setTimeout(() => void status(`Waiting for data from ${name} …`), noticeAfter);
  const late = new AbortController();
  const ended = AbortSignal.any([signal, late.signal]);
  const message = `${name}: no data for ${Math.ceil(timeout / 1000)} s. Nothing was sent.`;
  const hint =
    "Check that the program that writes it runs and closes its output, or wait longer with --timeout.";
  const wait = () =>
    setTimeout(() => late.abort(new UsageError(message, { code: "NO_DATA", hint })), timeout);
  let giveUp = wait();
  try {
    for await (const piece of bytesUntil(stream, ended)) {
      clearTimeout(waiting);
      clearTimeout(giveUp);
      yield piece;
      giveUp = wait();
    }
  } finally {
    clearTimeout(waiting);
    clearTimeout(giveUp);
  }
}

/** The most bytes of a text that is read as a whole. */
const maxText = 64 * 1024 * 1024;

/** Yields at most so many bytes. Throws UsageError if there are more. */
export async function* atMost(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  max = maxText,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const piece of bytes) {
    read += piece.length;
    if (read > max)
      throw new UsageError(`${name} is longer than ${max / 1024 / 1024} MiB. Nothing was sent.`, {
        code: "FILE_TOO_LONG",
        hint: "Is this the right file?",
      });
    yield piece;
  }
}

/** Returns the text of a file argument without its byte order mark. Throws UsageError unless it is UTF-8 of at most 64 MiB. */
export async function readText(context: Context, file: string, example?: string): Promise<string> {
  const bytes = atMost(readSource(context, file, example), argumentName(file));
  return (await text(decodeText(bytes, { name: argumentName(file) }))).replace(/^\uFEFF/, "");
}

/** Returns the JSON object that a flag gives as text (`{…}`), as FILE or @FILE, or as - for stdin. */
export async function readJsonObject(
  context: Context,
  flag: string,
  given: string,
  example?: string,
): Promise<Record<string, unknown>> {
  const isText = /^\s*[[{]/.test(given);
  const file = given.replace(/^@/, "");
  const name = isText ? "the text" : argumentName(file);
  const source = isText ? given : await readText(context, file, example);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (cause) {
    throw new UsageError(`${flag}: ${name} is not JSON: ${(cause as Error).message}.`, {
      field: flag,
      cause,
    });
  }
  if (isRecord(value)) return value;
  throw new UsageError(`${flag}: ${name} is not a JSON object.`, { field: flag });
}
