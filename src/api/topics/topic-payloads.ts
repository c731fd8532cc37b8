import type * as z from "zod/mini";
import { bool, date, guid, json, map, obj, text } from "../models/fields.ts";
import { AbandonedCheckout } from "../services/abandoned-checkouts/models/abandoned-checkout.ts";
import { BackInStockRequest } from "../services/back-in-stock/models/back-in-stock.ts";
import { Cart } from "../services/cart/models/cart.ts";
import { CartV2 } from "../services/cart/models/cart-v2.ts";
import { Checkout } from "../services/checkout/models/checkout.ts";
import { CheckoutTemplate } from "../services/checkout/models/checkout-template.ts";
import { Category } from "../services/collections/models/category.ts";
import { DiscountRule } from "../services/discounts/models/discount-rule.ts";
import { Event } from "../services/events/models/event.ts";
import { EventPolicy } from "../services/events/models/event-policy.ts";
import { EventsSettings } from "../services/events/models/events-settings.ts";
import { NotificationConfig } from "../services/events/models/notification-config.ts";
import { EventGuest } from "../services/guests/models/event-guest.ts";
import { Rsvp } from "../services/guests/models/rsvp.ts";
import { InventoryItemV3 } from "../services/inventory/models/inventory-item-v3.ts";
import { DraftOrder } from "../services/orders/models/draft-order.ts";
import { Order } from "../services/orders/models/order.ts";
import { OrderWithFulfillments } from "../services/orders/models/order-fulfillment.ts";
import { OrderPaymentRequest } from "../services/payments/models/order-payment-request.ts";
import { Brand } from "../services/products/models/brand.ts";
import { Customization } from "../services/products/models/customization.ts";
import { InfoSection } from "../services/products/models/info-section.ts";
import { ProductV3 } from "../services/products/models/product-v3.ts";
import { Ribbon } from "../services/products/models/ribbon.ts";
import { RedirectSession } from "../services/redirects/models/redirect.ts";
import { CheckoutSettings } from "../services/settings/models/checkout-settings.ts";
import { OrdersSettings } from "../services/settings/models/orders-settings.ts";
import { DeliveryProfile } from "../services/shipping/models/delivery-profile.ts";
import { ShippoConfiguration } from "../services/shipping/models/shipping-label.ts";
import { ShippingOption } from "../services/shipping/models/shipping-option.ts";
import { StaffMember } from "../services/staff/models/staff-member.ts";
import { SubscriptionContract } from "../services/subscriptions/models/subscription-contract.ts";
import { ManualTaxMapping, TaxGroup, TaxRegion } from "../services/tax/models/tax-setup.ts";
import { TicketDefinitionV3 } from "../services/tickets/models/ticket-definition-v3.ts";
import { TicketHold } from "../services/tickets/models/ticket-reservation.ts";
import { actions } from "./action-payloads.ts";
import { legacyPayloads } from "./legacy-payloads.ts";
import type { Topic } from "./topics.ts";

const named = obj({ id: guid(), name: text(), createdDate: date(), updatedDate: date() });

/** The payload of created, updated and deleted events by entity; by type if two entities share a name. */
const entities: Readonly<Record<string, z.core.$ZodType>> = {
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

const bodies: Readonly<Record<string, z.core.$ZodType>> = { ...actions, ...legacyPayloads };

/** Returns the schema of a topic's entity or action body; of legacy events, the whole payload. */
export function topicBody({ fqdn, kind, payload = "" }: Topic): z.core.$ZodType {
  const known =
    kind === "action" || kind === "older" ? bodies[payload] : (entities[fqdn] ?? entities[payload]);
  return known ?? map(json());
}

/** Returns the schema of a topic's whole payload: the envelope of domain events with the body, or a legacy payload. */
export function topicPayload(topic: Topic): z.core.$ZodType {
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
