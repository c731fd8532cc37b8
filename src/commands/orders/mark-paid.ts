import { orders } from "../../api/services/orders.ts";
import { type JobOptions, needsJob } from "../../cli/bulk-flags.ts";
import { printObject } from "../../cli/generic/print.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { decimal, moneyText } from "../../kernel/money.ts";
import { findOrder } from "../../resources/orders/find.ts";
import { readTransactions } from "../../resources/orders/payments.ts";
import { readAmount } from "../../resources/orders/refund.ts";
import { orderResource } from "../../resources/orders/resource.ts";
import type { PaymentMethodName } from "../../resources/orders/steps.ts";
import { describeOrder } from "../../resources/orders/words.ts";
import { sendOrderChange } from "./change-order.ts";

interface MarkPaidOptions extends JobOptions {
  amount?: string;
  method?: string;
}

const predefined = ["CASH", "BANK_TRANSFER", "CHECK"];

/** Records payments that were made outside the platform: of one order, or of several as one job. */
export async function run(
  context: Context,
  references: string[],
  options: MarkPaidOptions,
): Promise<ExitCode | CommandResult | undefined> {
  const [reference = ""] = references;
  const isOne = references.length === 1 && reference !== "-";
  const { amount, method, ...job } = options;
  if (isOne && !needsJob(job)) return await markPaid(context, reference, options);
  if (amount !== undefined)
    throw new UsageError(
      isOne
        ? "--amount goes with --dry-run and --yes only. A job marks an order as paid in full."
        : "--amount is for one order. Several are marked as paid in full.",
      { field: "--amount" },
    );
  const { markOrdersPaid } = await import("./many.ts");
  return await markOrdersPaid(context, references, {
    ...job,
    method: method === undefined ? undefined : methodOf(method),
  });
}

/**
 * Records a payment of an order that was made outside the platform: an amount, or all that is unpaid. An order that is
 * already paid is not an error.
 */
async function markPaid(
  context: Context,
  reference: string,
  { amount: given, method, yes }: MarkPaidOptions,
): Promise<ExitCode | undefined> {
  const call = await context.call("admin");
  const order = await findOrder(call, reference);
  const [id, currency] = [order.id, order.currency ?? ""];
  if (order.paymentStatus === "PAID") {
    await context.notice(`Order ${order.number} is already paid. Nothing was sent.`);
    await printObject(context, orderResource, order);
    return undefined;
  }
  const body = await call(orders.collectability, { ecomOrderId: id });
  const { amount: left, status } = body;
  const unpaid = decimal(left?.amount ?? "0");
  if (!unpaid.gt(decimal("0"))) {
    const isAuthorized = Number(order.balanceSummary?.authorized?.amount ?? 0) > 0;
    const reason = isAuthorized ? "its payment is authorized" : status;
    const [what, verb] = isAuthorized ? ["Capture it", "capture"] : ["Show its payments", "payments"];
    throw new TillError(exitCodes.conflict, `Order ${order.number} has nothing to pay: ${reason}.`, {
      code: "NOT_PAYABLE",
      hint: `${what}: till orders ${verb} ${order.number}`,
    });
  }
  const amount = given === undefined ? unpaid : readAmount(given, currency, "--amount");
  if (amount.gt(unpaid)) {
    const message = `Order ${order.number} has ${moneyText(unpaid, currency)} ${currency} left to pay.`;
    throw new TillError(exitCodes.conflict, message, { code: "AMOUNT_EXCEEDS_BALANCE" });
  }
  const what = `${moneyText(amount, currency)} ${currency} (order ${order.number})`;
  if (context.globals.dryRun) await context.notice(`Would record a payment of ${what}.`);
  const sum = `${moneyText(amount, currency)} ${currency}`;
  await context.asks({
    text: `Record a payment of ${sum} for ${describeOrder(order)}?`,
    typed: sum,
    yes,
  });
  const name = method === undefined ? {} : { userDefinedPaymentMethodName: methodOf(method) };
  const check = `till orders payments ${order.number}`;
  if (given === undefined) {
    await sendOrderChange(context, call, {
      endpoint: orders.markAsPaid,
      input: { ecomOrderId: id, ...name },
      check,
      async look() {
        const now = await findOrder(call, id);
        return now.paymentStatus === "PAID" ? { done: { order: now } } : "absent";
      },
    });
  } else {
    const paymentsNow = async () => (await readTransactions(call, id)).payments ?? [];
    const before = new Set((await paymentsNow()).map((payment) => payment.id));
    await sendOrderChange(context, call, {
      endpoint: orders.recordPayment,
      input: { orderId: id, amount: { amount: moneyText(amount, currency) }, ...name },
      check,
      async look() {
        const added = (await paymentsNow()).filter((payment) => !before.has(payment.id));
        const found = added.find((payment) => decimal(payment.amount?.amount ?? "0").eq(amount));
        if (found) return { done: { paymentId: found.id } };
        return added.length === 0 ? "absent" : "unclear";
      },
    });
  }
  await printObject(context, orderResource, await findOrder(call, id));
  return undefined;
}

function methodOf(name: string): PaymentMethodName {
  const constant = name.toUpperCase().replaceAll("-", "_");
  return predefined.includes(constant) ? { predefined: constant } : { custom: name };
}
