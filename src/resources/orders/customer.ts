import type { Order } from "../../api/services/orders/models/order.ts";

/** Returns the buyer's name, else the company, else the email address; empty if none is known. */
export function customerOf({ billingInfo, recipientInfo, buyerInfo }: Order): string {
  for (const contact of [billingInfo?.contactDetails, recipientInfo?.contactDetails]) {
    const name = [contact?.firstName, contact?.lastName].filter(Boolean).join(" ");
    if (name !== "") return name;
    if (contact?.company) return contact.company;
  }
  return buyerInfo?.email ?? "";
}
