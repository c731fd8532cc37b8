import type { ListFields } from "../../kernel/documents/lists.ts";

const times = [
  "createdDate",
  "updatedDate",
  "purchasedDate",
  "shippingInfo.logistics.deliveryTimeSlot.from",
  "shippingInfo.logistics.deliveryTimeSlot.to",
];
const sums = [
  "balanceSummary.authorized.amount",
  "balanceSummary.pending.amount",
  "balanceSummary.pendingRefund.amount",
  "priceSummary.total.amount",
  "taxInfo.totalTax.amount",
];
const sortable = [
  ...times,
  ...sums,
  "channelInfo.type",
  "fulfillmentStatus",
  "paymentStatus",
  "status",
  "shippingInfo.region.name",
  "shippingInfo.title",
  "shippingInfo.logistics.deliveryTime",
  "billingInfo.contactDetails.firstName",
  "billingInfo.contactDetails.lastName",
  "businessLocation.id",
  "businessLocation.name",
  "buyerInfo.email",
  "number",
  "taxInfo.totalExempt.amount",
];

/** The fields that orders can be filtered and sorted by. */
export const orderFields = {
  sortable: [...sortable, "fulfillmentStatusesAggregate.statuses", "lineItems.productName.original"],
  filterable: [
    ...sortable,
    "archived",
    "imported",
    "seenByAHuman",
    "demo",
    "id",
    "buyerInfo.contactId",
    "buyerInfo.memberId",
    "channelInfo.externalOrderId",
    "checkoutId",
    "createdBy.userId",
  ],
  lists: [
    "lineItems.subscriptionInfo.id",
    "lineItems.catalogReference.appId",
    "lineItems.catalogReference.catalogItemId",
    "lineItems.locations.id",
    "fulfillmentStatusesAggregate.statuses",
    "lineItems.productName.original",
  ],
  amounts: sums,
} satisfies ListFields;

/** The fields that draft orders can be filtered and sorted by. */
export const draftFields: ListFields = {
  sortable: ["createdDate", "updatedDate", "status"],
  filterable: ["createdDate", "updatedDate", "status", "orderId", "id"],
};

const requestSortable = [
  "createdDate",
  "updatedDate",
  "description",
  "expirationDate",
  "orderNumber",
  "status",
  "title",
  "amount.amount",
];
/** The fields that payment requests can be filtered and sorted by. */
export const requestFields: ListFields = {
  sortable: requestSortable,
  filterable: [
    ...requestSortable,
    "id",
    "orderId",
    "paymentGatewayOrderId",
    "source.appId",
    "source.externalId",
  ],
  amounts: ["amount.amount"],
};
