import type { Handlers } from "../../../api/endpoint.ts";
import type { variantsV3 as endpoints } from "../../../api/services/products/products-v3.ts";
import { listPage } from "../../kernel/documents/lists.ts";
import type { Tx } from "../../kernel/tx.ts";
import { variantQueryFields, variantSearchFields } from "../../services/products/v3/fields.ts";
import { variantRows } from "../../services/products/v3/tables.ts";
import { requestedFields, showVariantRow } from "../../services/products/v3/view.ts";

/** Default sort: last updated products first, with their variants together. */
const searchOrder = [
  { fieldName: "productData.updatedDate", order: "DESC" },
  { fieldName: "productData.productId", order: "ASC" },
];

/** Variants of all products. Visitors see visible variants only. */
export const variantsV3: Handlers<typeof endpoints, Tx> = {
  query(tx, { query, fields }) {
    const includes = requestedFields(tx, fields);
    const { items, pagingMetadata } = listPage(tx, variantRows, query, variantQueryFields, scopeOf(tx));
    return { variants: items.map((row) => showVariantRow(tx, row, includes)), pagingMetadata };
  },
  search(tx, { search, fields }) {
    const includes = requestedFields(tx, fields);
    const sort = search?.sort?.length ? search.sort : searchOrder;
    const { items, ...page } = listPage(
      tx,
      variantRows,
      { ...search, sort },
      variantSearchFields,
      scopeOf(tx),
    );
    return { variants: items.map((row) => showVariantRow(tx, row, includes)), ...page };
  },
};

function scopeOf(tx: Tx): unknown {
  return tx.caller.role === "admin" ? undefined : { visible: true, "productData.visible": true };
}
