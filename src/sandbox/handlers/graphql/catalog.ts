import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { collections } from "../collections/collections.ts";
import { products } from "../products/products.ts";
import { checkPage, type OneArgs, oneOf, type PageArgs } from "./page.ts";

/** The schema's root fields for catalog v1, resolved by the handlers of the REST calls. */
export const catalogRoots = {
  products: (args: PageArgs, tx: Tx) => productPage(tx, args),
  product(args: OneArgs, tx: Tx) {
    if (oneOf(args) === "id") return products.get(tx, { id: args.id }).product;
    const [product] =
      products.query(tx, { query: pageOf({ limit: 1, offset: 0, filter: { slug: args.slug } }) }).products ??
      [];
    if (product?.id) return products.get(tx, { id: product.id }).product;
    throw new PlatformError(404, "PRODUCT_NOT_FOUND", `There is no product with the slug "${args.slug}"`);
  },
  collections(args: PageArgs, tx: Tx) {
    const { collections: items, metadata } = collections.query(tx, { query: pageOf(args) });
    return { items: items?.map(withProducts), total: metadata?.total };
  },
  collection(args: OneArgs, tx: Tx) {
    const { collection } =
      oneOf(args) === "id"
        ? collections.get(tx, { id: args.id })
        : collections.getBySlug(tx, { slug: args.slug });
    return collection && withProducts(collection);
  },
};

function productPage(tx: Tx, args: PageArgs) {
  const { products: items, metadata } = products.query(tx, { query: pageOf(args) });
  return { items, total: metadata?.total };
}

function withProducts<T extends { id?: string | null | undefined }>(collection: T) {
  const filter = { collectionIds: { $hasSome: [collection.id] } };
  return { ...collection, products: (args: PageArgs, tx: Tx) => productPage(tx, { ...args, filter }) };
}

function pageOf(args: PageArgs) {
  checkPage(args);
  const { limit, offset, filter, sort } = args;
  return { filter, paging: { limit, offset }, ...(sort && { sort }) };
}
