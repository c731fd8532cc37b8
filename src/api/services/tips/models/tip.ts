import type * as z from "zod/mini";
import { ExtendedFields } from "../../../models/catalog-query.ts";
import { bool, date, decimal, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";

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
export const TippedItem = obj({
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
export const TipOrder = obj({
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
