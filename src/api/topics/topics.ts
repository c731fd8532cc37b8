/** The kind of an event: an entity was created, updated or deleted, or an action was performed; `older` are legacy events. */
export type TopicKind = "created" | "updated" | "deleted" | "action" | "older";

/** A topic: one type of domain event. */
export interface Topic {
  /** The event type: `wix.ecom.v1.cart_updated`. */
  type: string;
  /** The part after the entity: `updated`, `guest_checked_in`; for legacy events the event name. */
  slug: string;
  /** The entity: `wix.ecom.v1.cart`; for legacy events the prefix of the name. */
  fqdn: string;
  kind: TopicKind;
  /** The name of the payload: the entity, or the body of an action. Deletions can have none. */
  payload: string | undefined;
  /** The platform will remove it. */
  deprecated: boolean;
}

interface EntityTopics {
  fqdn: string;
  entity?: string;
  changes?: readonly ("created" | "updated" | "deleted")[];
  /** The names of the action bodies, by slug. */
  actions?: Readonly<Record<string, string>>;
}

const changes = ["created", "updated", "deleted"] as const;

/** The events of each entity. */
const entities: readonly EntityTopics[] = [
  {
    fqdn: "wix.billing.v1.contact_tax_details",
    entity: "ContactTaxDetails",
    changes,
    actions: { tags_modified: "TagsModified" },
  },
  { fqdn: "wix.billing.v1.manual_tax_mapping", entity: "ManualTaxMapping", changes },
  {
    fqdn: "wix.billing.v1.tax_exempt_group",
    entity: "TaxExemptGroup",
    changes,
    actions: { tags_modified: "TagsModified" },
  },
  { fqdn: "wix.billing.v1.tax_group", entity: "TaxGroup", changes },
  { fqdn: "wix.billing.v1.tax_region", entity: "TaxRegion", changes },
  {
    fqdn: "wix.categories.v1.category",
    entity: "Category",
    changes,
    actions: {
      category_moved: "CategoryMoved",
      item_added_to_category: "ItemAddedToCategory",
      item_removed_from_category: "ItemRemovedFromCategory",
      items_arranged_in_category: "ItemsArrangedInCategory",
    },
  },
  { fqdn: "wix.ecom.discounts.v1.discount_rule", entity: "DiscountRule", changes },
  {
    fqdn: "wix.ecom.subscription_contracts.v1.subscription_contract",
    entity: "SubscriptionContract",
    changes,
  },
  {
    fqdn: "wix.ecom.v1.abandoned_checkout",
    entity: "AbandonedCheckout",
    changes,
    actions: { recovered: "AbandonedCheckoutRecovered" },
  },
  {
    fqdn: "wix.ecom.v1.back_in_stock_notification_request",
    entity: "BackInStockNotificationRequest",
    changes,
  },
  { fqdn: "wix.ecom.v1.cart", entity: "Cart", changes },
  {
    fqdn: "wix.ecom.v1.checkout",
    entity: "Checkout",
    changes,
    actions: { completed: "CheckoutMarkedAsCompleted" },
  },
  { fqdn: "wix.ecom.v1.checkout_settings", entity: "CheckoutSettings", changes: ["updated"] },
  {
    fqdn: "wix.ecom.v1.checkout_template",
    entity: "CheckoutTemplate",
    changes,
    actions: { used: "CheckoutTemplateUsed" },
  },
  {
    fqdn: "wix.ecom.v1.delivery_profile",
    entity: "DeliveryProfile",
    changes,
    actions: {
      region_added: "DeliveryRegionAdded",
      region_removed: "DeliveryRegionRemoved",
      region_updated: "DeliveryRegionUpdated",
    },
  },
  { fqdn: "wix.ecom.v1.draft_order", entity: "DraftOrder", changes },
  { fqdn: "wix.ecom.v1.fulfillments", entity: "OrderWithFulfillments", changes: ["updated"] },
  {
    fqdn: "wix.ecom.v1.order",
    entity: "Order",
    changes: ["created", "updated"],
    actions: {
      approved: "OrderApproved",
      canceled: "OrderCanceledEventOrderCanceled",
      committed: "OrderDeltasCommitted",
      fulfilled: "FulfillmentStatusUpdated",
      imported: "OrderImported",
      imported_order_deleted: "ImportedOrderDeleted",
      payment_status_updated: "PaymentStatusUpdated",
    },
  },
  {
    fqdn: "wix.ecom.v1.order_payment_request",
    entity: "OrderPaymentRequest",
    changes,
    actions: {
      expired: "OrderPaymentRequestExpired",
      paid: "OrderPaymentRequestPaid",
      voided: "OrderPaymentRequestVoided",
    },
  },
  {
    fqdn: "wix.ecom.v1.order_transactions",
    actions: {
      chargeback_approved: "ChargebackApproved",
      chargeback_reversed: "ChargebackReversed",
      details_updated: "PaymentDetailsUpdated",
      refund_completed: "RefundCompleted",
      updated: "PaymentsUpdated",
    },
  },
  { fqdn: "wix.ecom.v1.orders_settings", entity: "OrdersSettings", changes: ["updated"] },
  { fqdn: "wix.ecom.v1.shipping_option", entity: "ShippingOption", changes },
  { fqdn: "wix.ecom.v1.shippo_configuration", entity: "ShippoConfiguration", changes },
  { fqdn: "wix.ecom.v2.cart", entity: "Cart", changes, actions: { calculated: "CartSummary" } },
  {
    fqdn: "wix.events.guests.v1.guest",
    entity: "EventGuest",
    changes,
    actions: {
      guest_checked_in: "GuestCheckedIn",
      guest_event_canceled: "GuestEventCanceled",
      guest_event_starts: "GuestEventStarts",
      guest_order_canceled: "GuestOrderCanceled",
    },
  },
  {
    fqdn: "wix.events.notifications.v2.notification_config",
    entity: "NotificationConfig",
    changes: ["created", "updated"],
  },
  { fqdn: "wix.events.staffmembers.v1.staff_member", entity: "StaffMember", changes },
  { fqdn: "wix.events.v1.events_settings", entity: "EventsSettings", changes: ["updated"] },
  { fqdn: "wix.events.v1.ticket_reservation", entity: "TicketReservation", changes },
  { fqdn: "wix.events.v2.policy", entity: "Policy", changes },
  { fqdn: "wix.events.v2.rsvp", entity: "Rsvp", changes },
  {
    fqdn: "wix.events.v3.event",
    entity: "Event",
    changes,
    actions: {
      canceled: "EventCanceled",
      cloned: "EventCloned",
      ended: "EventEnded",
      published: "EventPublished",
      reminder: "EventReminder",
      started: "EventStarted",
    },
  },
  {
    fqdn: "wix.events.v3.ticket_definition",
    entity: "TicketDefinition",
    changes,
    actions: {
      sale_ended: "TicketDefinitionSaleEnded",
      sale_period_updated: "SalePeriodUpdated",
      sale_started: "TicketDefinitionSaleStarted",
    },
  },
  { fqdn: "wix.headless.v1.redirect_session", entity: "RedirectSession", changes: ["created"] },
  { fqdn: "wix.iam.signon.v1.sign_on_policy", entity: "SignOnPolicy", changes: ["updated"] },
  { fqdn: "wix.stores.catalog.v3.brand", entity: "Brand", changes },
  { fqdn: "wix.stores.catalog.v3.customization", entity: "Customization", changes },
  { fqdn: "wix.stores.catalog.v3.info_section", entity: "InfoSection", changes },
  {
    fqdn: "wix.stores.catalog.v3.inventory_item",
    entity: "InventoryItem",
    changes,
    actions: {
      stock_status_updated: "InventoryItemStockStatusUpdatedEvent",
      updated_with_reason: "InventoryItemUpdatedWithReason",
    },
  },
  { fqdn: "wix.stores.catalog.v3.product", entity: "V3Product", changes },
  {
    fqdn: "wix.stores.catalog.v3.promotion",
    entity: "Promotion",
    changes,
    actions: { tags_modified: "PromotionTagsModified" },
  },
  { fqdn: "wix.stores.catalog.v3.ribbon", entity: "Ribbon", changes },
];

/** The legacy events, without an envelope. */
const legacyEvents: Readonly<Record<string, readonly string[]>> = {
  "com.wix.ecommerce.cart.abandonment.api.v1": ["CartAbandonedEvent", "CartRecoveredEvent"],
  "com.wix.ecommerce.catalog.api.v1": [
    "CollectionChanged",
    "CollectionCreated",
    "CollectionDeleted",
    "ProductChanged",
    "ProductCreated",
    "ProductDeleted",
    "VariantsChanged",
  ],
  "com.wix.ecommerce.inventory.api.v1": ["InventoryItemChanged", "InventoryVariantsChanged"],
  "wix.events.events": ["EventUpdated"],
  "wix.events.rsvp.events": ["RsvpCreated", "RsvpDeleted", "RsvpUpdated"],
  "wix.events.ticketing.events": [
    "OrderConfirmed",
    "OrderDeleted",
    "OrderInitiated",
    "OrderUpdated",
    "ReservationCreated",
    "ReservationUpdated",
    "TicketDefinitionCreated",
    "TicketDefinitionDeleted",
    "TicketDefinitionUpdated",
  ],
};

const ending = new Set([
  "com.wix.ecommerce.cart.abandonment.api.v1.CartAbandonedEvent",
  "com.wix.ecommerce.cart.abandonment.api.v1.CartRecoveredEvent",
  "wix.events.rsvp.events.RsvpCreated",
  "wix.events.rsvp.events.RsvpDeleted",
  "wix.events.rsvp.events.RsvpUpdated",
  "wix.events.ticketing.events.ReservationCreated",
  "wix.events.ticketing.events.ReservationUpdated",
  "wix.ecom.v1.order_transactions_updated",
]);

/** All topics of the platform, sorted by type. */
export const topics: readonly Topic[] = [
  ...entities.flatMap(ofEntity),
  ...Object.entries(legacyEvents).flatMap(ofNamespace),
].sort((a, b) => (a.type < b.type ? -1 : 1));

function ofEntity({ fqdn, entity, changes = [], actions = {} }: EntityTopics): Topic[] {
  const topic = (slug: string, kind: TopicKind, payload: string | undefined): Topic => {
    const type = `${fqdn}_${slug}`;
    return { type, slug, fqdn, kind, payload, deprecated: ending.has(type) };
  };
  return [
    ...changes.map((kind) => topic(kind, kind, entity)),
    ...Object.entries(actions).map(([slug, body]) => topic(slug, "action", body)),
  ];
}

function ofNamespace([fqdn, names]: [string, readonly string[]]): Topic[] {
  return names.map((slug) => {
    const type = `${fqdn}.${slug}`;
    return { type, slug, fqdn, kind: "older", payload: slug, deprecated: ending.has(type) };
  });
}

/** Returns the short name of a topic: `order_created`, `ProductChanged`. */
export function shortName(type: string): string {
  return type.slice(type.lastIndexOf(".") + 1);
}
