import type { Call } from "../../api/caller.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { pages } from "../../api/query/pages.ts";
import type { Response } from "../../api/transport/transport.ts";
import { confirm } from "../../cli/confirm.ts";
import type { FieldOptions } from "../../cli/field-flags.ts";
import { givenFields, pointAtFlags, readFields } from "../../cli/fields.ts";
import { type RawOutput, rawOutput } from "../../cli/raw-output.ts";
import { announceWriting } from "../../cli/write-notice.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { printHead, printItems, printWithHead } from "./print.ts";
import { findTarget } from "./target.ts";

/** Options of `till api <call>`. */
export interface CallFlags extends FieldOptions {
  all?: boolean;
  include?: boolean;
  curl?: boolean;
  yes?: boolean;
}

/** A call with its validated input. */
interface PreparedCall {
  endpoint: Endpoint;
  input: unknown;
  output: RawOutput;
}

/** Makes an API call and prints its response, its items (`--all`), or the curl command (`--curl`). */
export async function makeCall(
  context: Context,
  args: readonly string[],
  options: CallFlags,
): Promise<ExitCode | undefined> {
  const { endpoint, known, fields: targetFields } = await findTarget(args);
  if (options.all) requirePageable(endpoint, options);
  const output = rawOutput(context);
  const flagFields = await givenFields(context, options);
  const fields = await readFields(context, endpoint, options, [...targetFields, ...flagFields]);
  const prepared: PreparedCall = { endpoint, input: fields.input, output };
  if (!known) {
    requireSingleQuery(prepared);
    await context.notice(`Unknown call ${endpoint.name}; its input is not checked.`);
  }
  try {
    if (options.curl) return await (await import("./curl.ts")).printCurl(context, endpoint, fields.input);
    await confirmWrite(context, prepared, options.yes);
    const call = await context.call();
    if (options.all) await followPages(context, call, prepared);
    else await callOnce(context, call, prepared, options.include ?? false);
    return undefined;
  } catch (error) {
    throw pointAtFlags(error, fields);
  }
}

async function callOnce(
  context: Context,
  call: Call,
  prepared: PreparedCall,
  include: boolean,
): Promise<void> {
  const { endpoint, input, output } = prepared;
  const heads: Response[] = [];
  const onResponse = (response: Response) => void heads.push(response);
  try {
    const body = await call(endpoint, input, { signal: context.signal, onResponse });
    const [head] = heads;
    if (include && head) await printWithHead(context, output, head, body);
    else await output.print(body);
  } catch (error) {
    for (const head of include ? heads : []) await printHead(context, head);
    throw error;
  }
}

async function followPages(
  context: Context,
  call: Call,
  { endpoint, input, output }: PreparedCall,
): Promise<void> {
  const items = pages<object>(call, endpoint, input, { signal: context.signal });
  await printItems(context, output, items);
  if (items.facts.moved)
    await context.notice(
      "The list changed while it was being read. Run the command again for an exact list.",
    );
}

function requirePageable(endpoint: Endpoint, { include, curl }: CallFlags): void {
  if (endpoint.paging === undefined || endpoint.items === undefined)
    throw new UsageError(`${endpoint.name} does not return a list, so --all cannot be used.`, {
      field: "--all",
    });
  const other = include ? "--include" : curl ? "--curl" : undefined;
  if (other !== undefined)
    throw new UsageError(`${other} and --all cannot be used together.`, { field: other });
}

/** Throws UsageError if an unknown call has query parameters in its path and in fields. */
function requireSingleQuery({ endpoint: { method, public: path }, input }: PreparedCall): void {
  const isQuery = method === "GET" || method === "DELETE";
  if (!isQuery || !path.includes("?") || Object.keys(input as object).length === 0) return;
  throw new UsageError("The path already has a query, so fields cannot add another one.", {
    hint: "Pass all parameters in the path, or all of them with -f.",
  });
}

/** Asks for confirmation before a delete or payment call, and prints which site is written to. */
async function confirmWrite(context: Context, { endpoint }: PreparedCall, yes?: boolean): Promise<void> {
  const { name, effect, summary } = endpoint;
  if (effect === "read") return;
  if (effect === "delete" || effect === "money") {
    const label = summary === "" ? name : `${name} (${summary})`;
    await confirm(context, `${effect === "money" ? "This call moves money. " : ""}Call ${label}?`, yes, {
      // The amount is somewhere in the input, so the name of the call is typed instead.
      ...(effect === "money" && { typed: name }),
    });
  }
  await announceWriting(context);
}
