import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { ordersDesk } from "../../resources/orders/desk.ts";
import type { Aim } from "../../resources/payments/account.ts";
import type { PaymentOptions } from "../payments/flags.ts";
import { platformTime } from "../payments/platform-time.ts";
import { runPayments } from "../payments/run.ts";

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
