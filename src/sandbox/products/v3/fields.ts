import { productsV3, variantsV3 } from "../../../api/services/products.ts";
import { fieldsOf } from "../../kernel/lists.ts";

/** Product queries support fewer fields than searches. */
export const productQueryFields = fieldsOf(() => productsV3.query);
export const productSearchFields = fieldsOf(() => productsV3.search, {
  paths: {
    "directCategoriesInfo.categories.id": "searchedCategories.direct",
    "allCategoriesInfo.categories.id": "searchedCategories.all",
  },
  singleOperator: true,
});
export const variantQueryFields = fieldsOf(() => variantsV3.query);
export const variantSearchFields = fieldsOf(() => variantsV3.search);
