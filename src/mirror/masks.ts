import { type Fakes, maskValue } from "../api/personal-data.ts";
import type { Schema } from "../api/schema.ts";
import { AbandonedCheckout } from "../api/services/abandoned-checkouts.ts";
import { GiftCard } from "../api/services/gift-cards.ts";
import { EventGuest } from "../api/services/guests.ts";
import { Order } from "../api/services/orders.ts";
import { OrderTransactions } from "../api/services/payments.ts";
import { Ticket } from "../api/services/tickets.ts";
import type { ListName } from "./tables.ts";

/** The models of the lists whose objects describe persons. */
const persons: Readonly<Partial<Record<ListName, Schema>>> = {
  abandonedCheckouts: AbandonedCheckout,
  giftCards: GiftCard,
  guests: EventGuest,
  orders: { ...Order, properties: { ...Order.properties, transactions: OrderTransactions } },
  tickets: Ticket,
};

/** Returns an object of a list with substitutes for personal data. */
export const maskObject = (list: ListName, object: object, fakes: Fakes): object =>
  maskValue(persons[list], object, fakes, list in persons) as object;
