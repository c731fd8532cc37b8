import type { Call } from "../../api/caller.ts";
import { createWireClient } from "../../api/client.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { list, obj } from "../../api/models/fields.ts";
import { Category, storesTree } from "../../api/services/collections/models/category.ts";
import { storeCategories } from "../../api/services/collections/store-categories.ts";
import { InventoryItemV3 } from "../../api/services/inventory/models/inventory-item-v3.ts";
import { storesLocations } from "../../api/services/inventory/stores-locations.ts";
import { brandsV3 } from "../../api/services/products/brands-v3.ts";
import { customizationsV3 } from "../../api/services/products/customizations-v3.ts";
import { infoSectionsV3 } from "../../api/services/products/info-sections-v3.ts";
import { Brand } from "../../api/services/products/models/brand.ts";
import { Customization } from "../../api/services/products/models/customization.ts";
import { InfoSection } from "../../api/services/products/models/info-section.ts";
import { ProductV3 } from "../../api/services/products/models/product-v3.ts";
import { Ribbon } from "../../api/services/products/models/ribbon.ts";
import { productsV3 } from "../../api/services/products/products-v3.ts";
import { ribbonsV3 } from "../../api/services/products/ribbons-v3.ts";
import { completeProducts } from "../products/read-v3.ts";
import type { EntityKind } from "../snapshot/entities.ts";
import { seoTexts } from "./catalog-v1.ts";
import { type CopyKind, type CopyOptions, copyOf } from "./kind.ts";

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

const choices = (at: string) =>
  ["key", "name", "colorCode", "colorCodes.colorCodes[]", "image.**", "displayImage.**"].map(
    (field) => `${at}.choicesSettings.choices[].${field}`,
  );
const linked = (at: string) => [
  `${at}.choicesSettings.choices[].linkedMedia[].**`,
  `${at}.choicesSettings.choices[].media.items[].**`,
];

/** Brands, ribbons, info sections, options, categories and products of catalog v3. */
export function catalogV3Copies(call: Call): CopyKind[] {
  const kind = (
    name: string,
    list: { kind: string; call: string; endpoint: Endpoint; input?: object; domain?: EntityKind["domain"] },
    options: CopyOptions,
  ) => copyOf(call, { domain: "products", name, ...list }, options);
  const query = { query: {} };
  let locationId: Promise<string> | undefined;
  return [
    kind(
      "brands",
      { kind: "brand", call: "brandsV3.query", endpoint: brandsV3.query, input: query },
      { model: Brand, open: ["name"] },
    ),
    kind(
      "ribbons",
      { kind: "ribbon", call: "ribbonsV3.query", endpoint: ribbonsV3.query, input: query },
      { model: Ribbon, open: ["name"] },
    ),
    kind(
      "info sections",
      { kind: "infoSection", call: "infoSectionsV3.query", endpoint: infoSectionsV3.query, input: query },
      { model: InfoSection, open: ["uniqueName", "title", "plainDescription", "description.**"] },
    ),
    kind(
      "options",
      {
        ...{ kind: "customization", call: "customizationsV3.query", endpoint: customizationsV3.query },
        input: { ...query, fields: ["CHOICE_DISPLAY_IMAGE"] },
      },
      {
        model: Customization,
        open: [
          "key",
          "name",
          "freeTextInput.title",
          "freeTextInput.key",
          ...choices("").map((path) => path.slice(1)),
        ],
      },
    ),
    kind(
      "categories",
      {
        ...{ kind: "category", domain: "collections" },
        ...{ call: "storeCategories.query", endpoint: storeCategories.query },
        input: {
          ...query,
          ...{ treeReference: storesTree, returnNonVisibleCategories: true },
          fields: ["DESCRIPTION", "RICH_CONTENT_DESCRIPTION"],
        },
      },
      {
        model: Category,
        open: [
          ...["name", "slug", "description", "image.**", "richContentDescription.**"],
          ...["treeReference.appNamespace", "treeReference.treeKey", ...seoTexts("seoData")],
        ],
        // On the live platform the id of the built-in category is that of the site.
        complete: (items) => items.filter(({ slug }) => slug !== "all-products"),
      },
    ),
    kind(
      "products",
      {
        kind: "productV3",
        call: "productsV3.search",
        endpoint: productsV3.search,
        input: { search: {}, fields },
      },
      {
        model: WholeProduct,
        open: [
          ...["name", "slug", "handle", "numericId", "plainDescription", "description.**"],
          ...["media.main.**", "media.itemsInfo.items[].**", "brand.name", "ribbon.name"],
          ...["additionalRibbons[].name", "infoSections[].uniqueName", "infoSections[].title"],
          ...["options[].key", "options[].name", ...choices("options[]"), ...linked("options[]")],
          ...["modifiers[].key", "modifiers[].name", ...choices("modifiers[]"), ...linked("modifiers[]")],
          ...["modifiers[].freeTextSettings.title", "modifiers[].freeTextSettings.key"],
          ...["variantsInfo.variants[].sku", "variantsInfo.variants[].barcode"],
          "variantsInfo.variants[].choices[].optionChoiceNames.optionName",
          "variantsInfo.variants[].choices[].optionChoiceNames.choiceName",
          "variantsInfo.variants[].physicalProperties.pricePerUnit.description",
          ...[
            "physicalProperties.pricePerUnitRange.minValue.**",
            "physicalProperties.pricePerUnitRange.maxValue.**",
          ],
          "variantsInfo.variants[].digitalProperties.digitalFile.**",
          "variantsInfo.variants[].media.**",
          ...["subscriptionDetails.subscriptions[].title", "subscriptionDetails.subscriptions[].description"],
          ...["tags.privateTags.tagIds[]", "tags.publicTags.tagIds[]", "url.relativePath", "url.url"],
          ...seoTexts("seoData"),
        ]
          .map((path) => `product.${path}`)
          .concat("items[].preorderInfo.message"),
        complete: async (items) => {
          locationId ??= defaultLocation(call);
          const location = { locationId: await locationId };
          const whole = await completeProducts(call, items, true, undefined, fields);
          return whole.map(({ product, variants, items }) => ({
            product: { ...product, variantsInfo: { variants } },
            items,
            defaultLocation: location,
          }));
        },
      },
    ),
  ];
}

async function defaultLocation(call: Call): Promise<string> {
  const client = createWireClient({ storesLocations }, call);
  const { storesLocation } = await client.storesLocations.getDefault({});
  return storesLocation?.id ?? "";
}
