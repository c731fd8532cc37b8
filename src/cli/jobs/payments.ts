import { unknownJobKind } from "../../bulk/engine/job-kinds.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { UsageError } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import { actions, type PaymentAction, type PaymentGateway } from "../../resources/payments/gateway.ts";
import { isSuccess, type PaymentRecord, plannedRecord } from "../../resources/payments/record.ts";
import {
  authorizedRows,
  isWithin,
  type OrderReference,
  type PaymentRow,
  parseReference,
  referencedRows,
} from "../../resources/payments/rows.ts";
import { checkLimits, guardFailed, parseLimits } from "../../resources/payments/totals.ts";
import { paymentStep, paymentWork } from "../../resources/payments/work.ts";
import { platformTime } from "../../resources/platform-time.ts";
import { payingCall } from "../pay.ts";
import { paymentKinds } from "./kinds.ts";
import type { PaymentOptions } from "./payment-flags.ts";
import { PaymentReporter, totalOfRecords } from "./payment-report.ts";
import { runJob } from "./run.ts";

/**
 * Returns the command of a kind of job, such as `orders.capture`. It reads every order, checks the guards, asks, and sends
 * one request per order, once. It prints the result for each order. The exit code is 10 if an outcome is unknown, 9 if some
 * orders succeeded and some did not.
 */
export function paymentCommand(kind: string) {
  return async (context: Context, args: string[], options: PaymentOptions): Promise<CommandResult> => {
    const payments = paymentKinds[kind];
    if (!payments) throw unknownJobKind(kind);
    const call = await payingCall(context, await context.call("admin"), options.pay);
    const gateway = (await payments.gateway())(call);
    return await runPayments(context, { action: payments.action, gateway, kind, args, options });
  };
}

/** A capture or void as a command requests it. */
interface PaymentRequest {
  action: PaymentAction;
  gateway: PaymentGateway;
  kind: string;
  args: readonly string[];
  options: PaymentOptions;
}

async function runPayments(context: Context, request: PaymentRequest): Promise<CommandResult> {
  const { action, gateway, kind, args, options } = request;
  const { itemName } = gateway;
  const limits = parseLimits(options.maxTotal ?? [], "--max-total");
  const now = await platformTime(context);
  const selection = await selectPayments(context, { action, gateway, args, now }, options);
  const { expiresBefore } = options;
  const endsBefore = selection.byStatus || expiresBefore === undefined ? undefined : now + expiresBefore;
  const pending = new Map<number, PaymentRecord>();
  const all: PaymentRecord[] = [];
  const late: string[] = [];

  const toSteps = (row: PaymentRow) => {
    const { reference, order, eligibility } = row;
    const record = plannedRecord(row, action);
    all.push(record);
    if (eligibility.is === "already") return [];
    if (eligibility.is !== "eligible" || !order) {
      const { code = "", reason = "" } = record;
      const source = reference.source === undefined ? {} : { source: reference.source };
      return {
        problems: [{ rule: code, message: `${itemName} ${reference.reference}: ${reason}`, ...source }],
      };
    }
    const { authorizations } = eligibility;
    if (!authorizations.every((authorization) => isWithin(authorization, { endsBefore })))
      late.push(order.number);
    pending.set(pending.size + 1, record);
    return [paymentStep(action, order, authorizations, reference.source)];
  };

  return await runJob(context, {
    kind,
    title: `${actions[action].title} authorized payments`,
    rows: selection.rows,
    toSteps,
    work: paymentWork(gateway, context),
    options,
    final: true,
    async check(_, plan) {
      checkExpiry(late, itemName);
      const { repeated } = selection.facts;
      if (repeated > 0) await context.notice(`Duplicates ignored: ${countOf(repeated, itemName)}.`);
      if (plan.rows === 0) checkNotEmpty(request);
    },
    reporter: (journal) =>
      new PaymentReporter(context, journal, {
        action,
        itemName,
        pending,
        all,
        dryRun: options.dryRun === true,
        guard: () => {
          checkExpected(request, all.filter(isSuccess).length);
          checkLimits(totalOfRecords(pending.values()), limits, "--max-total");
        },
      }),
  });
}

function checkExpiry(late: readonly string[], itemName: string): void {
  if (late.length === 0) return;
  const some = late.slice(0, 5).join(", ");
  const count = `${countOf(late.length, itemName)} ${late.length === 1 ? "expires" : "expire"} later`;
  throw guardFailed(
    `${count} than --expires-before allows: ${some}${late.length > 5 ? ", …" : ""}.`,
    "--expires-before",
  );
}

function checkNotEmpty({ action, gateway, options }: PaymentRequest): void {
  if (options.allowEmpty) return;
  const how = options.authorized ? "found" : "named";
  throw new UsageError(`Nothing to ${action}: no ${gateway.itemName}s ${how}.`, {
    code: "NOTHING_TO_DO",
    hint: "If that is fine, add: --allow-empty",
  });
}

function checkExpected({ action, gateway, options }: PaymentRequest, ready: number): void {
  const { expect } = options;
  if (expect === undefined || expect === ready) return;
  const found = `${countOf(ready, gateway.itemName)} can be ${actions[action].done} or already ${ready === 1 ? "is" : "are"}`;
  throw guardFailed(`--expect is ${expect}, but ${found}.`, "--expect");
}

/** The orders of a run. */
export interface PaymentSelection {
  rows: AsyncIterable<PaymentRow>;
  /** Selected by their status, not by name. */
  byStatus: boolean;
  /** The number of duplicates. */
  facts: { repeated: number };
}

/** Selects orders by arguments, a file, or --authorized. Throws UsageError if none of these is given. */
async function selectPayments(
  context: Context,
  {
    action,
    gateway,
    args,
    now,
  }: { action: PaymentAction; gateway: PaymentGateway; args: readonly string[]; now: number },
  options: PaymentOptions,
): Promise<PaymentSelection> {
  const { file, authorized = false, olderThan, expiresBefore } = options;
  const facts = { repeated: 0 };
  const { itemName } = gateway;
  const isNamed = args.length > 0 || file !== undefined;
  if (authorized) {
    if (isNamed)
      throw new UsageError(`Name ${itemName}s or use --authorized, not both.`, { field: "--authorized" });
    const authorizedBy = olderThan === undefined ? undefined : now - olderThan;
    const endsBefore = expiresBefore === undefined ? undefined : now + expiresBefore;
    return { rows: authorizedRows(gateway, action, { authorizedBy, endsBefore }), byStatus: true, facts };
  }
  if (olderThan !== undefined)
    throw new UsageError("--older-than needs --authorized.", {
      field: "--older-than",
      hint: "Add: --authorized",
    });
  if (!isNamed) {
    throw new UsageError(`No ${itemName}s named.`, {
      hint: "Name them by id or number, list them in a file with --file, pipe them in with -, or use --authorized",
    });
  }
  const references = await readReferences(context, args, itemName, options);
  return { rows: referencedRows(gateway, action, references, facts), byStatus: false, facts };
}

async function readReferences(
  context: Context,
  args: readonly string[],
  itemName: string,
  { file, column, sheet }: PaymentOptions,
): Promise<OrderReference[]> {
  const references: OrderReference[] = [];
  const read = async (file: string) => {
    const { readReferenceFile } = await import("../../resources/payments/reference-file.ts");
    const { readSource, argumentName } = await import("../source.ts");
    const example = `till ${itemName}s list --output ndjson | till …`;
    const source = readSource(context, file, example);
    references.push(...(await readReferenceFile(source, argumentName(file), { column, sheet, itemName })));
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
  if (file !== undefined) await read(file);
  return references;
}
