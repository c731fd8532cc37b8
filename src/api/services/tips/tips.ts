import type * as z from "zod/mini";
import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { bool, date, decimal, enumOf, guid, list, num, obj, readonly, text } from "../../models/fields.ts";
import {
  CursorMetadata,
  catalogQuery,
  ExtendedFields,
  Filter,
  PagingMetadata,
  Query,
} from "../../models/query.ts";

const money = () => decimal({ min: 0, maxScale: 2 });
const who = obj(
  { anonymousVisitorId: guid(), memberId: guid(), wixUserId: guid(), appId: guid(), contactId: guid() },
  { oneOf: [["anonymousVisitorId", "memberId", "wixUserId", "appId"]] },
);

/** Staff members who can receive tips. */
export const TippableStaff = obj({
  id: readonly(guid()),
  name: text({ maxLength: 500 }),
  staffMemberId: guid(),
  identificationData: who,
});
export interface TippableStaff extends z.input<typeof TippableStaff> {}

/** An item that a tip is calculated from. */
const TippedItem = obj({
  lineItemId: text({ minLength: 1, maxLength: 100 }),
  catalogReference: obj({ catalogItemId: guid(), appId: guid() }),
  price: money(),
  name: text({ minLength: 1, maxLength: 200 }),
  quantity: num({ min: 1, max: 100000 }),
});

/** A tip that a buyer selected: a percentage or an amount. */
export const TipChoice = obj({
  value: money(),
  tipType: enumOf("UNKNOWN_TIP_TYPE", "PERCENTAGE", "AMOUNT", "CUSTOM"),
});
export interface TipChoice extends z.input<typeof TipChoice> {}

/** The share of a tip that one staff member receives. */
export const TipDistribution = obj({
  id: readonly(guid()),
  tipId: readonly(guid()),
  staff: TippableStaff,
  amount: money(),
  lineItemInfo: list(TippedItem, { maxSize: 12 }),
  transaction: obj({ id: guid(), date: date() }),
  orderId: readonly(guid()),
  createdDate: readonly(date()),
  source: enumOf("UNKNOWN_SOURCE", "POS", "WEB", "DASHBOARD"),
});
export interface TipDistribution extends z.input<typeof TipDistribution> {}

/** The tip on an order. */
export const Tip = obj({
  id: readonly(guid()),
  lineItemSubtotal: readonly(money()),
  amount: money(),
  distributions: list(TipDistribution, { maxSize: 50 }),
  undistributedAmount: readonly(decimal({ maxScale: 2 })),
});
export interface Tip extends z.input<typeof Tip> {}

/** The order of a tip, and its fee. */
const TipOrder = obj({
  orderId: guid(),
  additionalFeeId: guid(),
  additionalFeePrice: obj({
    amount: decimal({ min: 0, max: 1e15, maxScale: 2 }),
    formattedAmount: readonly(text({ maxLength: 100 })),
  }),
});

/** The suggested tips and their distribution: the default, or for a location, terminal or user. */
export const TipSettings = obj(
  {
    locationId: guid(),
    paymentTerminalId: text({ maxLength: 30 }),
    userId: guid(),
    id: guid(),
    tipType: enumOf("UNKNOWN_TIP_TYPE", "PERCENTAGE", "AMOUNT"),
    presets: list(obj({ value: num(), default: bool() }), { minSize: 1, maxSize: 3 }),
    allowCustomerTip: bool(),
    allowBusinessTipAtPayment: bool(),
    allowCustomAmount: bool(),
    allowEditDistribution: bool(),
    autoTipOnCheckInEnabled: bool(),
    autoTipOnCheckInPercentage: num(),
    staffDistributionMethod: enumOf("UNKNOWN_SPLIT_METHOD", "EQUAL", "PROPORTIONAL"),
    revision: readonly(text()),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    default: readonly(bool()),
    appId: guid(),
    extendedFields: ExtendedFields,
  },
  { oneOf: [["locationId", "paymentTerminalId", "userId"]] },
);
export interface TipSettings extends z.input<typeof TipSettings> {}

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
    once: true,
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

const settings = obj({ tipSettings: TipSettings });
const settingsCall = { input: settings, result: settings, required: ["tipSettings"] };

/** Tip settings: the default, and those of locations, terminals and users. */
export const tipSettings = service("tipSettings", {
  query: endpoint("POST /tip-settings/v1/tip-settings/query", {
    input: obj({ query: Query }),
    result: obj({ tipSettings: list(TipSettings), pagingMetadata: PagingMetadata }),
    required: ["query"],
    ...pagedBy("cursor", "tipSettings", "pagingMetadata", 100),
    role: "admin",
    summary: "List tip settings that match a query",
  }),
  update: endpoint("PATCH /tip-settings/v1/tip-settings", {
    ...settingsCall,
    summary: "Update tip settings (requires their revision)",
  }),
  create: endpoint("POST /tip-settings/v1/tip-settings", {
    ...settingsCall,
    summary: "Create tip settings for a location, a terminal or a user",
  }),
  createDefault: endpoint("POST /tip-settings/v1/tip-settings/create-default", {
    ...settingsCall,
    summary: "Create the default tip settings",
  }),
  remove: endpoint("DELETE /tip-settings/v1/tip-settings/{tipSettingsId}", {
    input: obj({ tipSettingsId: guid() }),
    result: obj({}),
    summary: "Delete tip settings other than the default",
  }),
});
