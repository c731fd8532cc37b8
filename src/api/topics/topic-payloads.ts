import { bool, date, guid, json, map, obj, text } from "../models/fields.ts";
import type { Schema } from "../schema.ts";
import { AbandonedCheckout } from "../services/abandoned-checkouts/abandoned-checkouts.ts";
import { BackInStockRequest } from "../services/back-in-stock/back-in-stock.ts";
import { Cart } from "../services/cart/models.ts";
import { CartV2 } from "../services/cart/models-v2.ts";
import { CheckoutTemplate } from "../services/checkout/checkout-templates.ts";
import { Checkout } from "../services/checkout/checkouts.ts";
import { Category } from "../services/collections/store-categories.ts";
import { DiscountRule } from "../services/discounts/discounts.ts";
import { EventPolicy, EventsSettings, NotificationConfig } from "../services/events/event-settings.ts";
import { Event } from "../services/events/events.ts";
import { EventGuest } from "../services/guests/event-guests.ts";
import { Rsvp } from "../services/guests/rsvp.ts";
import { InventoryItemV3 } from "../services/inventory/inventory-v3.ts";
import { DraftOrder } from "../services/orders/draft-orders.ts";
import { Order } from "../services/orders/models.ts";
import { OrderWithFulfillments } from "../services/orders/order-fulfillments.ts";
import { OrderPaymentRequest } from "../services/payments/order-payment-requests.ts";
import { Brand, Customization, InfoSection, ProductV3, Ribbon } from "../services/products/models-v3.ts";
import { RedirectSession } from "../services/redirects/redirects.ts";
import { CheckoutSettings, OrdersSettings } from "../services/settings/settings.ts";
import { DeliveryProfile, ShippingOption, ShippoConfiguration } from "../services/shipping/models.ts";
import { StaffMember } from "../services/staff/staff.ts";
import { SubscriptionContract } from "../services/subscriptions/subscriptions.ts";
import { ManualTaxMapping, TaxGroup, TaxRegion } from "../services/tax/models.ts";
import { TicketDefinitionV3 } from "../services/tickets/ticket-definitions.ts";
import { TicketHold } from "../services/tickets/ticket-reservations.ts";
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
