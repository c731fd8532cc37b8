import { loadJq } from "jq-wasm";
import { exitCodes, TillError, UsageError } from "../errors.ts";

/** What a filter makes of JSON text: text bare, everything else as JSON (indented where `indent`), each on a line. */
export type Jq = (json: string, indent: boolean) => string;

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
  return (json, indent) => {
    const { stdout, stderr, exitCode } = jq.raw(json, filter, ["-r", ...(indent ? [] : ["-c"])]);
    if (exitCode === 0) return stdout === "" ? "" : `${stdout}\n`;
    throw new TillError(exitCodes.failure, `The jq filter failed on the result: ${reason(stderr)}`, {
      code: "JQ_FAILED",
      field: "--jq",
      hint: "See what it works on: the same command with --json instead",
    });
  };
}

/** jq's own message without the frame around it. */
function reason(stderr: string): string {
  return stderr.replace(/^jq: error(?: \(at [^)]*\))?:? ?/, "").replace(/\njq: \d+ compile errors?$/, "");
}
