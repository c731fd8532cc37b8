import type * as z from "zod/mini";
import type { Handlers } from "../../../api/endpoint.ts";
import type { Query } from "../../../api/models/query.ts";
import type { products as endpoints } from "../../../api/services/products/products.ts";
import { checkFields } from "../../kernel/documents/lists.ts";
import { findPage, parseJson } from "../../kernel/documents/pages.ts";
import { freeSlug, requireFreeSlug } from "../../kernel/slugs.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { countProducts } from "../../services/collections/index.ts";
import { blankProduct, changeFacts } from "../../services/products/v1/facts.ts";
import { storeFilter } from "../../services/products/v1/filters.ts";
import { deleteProduct, insertProduct, productOf, saveProduct } from "../../services/products/v1/save.ts";
import { type StoredProduct, products as table } from "../../services/products/v1/tables.ts";
import { isManaged } from "../../services/products/v1/variants.ts";
import { merchantView, showProduct, visibleProduct, visibleTo } from "../../services/products/v1/view.ts";
import { productBulk } from "./product-bulk.ts";
import { productMedia } from "./product-media.ts";
import { productVariants } from "./product-variants.ts";

/** Document paths by query field. */
const pathOf = { price: "priceData.price" } as Record<string, string>;

const prices = ["price", "priceData.price"];
const sortable = ["id", "lastUpdated", "name", "sku", ...prices, "numericId", "productType", "slug"];
/** The fields that the platform filters and sorts by. */
const queryFields = { filterable: [...sortable, "createdDate", "description", "collectionIds"], sortable };

function queryProducts<T>(
  tx: Tx,
  query: z.input<typeof Query> | null | undefined,
  show: (product: StoredProduct) => T,
) {
  checkFields(query ?? {}, queryFields);
  const sort = query?.sort?.map((one) => ({
    ...one,
    fieldName: pathOf[one.fieldName ?? ""] ?? one.fieldName,
  }));
  const storeQuery = { ...query, filter: storeFilter(query?.filter, pathOf), sort };
  const { items, metadata } = findPage(tx, table, storeQuery, visibleTo(tx));
  return { products: items.map(show), metadata };
}

/** Returns the sort order of `[{"price":"desc"}]`. */
function sortOfText(text: string) {
  const keys = parseJson<Record<string, string>[]>(text, "query.sort");
  return [keys].flat().flatMap((key) =>
    Object.entries(key).map(([fieldName, order]) => ({
      fieldName,
      order: order.toUpperCase() as "ASC" | "DESC",
    })),
  );
}

/** Catalog v1 products. Only admins see hidden ones. */
export const products: Handlers<typeof endpoints, Tx> = {
  ...productBulk,
  ...productMedia,
  ...productVariants,
  query: (tx, { query }) => queryProducts(tx, query, (product) => showProduct(product, false)),
  queryV1(tx, { query, includeVariants, includeMerchantSpecificData }) {
    const merchant = merchantView(tx, includeMerchantSpecificData);
    const filter = query?.filter ? parseJson<object>(query.filter, "query.filter") : undefined;
    const sort = query?.sort ? sortOfText(query.sort) : undefined;
    const found = queryProducts(tx, { filter, sort, paging: query?.paging }, (product) => ({
      ...showProduct(product, merchant),
      ...(!includeVariants && { variants: [] }),
    }));
    const { count, offset, total } = found.metadata;
    return { products: found.products, metadata: { items: count, offset }, totalResults: total };
  },
  get(tx, { id, includeMerchantSpecificData }) {
    const merchant = merchantView(tx, includeMerchantSpecificData);
    return { product: showProduct(visibleProduct(tx, id ?? ""), merchant) };
  },
  create(tx, { product }) {
    const { slug, ...given } = product ?? {};
    const blank = blankProduct(tx.newId(), tx.next("catalog-v1-product"), tx.now);
    const facts = changeFacts(blank, { name: null, priceData: { price: null }, ...given });
    if (slug) requireFreeSlug(tx, table, slug, facts.id);
    facts.slug = slug || freeSlug(tx, table, facts.name, "product");
    const created = insertProduct(tx, facts);
    countProducts(tx, created.collectionIds, 1);
    return { product: showProduct(created, true) };
  },
  update(tx, { product }) {
    const before = productOf(tx, product?.id ?? "");
    const facts = changeFacts(before, product ?? {});
    if (facts.slug !== before.slug) requireFreeSlug(tx, table, facts.slug, facts.id);
    return { product: showProduct(saveProduct(tx, before, facts), true) };
  },
  remove(tx, { id }) {
    const product = productOf(tx, id ?? "");
    deleteProduct(tx, product.id);
    countProducts(tx, product.collectionIds, -1);
    return {};
  },
  removeOptions(tx, { id }) {
    const product = productOf(tx, id ?? "");
    if (isManaged(product)) {
      const message = `The variants of "${product.name}" are managed; set manageVariants to false first`;
      throw new PlatformError(400, "VARIANTS_ARE_MANAGED", message, { productId: product.id });
    }
    saveProduct(tx, product, changeFacts(product, { productOptions: null }));
    return {};
  },
  removeBrand(tx, { id }) {
    const product = productOf(tx, id ?? "");
    saveProduct(tx, product, changeFacts(product, { brand: null }));
    return {};
  },
  removeRibbon(tx, { id }) {
    const product = productOf(tx, id ?? "");
    saveProduct(tx, product, changeFacts(product, { ribbon: null }));
    return {};
  },
};
