import { bool, date, guid, json, list, map, obj, text } from "../models/fields.ts";
import { AbandonedCheckout } from "../services/abandoned-checkouts/abandoned-checkouts.ts";
import { CartSummary } from "../services/cart/models-v2.ts";
import { CheckoutTemplate } from "../services/checkout/checkout-templates.ts";
import { Checkout } from "../services/checkout/checkouts.ts";
import { CategoryItem, TreeReference } from "../services/collections/store-categories.ts";
import { eventFields } from "../services/events/events.ts";
import { EventGuest } from "../services/guests/event-guests.ts";
import { InventoryItemV3, StockReason } from "../services/inventory/inventory-v3.ts";
import { CommitSettings } from "../services/orders/draft-orders.ts";
import { FulfillmentStatus, Order, OrderPaymentStatus } from "../services/orders/models.ts";
import { OrderPaymentRequest } from "../services/payments/order-payment-requests.ts";
import { OrderTransactions } from "../services/payments/order-transactions.ts";
import { DeliveryCarrier } from "../services/shipping/models.ts";
import { TicketDefinitionV3 } from "../services/tickets/ticket-definitions.ts";

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
const { location, dateAndTimeSettings, status, shortDescription, eventPageUrl, registration } = eventFields;
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
