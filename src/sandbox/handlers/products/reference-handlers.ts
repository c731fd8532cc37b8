import { bulkResponse, forEachItem } from "../../kernel/documents/bulk.ts";
import {
  checkRevision,
  type Entity,
  entityOf,
  type Kind,
  removeEntity,
  replaceEntity,
} from "../../kernel/documents/entities.ts";
import { countOf, type ListFields, type ListRequest, listPage } from "../../kernel/documents/lists.ts";
import type { Tx } from "../../kernel/tx.ts";
import { refreshProduct } from "../../services/products/v3/products.ts";
import { products, type StoredProductV3 } from "../../services/products/v3/tables.ts";

/** A kind of document that products of catalog v3 reference, such as brands. */
interface ReferenceResource<T, Given, One extends string, Many extends string, Item extends string> {
  kind: Kind<T & Entity>;
  /** The keys of one document and of a list of them, as in the endpoints. */
  one: One;
  many: Many;
  /** The key of a document in the results of bulk calls. Default: `item`. */
  item?: Item;
  fields: ListFields;
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

type By<Key extends string, Value> = { readonly [K in Key]?: Value | null | undefined };
type Fields = { readonly fields?: readonly string[] | null | undefined };
type Returned = { readonly returnEntity?: boolean | null | undefined };
type Written = { id?: string | null | undefined; revision?: string | null | undefined };

/** Returns the calls that brands, ribbons, info sections and customizations share, and `show` and `bulk` for the others. */
export function referenceHandlers<
  T extends Entity & Given,
  Given extends Written,
  const One extends string,
  const Many extends string,
  const Item extends string = "item",
>(resource: ReferenceResource<T, Given, One, Many, Item>) {
  const { kind, one, many, item = "item" as Item, fields: listFields, count } = resource;
  const countField = count.replace(/[A-Z]/g, "_$&").toUpperCase();
  type Named = By<`${One}Id`, string>;
  const idOf = (input: Named) => (input as By<string, string>)[`${one}Id`] ?? "";
  const givenIn = (input: By<One, Given>) => input[one] ?? ({} as Given);
  const single = (doc: object) => ({ [one]: doc }) as { [K in One]: T };

  function show(tx: Tx, doc: T, fields: Fields["fields"]): T {
    if (!fields?.includes(countField)) return doc;
    return { ...doc, [count]: tx.query(products, { filter: resource.usedBy(doc), limit: 1 }).total };
  }
  function updateProducts(tx: Tx, doc: T, after: T | undefined): void {
    for (const product of tx.each(products, resource.usedBy(doc)))
      refreshProduct(tx, resource.updateProduct(product, doc.id, after));
  }
  function change(tx: Tx, given: Given): T {
    const before = entityOf(tx, kind, given.id ?? "");
    checkRevision(before, given.revision, kind.name);
    const after = replaceEntity(tx, kind, resource.change(tx, before, given));
    updateProducts(tx, after, after);
    return after;
  }
  function remove(tx: Tx, id: string): T {
    const doc = entityOf(tx, kind, id);
    resource.beforeRemove?.(tx, doc);
    updateProducts(tx, doc, undefined);
    removeEntity(tx, kind, doc);
    return doc;
  }
  function bulk<V>(
    tx: Tx,
    values: readonly V[] | null | undefined,
    action: (value: V) => T,
    withEntity: boolean | null | undefined,
    fields?: Fields["fields"],
  ) {
    const outcomes = forEachItem(tx, values ?? [], action);
    return bulkResponse(outcomes, item, withEntity ? (doc) => show(tx, doc, fields) : undefined);
  }

  return {
    show,
    bulk,
    handlers: {
      create: (tx: Tx, input: By<One, Given>) => single(resource.create(tx, givenIn(input))),
      get: (tx: Tx, input: Named & Fields) => single(show(tx, entityOf(tx, kind, idOf(input)), input.fields)),
      update: (tx: Tx, input: By<One, Given> & Fields) =>
        single(show(tx, change(tx, givenIn(input)), input.fields)),
      remove(tx: Tx, input: Named) {
        remove(tx, idOf(input));
        return {};
      },
      query(tx: Tx, { query, fields }: Fields & { query?: ListRequest | null | undefined }) {
        const { items, pagingMetadata } = listPage(tx, kind.table, query, listFields);
        return { [many]: items.map((doc) => show(tx, doc, fields)), pagingMetadata } as {
          [K in Many]: T[];
        } & { pagingMetadata: typeof pagingMetadata };
      },
      count: (tx: Tx, { filter }: { filter?: unknown }) => ({
        count: countOf(tx, kind.table, { filter }, listFields),
      }),
      bulkCreate: (tx: Tx, input: By<Many, readonly Given[]> & Returned) =>
        bulk(tx, input[many], (given) => resource.create(tx, given), input.returnEntity),
      bulkUpdate: (tx: Tx, input: By<Many, readonly By<One, Given>[]> & Returned & Fields) =>
        bulk(tx, input[many], (given) => change(tx, givenIn(given)), input.returnEntity, input.fields),
    },
    /** Not in `handlers`: the platform has no such call for customizations. */
    bulkRemove: (tx: Tx, input: By<`${One}Ids`, readonly string[]>) =>
      bulk(tx, (input as By<string, readonly string[]>)[`${one}Ids`], (id) => remove(tx, id), false),
  };
}
