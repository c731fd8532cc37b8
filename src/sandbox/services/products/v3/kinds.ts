import type { InventoryItemV3 } from "../../../../api/services/inventory/inventory-v3.ts";
import type { Entity, Kind } from "../../../kernel/documents/entities.ts";
import type { Table } from "../../../kernel/tx.ts";
import {
  brands,
  customizations,
  infoSections,
  items,
  products,
  ribbons,
  type StoredBrand,
  type StoredCustomization,
  type StoredInfoSection,
  type StoredItem,
  type StoredProductV3,
  type StoredRibbon,
} from "./tables.ts";

function kind<T extends Entity>(
  table: Table<T>,
  name: string,
  show: (doc: T) => object = (doc) => doc,
): Kind<T> {
  return { table, fqdn: `wix.stores.catalog.v3.${name.replaceAll(" ", "_")}`, name, show };
}

export const brandKind: Kind<StoredBrand> = { ...kind(brands, "brand"), deletedWithoutEntity: true };
export const ribbonKind: Kind<StoredRibbon> = kind(ribbons, "ribbon");
export const infoSectionKind: Kind<StoredInfoSection> = {
  ...kind(infoSections, "info section"),
  deletedWithoutEntity: true,
};
export const customizationKind: Kind<StoredCustomization> = kind(customizations, "customization");
export const itemKind: Kind<StoredItem> = kind(items, "inventory item", showInventoryItem);
export const productKind: Kind<StoredProductV3> = kind(
  products,
  "product",
  ({ searchText: _, lists: __, ...product }) => product,
);

/** Returns an inventory item in API form. */
export function showInventoryItem({ searchText: _, ...item }: StoredItem): InventoryItemV3 {
  return item;
}
