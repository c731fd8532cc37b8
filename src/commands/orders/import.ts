import type { Order } from "../../api/services/orders/models/order.ts";
import { orders } from "../../api/services/orders/orders.ts";
import { readJsonObject } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, type ExitCode, UsageError } from "../../kernel/errors.ts";
import { isReason, reasonWords } from "../../resources/orders/reasons.ts";
import { act } from "./acting.ts";
import { printOrder } from "./get.ts";

/** Takes over an order of another shop; says in words why one cannot be taken. */
export async function run(
  context: Context,
  _args: string[],
  { input }: { input?: string },
): Promise<ExitCode | undefined> {
  if (input === undefined)
    throw new UsageError("There is nothing to import.", {
      field: "--input",
      hint: "Give it: --input @order.json",
    });
  const given = await readJsonObject(context, "--input", input);
  const order = "order" in given ? given.order : given;
  const call = await context.call("admin");
  try {
    const body = await act(context, call, {
      name: "orders.importOrder",
      endpoint: orders.importOrder,
      input: { order },
      look: "till orders list --filter 'imported = true'",
    });
    await printOrder(context, body.order as Order);
    return undefined;
  } catch (error) {
    throw inWords(error);
  }
}

/** The platform's refusal with its reasons in words. */
function inWords(error: unknown): unknown {
  if (!(error instanceof ApiError) || !isReason(error.code)) return error;
  const { status, code, requestId, details } = error;
  return new ApiError(`The order cannot be imported: ${reasonWords(code)}.`, {
    status,
    code,
    requestId,
    details,
    hint: `${error.message}. Nothing was taken over.`,
  });
}
