import type { Handlers } from "../../../api/endpoint.ts";
import { storesTree } from "../../../api/services/collections/store-categories.ts";
import type { ProductV3 } from "../../../api/services/products/models-v3.ts";
import type { productsV3 as endpoints } from "../../../api/services/products/products-v3.ts";
import { bulkResponse, forEachItem } from "../../kernel/documents/bulk.ts";
import { checkRevision } from "../../kernel/documents/entities.ts";
import { countOf, listPage } from "../../kernel/documents/lists.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { allProductsCategory } from "../../services/collections/index.ts";
import {
  checkChangedProduct,
  checkChangedProducts,
  checkNewProduct,
  checkNewProducts,
  createEach,
} from "../../services/products/v3/check.ts";
import { changeProduct, newProduct } from "../../services/products/v3/facts.ts";
import { productQueryFields, productSearchFields } from "../../services/products/v3/fields.ts";
import {
  deleteProduct,
  insertProduct,
  productOf,
  replaceProduct,
  visibleProduct,
} from "../../services/products/v3/products.ts";
import { type StoredProductV3, products as table } from "../../services/products/v3/tables.ts";
import { requestedFields, showProduct } from "../../services/products/v3/view.ts";
import { productsByFilter } from "./products-v3-filter.ts";
import { productStock } from "./products-v3-stock.ts";

/** Catalog v3 products. Only admins see hidden ones. */
export const productsV3: Handlers<typeof endpoints, Tx> = {
  ...productStock,
  ...productsByFilter,
  create(tx, { product, fields }) {
    const includes = requestedFields(tx, fields);
    const given = product ?? {};
    checkNewProduct(given);
    return { product: showProduct(tx, insertProduct(tx, newProduct(tx, given)), includes) };
  },
  update(tx, { product, fields }) {
    const includes = requestedFields(tx, fields);
    checkChangedProduct(product ?? {});
    return { product: showProduct(tx, updateProduct(tx, product ?? {}), includes) };
  },
  remove(tx, { productId }) {
    deleteProduct(tx, productOf(tx, productId ?? ""));
    return {};
  },
  getAllProductsCategory: () => ({ categoryId: allProductsCategory, treeReference: storesTree }),
  get(tx, { productId, fields }) {
    const id = productId ?? "";
    return {
      product: showProduct(tx, visibleProduct(tx, tx.get(table, id), { id }), requestedFields(tx, fields)),
    };
  },
  getBySlug(tx, { slug, fields }) {
    const product = tx.findBy(table, "slug", slug ?? "");
    return { product: showProduct(tx, visibleProduct(tx, product, { slug }), requestedFields(tx, fields)) };
  },
  query(tx, { query, fields }) {
    const includes = requestedFields(tx, fields);
    const { items, pagingMetadata } = listPage(tx, table, query, productQueryFields, scopeOf(tx));
    return { products: items.map((product) => showProduct(tx, product, includes, false)), pagingMetadata };
  },
  search(tx, { search, fields }) {
    const includes = requestedFields(tx, fields);
    const { items, ...page } = listPage(tx, table, search, productSearchFields, scopeOf(tx));
    return { products: items.map((product) => showProduct(tx, product, includes, false)), ...page };
  },
  count(tx, { filter, search, returnNonVisibleProducts }) {
    if (returnNonVisibleProducts && tx.caller.role !== "admin") {
      const message = "returnNonVisibleProducts requires permission to manage products";
      throw new PlatformError(403, "NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_PRODUCTS", message, {});
    }
    const scope = returnNonVisibleProducts ? undefined : { visible: true };
    return { count: countOf(tx, table, { filter, search }, productSearchFields, scope) };
  },
  bulkCreate(tx, { products, returnEntity, fields }) {
    const includes = requestedFields(tx, fields);
    const given = products ?? [];
    checkNewProducts(given);
    const results = createEach(tx, given, (product) => insertProduct(tx, newProduct(tx, product)));
    return bulkResponse(results, "item", returnEntity ? (one) => showProduct(tx, one, includes) : undefined);
  },
  bulkUpdate(tx, { products, returnEntity, fields }) {
    const includes = requestedFields(tx, fields);
    checkChangedProducts(products ?? []);
    const results = forEachItem(tx, products ?? [], ({ product }) => updateProduct(tx, product ?? {}));
    return bulkResponse(results, "item", returnEntity ? (one) => showProduct(tx, one, includes) : undefined);
  },
  bulkRemove(tx, { productIds }) {
    const remove = (id: string) => {
      const product = productOf(tx, id);
      deleteProduct(tx, product);
      return product;
    };
    return bulkResponse(forEachItem(tx, productIds ?? [], remove), "item", undefined);
  },
};

function updateProduct(tx: Tx, given: Partial<ProductV3>): StoredProductV3 {
  const before = productOf(tx, given.id ?? "");
  checkRevision(before, given.revision, "product");
  return replaceProduct(tx, changeProduct(tx, before, given));
}

function scopeOf(tx: Tx): unknown {
  return tx.caller.role === "admin" ? undefined : { visible: true };
}
