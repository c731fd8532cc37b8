import type * as z from "zod/mini";
import { AbandonedCheckout } from "./models/abandoned-checkout.ts";
import { BackInStockRequest } from "./models/back-in-stock.ts";
import { Brand } from "./models/brand.ts";
import { Cart } from "./models/cart.ts";
import { CartV2 } from "./models/cart-v2.ts";
import { Category } from "./models/category.ts";
import { Checkout } from "./models/checkout.ts";
import { CheckoutSettings } from "./models/checkout-settings.ts";
import { CheckoutTemplate } from "./models/checkout-template.ts";
import { Customization } from "./models/customization.ts";
import { DeliveryProfile } from "./models/delivery-profile.ts";
import { DiscountRule } from "./models/discount-rule.ts";
import { DraftOrder } from "./models/draft-order.ts";
import { Event } from "./models/event.ts";
import { EventGuest } from "./models/event-guest.ts";
import { EventPolicy } from "./models/event-policy.ts";
import { EventsSettings } from "./models/events-settings.ts";
import { bool, date, guid, json, map, obj, text } from "./models/fields.ts";
import { InfoSection } from "./models/info-section.ts";
import { InventoryItemV3 } from "./models/inventory-item-v3.ts";
import { NotificationConfig } from "./models/notification-config.ts";
import { Order } from "./models/order.ts";
import { OrderWithFulfillments } from "./models/order-fulfillment.ts";
import { OrderPaymentRequest } from "./models/order-payment-request.ts";
import { OrdersSettings } from "./models/orders-settings.ts";
import { ProductV3 } from "./models/product-v3.ts";
import { RedirectSession } from "./models/redirect.ts";
import { Ribbon } from "./models/ribbon.ts";
import { Rsvp } from "./models/rsvp.ts";
import { ShippoConfiguration } from "./models/shipping-label.ts";
import { ShippingOption } from "./models/shipping-option.ts";
import { StaffMember } from "./models/staff-member.ts";
import { SubscriptionContract } from "./models/subscription-contract.ts";
import { ManualTaxMapping, TaxGroup, TaxRegion } from "./models/tax-setup.ts";
import { TicketDefinitionV3 } from "./models/ticket-definition-v3.ts";
import { HeldTickets } from "./models/ticket-reservation.ts";
import { actions } from "./models/told-actions.ts";
import { older } from "./models/told-older.ts";
import type { Topic } from "./topics.ts";

const named = obj({ id: guid(), name: text(), createdDate: date(), updatedDate: date() });

/** What a created, updated or deleted event carries, by the entity's name; by its type where two share a name. Entities that no call knows are `named`. */
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
  TicketReservation: HeldTickets,
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

const everyBody: Readonly<Record<string, z.core.$ZodType>> = { ...actions, ...older };

/** What a topic carries: the entity, or the body of an action; of older events the whole payload. */
export function topicBody({ fqdn, kind, payload = "" }: Topic): z.core.$ZodType {
  const known =
    kind === "action" || kind === "older" ? everyBody[payload] : (entities[fqdn] ?? entities[payload]);
  return known ?? map(json());
}

/** The whole payload of a topic: the envelope of domain events with what it carries, or an older event's own. */
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
