import type { Call } from "../../api/caller.ts";
import type { Order } from "../../api/services/orders/models.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { day } from "../../kernel/durations.ts";
import { orderGateway } from "../orders/gateway.ts";
import { listTransactions } from "../orders/payments.ts";
import { listOrders } from "../orders/resource.ts";
import type { Authorization, PaymentGateway } from "../payments/gateway.ts";
import { ticketGateway } from "../tickets/gateway.ts";
import type { ShopFinding } from "./finding.ts";

/** Authorizations of cards end after about a week, or when the platform voids them. */
const lifetime = 7 * day;
/** How long before its end an authorization is reported. */
const notice = 2 * day;

/** Yields authorized payments of orders and ticket orders that end soon, and approved orders whose authorization ended. */
export async function* authorizationFindings(call: Call, now: number): AsyncGenerator<ShopFinding> {
  const gateways: [string, PaymentGateway][] = [
    ["orders", orderGateway(call)],
    ["tickets orders", ticketGateway(call)],
  ];
  for (const [group, gateway] of gateways) {
    for await (const page of gateway.authorized()) {
      for (const { number, authorizations } of page) {
        const ends = authorizations.filter(({ state }) => state === "AUTHORIZED").map(endOf);
        const end = Math.min(...ends);
        if (end - now > notice) continue;
        const date = new Date(end).toISOString().slice(0, 10);
        const problem =
          end > now ? `its authorization ends on ${date}` : `its authorization ended on ${date}`;
        yield { ...about(gateway.itemName, number), problem, fix: `till ${group} capture ${number}` };
      }
    }
  }
  yield* expiredFindings(call);
}

const about = (item: string, number: string) => ({ check: "payment", subject: `${item} ${number}` });

/** Returns when an authorization ends, in milliseconds; infinity if that is unknown or it is captured before. */
function endOf({ authorizedAt, scheduled }: Authorization): number {
  if (scheduled?.action === "capture") return Number.POSITIVE_INFINITY;
  if (scheduled) return Date.parse(scheduled.at);
  const time = Date.parse(authorizedAt ?? "");
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time + lifetime;
}

const batchSize = 100;

/** Yields approved orders that are unpaid because the platform voided their authorization at its end. */
async function* expiredFindings(call: Call): AsyncGenerator<ShopFinding> {
  const filter = "status = APPROVED and paymentStatus in (NOT_PAID, CANCELED) and archived = false";
  const { rows } = listOrders(call, { filter, all: true });
  for await (const batch of streamBatches(rows, batchSize)) yield* await expiredOf(call, batch);
}

async function expiredOf(call: Call, orders: readonly Order[]): Promise<ShopFinding[]> {
  const { found } = await listTransactions(
    call,
    orders.map(({ id }) => id),
  );
  return orders.flatMap(({ id, number = "" }) => {
    const payments = found.find(({ orderId }) => orderId === id)?.payments ?? [];
    const details = payments.map(({ regularPaymentDetails }) => regularPaymentDetails?.authorizationDetails);
    const ended = details.find((one) => one?.void?.status === "SUCCEEDED" && one.void.reason === "SCHEDULED");
    if (ended === undefined || payments.some(({ status }) => status === "AUTHORIZED")) return [];
    const date = String(ended?.void?.voidedDate ?? "").slice(0, 10);
    const problem = `is approved and unpaid: its authorization ended on ${date}`;
    return [{ ...about("order", number ?? ""), problem, fix: `till orders cancel ${number}` }];
  });
}
