import type * as z from "zod/mini";
import type { AddedLineItem } from "../../../api/services/cart/models.ts";
import { decimal, sum } from "../../../kernel/money.ts";
import type { Tx } from "../../kernel/tx.ts";
import { whole } from "../../pricing/allocate.ts";
import type { PaymentOption } from "../../pricing/item.ts";
import { findCatalogItem } from "./catalog-item.ts";
import type { CatalogItem } from "./choices.ts";
import type { StoredLine, WireCustomItem } from "./tables.ts";

export type AddedItem = z.input<typeof AddedLineItem>;

/** A line with its current catalog item; `gone` if the catalog no longer has it. */
export interface LineItemDetail {
  line: StoredLine;
  catalogItem: CatalogItem;
  gone: boolean;
}

/** Returns the current catalog item of a line with the line's overrides. A deleted product keeps its name and price. */
export function lineItemDetail(tx: Tx, line: StoredLine): LineItemDetail {
  const found = findCatalogItem(tx, line.catalogReference);
  // An item with a custom price stays in its collections, so their rules and coupons still apply.
  if (line.custom) {
    const catalogItem = customCatalogItem(line, line.custom);
    return { line, catalogItem: { ...catalogItem, collectionIds: found?.collectionIds ?? [] }, gone: false };
  }
  return { line, catalogItem: overridden(line, found ?? unavailableItem(line)), gone: found === undefined };
}

function unavailableItem({ id, seen }: StoredLine): CatalogItem {
  const { name, price } = seen;
  const stock = { key: id, inStock: false };
  return { name, price: decimal(price), descriptionLines: [], kind: "PHYSICAL", stock, collectionIds: [] };
}

function customCatalogItem({ id }: StoredLine, custom: WireCustomItem): CatalogItem {
  const { physicalProperties: physical, itemType, quantityAvailable, modifierGroups } = custom;
  const modifiers = (modifierGroups ?? []).flatMap((group) => group.modifiers ?? []);
  const added = modifiers.map(({ price, quantity }) => decimal(price ?? "0").times(whole(quantity ?? 1)));
  return {
    name: custom.productName?.original ?? "",
    url: custom.url,
    price: decimal(custom.price ?? "0").plus(sum(added)),
    ...(custom.fullPrice && { fullPrice: decimal(custom.fullPrice) }),
    image: custom.media,
    descriptionLines: [...(custom.descriptionLines ?? [])],
    sku: physical?.sku ?? undefined,
    weight: physical?.weight ?? undefined,
    kind: itemType?.preset ?? itemType?.custom ?? "PHYSICAL",
    isCustomKind: !itemType?.preset && Boolean(itemType?.custom),
    stock: {
      key: id,
      inStock: true,
      ...(typeof quantityAvailable === "number" && { quantity: quantityAvailable }),
    },
    collectionIds: [],
    taxGroupId: custom.taxGroupId ?? undefined,
    paymentOption: (custom.paymentOption ?? undefined) as PaymentOption | undefined,
    ...(custom.depositAmount && { deposit: decimal(custom.depositAmount) }),
    subscription: custom.subscriptionOptionInfo,
    ...(custom.membersOnly && { membersOnly: true }),
  };
}

/** Applies the overrides of a line to its catalog item. */
function overridden(
  { catalogOverrideFields: own, subscriptionOptionInfo }: StoredLine,
  catalogItem: CatalogItem,
): CatalogItem {
  const { price, fullPrice, depositAmount, physicalProperties: physical } = own ?? {};
  return {
    ...catalogItem,
    ...(own?.productName?.original && { name: own.productName.original }),
    ...(price && { price: decimal(price), fullPrice: undefined }),
    ...(fullPrice && { fullPrice: decimal(fullPrice) }),
    ...(own?.image && { image: own.image }),
    ...(own?.descriptionLines && { descriptionLines: own.descriptionLines }),
    ...(physical?.sku && { sku: physical.sku }),
    ...(typeof physical?.weight === "number" && { weight: physical.weight }),
    ...(own?.paymentOption?.value && { paymentOption: own.paymentOption.value as PaymentOption }),
    ...(depositAmount && { deposit: decimal(depositAmount) }),
    ...(subscriptionOptionInfo && { subscription: subscriptionOptionInfo }),
  };
}
