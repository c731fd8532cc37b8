import type { PaymentOptions } from "../../cli/jobs/payment-flags.ts";
import { runPayments } from "../../cli/jobs/payments.ts";
import { payingCall } from "../../cli/sandbox-payment.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import { orderGateway } from "../../resources/orders/gateway.ts";
import type { PaymentAction } from "../../resources/payments/gateway.ts";

/** Returns the command that captures or voids the authorized payments of orders. */
export function orderPayments(action: PaymentAction) {
  return async (context: Context, args: string[], options: PaymentOptions): Promise<CommandResult> => {
    const call = await payingCall(context, await context.call("admin"), options.pay);
    const gateway = orderGateway(call);
    return await runPayments(context, { action, gateway, kind: `orders.${action}`, args, options });
  };
}
