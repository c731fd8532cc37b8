import type { PaymentOptions } from "../../cli/payments/flags.ts";
import { platformTime } from "../../cli/payments/platform-time.ts";
import { runPayments } from "../../cli/payments/run.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { ordersDesk } from "../../resources/orders/desk.ts";
import type { Aim } from "../../resources/payments/account.ts";

/** `till orders capture` */
export const capture = moving("capture");
/** `till orders void` */
export const voidOrders = moving("void");

function moving(aim: Aim) {
  return async (context: Context, args: string[], options: PaymentOptions): Promise<ExitCode> => {
    // Calls that are under way are let end: a job records what became of them.
    const desk = ordersDesk(await context.call("admin"));
    const now = await platformTime(context);
    return await runPayments(context, { aim, desk, kind: `orders.${aim}`, args, options, now });
  };
}
