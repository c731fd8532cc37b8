import type { DiscountScope } from "../../api/services/discounts/discounts.ts";
import type { PricingItem } from "./item.ts";

/** The parameters of custom filters that the sandbox supports, for any app. */
interface FilterParams {
  collectionIds?: unknown;
  /** `SHIPPING`: applies to the delivery only. */
  target?: unknown;
}

const paramsOf = ({ customFilter }: DiscountScope): FilterParams =>
  typeof customFilter?.params === "object" && customFilter.params !== null ? customFilter.params : {};

/** Returns whether an item is in at least one scope. */
export function inScopes(scopes: readonly DiscountScope[], item: PricingItem): boolean {
  return scopes.some((scope) => inScope(scope, item));
}

function inScope(scope: DiscountScope, item: PricingItem): boolean {
  const { catalogItemFilter: items } = scope;
  if (items) {
    const { catalogAppId, catalogItemIds } = items;
    if (catalogAppId && item.appId !== catalogAppId) return false;
    return !catalogItemIds?.length || catalogItemIds.includes(item.catalogItemId ?? "");
  }
  const { collectionIds } = paramsOf(scope);
  return Array.isArray(collectionIds) && collectionIds.some((id) => item.collectionIds?.includes(id));
}

/** Returns whether scopes target the delivery, every item, or some items. */
export function targetOf(scopes: readonly DiscountScope[]): "SHIPPING" | "GLOBAL" | "SPECIFIC_ITEMS" {
  if (scopes.some((scope) => paramsOf(scope).target === "SHIPPING")) return "SHIPPING";
  const isWide = ({ catalogItemFilter }: DiscountScope) =>
    catalogItemFilter && !catalogItemFilter.catalogItemIds?.length;
  return scopes.some(isWide) ? "GLOBAL" : "SPECIFIC_ITEMS";
}
