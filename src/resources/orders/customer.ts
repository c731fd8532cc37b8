import type { Order } from "../../api/services/orders/models/order.ts";

/** Who bought, as a merchant says it: the name, else the company, else the e-mail address; empty where none is known. */
export function customerOf({ billingInfo, recipientInfo, buyerInfo }: Order): string {
  for (const contact of [billingInfo?.contactDetails, recipientInfo?.contactDetails]) {
    const name = [contact?.firstName, contact?.lastName].filter(Boolean).join(" ");
    if (name !== "") return name;
    if (contact?.company) return contact.company;
  }
  return buyerInfo?.email ?? "";
}
