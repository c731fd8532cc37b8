import { bool, date, guid, json, map, obj, text } from "../models/fields.ts";
import type { Schema } from "../schema.ts";
import { AbandonedCheckout } from "../services/abandoned-checkouts.ts";
import { BackInStockRequest } from "../services/back-in-stock.ts";
import { Cart, CartV2 } from "../services/cart.ts";
import { Checkout, CheckoutTemplate } from "../services/checkout.ts";
import { Category } from "../services/collections.ts";
import { DiscountRule } from "../services/discounts.ts";
import { Event, EventPolicy, EventsSettings, NotificationConfig } from "../services/events.ts";
import { EventGuest, Rsvp } from "../services/guests.ts";
import { InventoryItemV3 } from "../services/inventory.ts";
import { DraftOrder, Order, OrderWithFulfillments } from "../services/orders.ts";
import { OrderPaymentRequest } from "../services/payments.ts";
import { Brand, Customization, InfoSection, ProductV3, Ribbon } from "../services/products.ts";
import { RedirectSession } from "../services/redirects.ts";
import { CheckoutSettings, OrdersSettings } from "../services/settings.ts";
import { DeliveryProfile, ShippingOption, ShippoConfiguration } from "../services/shipping.ts";
import { StaffMember } from "../services/staff.ts";
import { SubscriptionContract } from "../services/subscriptions.ts";
import { ManualTaxMapping, TaxGroup, TaxRegion } from "../services/tax.ts";
import { TicketDefinitionV3, TicketHold } from "../services/tickets.ts";
import { actions } from "./action-payloads.ts";
import { legacyPayloads } from "./legacy-payloads.ts";
import type { Topic } from "./topics.ts";

const named = obj({ id: guid(), name: text(), createdDate: date(), updatedDate: date() });

/** The payload of created, updated and deleted events by entity; by type if two entities share a name. */
const entities: Readonly<Record<string, Schema>> = {
  AbandonedCheckout,
  BackInStockNotificationRequest: BackInStockRequest,
  Brand,
  Cart,
  Category,
  Checkout,
  CheckoutSettings,
  CheckoutTemplate,
  ContactTaxDetails: named,
  Customization,
  DeliveryProfile,
  DiscountRule,
  DraftOrder,
  Event,
  EventGuest,
  EventsSettings,
  InfoSection,
  InventoryItem: InventoryItemV3,
  ManualTaxMapping,
  NotificationConfig,
  Order,
  OrderPaymentRequest,
  OrderWithFulfillments,
  OrdersSettings,
  Policy: EventPolicy,
  Promotion: named,
  RedirectSession,
  Ribbon,
  Rsvp,
  ShippingOption,
  ShippoConfiguration,
  SignOnPolicy: named,
  StaffMember,
  SubscriptionContract,
  TaxExemptGroup: named,
  TaxGroup,
  TaxRegion,
  TicketDefinition: TicketDefinitionV3,
  TicketReservation: TicketHold,
  V3Product: ProductV3,
  "wix.ecom.v2.cart": CartV2,
};

const envelope = {
  id: guid(),
  entityFqdn: text(),
  slug: text(),
  entityId: text(),
  eventTime: date(),
  triggeredByAnonymizeRequest: bool(),
  originatedFrom: text(),
  entityEventSequence: text(),
};

const bodies: Readonly<Record<string, Schema>> = { ...actions, ...legacyPayloads };

/** Returns the schema of a topic's entity or action body; of legacy events, the whole payload. */
export function topicBody({ fqdn, kind, payload = "" }: Topic): Schema {
  const known =
    kind === "action" || kind === "older" ? bodies[payload] : (entities[fqdn] ?? entities[payload]);
  return known ?? map(json());
}

/** Returns the schema of a topic's whole payload: the envelope of domain events with the body, or a legacy payload. */
export function topicPayload(topic: Topic): Schema {
  const body = topicBody(topic);
  switch (topic.kind) {
    case "created":
      return obj({ ...envelope, createdEvent: obj({ entity: body }) });
    case "updated":
      return obj({ ...envelope, updatedEvent: obj({ currentEntity: body }) });
    case "deleted":
      return obj({ ...envelope, deletedEvent: obj({ deletedEntity: body }) });
    case "action":
      return obj({ ...envelope, actionEvent: obj({ body }) });
    case "older":
      return body;
  }
}
