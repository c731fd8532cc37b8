import type { PaymentOptions } from "../../cli/payments/flags.ts";
import { platformTime } from "../../cli/payments/platform-time.ts";
import { runPayments } from "../../cli/payments/run.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import type { Aim } from "../../resources/payments/account.ts";
import { ticketDesk } from "../../resources/tickets/desk.ts";

/** `till tickets orders capture` and `void`: what orders do, at the desk of tickets. */
export function movePayments(aim: Aim) {
  return async (context: Context, args: string[], options: PaymentOptions): Promise<ExitCode> => {
    const desk = ticketDesk(await context.call("admin"));
    const now = await platformTime(context);
    return await runPayments(context, { aim, desk, kind: `tickets.${aim}`, args, options, now });
  };
}
