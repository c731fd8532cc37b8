import { bool, date, guid, json, list, map, obj, text } from "../models/fields.ts";
import type { Schema } from "../schema.ts";
import { schemaAt } from "../schema-fields.ts";
import { AbandonedCheckout } from "../services/abandoned-checkouts.ts";
import { CartSummary } from "../services/cart.ts";
import { Checkout, CheckoutTemplate } from "../services/checkout.ts";
import { CategoryItem, TreeReference } from "../services/collections.ts";
import { Event } from "../services/events.ts";
import { EventGuest } from "../services/guests.ts";
import { InventoryItemV3, StockReason } from "../services/inventory.ts";
import { CommitSettings, FulfillmentStatus, Order, OrderPaymentStatus } from "../services/orders.ts";
import { OrderPaymentRequest, OrderTransactions } from "../services/payments.ts";
import { DeliveryCarrier } from "../services/shipping.ts";
import { TicketDefinitionV3 } from "../services/tickets.ts";

const inTree = { categoryId: guid(), treeReference: TreeReference };
const order = { order: Order };
const transactions = { orderTransactions: OrderTransactions };
const payments = obj({ ...transactions, paymentIds: list(guid()), refundIds: list(guid()) });
const chargeback = obj({ orderId: guid(), paymentId: guid(), chargeback: json(), ...transactions });
const request = obj({ orderPaymentRequest: OrderPaymentRequest });
const region = { deliveryProfileId: guid(), deliveryRegionId: guid() };
const wholeRegion = obj({
  ...region,
  name: text(),
  active: bool(),
  deliveryCarriers: list(DeliveryCarrier),
  destinations: list(json()),
  createdDate: date(),
});

const ofEvent = { timestamp: date(), eventId: guid() };
const inEvent = (field: string): Schema => schemaAt(Event, field);
const location = inEvent("location");
const dateAndTimeSettings = inEvent("dateAndTimeSettings");
const status = inEvent("status");
const shortDescription = inEvent("shortDescription");
const eventPageUrl = inEvent("eventPageUrl");
const registration = inEvent("registration");
const where = { location, dateAndTimeSettings, title: text() };
const hasGuests = { hasGuests: bool() };
const ticketDefinition = obj({ ticketDefinition: TicketDefinitionV3 });
const guest = { guest: EventGuest };
const tags = { assignedTags: json(), unassignedTags: json() };

/** The bodies of action events, by their names. */
export const actions = {
  InventoryItemStockStatusUpdatedEvent: obj({ inStock: bool() }),
  InventoryItemUpdatedWithReason: obj({ currentEntity: InventoryItemV3, reason: StockReason, appId: guid() }),
  PromotionTagsModified: obj({ promotion: json(), ...tags }),
  TagsModified: obj(tags),
  CategoryMoved: obj({ ...inTree, parentCategory: json() }),
  ItemAddedToCategory: obj({ ...inTree, addedItem: CategoryItem }),
  ItemRemovedFromCategory: obj({ ...inTree, removedItem: CategoryItem }),
  ItemsArrangedInCategory: obj(inTree),
  CheckoutMarkedAsCompleted: obj({ checkout: Checkout }),
  CheckoutTemplateUsed: obj({ checkoutTemplate: CheckoutTemplate, checkout: Checkout }),
  AbandonedCheckoutRecovered: obj({ abandonedCheckout: AbandonedCheckout }),
  OrderApproved: obj(order),
  OrderImported: obj(order),
  ImportedOrderDeleted: obj(order),
  OrderCanceledEventOrderCanceled: obj({
    ...order,
    restockAllItems: bool(),
    sendOrderCanceledEmail: bool(),
    customMessage: text(),
  }),
  OrderDeltasCommitted: obj({
    ...order,
    draftOrderId: guid(),
    changes: json(),
    commitSettings: CommitSettings,
    commitDate: date(),
  }),
  FulfillmentStatusUpdated: obj({
    ...order,
    previousFulfillmentStatus: FulfillmentStatus,
    newFulfillmentStatus: FulfillmentStatus,
    action: text(),
  }),
  PaymentStatusUpdated: obj({ ...order, previousPaymentStatus: OrderPaymentStatus }),
  ChargebackApproved: chargeback,
  ChargebackReversed: chargeback,
  PaymentDetailsUpdated: payments,
  PaymentsUpdated: payments,
  RefundCompleted: obj({ orderId: guid(), refund: json(), sideEffects: json(), ...transactions }),
  OrderPaymentRequestExpired: request,
  OrderPaymentRequestPaid: request,
  OrderPaymentRequestVoided: request,
  DeliveryRegionAdded: wholeRegion,
  DeliveryRegionUpdated: wholeRegion,
  DeliveryRegionRemoved: obj(region),
  CartSummary,
  EventCanceled: obj({ ...ofEvent, title: text(), userId: guid(), ...hasGuests }),
  EventCloned: obj({
    ...ofEvent,
    ...where,
    userId: guid(),
    status,
    derivedFromInstanceId: guid(),
    derivedFromEventId: guid(),
    ticketDefinitions: map(text()),
  }),
  EventEnded: obj({ ...ofEvent, ...hasGuests }),
  EventStarted: obj({ ...ofEvent, ...hasGuests }),
  EventReminder: obj({ ...ofEvent, ...where, userId: guid(), startsIn: json(), ...hasGuests }),
  EventPublished: obj({
    ...ofEvent,
    ...where,
    status,
    derivedFromEventId: guid(),
    shortDescription,
    eventPageUrl,
    registration,
  }),
  TicketDefinitionSaleEnded: ticketDefinition,
  TicketDefinitionSaleStarted: ticketDefinition,
  SalePeriodUpdated: obj({
    afterUpdate: obj({ startDate: date(), endDate: date(), displayNotOnSale: bool() }),
  }),
  GuestCheckedIn: obj({ ...guest, eventDetails: json() }),
  GuestEventCanceled: obj({ ...guest, event: json() }),
  GuestEventStarts: obj({ ...guest, event: json(), timing: text() }),
  GuestOrderCanceled: obj({ ...guest, event: json(), order: json() }),
};
