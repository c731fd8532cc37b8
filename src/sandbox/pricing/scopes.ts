import type { DiscountScope } from "../../api/services/discounts/models/discount-rule.ts";
import type { Item } from "./basket.ts";

/** What the sandbox reads in the parameters of a custom filter, whatever app they are for. */
interface FilterParams {
  collectionIds?: unknown;
  /** `SHIPPING`: the delivery, and no item. */
  target?: unknown;
}

const paramsOf = ({ customFilter }: DiscountScope): FilterParams =>
  typeof customFilter?.params === "object" && customFilter.params !== null ? customFilter.params : {};

/** Whether an item lies in at least one scope. */
export function inScopes(scopes: readonly DiscountScope[], item: Item): boolean {
  return scopes.some((scope) => inScope(scope, item));
}

function inScope(scope: DiscountScope, item: Item): boolean {
  const { catalogItemFilter: items } = scope;
  if (items) {
    const { catalogAppId, catalogItemIds } = items;
    if (catalogAppId && item.appId !== catalogAppId) return false;
    return !catalogItemIds?.length || catalogItemIds.includes(item.catalogItemId ?? "");
  }
  const { collectionIds } = paramsOf(scope);
  return Array.isArray(collectionIds) && collectionIds.some((id) => item.collectionIds?.includes(id));
}

/** What some scopes are about: the delivery, every item, or some. */
export function targetOf(scopes: readonly DiscountScope[]): "SHIPPING" | "GLOBAL" | "SPECIFIC_ITEMS" {
  if (scopes.some((scope) => paramsOf(scope).target === "SHIPPING")) return "SHIPPING";
  const isWide = ({ catalogItemFilter }: DiscountScope) =>
    catalogItemFilter && !catalogItemFilter.catalogItemIds?.length;
  return scopes.some(isWide) ? "GLOBAL" : "SPECIFIC_ITEMS";
}
