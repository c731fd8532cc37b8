import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import type { PaymentAction, PaymentGateway } from "../../resources/payments/gateway.ts";
import {
  authorizedRows,
  type OrderReference,
  type PaymentRow,
  parseReference,
  referencedRows,
} from "../../resources/payments/rows.ts";
import type { PaymentOptions } from "./payment-flags.ts";

/** The orders of a run. */
export interface PaymentSelection {
  rows: AsyncIterable<PaymentRow>;
  /** Selected by their status, not by name. */
  byStatus: boolean;
  /** The number of duplicates. */
  facts: { repeated: number };
}

/** Selects orders by arguments, a file, or --status. Throws UsageError if none of these is given. */
export async function selectPayments(
  context: Context,
  {
    action,
    gateway,
    args,
    now,
  }: { action: PaymentAction; gateway: PaymentGateway; args: readonly string[]; now: number },
  options: PaymentOptions,
): Promise<PaymentSelection> {
  const { from, status, olderThan, expiresBefore } = options;
  const facts = { repeated: 0 };
  const { itemName } = gateway;
  const isNamed = args.length > 0 || from !== undefined;
  if (status !== undefined) {
    if (isNamed) throw new UsageError(`Name ${itemName}s or use --status, not both.`, { field: "--status" });
    const authorizedBy = olderThan === undefined ? undefined : now - olderThan;
    const endsBefore = expiresBefore === undefined ? undefined : now + expiresBefore;
    return { rows: authorizedRows(gateway, action, { authorizedBy, endsBefore }), byStatus: true, facts };
  }
  if (olderThan !== undefined)
    throw new UsageError("--older-than needs --status.", {
      field: "--older-than",
      hint: "Add: --status AUTHORIZED",
    });
  if (!isNamed) {
    throw new UsageError(`No ${itemName}s named.`, {
      hint: "Name them by id or number, list them in a file with --from, pipe them in with -, or use --status AUTHORIZED",
    });
  }
  const references = await readReferences(context, args, itemName, options);
  return { rows: referencedRows(gateway, action, references, facts), byStatus: false, facts };
}

async function readReferences(
  context: Context,
  args: readonly string[],
  itemName: string,
  { from, column, sheet }: PaymentOptions,
): Promise<OrderReference[]> {
  const references: OrderReference[] = [];
  const read = async (file: string) => {
    const { readReferences } = await import("../../resources/payments/reference-file.ts");
    const { readSource, sourceName } = await import("../source.ts");
    const example = `till ${itemName}s list --output ndjson | till …`;
    const source = readSource(context, file, example);
    references.push(...(await readReferences(source, sourceName(file), { column, sheet, itemName })));
  };
  for (const arg of args) {
    const reference = parseReference(arg);
    if (arg === "-") await read("-");
    else if (reference !== undefined) references.push({ reference });
    else
      throw new UsageError(`"${arg}" is not an id or number of an ${itemName}.`, {
        hint: "Nothing was sent.",
      });
  }
  if (from !== undefined) await read(from);
  return references;
}
