import type { Call } from "../../api/caller.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { pages } from "../../api/query/pages.ts";
import type { Response } from "../../api/transport/transport.ts";
import { confirm } from "../../cli/confirm.ts";
import type { FieldOptions } from "../../cli/field-flags.ts";
import { givenFields, pointAtFlags, readFields } from "../../cli/fields.ts";
import { type RawOutput, rawOutput } from "../../cli/raw-output.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { printHead, printItems, printWithHead } from "./print.ts";
import { findTarget } from "./target.ts";

/** How to make a call. */
export interface CallFlags extends FieldOptions {
  all?: boolean;
  include?: boolean;
  curl?: boolean;
  yes?: boolean;
}

/** A call that is ready to be made. */
interface Ready {
  name: string;
  endpoint: Endpoint;
  input: unknown;
  output: RawOutput;
}

/** Makes the call that is named and prints the answer, its items (`--all`), or the curl command (`--curl`). */
export async function makeCall(
  context: Context,
  args: readonly string[],
  options: CallFlags,
): Promise<ExitCode | undefined> {
  const { name, endpoint, known, given } = await findTarget(args);
  if (options.all) checkAll(name, endpoint, options);
  const output = rawOutput(context);
  const own = await givenFields(context, options);
  const fields = await readFields(context, endpoint, options, [...given, ...own]);
  const ready: Ready = { name, endpoint, input: fields.input, output };
  if (!known) {
    checkApart(ready);
    await context.notice(`till does not know ${name}: it is sent as it is.`);
  }
  try {
    if (options.curl) return await (await import("./curl.ts")).printCurl(context, endpoint, fields.input);
    await prepareWriting(context, ready, options.yes);
    const call = await context.call();
    if (options.all) await followPages(context, call, ready);
    else await callOnce(context, call, ready, options.include ?? false);
    return undefined;
  } catch (error) {
    throw pointAtFlags(error, fields);
  }
}

async function callOnce(context: Context, call: Call, ready: Ready, include: boolean): Promise<void> {
  const { name, endpoint, input, output } = ready;
  const heads: Response[] = [];
  const onResponse = (response: Response) => void heads.push(response);
  try {
    const { body } = await call(name, endpoint, input, { signal: context.signal, onResponse });
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
  { name, endpoint, input, output }: Ready,
): Promise<void> {
  const items = pages<object>(call, name, endpoint, input, { signal: context.signal });
  await printItems(context, output, items);
  if (items.facts.moved)
    await context.notice("The list changed while it was read; run it again for an exact list.");
}

function checkAll(name: string, endpoint: Endpoint, { include, curl }: CallFlags): void {
  if (endpoint.paging === undefined || endpoint.items === undefined)
    throw new UsageError(`${name} is not a list: there are no pages to follow.`, { field: "--all" });
  const other = include ? "--include" : curl ? "--curl" : undefined;
  if (other !== undefined)
    throw new UsageError(`${other} shows one request, and --all makes many.`, { field: other });
}

/** The query of an address that till does not know travels as it is, so that no other can stand beside it. */
function checkApart({ endpoint: { method, public: address }, input }: Ready): void {
  const isQuery = method === "GET" || method === "DELETE";
  if (!isQuery || !address.includes("?") || Object.keys(input as object).length === 0) return;
  throw new UsageError("The address has a query already, and fields would be another one.", {
    hint: "Write all of it in the address, or all of it as -f.",
  });
}

/** Asks before what cannot be taken back, and says which site is written to. */
async function prepareWriting(context: Context, { name, endpoint }: Ready, yes?: boolean): Promise<void> {
  const { effect, summary } = endpoint;
  if (effect === "read") return;
  if (effect === "delete" || effect === "money") {
    const about = summary === "" ? name : `${name} (${summary})`;
    await confirm(context, `${effect === "money" ? "It moves money. " : ""}Make the call ${about}?`, yes);
  }
  await announceWriting(context);
}
