import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { loadJq } from "jq-wasm";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { withMemory } from "./jq-memory.ts";

/** What a filter makes of JSON text: text bare, everything else as JSON (indented where `indent`), each on a line. */
export type Jq = (json: string, indent: boolean) => Promise<string>;

/** jq as it comes has 256 MB, which is about eight times the text; JSON of more characters is given more memory. */
const enough = 8_000_000;
/** The most that addresses of 32 bits with a sign reach. */
const mostMemory = 2 ** 31 - 65_536;

/** Compiles a jq filter. A filter that jq does not take is a UsageError in its words; it was not run. */
export async function openJq(filter: string): Promise<Jq> {
  const jq = await loadJq();
  // Without any input a filter is compiled, and runs on nothing.
  const compiled = jq.raw("", filter);
  if (compiled.exitCode !== 0)
    throw new UsageError(`jq does not understand this filter: ${reason(compiled.stderr)}`, {
      code: "BAD_JQ_FILTER",
      field: "--jq",
      hint: "The language of jq: https://jqlang.org/manual",
    });
  return async (json, indent) => {
    const { raw } = json.length > enough ? await loadRoomy() : jq;
    const { stdout, stderr, exitCode } = withinMemory(json, () =>
      raw(json, filter, ["-r", ...(indent ? [] : ["-c"])]),
    );
    if (exitCode === 0) return stdout === "" ? "" : `${stdout}\n`;
    throw new TillError(exitCodes.failure, `The jq filter failed on the result: ${reason(stderr)}`, {
      code: "JQ_FAILED",
      field: "--jq",
      hint: "See what it works on: the same command with --json instead",
    });
  };
}

async function loadRoomy() {
  const module = await readFile(createRequire(import.meta.url).resolve("jq-wasm/jq.wasm"));
  return await loadJq({ wasmBinary: withMemory(module, mostMemory) });
}

/** jq that runs out of memory says so only by ending. */
function withinMemory<T>(json: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof Error && cause.name === "RuntimeError")) throw cause;
    const size = `${Math.ceil(json.length / 1_000_000)} MB of JSON`;
    throw new TillError(
      exitCodes.failure,
      `The jq filter needs more memory than there is for it (on ${size}).`,
      {
        code: "JQ_MEMORY",
        field: "--jq",
        hint: "Give it less (--filter, --fields id,name), or a line at a time: --output ndjson | jq …",
        cause,
      },
    );
  }
}

/** jq's own message without the frame around it. */
function reason(stderr: string): string {
  return stderr.replace(/^jq: error(?: \(at [^)]*\))?:? ?/, "").replace(/\njq: \d+ compile errors?$/, "");
}
