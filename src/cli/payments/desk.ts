import type { Context } from "../../context/context.ts";
import type { Aim, PaymentDesk } from "../../resources/payments/account.ts";

/** The desk of a job that captures or voids, by what its journal calls it (`orders.capture`); undefined for other jobs. */
export async function paymentDesk(
  context: Context,
  kind: string | undefined,
): Promise<{ aim: Aim; desk: PaymentDesk } | undefined> {
  const [, noun, aim] = /^(orders|tickets)\.(capture|void)$/.exec(kind ?? "") ?? [];
  if (noun === undefined) return undefined;
  const call = await context.call("admin");
  const desk =
    noun === "orders"
      ? (await import("../../resources/orders/desk.ts")).ordersDesk(call)
      : (await import("../../resources/tickets/desk.ts")).ticketDesk(call);
  return { aim: aim as Aim, desk };
}
