import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import type { Aim, PaymentDesk } from "../../resources/payments/account.ts";
import { type Named, referenceOf } from "../../resources/payments/references.ts";
import { authorizedRows, namedRows, type PaymentRow } from "../../resources/payments/rows.ts";
import type { PaymentOptions } from "./flags.ts";

/** The orders that a run is about. */
export interface Selection {
  rows: AsyncIterable<PaymentRow>;
  /** By their state, not by name. */
  byStatus: boolean;
  /** How many were named again. */
  facts: { repeated: number };
}

/** The orders that are named, in arguments, in a file, or by their state; never all of them by accident. */
export async function selectPayments(
  context: Context,
  { aim, desk, args, now }: { aim: Aim; desk: PaymentDesk; args: readonly string[]; now: number },
  options: PaymentOptions,
): Promise<Selection> {
  const { from, status, olderThan, expiresBefore } = options;
  const facts = { repeated: 0 };
  const isNamed = args.length > 0 || from !== undefined;
  if (status !== undefined) {
    if (isNamed)
      throw new UsageError(`Name ${desk.noun}s or give a --status, not both.`, { field: "--status" });
    const authorizedBy = olderThan === undefined ? undefined : now - olderThan;
    const endsBefore = expiresBefore === undefined ? undefined : now + expiresBefore;
    return { rows: authorizedRows(desk, aim, { authorizedBy, endsBefore }), byStatus: true, facts };
  }
  if (olderThan !== undefined)
    throw new UsageError("--older-than chooses among what a --status finds.", {
      field: "--older-than",
      hint: "Add: --status AUTHORIZED",
    });
  if (!isNamed) {
    throw new UsageError(`Which ${desk.noun}s? None is named.`, {
      hint: "Name them by id or number, give a file with --from, pipe them in with -, or take --status AUTHORIZED",
    });
  }
  const named = await readAll(context, args, desk.noun, options);
  return { rows: namedRows(desk, aim, named, facts), byStatus: false, facts };
}

async function readAll(
  context: Context,
  args: readonly string[],
  noun: string,
  { from, column }: PaymentOptions,
): Promise<Named[]> {
  const named: Named[] = [];
  const read = async (file: string) => {
    const { readNamed } = await import("../../resources/payments/named-file.ts");
    const { readSource, sourceName } = await import("../source.ts");
    const like = `till ${noun}s list --output ndjson | till …`;
    const all = await readNamed(readSource(context, file, like), sourceName(file), { column, noun });
    named.push(...all);
  };
  for (const arg of args) {
    const reference = referenceOf(arg);
    if (arg === "-") await read("-");
    else if (reference !== undefined) named.push({ reference });
    else
      throw new UsageError(`"${arg}" is no id and no number of an ${noun}.`, { hint: "Nothing was sent." });
  }
  if (from !== undefined) await read(from);
  return named;
}
