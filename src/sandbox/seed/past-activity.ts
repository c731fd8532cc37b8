import { storesAppId } from "../../api/models/app-ids.ts";
import { day } from "../../kernel/durations.ts";
import { abandonedCheckouts } from "../abandoned-checkouts/abandoned-checkouts.ts";
import { backInStockRequests } from "../back-in-stock/back-in-stock.ts";
import { checkoutTemplates } from "../checkout/checkouts.ts";
import { catalogVersion } from "../kernel/catalog-version.ts";
import { newEntity } from "../kernel/entities.ts";
import type { StoreTx } from "../kernel/tx.ts";
import { products } from "../products/v1/tables.ts";
import { products as productsV3 } from "../products/v3/tables.ts";
import { cycleStart, subscriptionContracts } from "../subscriptions/subscriptions.ts";
import { tipChoices } from "../tips/tips.ts";
import demoShop from "./demo-shop.json" with { type: "json" };

/** A purchase flow with a selected tip. */
const demoFlow = "00000000-0000-4000-8000-00000000f107";

/** Adds earlier activity: abandoned checkouts, a back-in-stock request, a subscription, a selected tip and a checkout template. */
export function seedPastActivity(tx: StoreTx, idOf: (name: string) => string): void {
  const at = (days: number) => new Date(tx.now.getTime() + days * day).toISOString();
  const currency = tx.setting("currency");
  for (const { name, amount, days, recovered } of demoShop.abandonedCheckouts) {
    const id = idOf(`abandoned ${name}`);
    const checkoutId = idOf(`checkout ${name}`);
    tx.put(abandonedCheckouts, id, {
      id,
      checkoutId,
      createdDate: at(days),
      updatedDate: at(days),
      status: recovered === undefined ? "ABANDONED" : "RECOVERED",
      buyerInfo: { visitorId: idOf(`visitor ${name}`), email: `${name.toLowerCase()}@example.com` },
      contactDetails: { firstName: name, lastName: "Sample" },
      currency,
      totalPrice: { amount },
      subtotalPrice: { amount },
      activities: [{ createdDate: at(days), type: "SCHEDULED" }],
      checkoutUrl: `${tx.origin}/checkout?checkoutId=${checkoutId}`,
      lineItems: [],
      ...(recovered !== undefined && { checkoutRecoveredDate: at(recovered) }),
    });
  }

  const soldOut =
    catalogVersion(tx) === "V3_CATALOG"
      ? tx.findBy(productsV3, "slug", "porcelain-pitcher")
      : tx.findBy(products, "slug", "porcelain-pitcher");
  const waiting = idOf("back in stock");
  tx.put(backInStockRequests, waiting, {
    id: waiting,
    catalogReference: { appId: storesAppId, catalogItemId: soldOut?.id ?? idOf("sold-out item") },
    email: "greta@example.com",
    contactId: idOf("contact Greta"),
    status: "RECEIVED",
    autoNotified: false,
    createdDate: at(-3),
    internal: { item: { name: "Porcelain Pitcher", price: "54.00" } },
  });

  const monthly = { frequency: "MONTH", interval: 1, autoRenewal: true, enableCustomerCancellation: true };
  const price = { amount: "18.00" };
  const contract = newEntity(tx, idOf("subscription"));
  tx.put(subscriptionContracts, contract.id, {
    ...contract,
    title: "Coffee club",
    subscriptionSettings: monthly,
    lineItems: [
      {
        id: idOf("subscribed line"),
        productName: { original: "Coffee club" },
        quantity: 1,
        price,
        itemType: { preset: "DIGITAL" },
        subscriptionInfo: { id: contract.id, cycleNumber: 1, subscriptionSettings: monthly },
      },
    ],
    buyerInfo: {
      visitorId: idOf("visitor Hanna"),
      contactId: idOf("contact Hanna"),
      email: "hanna@example.com",
    },
    currency,
    priceSummary: { subtotal: price, total: price },
    channelInfo: { type: "WEB" },
    activities: [],
    internal: {
      orderId: idOf("subscribed order"),
      cycles: 1,
      status: "ACTIVE",
      anchor: tx.now.toISOString(),
    },
  });
  tx.schedule(cycleStart(tx.now.toISOString(), monthly, 1), "subscriptionContracts.bill", contract.id);

  tx.put(tipChoices, demoFlow, { tipType: "PERCENTAGE", value: "15" });

  const template = newEntity(tx, idOf("template"));
  tx.put(checkoutTemplates, template.id, {
    ...template,
    status: "ACTIVE",
    customLineItems: [
      {
        productName: { original: "Tea ceremony for two" },
        quantity: 1,
        price: "48.00",
        itemType: { preset: "SERVICE" },
      },
    ],
  });
}
