import type { Call } from "../api/caller.ts";
import { list, obj } from "../api/models/fields.ts";
import { type Category, storeCategories, storesTree } from "../api/services/collections.ts";
import { InventoryItemV3, storesLocations } from "../api/services/inventory.ts";
import {
  brandsV3,
  customizationsV3,
  infoSectionsV3,
  ProductV3,
  productsV3,
  ribbonsV3,
} from "../api/services/products.ts";
import { completeProducts } from "../resources/products/read-v3.ts";
import { listed, type ShopObject, shopObject } from "./shop-object.ts";

/** The field groups of products that a sandbox stores. */
const fields = [
  ...["URL", "DESCRIPTION", "PLAIN_DESCRIPTION", "MERCHANT_DATA", "MEDIA_ITEMS_INFO", "THUMBNAIL"],
  ...["INFO_SECTION", "DIRECT_CATEGORIES_INFO", "PRODUCT_CHOICES_DISPLAY_IMAGE"],
  ...["VARIANT_OPTION_CHOICE_NAMES", "WEIGHT_MEASUREMENT_UNIT_INFO"],
];

/** A product with its stock. `defaultLocation`: the location that its availability depends on. */
const WholeProduct = obj({
  product: ProductV3,
  items: list(InventoryItemV3),
  defaultLocation: InventoryItemV3,
});

/** Brands, ribbons, info sections, options, categories and products of catalog v3. Only copies have them. */
export const catalogV3Objects: readonly ShopObject[] = [
  shopObject({
    ...listed(brandsV3),
    domain: "products",
    copy: { catalog: "v3" },
  }),
  shopObject({
    ...listed(ribbonsV3),
    domain: "products",
    copy: { catalog: "v3" },
  }),
  shopObject({
    ...listed(infoSectionsV3),
    domain: "products",
    copy: { catalog: "v3" },
  }),
  shopObject({
    kind: "customization",
    domain: "products",
    noun: "option",
    list: {
      endpoint: customizationsV3.query,
      input: { query: {}, fields: ["CHOICE_DISPLAY_IMAGE"] },
    },
    copy: { catalog: "v3" },
  }),
  shopObject<Category>({
    kind: "category",
    domain: "collections",
    noun: "category",
    list: {
      endpoint: storeCategories.query,
      input: {
        query: {},
        treeReference: storesTree,
        returnNonVisibleCategories: true,
        fields: ["DESCRIPTION", "RICH_CONTENT_DESCRIPTION"],
      },
    },
    copy: {
      catalog: "v3",
      // On the live platform the id of the built-in category is that of the site.
      complete: () => (found) => found.filter(({ slug }) => slug !== "all-products"),
    },
  }),
  shopObject<ProductV3>({
    kind: "productV3",
    domain: "products",
    noun: "product",
    list: { endpoint: productsV3.search, input: { search: {}, fields } },
    copy: {
      catalog: "v3",
      model: WholeProduct,
      limited: true,
      complete({ call }) {
        let location: Promise<string> | undefined;
        return async (found) => {
          location ??= defaultLocation(call);
          const at = { locationId: await location };
          const whole = await completeProducts(call, found, true, undefined, fields);
          return whole.map(({ product, variants, items }) => ({
            product: { ...product, variantsInfo: { variants } },
            items,
            defaultLocation: at,
          }));
        };
      },
    },
  }),
];

async function defaultLocation(call: Call): Promise<string> {
  const { storesLocation } = await call(storesLocations.getDefault, {});
  return storesLocation?.id ?? "";
}
