import { type Order, orders } from "../../api/services/orders.ts";
import { printObject } from "../../cli/generic/print.ts";
import { readJsonObject } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, type ExitCode, UsageError } from "../../kernel/errors.ts";
import { describeReason, isReason } from "../../resources/orders/payments.ts";
import { orderResource } from "../../resources/orders/resource.ts";
import { sendOrderChange } from "./change-order.ts";

/** Imports an order of another shop and prints it. */
export async function run(
  context: Context,
  _args: string[],
  { input }: { input?: string },
): Promise<ExitCode | undefined> {
  if (input === undefined)
    throw new UsageError("--input is required.", {
      field: "--input",
      hint: "For example: --input @order.json",
    });
  const given = await readJsonObject(context, "--input", input);
  const order = ("order" in given ? given.order : given) as Order;
  const call = await context.call("admin");
  try {
    const body = await sendOrderChange(context, call, {
      endpoint: orders.importOrder,
      input: { order },
      check: 'till orders list --filter "imported = true"',
    });
    await printObject(context, orderResource, body.order);
    return undefined;
  } catch (error) {
    throw explain(error);
  }
}

/** Returns the platform's error with its reason in plain English. */
function explain(error: unknown): unknown {
  if (!(error instanceof ApiError) || !isReason(error.code)) return error;
  const { status, code, requestId, details } = error;
  return new ApiError(`The order cannot be imported: ${describeReason(code)}.`, {
    status,
    code,
    requestId,
    details,
    hint: `${error.message}. Nothing was imported.`,
  });
}
