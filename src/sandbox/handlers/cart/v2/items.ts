import type { CatalogItemInput, CustomItemInput } from "../../../../api/services/cart/models-v2.ts";
import type { AddedItem } from "../../../services/cart/line-item.ts";
import type { Added } from "../../../services/cart/lines.ts";
import type { WireCustomItem } from "../../../services/cart/tables.ts";

/** The items that a v2 call adds to a cart. */
export interface AddedV2 {
  catalogItems?: readonly CatalogItemInput[] | null | undefined;
  customItems?: readonly CustomItemInput[] | null | undefined;
}

/** Returns added items in the stored format. */
export function addedOf({ catalogItems, customItems }: AddedV2): Added {
  return {
    lineItems: (catalogItems ?? []).map(itemOf),
    customLineItems: (customItems ?? []).map(customOf),
  };
}

function itemOf(item: CatalogItemInput): AddedItem {
  const { catalogReference, quantity, catalogOverrideFields: fields, membershipPayment } = item;
  const { existingMembership } = membershipPayment ?? {};
  const membership = existingMembership
    ? { id: existingMembership.membershipId ?? "", appId: existingMembership.appId ?? "" }
    : item.selectedMembership;
  const { name, salePrice, ...rest } = fields ?? {};
  return {
    catalogReference: catalogReference ?? null,
    quantity: quantity ?? null,
    ...(fields && {
      catalogOverrideFields: {
        ...rest,
        ...(name && { productName: name }),
        ...(salePrice && { price: salePrice }),
      },
    }),
    ...(membership && { selectedMembership: { id: membership.id ?? "", appId: membership.appId ?? "" } }),
    ...(item.extendedFields && { extendedFields: item.extendedFields }),
  };
}

function customOf(item: CustomItemInput): WireCustomItem {
  const { name, quantityInfo, pricing, source, attributes, taxConfig, paymentConfig } = item;
  const { image, ...described } = attributes ?? {};
  const { price, fullPrice, priceDescription, priceUndetermined } = pricing ?? {};
  const { depositAmount, paymentOption } = paymentConfig ?? {};
  return withoutNulls({
    ...described,
    productName: name,
    quantity: quantityInfo?.requestedQuantity ?? 1,
    quantityAvailable: quantityInfo?.availableQuantity,
    fixedQuantity: quantityInfo?.fixedQuantity,
    price: price?.amount ?? "0",
    fullPrice: fullPrice?.amount,
    priceDescription,
    priceUndetermined,
    itemType: attributes?.itemType ?? { preset: "PHYSICAL" },
    media: image,
    catalogReference: source?.catalogReference,
    rootCatalogItemId: source?.rootCatalogItemId,
    inventoryAppId: source?.inventoryAppId,
    taxGroupId: taxConfig?.taxGroupId,
    taxableAddress: taxConfig?.taxableAddress,
    depositAmount: depositAmount?.amount,
    paymentOption,
    deliveryProfileId: item.deliveryConfig?.deliveryProfileId,
  });
}

function withoutNulls(item: WireCustomItem): WireCustomItem {
  return Object.fromEntries(
    Object.entries(item).filter(([, value]) => value !== null && value !== undefined),
  ) as WireCustomItem;
}
