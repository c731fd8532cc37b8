import type { Fakes } from "../api/masking.ts";
import { obj } from "../api/models/fields.ts";
import { Order, OrderWithFulfillments, orders } from "../api/services/orders.ts";
import { OrderTransactions } from "../api/services/payments.ts";
import { listTransactions } from "../resources/orders/payments.ts";
import { fulfillmentsByOrder } from "../resources/orders/work.ts";
import { type ShopObject, shopObject } from "./shop-object.ts";

/** An order with its payments and fulfillments. */
const WholeOrder = obj({ order: Order, transactions: OrderTransactions, parcels: OrderWithFulfillments });

const tax = (at: string) => ["jurisdiction", "taxName", "taxType"].map((field) => `${at}[].${field}`);
const names = (at: string) => [`${at}.original`, `${at}.translated`];

/**
 * The texts of an order that copies keep, besides amounts, states and dates: the names of its products, and codes of the
 * shop. Texts that the buyer chose or wrote, such as an engraving, are replaced, and so are names of items that are not in
 * the catalog, because a person wrote them.
 */
const orderTexts = [
  ...["number", "lineItems[].id", "lineItems[].catalogReference.catalogItemId"],
  ...["lineItems[].catalogReference.appId", "lineItems[].rootCatalogItemId"],
  ...["lineItems[].catalogReference.options.options.*", "lineItems[].catalogReference.options.variantId"],
  ...names("lineItems[].productName"),
  ...names("lineItems[].descriptionLines[].name"),
  ...["lineItems[].descriptionLines[].colorInfo.code", "lineItems[].physicalProperties.sku"],
  ...["lineItems[].image.id", "lineItems[].image.url", "lineItems[].itemType.custom"],
  ...names("lineItems[].subscriptionInfo.title"),
  ...tax("lineItems[].taxInfo.taxBreakdown"),
  ...tax("taxInfo.taxBreakdown"),
  ...tax("shippingInfo.cost.taxInfo.taxBreakdown"),
  ...tax("additionalFees[].taxInfo.taxBreakdown"),
  ...["additionalFees[].code", "additionalFees[].name"],
  ...["shippingInfo.carrierId", "shippingInfo.code", "shippingInfo.title", "shippingInfo.region.name"],
  ...["shippingInfo.logistics.deliveryTime"],
  ...["appliedDiscounts[].coupon.id", "appliedDiscounts[].coupon.code", "appliedDiscounts[].coupon.name"],
  ...names("appliedDiscounts[].discountRule.name"),
  ...["tags.privateTags.tagIds[]", "tags.tags.tagIds[]", "fulfillmentStatusesAggregate.statuses[]"],
];

/** Replaces the names of items that are not in the catalog and of fees that were added by hand: people wrote them. */
function maskWrittenNames({ order, ...rest }: { order?: Order }, fakes: Fakes): object {
  const hidden = (text: string | null | undefined) => (text ? fakes.text(text) : text);
  const lineItems = order?.lineItems?.map(({ productName: name, ...line }) => {
    const isListed = !line.customLineItem && line.catalogReference?.catalogItemId;
    const written = { original: hidden(name?.original), translated: hidden(name?.translated) };
    return { ...line, productName: isListed ? name : written };
  });
  const additionalFees = order?.additionalFees?.map((fee) =>
    fee.source === "MANUAL" ? { ...fee, name: hidden(fee.name) } : fee,
  );
  return {
    ...rest,
    order: {
      ...order,
      lineItems: lineItems ?? order?.lineItems,
      additionalFees: additionalFees ?? order?.additionalFees,
    },
  };
}

/** Orders with their payments, refunds and fulfillments. They are read, not written. */
export const orderObjects: readonly ShopObject[] = [
  shopObject<Order>({
    kind: "order",
    domain: "orders",
    noun: "order",
    list: ({ since }) => ({
      endpoint: orders.search,
      input: {
        search: {
          filter: since ? { createdDate: { $gte: since.toISOString() } } : {},
          sort: [{ fieldName: "createdDate", order: "ASC" }],
        },
      },
    }),
    key: ["number"],
    apart: ["checkoutId"],
    copy: {
      model: WholeOrder,
      limited: true,
      open: [
        ...orderTexts.map((path) => `order.${path}`),
        ...["transactions.payments[].regularPaymentDetails.paymentMethod", "parcels.fulfillments[].status"],
        ...["orderId", "fulfillments[].lineItems[].id", "fulfillments[].trackingInfo.shippingProvider"].map(
          (path) => `parcels.${path}`,
        ),
      ],
      alsoMask: maskWrittenNames,
      complete: (shop) => async (found) => {
        const orderIds = found.map(({ id }) => String(id));
        if (orderIds.length === 0) return [];
        const [{ found: transactions }, parcels] = await Promise.all([
          listTransactions(shop.call, orderIds),
          fulfillmentsByOrder(shop.call, orderIds),
        ]);
        return found.map((order) => {
          const orderId = String(order.id);
          return {
            order,
            transactions: transactions.get(orderId),
            parcels: { orderId, fulfillments: parcels.get(orderId) ?? [] },
          };
        });
      },
    },
  }),
];
