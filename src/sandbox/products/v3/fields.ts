import {
  brandsV3,
  customizationsV3,
  infoSectionsV3,
  productsV3,
  ribbonsV3,
  variantsV3,
} from "../../../api/services/products.ts";
import { fieldsOf } from "../../kernel/lists.ts";
import { productLists, variantLists } from "./derive.ts";

/** The fields of each list. */
export const brandFields = fieldsOf(() => brandsV3.query);
export const ribbonFields = fieldsOf(() => ribbonsV3.query);
export const infoSectionFields = fieldsOf(() => infoSectionsV3.query);
export const customizationFields = fieldsOf(() => customizationsV3.query);
/** Product queries support fewer fields than searches. */
export const productQueryFields = fieldsOf(() => productsV3.query, { lists: ["options.id"] });
export const productSearchFields = fieldsOf(() => productsV3.search, {
  lists: productLists,
  amounts: ["actualPriceRange", "compareAtPriceRange"].flatMap((range) => [
    `${range}.minValue.amount`,
    `${range}.maxValue.amount`,
  ]),
  singleOperator: true,
});
export const variantQueryFields = fieldsOf(() => variantsV3.query);
export const variantSearchFields = fieldsOf(() => variantsV3.search, {
  lists: variantLists,
  amounts: ["price.actualPrice.amount", "price.compareAtPrice.amount"],
});
