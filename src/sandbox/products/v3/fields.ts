import type { ListFields } from "../../kernel/lists.ts";
import { productLists, variantLists } from "./derive.ts";

const entityDates = ["createdDate", "updatedDate"];
const named = { filterable: ["id", "name", ...entityDates], sortable: ["name", ...entityDates] };

/** The queryable fields of each list, as documented by the platform. */
export const brandFields: ListFields = named;
export const ribbonFields: ListFields = named;
export const infoSectionFields: ListFields = {
  filterable: ["id", "uniqueName", "title", ...entityDates],
  sortable: ["uniqueName", "title", ...entityDates],
};
export const customizationFields: ListFields = {
  filterable: ["id", "name", "customizationType", "customizationRenderType", ...entityDates],
  sortable: ["id", "name", ...entityDates],
};

const itemFields = [
  "availabilityStatus",
  "inStock",
  "preorderInfo.enabled",
  "product.brand.id",
  "product.name",
  "product.variantBarcode",
  "product.variantName",
  "product.variantSku",
  "productId",
  "quantity",
  "trackQuantity",
  ...entityDates,
];
export const inventoryFields: ListFields = {
  filterable: ["id", "locationId", "variantId", ...itemFields],
  plainLists: ["product.directCategoryIds"],
  sortable: itemFields,
};

/** Product queries support fewer fields than searches. */
export const productQueryFields: ListFields = {
  filterable: ["id", "handle", "slug", "visible", ...entityDates],
  sortable: ["slug", "visible", ...entityDates],
  lists: ["options.id"],
};
const prices = ["actualPriceRange", "compareAtPriceRange"].flatMap((range) => [
  `${range}.minValue.amount`,
  `${range}.maxValue.amount`,
]);
const weights = ["minValue", "maxValue"].map((end) => `physicalProperties.shippingWeightRange.${end}`);
export const productSearchFields: ListFields = {
  filterable: [
    ...["id", "name", "slug", "handle", "importId", "productType", "visible", "visibleInPos", "taxGroupId"],
    ...["brand.id", "brand.name", "ribbon.id", "ribbon.name"],
    ...["inventory.availabilityStatus", "inventory.preorderAvailability", "inventory.preorderStatus"],
    ...["physicalProperties.deliveryProfileId", "physicalProperties.fulfillerId"],
    "subscriptionDetails.allowOneTimePurchases",
    ...prices,
    ...weights,
    ...entityDates,
  ],
  sortable: ["name", ...prices, ...weights, ...entityDates],
  lists: productLists,
  amounts: prices,
  singleOperator: true,
  aggregatable: [
    ...["variantsInfo.variants.sku", "variantsInfo.variants.barcode", "variantsInfo.variants.visible"],
    ...[
      "variantsInfo.variants.price.actualPrice.amount",
      "variantsInfo.variants.price.compareAtPrice.amount",
    ],
    "variantsInfo.variants.physicalProperties.weight",
    ...["choiceId", "optionId"].map((id) => `variantsInfo.variants.choices.optionChoiceIds.${id}`),
  ],
};

const variantPrices = ["price.actualPrice.amount", "price.compareAtPrice.amount"];
const variantKeys = ["id", "variantId", "productData.productId"];
export const variantQueryFields: ListFields = { filterable: variantKeys, sortable: variantKeys };
const variantOwn = [
  ...["variantId", "sku", "barcode", "visible"],
  ...["inventoryStatus.inStock", "inventoryStatus.preorderEnabled"],
  ...[
    "brand.id",
    "handle",
    "name",
    "productId",
    "productType",
    "slug",
    "updatedDate",
    "visible",
    "visibleInPos",
  ].map((field) => `productData.${field}`),
  ...variantPrices,
];
export const variantSearchFields: ListFields = {
  filterable: ["id", ...variantOwn],
  sortable: variantOwn,
  lists: variantLists,
  amounts: variantPrices,
};
