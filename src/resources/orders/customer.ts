import type { Order } from "../../api/services/orders/models.ts";

/** Returns the buyer's name, else the company, else the email address; empty if none is known. */
export function customerOf({ billingInfo, recipientInfo, buyerInfo }: Order): string {
  for (const contact of [billingInfo?.contactDetails, recipientInfo?.contactDetails]) {
    const name = [contact?.firstName, contact?.lastName].filter(Boolean).join(" ");
    if (name !== "") return name;
    if (contact?.company) return contact.company;
  }
  return buyerInfo?.email ?? "";
}

/** Names an order in a question: `order 10007 (Pia Conti)`, with its total `order 10007 (Pia Conti, 150.50 USD)`. */
export function describeOrder(order: Order, { total = false } = {}): string {
  const { number, currency, priceSummary } = order;
  const amount = total && priceSummary?.total?.amount;
  const facts = [customerOf(order), amount ? `${amount} ${currency ?? ""}`.trim() : ""].filter(Boolean);
  return `order ${number}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`;
}
