import type { NewOrder, OrderLineItem } from "../../api/services/orders.ts";
import { storeApps } from "../cart/index.ts";
import { catalogVersion } from "../kernel/catalog-version.ts";
import type { Tx } from "../kernel/tx.ts";
import { products, productsV3 } from "../products/index.ts";
import { exactAmount, orderTotal, zero } from "./amounts.ts";

/** The channels whose orders can be edited here. Orders of marketplaces are edited there. */
const ownChannels = ["WEB", "POS", "BACKOFFICE_MERCHANT", "OTHER_PLATFORM", "WIX_APP_STORE", "WIX_INVOICES"];

interface Problem {
  reason: string;
  applies(tx: Tx, order: NewOrder): boolean;
  /** Does not prevent an import. */
  editingOnly?: true;
}

const problems: readonly Problem[] = [
  {
    reason: "PARTIALLY_OR_FULLY_REFUNDED",
    applies: (_, { paymentStatus }) => ["PARTIALLY_REFUNDED", "FULLY_REFUNDED"].includes(paymentStatus ?? ""),
  },
  {
    reason: "UNSUPPORTED_CHANNEL_TYPE",
    applies: (_, { channelInfo }) => !ownChannels.includes(channelInfo?.type ?? ""),
    editingOnly: true,
  },
  {
    reason: "UNSUPPORTED_CHANNEL_TYPE",
    applies: (_, { channelInfo }) => !channelInfo?.type || channelInfo.type === "UNSPECIFIED",
  },
  {
    reason: "ORDER_STATUS_IS_NOT_SUPPORTED",
    applies: (_, { status }) => status !== "APPROVED" && status !== "CANCELED",
  },
  {
    reason: "ORDER_STATUS_IS_NOT_SUPPORTED",
    applies: (_, { status }) => status === "CANCELED",
    editingOnly: true,
  },
  {
    reason: "ORDER_AND_SITE_CURRENCIES_ARE_INCONSISTENT",
    applies: (tx, { currency }) => Boolean(currency) && currency !== tx.setting("currency"),
  },
  {
    reason: "ORDER_AND_SITE_WEIGHT_UNITS_ARE_INCONSISTENT",
    applies: (tx, { weightUnit }) => {
      const known = weightUnit === "KG" || weightUnit === "LB";
      return known && weightUnit !== tx.setting("weightUnit");
    },
  },
  {
    reason: "SUBSCRIPTION_LINE_ITEM_EXISTS",
    applies: (_, { lineItems }) => lineItems?.some((line) => Boolean(line.subscriptionInfo)) ?? false,
  },
  {
    reason: "AMOUNTS_DO_NOT_ADD_UP",
    applies: (_, { priceSummary, taxIncludedInPrices }) =>
      !orderTotal(priceSummary, taxIncludedInPrices === true).eq(exactAmount(priceSummary?.total)),
  },
  {
    reason: "UNSUPPORTED_CATALOG_ITEM",
    applies: (tx, { lineItems }) => lineItems?.some((line) => productOfAny(tx, line) === "gone") ?? false,
    editingOnly: true,
  },
  {
    reason: "TAXABLE_EXISTING_ADDITIONAL_FEE",
    applies: (_, { additionalFees }) =>
      additionalFees?.some((fee) => exactAmount(fee.taxInfo?.taxAmount).gt(zero)) ?? false,
    editingOnly: true,
  },
];

/** Returns the platform's reasons why an order cannot be edited or imported; empty if it can. */
export function editProblems(tx: Tx, order: NewOrder, action: "edit" | "import"): string[] {
  const found = problems.filter(({ editingOnly, applies }) => {
    return (action === "edit" || !editingOnly) && applies(tx, order);
  });
  return [...new Set(found.map(({ reason }) => reason))];
}

/**
 * Returns whether the catalog has an item's product (`here`), had it (`gone`), or belongs to another app (`foreign`).
 */
function productOfAny(
  tx: Tx,
  { catalogReference }: Pick<OrderLineItem, "catalogReference">,
): "here" | "gone" | "foreign" {
  const { appId, catalogItemId } = catalogReference ?? {};
  if (!catalogItemId || !storeApps.includes(appId ?? "")) return "foreign";
  const runsV3 = catalogVersion(tx) === "V3_CATALOG";
  const product = runsV3 ? tx.get(productsV3, catalogItemId) : tx.get(products, catalogItemId);
  return product === undefined ? "gone" : "here";
}
