import { loadJq } from "jq-wasm";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { TimeLimitError, withTimeLimit } from "../kernel/time-limit.ts";
import { readJqModule } from "./jq-module.ts";

/** Runs a filter on JSON text and returns its results, one per line: strings raw, other values as JSON (indented with `indent`). */
export type Jq = (json: string, indent: boolean) => Promise<string>;

/** jq needs about eight times the size of the JSON text. Longer texts get more than its default memory of 256 MB. */
const defaultLimit = 8_000_000;
/** The limit of signed 32-bit addresses. */
const maxMemory = 2 ** 31 - 65_536;

/** jq with its usual memory, loaded once in a process: loading takes longer than most filters. */
let usual: ReturnType<typeof loadJq> | undefined;

/** The usual limit. */
const longest = 60_000;

/**
 * Compiles a jq filter. `blocking` runs what cannot be stopped otherwise, and `limit` is the longest that one text may take, in milliseconds. Throws UsageError with jq's message for an invalid
 * filter.
 */
export async function openJq(
  filter: string,
  blocking: <T>(work: () => T) => T = (work) => work(),
  limit: number = longest,
): Promise<Jq> {
  usual ??= readJqModule().then((wasmBinary) => loadJq({ wasmBinary }));
  const jq = await usual;
  // Without input, jq compiles the filter only.
  const compiled = jq.raw("", filter);
  if (compiled.exitCode !== 0)
    throw new UsageError(`Invalid jq filter: ${reason(compiled.stderr)}`, {
      code: "BAD_JQ_FILTER",
      field: "--jq",
      hint: "See the jq manual: https://jqlang.org/manual",
    });
  return async (json, indent) => {
    const { raw } = json.length > defaultLimit ? await loadWithMoreMemory() : jq;
    const { stdout, stderr, exitCode } = bounded({ json, limit }, () =>
      blocking(() => withTimeLimit(limit, () => raw(json, filter, ["-r", ...(indent ? [] : ["-c"])]))),
    );
    if (exitCode === 0) return stdout === "" ? "" : `${stdout}\n`;
    throw new TillError(exitCodes.failure, `The jq filter failed: ${reason(stderr)}`, {
      code: "JQ_FAILED",
      field: "--jq",
      hint: "To see its input, run the command with --json instead.",
    });
  };
}

async function loadWithMoreMemory() {
  return await loadJq({ wasmBinary: withMemory(await readJqModule(), maxMemory) });
}

/** jq aborts when it runs out of memory, and is interrupted when it takes too long. */
function bounded<T>({ json, limit }: { json: string; limit: number }, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    // What was interrupted cannot be used again.
    usual = undefined;
    if (cause instanceof TimeLimitError)
      throw new TillError(exitCodes.failure, `The jq filter took longer than ${limit / 1000} seconds.`, {
        code: "JQ_TOO_LONG",
        field: "--jq",
        hint: "Reduce its input (--filter, --fields id,name), or run jq itself: --json | jq …",
        cause,
      });
    if (!(cause instanceof Error && cause.name === "RuntimeError")) throw cause;
    const size = `${Math.ceil(json.length / 1_000_000)} MB of JSON`;
    throw new TillError(exitCodes.failure, `The jq filter ran out of memory (on ${size}).`, {
      code: "JQ_MEMORY",
      field: "--jq",
      hint: "Reduce its input (--filter, --fields id,name), or process one line at a time: --output ndjson | jq …",
      cause,
    });
  }
}

/** Returns jq's message without its prefix. */
function reason(stderr: string): string {
  return stderr.replace(/^jq: error(?: \(at [^)]*\))?:? ?/, "").replace(/\njq: \d+ compile errors?$/, "");
}

/** Bytes in a page of WebAssembly memory. */
const page = 65_536;
/** The ID of the memory section of a WebAssembly module. */
const memorySection = 5;

/**
 * Returns a WebAssembly module with exactly this much memory in bytes. The system allocates a page when it is first used, so
 * unused memory is free.
 */
function withMemory(module: Uint8Array, bytes: number): Uint8Array {
  const pages = leb(Math.floor(bytes / page));
  // One memory, with a minimum and a maximum.
  const memory = [1, 1, ...pages, ...pages];
  // Each section is its ID, its length and its bytes. The first follows the 8 bytes of the module header.
  for (let at = 8; at < module.length; ) {
    const start = at;
    const id = module[at++];
    let length = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = module[at++] ?? 0;
      length |= (byte & 0x7f) << shift;
      more = byte >= 0x80;
    }
    at += length;
    if (id === memorySection)
      return Buffer.concat([
        module.subarray(0, start),
        Uint8Array.of(memorySection, ...leb(memory.length), ...memory),
        module.subarray(at),
      ]);
  }
  return module;
}

/** Returns a number as LEB128: seven bits per byte, lowest first. */
function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length === 0; rest >>>= 7)
    bytes.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
  return bytes;
}
