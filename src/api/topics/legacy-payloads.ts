import { bool, date, enumOf, guid, json, list, num, obj, text } from "../models/fields.ts";
import { FormResponse } from "../services/events.ts";
import { PageUrl } from "../services/models.ts";
import { Media, PriceData } from "../services/products.ts";
import { ReservationStatus, Ticket, TicketInvoice, TicketOrderStatus } from "../services/tickets.ts";

const originatedFromVersion = enumOf("UNKNOWN_VERSION", "V1_CATALOG", "V3_CATALOG");
const collection = { collection_Id: text(), originatedFromVersion };
const product = { productId: guid(), originatedFromVersion };
const inventory = { inventoryItemId: text(), externalId: text(), productId: guid(), updatedDate: date() };

const ofEvent = { timestamp: date(), eventId: guid() };
const who = { contactId: guid(), memberId: guid() };
const person = { firstName: text(), lastName: text(), email: text() };
const localization = { language: text(), locale: text(), silent: bool() };
const times = { created: date(), updated: date() };
const ticketOrder = { ...ofEvent, orderNumber: text(), ...who, ...times };
const buyer = { ...localization, ...person, checkoutForm: FormResponse, status: TicketOrderStatus };
const reservation = obj({
  ...ofEvent,
  reservationId: guid(),
  expires: date(),
  status: ReservationStatus,
  quantities: list(obj({ ticketDefinitionId: guid(), quantity: num() })),
  updatedDate: date(),
  counts: list(
    obj({
      timestamp: date(),
      ticketDefinitionId: guid(),
      confirmedCount: num(),
      pendingCount: num(),
      paidExists: bool(),
    }),
  ),
});
const definition = obj({ ...ofEvent, ticketDefinitionId: guid(), originatedFrom: json() });
const rsvp = {
  ...ofEvent,
  ...localization,
  rsvpId: guid(),
  ...who,
  created: date(),
  ...person,
  rsvpForm: FormResponse,
  // The older name of WAITLIST.
  status: enumOf("YES", "NO", "WAITING"),
  guests: list(json()),
  onlineConferencingLogin: json(),
};

/** The payloads of legacy events, by name. */
export const legacyPayloads = {
  CollectionChanged: obj({ ...collection, changedFields: list(text()) }),
  CollectionCreated: obj({ ...collection, name: text(), media: Media, slug: text(), visible: bool() }),
  CollectionDeleted: obj(collection),
  ProductChanged: obj({ ...product, changedFields: list(text()) }),
  ProductCreated: obj({
    ...product,
    name: text(),
    price: PriceData,
    visible: bool(),
    media: Media,
    sku: text(),
    productPageUrl: PageUrl,
    brand: text(),
    slug: text(),
  }),
  ProductDeleted: obj(product),
  VariantsChanged: obj({
    ...product,
    variants: list(obj({ variantId: text(), changedFields: list(text()), product: guid() })),
  }),
  InventoryItemChanged: obj({
    ...inventory,
    trackInventory: bool(),
    preorderInfo: json(),
    fieldMask: list(text()),
  }),
  InventoryVariantsChanged: obj({
    ...inventory,
    variants: list(obj({ id: text(), newValue: json(), oldValue: json() })),
  }),
  CartAbandonedEvent: obj({
    cartId: text(),
    creationTime: date(),
    abandonTime: date(),
    buyerInfo: obj({ id: text(), email: text(), phone: text() }),
    itemsCount: num(),
    couponId: text(),
    totals: json(),
    checkoutUrl: text(),
  }),
  CartRecoveredEvent: obj({
    cartId: text(),
    recoveredTime: date(),
    creationTime: date(),
    abandonedTime: date(),
  }),
  EventUpdated: obj({
    ...ofEvent,
    title: text(),
    location: json(),
    scheduleConfig: json(),
    scheduleConfigUpdated: bool(),
    event: json(),
  }),
  RsvpCreated: obj(rsvp),
  RsvpUpdated: obj(rsvp),
  RsvpDeleted: obj({ ...ofEvent, rsvpId: guid(), ...who, anonymized: bool() }),
  OrderInitiated: obj({
    ...ticketOrder,
    ...buyer,
    invoice: TicketInvoice,
    reservationId: guid(),
    markedAsPaid: bool(),
    marketingConsent: bool(),
  }),
  OrderConfirmed: obj({
    ...ticketOrder,
    ...buyer,
    method: text(),
    tickets: list(Ticket),
    invoice: TicketInvoice,
    reservationId: guid(),
  }),
  OrderUpdated: obj({
    ...ticketOrder,
    ...buyer,
    confirmed: bool(),
    method: text(),
    tickets: list(Ticket),
    archived: bool(),
    triggeredByAnonymizeRequest: bool(),
  }),
  OrderDeleted: obj({
    ...ticketOrder,
    anonymized: bool(),
    orderType: text(),
    triggeredByAnonymizeRequest: bool(),
    tickets: list(Ticket),
  }),
  ReservationCreated: reservation,
  ReservationUpdated: reservation,
  TicketDefinitionCreated: definition,
  TicketDefinitionUpdated: definition,
  TicketDefinitionDeleted: definition,
};
