import type { ObjectCalls } from "../../../api/contract/object-kind.ts";
import type { EndpointDeclaration, Handlers } from "../../../api/endpoint.ts";
import {
  type Brand,
  brandsV3 as brandEndpoints,
  infoSectionsV3 as infoSectionEndpoints,
  type Ribbon,
  ribbonsV3 as ribbonEndpoints,
} from "../../../api/services/products.ts";
import {
  type Entity,
  entityOf,
  type Kind,
  removeEntity,
  replaceEntity,
  requiredName,
} from "../../kernel/entities.ts";
import { type Asked, beforeOf, bulkAnswer, objectHandlers } from "../../kernel/regular.ts";
import type { Tx } from "../../kernel/tx.ts";
import { refreshProduct } from "./products.ts";
import {
  brandNamed,
  createBrand,
  createInfoSection,
  createRibbon,
  infoSectionFor,
  readDescription,
  rejectUniqueName,
  ribbonNamed,
} from "./references.ts";
import { brandKind, infoSectionKind, products, ribbonKind, type StoredProductV3 } from "./tables.ts";

/** A kind of document that products of catalog v3 reference, such as brands. */
interface ReferenceResource<T, Given, C> {
  kind: Kind<T & Entity>;
  calls: C;
  /** The key of a document in the results of bulk calls. Default: `item`. */
  item?: string;
  /** The field with the number of products that use the document. Callers request it as `ASSIGNED_PRODUCTS_COUNT`. */
  count: string;
  /** Returns a filter for the products that use the document. */
  usedBy(doc: T): object;
  create(tx: Tx, given: Given): T;
  /** Returns the changed document. Throws PlatformError or InvalidInput for invalid changes. */
  change(tx: Tx, before: T, given: Given): T;
  /** Runs before a deletion. Can throw to reject it. */
  beforeRemove?(tx: Tx, doc: T): void;
  /** Returns a product after a document that it uses changed or was deleted (`after` is undefined). */
  updateProduct(product: StoredProductV3, id: string, after: T | undefined): StoredProductV3;
}

type ReferenceCalls = ObjectCalls & Readonly<Record<string, EndpointDeclaration>>;
type Written = { id?: string | null | undefined; revision?: string | null | undefined };

/** Returns the calls that brands, ribbons, info sections and customizations share, and `show` and `bulk` for the others. */
export function referenceHandlers<T extends Entity & Given, Given extends Written, C extends ReferenceCalls>(
  resource: ReferenceResource<T, Given, C>,
) {
  const { kind, calls, item = "item", count } = resource;
  const countField = count.replace(/[A-Z]/g, "_$&").toUpperCase();

  function show(tx: Tx, doc: T, fields: Asked["fields"]): T {
    if (!fields?.includes(countField)) return doc;
    return { ...doc, [count]: tx.query(products, { filter: resource.usedBy(doc), limit: 1 }).total };
  }
  function updateProducts(tx: Tx, doc: T, after: T | undefined): void {
    for (const product of tx.each(products, resource.usedBy(doc)))
      refreshProduct(tx, resource.updateProduct(product, doc.id, after));
  }
  const actions = {
    create: (tx: Tx, given: object | null | undefined) => resource.create(tx, (given ?? {}) as Given),
    get: (tx: Tx, id: string | null | undefined) => entityOf(tx, kind, id ?? ""),
    change(tx: Tx, given: Written | null | undefined) {
      const before = beforeOf(tx, kind, given);
      const after = replaceEntity(tx, kind, resource.change(tx, before, given as Given));
      updateProducts(tx, after, after);
      return after;
    },
    remove(tx: Tx, id: string | null | undefined) {
      const doc = entityOf(tx, kind, id ?? "");
      resource.beforeRemove?.(tx, doc);
      updateProducts(tx, doc, undefined);
      removeEntity(tx, kind, doc);
      return doc;
    },
  };
  return {
    show,
    bulk: bulkAnswer(item, show),
    handlers: objectHandlers<T, C>({ kind, calls, actions, item, show }),
  };
}

const brandCalls = referenceHandlers({
  kind: brandKind,
  calls: brandEndpoints,
  count: "assignedProductsCount",
  usedBy: ({ id }) => ({ "brand.id": id }),
  create: (tx, { name }: Brand) => createBrand(tx, name),
  change: (_tx, before, { name = before.name }: Brand) => ({
    ...before,
    name: requiredName("brand.name", name),
  }),
  updateProduct: (product, id, after) => ({ ...product, brand: after && { id, name: after.name } }),
});

/** Brands of catalog v3. Renaming or deleting a brand updates its products. */
export const brandsV3: Handlers<typeof brandEndpoints, Tx> = {
  ...brandCalls.handlers,
  getOrCreate: (tx, { brandName, fields }) => ({
    brand: brandCalls.show(tx, brandNamed(tx, brandName), fields),
  }),
  bulkGetOrCreate: (tx, { brandNames, fields }) =>
    brandCalls.bulk(tx, brandNames, (name) => brandNamed(tx, name), { returnEntity: true, fields }),
};

const ribbonCalls = referenceHandlers({
  kind: ribbonKind,
  calls: ribbonEndpoints,
  count: "assignedProductCount",
  usedBy: ({ id }) => ({
    $or: [{ "ribbon.id": id }, { "additionalRibbons[].id": id }],
  }),
  create: (tx, { name }: Ribbon) => createRibbon(tx, name),
  change: (_tx, before, { name = before.name }: Ribbon) => ({
    ...before,
    name: requiredName("ribbon.name", name),
  }),
  updateProduct(product, id, after) {
    const change = (ribbon: NonNullable<typeof product.ribbon>) => {
      if (ribbon.id !== id) return [ribbon];
      return after ? [{ id, name: after.name }] : [];
    };
    const [ribbon] = product.ribbon ? change(product.ribbon) : [];
    return { ...product, ribbon, additionalRibbons: (product.additionalRibbons ?? []).flatMap(change) };
  },
});

/** Ribbons of catalog v3. Renaming or deleting a ribbon updates its products. */
export const ribbonsV3: Handlers<typeof ribbonEndpoints, Tx> = {
  ...ribbonCalls.handlers,
  getOrCreate: (tx, { ribbonName, fields }) => ({
    ribbon: ribbonCalls.show(tx, ribbonNamed(tx, ribbonName), fields),
  }),
  bulkGetOrCreate: (tx, { ribbonNames, fields }) =>
    ribbonCalls.bulk(tx, ribbonNames, (name) => ribbonNamed(tx, name), { returnEntity: true, fields }),
};

const infoSectionCalls = referenceHandlers({
  kind: infoSectionKind,
  calls: infoSectionEndpoints,
  count: "assignedProductsCount",
  usedBy: ({ id }) => ({ "infoSections[].id": id }),
  create: createInfoSection,
  change(tx, before, given) {
    const { title = before.title, uniqueName = before.uniqueName } = given;
    const names = {
      title: requiredName("infoSection.title", title),
      uniqueName: requiredName("infoSection.uniqueName", uniqueName),
    };
    rejectUniqueName(tx, names.uniqueName, before.id);
    return { ...before, ...readDescription(given), ...names };
  },
  updateProduct: (product, id, after) => ({
    ...product,
    infoSections: product.infoSections.flatMap((section) => {
      if (section.id !== id) return [section];
      return after ? [{ id, uniqueName: after.uniqueName }] : [];
    }),
  }),
});

/** Info sections of catalog v3. Changing or deleting one updates its products. */
export const infoSectionsV3: Handlers<typeof infoSectionEndpoints, Tx> = {
  ...infoSectionCalls.handlers,
  getOrCreate: (tx, { infoSection, fields }) => ({
    infoSection: infoSectionCalls.show(tx, infoSectionFor(tx, infoSection), fields),
  }),
  bulkGetOrCreate: (tx, { infoSections, fields }) =>
    infoSectionCalls.bulk(tx, infoSections, (section) => infoSectionFor(tx, section), {
      returnEntity: true,
      fields,
    }),
};
