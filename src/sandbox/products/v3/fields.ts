import { productsV3, variantsV3 } from "../../../api/services/products.ts";
import { fieldsOfList } from "../../kernel/lists.ts";

/** Product queries support fewer fields than searches. */
export const productQueryFields = fieldsOfList(() => productsV3.query);
export const productSearchFields = fieldsOfList(() => productsV3.search, {
  paths: {
    "directCategoriesInfo.categories.id": "searchedCategories.direct",
    "allCategoriesInfo.categories.id": "searchedCategories.all",
  },
  singleOperator: true,
});
export const variantQueryFields = fieldsOfList(() => variantsV3.query);
export const variantSearchFields = fieldsOfList(() => variantsV3.search);
