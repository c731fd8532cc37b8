import { randomBytes } from "node:crypto";
import { appendFileSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { createFakes, maskEmails, oneText } from "../api/personal-data.ts";
import { replaying, type TapeLine, type TapeRun, withRecording } from "../api/transport/tape.ts";
import type { Transport } from "../api/transport/transport.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { redact } from "../kernel/text.ts";
import { toolVersion } from "../kernel/version.ts";

/** The value of TILL_TAPE. */
export interface Tape {
  mode: "record" | "replay";
  file: string;
}

/** Parses TILL_TAPE: `record:FILE` or `replay:FILE`. Throws UsageError. */
export function parseTape(text: string, cwd: string): Tape {
  const [, mode, file] = /^(record|replay):(.+)$/.exec(text) ?? [];
  if (mode === undefined || file === undefined) {
    throw new UsageError(`TILL_TAPE is "${text}": expected record:FILE or replay:FILE.`, {
      field: "TILL_TAPE",
    });
  }
  return { mode: mode as Tape["mode"], file: resolve(cwd, file) };
}

/**
 * Returns a Transport that appends to the tape what is sent. Throws TillError if the file cannot be written; once requests
 * are sent, that is only a notice, because their results count.
 */
export function recordOnTape(
  send: Transport,
  { file }: Tape,
  { argv, baseUrl, siteId }: { argv: readonly string[]; baseUrl: string; siteId: string },
  notice: (text: string) => void,
): Transport {
  const run: TapeRun = { run: maskedLine(argv), version: toolVersion, baseUrl, siteId };
  appendLine(file, run);
  let broken = false;
  const append = (line: object) => {
    if (broken) return;
    try {
      appendLine(file, line);
    } catch (error) {
      broken = true;
      notice(`The tape is incomplete. ${(error as Error).message}`);
    }
  };
  return withRecording(send, append, createFakes(randomBytes(32)));
}

/** Appends a line to a tape. Throws TillError if the file cannot be written. */
export function appendLine(file: string, line: object): void {
  try {
    appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  } catch (cause) {
    throw new TillError(exitCodes.failure, `Cannot write the tape: ${(cause as Error).message}`, {
      code: "TAPE_UNWRITABLE",
      hint: "Choose another file in TILL_TAPE.",
      cause,
    });
  }
}

/** Returns a Transport that answers from the tape, and the site it was recorded on. Throws UsageError with file and line. */
export function replayTape({ file }: Tape, argv: readonly string[]): { send: Transport; recorded: TapeRun } {
  const lines = readTape(file);
  const recorded = lines.find((line): line is TapeRun => "run" in line);
  if (recorded === undefined) throw new UsageError(`${file} is not a tape, or nothing was recorded.`);
  return { send: replaying(lines, maskedLine(argv), file), recorded };
}

/** Returns the lines of a tape. Throws UsageError with file and line. */
export function readTape(file: string): TapeLine[] {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`No tape at ${file}.`, { field: "TILL_TAPE" });
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text, index) => {
      if (text === "") return [];
      try {
        const line: unknown = JSON.parse(text);
        if (typeof line === "object" && line !== null) return [line as TapeLine];
      } catch {
        // Reported below.
      }
      throw new UsageError(`${file}:${index + 1}: not a line of a tape.`, {
        location: { file, line: index + 1 },
        hint: "Record it again with TILL_TAPE=record:FILE.",
      });
    });
}

/** Returns a command line without secrets and personal data. */
const maskedLine = (argv: readonly string[]): string[] =>
  argv.map((word) => maskEmails(redact(word), oneText("*")));
