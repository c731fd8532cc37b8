import type { Handlers } from "../../api/endpoint.ts";
import { storesOrders as endpoints, type StoresOrder } from "../../api/services/orders.ts";
import { amountText, decimal, sum } from "../../kernel/money.ts";
import { checkedQuery, fieldsOfList, findPage, parseTextQuery, translatedFilter } from "../kernel/lists.ts";
import type { Tx } from "../kernel/tx.ts";
import { parcelsOf } from "./fulfillments.ts";
import { orderOf } from "./store.ts";
import { orders, type StoredLine, type StoredOrder } from "./tables.ts";

/** Paths in orders by field of the older API. */
const paths = {
  dateCreated: "createdDate",
  lastUpdated: "updatedDate",
  "lineItems.productId": "lineItems[].catalogReference.catalogItemId",
  "lineItems.name": "lineItems[].productName.original",
  "buyerInfo.id": "buyerInfo.contactId",
  "enteredBy.id": "createdBy.userId",
};

const fields = fieldsOfList(() => endpoints.query, { paths });

/** Orders in the format of the API that was before that of e-commerce. */
export const storesOrders: Handlers<typeof endpoints, Tx> = {
  query(tx, { query }) {
    const { filter, ...rest } = parseTextQuery(query);
    const checked = checkedQuery({ ...rest, filter: withTimes(filter) }, fields);
    const { items, metadata } = findPage(tx, orders, checked);
    const { count, offset, total } = metadata;
    const shown = items.map((order) => toStoresOrder(tx, order));
    return { orders: shown, metadata: { items: count, offset }, totalResults: total };
  },
  get: (tx, { id }) => ({ order: toStoresOrder(tx, orderOf(tx, id)) }),
};

const asTime = (value: unknown) => (typeof value === "number" ? new Date(value).toISOString() : value);

/** Returns a filter with milliseconds since 1970, which the older API also took for times, as times. */
const withTimes = (filter: unknown) => translatedFilter(filter, { dateCreated: asTime, lastUpdated: asTime });

type Address = NonNullable<StoredOrder["billingInfo"]>["address"];
type Contact = NonNullable<StoredOrder["billingInfo"]>["contactDetails"];

function toStoresOrder(tx: Tx, order: StoredOrder): StoresOrder {
  const { buyerInfo, billingInfo, shippingInfo, priceSummary, lineItems } = order;
  const email = buyerInfo?.email;
  const { firstName, lastName, phone } = billingInfo?.contactDetails ?? {};
  const identityType = buyerInfo?.memberId ? "MEMBER" : "CONTACT";
  const buyerId = buyerInfo?.memberId ?? buyerInfo?.contactId;
  const { contactId } = buyerInfo ?? {};
  const parcels = parcelsOf(tx, order.id).fulfillments;
  const indexOf = (id: string) => lineItems.findIndex((line) => line.id === id) + 1;
  const destination = shippingInfo?.logistics?.shippingDestination;
  const weights = lineItems.map(({ quantity, physicalProperties }) =>
    decimal(String(physicalProperties?.weight ?? 0)).times(decimal(String(quantity))),
  );
  return {
    id: order.id,
    number: Number(order.number),
    dateCreated: order.createdDate,
    lastUpdated: order.updatedDate,
    buyerInfo: {
      id: buyerId,
      type: identityType,
      identityType,
      firstName,
      lastName,
      phone,
      email,
      contactId,
    },
    currency: order.currency,
    weightUnit: order.weightUnit,
    totals: {
      subtotal: priceSummary.subtotal?.amount,
      shipping: priceSummary.shipping?.amount,
      tax: priceSummary.tax?.amount,
      discount: priceSummary.discount?.amount,
      total: priceSummary.total.amount,
      weight: amountText(sum(weights)),
      quantity: lineItems.reduce((total, { quantity }) => total + quantity, 0),
    },
    billingInfo: {
      address: toAddress(billingInfo?.address, billingInfo?.contactDetails, email),
      paidDate: order.activities.find(({ activityType }) => activityType === "ORDER_PAID")?.createdDate,
    },
    shippingInfo: shippingInfo && {
      deliveryOption: shippingInfo.title,
      estimatedDeliveryTime: shippingInfo.logistics?.deliveryTime,
      shippingRegion: shippingInfo.region?.name,
      code: shippingInfo.code,
      shipmentDetails: destination && {
        address: toAddress(destination.address, destination.contactDetails, email),
        trackingInfo: parcels[0]?.trackingInfo,
        discount: shippingInfo.cost?.discount?.amount ?? "0",
        tax: shippingInfo.cost?.taxDetails?.totalTax?.amount ?? "0",
        priceData: {
          taxIncludedInPrice: order.taxIncludedInPrices ?? false,
          price: shippingInfo.cost?.price?.amount,
        },
      },
    },
    buyerNote: order.buyerNote,
    read: order.seenByAHuman ?? false,
    archived: order.archived,
    paymentStatus: order.paymentStatus,
    fulfillmentStatus: order.status === "CANCELED" ? "CANCELED" : order.fulfillmentStatus,
    lineItems: lineItems.map((line, index) => toLine(line, index, order.taxIncludedInPrices ?? false)),
    activities: order.activities.map(({ activityType, createdDate }) => ({
      type: activityType,
      timestamp: createdDate,
    })),
    fulfillments: parcels.map(({ id, createdDate, lineItems: packed, trackingInfo }) => ({
      id,
      dateCreated: createdDate,
      lineItems: packed.map((line) => ({ index: indexOf(line.id), quantity: line.quantity })),
      trackingInfo,
    })),
    cartId: order.cartId,
    buyerLanguage: order.buyerLanguage,
    channelInfo: order.channelInfo,
    enteredBy: { id: buyerId, identityType },
  };
}

function toAddress(address: Address, contact: Contact, email: string | null | undefined) {
  const { firstName, lastName, phone, company } = contact ?? {};
  return {
    fullName: { firstName, lastName },
    country: address?.country,
    subdivision: address?.subdivision,
    city: address?.city,
    zipCode: address?.postalCode,
    phone,
    company,
    email,
    addressLine1: address?.addressLine,
    addressLine2: address?.addressLine2,
  };
}

function toLine(line: StoredLine, index: number, taxIncludedInPrice: boolean) {
  const { catalogReference, productName, price, quantity, descriptionLines = [] } = line;
  const options = (catalogReference?.options ?? {}) as { variantId?: string };
  const totalPrice = line.totalPriceBeforeTax?.amount ?? price.amount;
  return {
    index: index + 1,
    quantity,
    price: price.amount,
    name: productName?.original,
    translatedName: productName?.translated ?? productName?.original,
    productId: catalogReference?.catalogItemId,
    totalPrice,
    lineItemType: line.itemType?.preset ?? "PHYSICAL",
    options: (descriptionLines ?? []).map(({ name, plainText, colorInfo }) => ({
      option: name?.original,
      selection: plainText?.original ?? colorInfo?.original,
    })),
    customTextFields: [],
    weight: line.physicalProperties?.weight == null ? undefined : String(line.physicalProperties.weight),
    sku: line.physicalProperties?.sku,
    variantId: options.variantId,
    discount: line.totalDiscount?.amount,
    tax: line.taxInfo?.taxAmount?.amount ?? "0",
    taxIncludedInPrice,
    priceData: { taxIncludedInPrice, price: price.amount, totalPrice },
  };
}
