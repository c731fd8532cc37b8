import type { PaymentOptions } from "../../cli/jobs/payment-flags.ts";
import { runPayments } from "../../cli/jobs/payments.ts";
import { payingCall } from "../../cli/sandbox-payment.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import type { PaymentAction } from "../../resources/payments/gateway.ts";
import { ticketGateway } from "../../resources/tickets/gateway.ts";

/** Returns the command that captures or voids the authorized payments of ticket orders. */
export function ticketPayments(action: PaymentAction) {
  return async (context: Context, args: string[], options: PaymentOptions): Promise<CommandResult> => {
    const call = await payingCall(context, await context.call("admin"), options.pay);
    const gateway = ticketGateway(call);
    return await runPayments(context, { action, gateway, kind: `tickets.${action}`, args, options });
  };
}
