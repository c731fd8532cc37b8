import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { CursorMetadata, catalogQuery } from "../../models/catalog-query.ts";
import { bool, decimal, guid, list, obj, text } from "../../models/fields.ts";
import { Filter } from "../../models/query.ts";
import { Tip, TipChoice, TipDistribution, TipOrder, TippableStaff, TippedItem } from "./models/tip.ts";

const tip = obj({ tip: Tip });
const choice = obj({ tipChoice: TipChoice });
const onOrder = { orderId: guid(), draftOrderId: guid() };
const oneOrder = { requiredOneOf: [["orderId", "draftOrderId"]] };

/** Tips on orders and their distribution among the staff. */
export const tips = service("tips", {
  preview: endpoint("POST /tips/v1/tips/preview", {
    input: obj({
      lineItemInfo: list(TippedItem, { minSize: 1, maxSize: 50 }),
      tipChoice: TipChoice,
      tipSettingsId: guid(),
      draftOrderId: guid(),
    }),
    result: tip,
    required: ["tipChoice.tipType", "tipChoice.value"],
    role: "admin",
    effect: "read",
    summary: "Preview a tip and its distribution",
  }),
  getByOrder: endpoint("GET /tips/v1/tips/order/{orderId}", {
    input: obj({ orderId: guid() }),
    result: tip,
    role: "admin",
    summary: "Get the tip of an order",
  }),
  getByDraftOrder: endpoint("GET /tips/v1/tips/draft-order/{draftOrderId}", {
    input: obj({ draftOrderId: guid() }),
    result: tip,
    role: "admin",
    summary: "Get the tip of a draft order",
  }),
  getChoice: endpoint("GET /tips/v1/tips/choice/{purchaseFlowId}", {
    input: obj({ purchaseFlowId: guid() }),
    result: choice,
    summary: "Get the tip chosen at checkout",
  }),
  updateChoice: endpoint("PATCH /tips/v1/tips/choice", {
    input: obj({ tipChoice: TipChoice, purchaseFlowId: guid() }),
    result: choice,
    required: ["tipChoice", "purchaseFlowId"],
    role: "visitor",
    summary: "Update the tip chosen at checkout",
  }),
  setOnOrder: endpoint("POST /tips/v1/tips/set", {
    input: obj({ ...onOrder, tip: Tip }, { oneOf: [["orderId", "draftOrderId"]] }),
    result: obj({ tip: Tip, orderInfo: TipOrder }),
    ...oneOrder,
    required: ["tip"],
    effect: "set",
    summary: "Set the tip of an order",
  }),
  removeFromOrder: endpoint("POST /tips/v1/tips/remove", {
    input: obj(onOrder, { oneOf: [["orderId", "draftOrderId"]] }),
    result: obj({ orderInfo: TipOrder }),
    ...oneOrder,
    effect: "delete",
    summary: "Remove the tip from an order",
  }),
  addDistributions: endpoint("POST /tips/v1/tips/tip-distributions/add", {
    input: obj(
      { ...onOrder, tipDistributions: list(TipDistribution, { minSize: 1, maxSize: 50 }) },
      { oneOf: [["orderId", "draftOrderId"]] },
    ),
    result: obj({ tipDistributions: list(TipDistribution), orderInfo: TipOrder }),
    ...oneOrder,
    required: ["tipDistributions"],
    summary: "Add tip distributions to staff members for an order",
  }),
  queryDistributions: endpoint("POST /tips/v1/tips/tip-distributions/query", {
    input: obj({ query: catalogQuery(100) }),
    result: obj({ tipDistributions: list(TipDistribution), pagingMetadata: CursorMetadata }),
    required: ["query"],
    ...pagedBy("cursor", "tipDistributions", "pagingMetadata", 100),
    role: "admin",
    summary: "List tip distributions",
  }),
  sumDistributions: endpoint("POST /tips/v1/tips/tip-distributions/sum-amounts", {
    input: obj({ filter: Filter }),
    result: obj({ totalAmount: decimal({ min: 0, maxScale: 2 }) }),
    required: ["filter"],
    role: "admin",
    effect: "read",
    summary: "Sum tip distributions by staff member",
  }),
});

/** Staff members who can receive tips. */
export const tippableStaff = service("tippableStaff", {
  list: endpoint("GET /tips-staff/v1/eligible-staff", {
    input: obj({
      includeWixUsers: bool(),
      filterByName: text({ maxLength: 500 }),
      filterByIds: list(guid(), { maxSize: 100 }),
    }),
    result: obj({ staff: list(TippableStaff, { maxSize: 100 }) }),
    role: "admin",
    summary: "List staff members who can receive tips",
  }),
});
