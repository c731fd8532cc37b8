import type * as z from "zod/mini";
import { endpoint, type Method } from "../../endpoint.ts";
import { BulkActionMetadata, ItemMetadata } from "../../models/bulk.ts";
import { Counted, CursorMetadata, catalogQuery } from "../../models/catalog-query.ts";
import { bool, guid, list, obj } from "../../models/fields.ts";
import { Filter } from "../../models/query.ts";

type Schema = z.core.$ZodType;

/** A service for documents that products of catalog v3 reference, such as brands. */
interface ReferenceService<
  One extends string,
  Many extends string,
  Model extends Schema,
  Field extends Schema,
  Item extends string,
> {
  /** The name in summaries: `info section` and `info sections`. */
  name: readonly [singular: string, plural: string];
  /** The keys of one document and of a list of them, such as `infoSection` and `infoSections`. */
  one: One;
  many: Many;
  /** The key of a document in the results of bulk calls. */
  item: Item;
  model: Model;
  /** The fields that are returned on request only. */
  field: Field;
  /** The part of the paths that names the service, such as `info-sections`. */
  path: string;
  /** Fields that are required to create a document. */
  required: readonly string[];
  /** Fields that are required in each document of a bulk update. */
  requiredInUpdate?: readonly string[];
  /** The method of queries. GET falls back to POST on the same path. */
  queried: Method;
  /** Largest page size. */
  limitMax: number;
}

/** Returns the schema of a list of 1 to 100 values. */
export const upTo100 = <Item extends Schema>(item: Item) => list(item, { minSize: 1, maxSize: 100 });

/** Returns the endpoints that brands, ribbons, info sections and customizations share, and the schema of bulk results. */
export function referenceEndpoints<
  One extends string,
  Many extends string,
  Model extends Schema,
  Field extends Schema,
  Item extends string,
>(service: ReferenceService<One, Many, Model, Field, Item>) {
  const { one, many, model, queried, limitMax } = service;
  const [singular, plural] = service.name;
  const subject = `${/^[aeiou]/.test(singular) ? "an" : "a"} ${singular}`;
  const route = (method: Method, rest: string, folder = "") => {
    const path = `/v3${folder}/${service.path}${rest}`;
    return { method, path, public: `/stores${path}` };
  };
  const fields = list(service.field, { maxSize: 100 });
  const holding = { [one]: model } as Record<One, Model>;
  const single = obj(holding);
  const id = `${one}Id` as const;
  const byId = { [id]: guid() } as Record<typeof id, ReturnType<typeof guid>>;
  const many100 = <Value extends Schema>(value: Value) =>
    ({ [many]: upTo100(value) }) as Record<Many, ReturnType<typeof upTo100<Value>>>;
  const ids = `${one}Ids` as const;
  const results = obj({
    results: list(
      obj({ itemMetadata: ItemMetadata, [service.item]: model } as Record<Item, Model> & {
        itemMetadata: typeof ItemMetadata;
      }),
    ),
    bulkActionMetadata: BulkActionMetadata,
  });
  const revised = [`${one}.id`, `${one}.revision`];
  const requiredInUpdate = [
    ...revised,
    ...(service.requiredInUpdate ?? []).map((field) => `${one}.${field}`),
  ];
  const endpoints = {
    create: endpoint({
      ...route("POST", ""),
      input: single,
      result: single,
      required: service.required.map((field) => `${one}.${field}`),
      summary: `Create ${subject}`,
    }),
    get: endpoint({
      ...route("GET", `/{${id}}`),
      input: obj({ ...byId, fields }),
      result: single,
      required: [id],
      summary: `Get ${subject} by ID`,
    }),
    update: endpoint({
      ...route("PATCH", `/{${one}.id}`),
      input: obj({ ...holding, fields }),
      result: single,
      required: revised,
      summary: `Update ${subject} (requires its revision)`,
    }),
    remove: endpoint({
      ...route("DELETE", `/{${id}}`),
      input: obj(byId),
      result: obj({}),
      required: [id],
      summary: `Delete ${subject} and remove it from its products`,
    }),
    query: endpoint({
      ...route(queried, "/query"),
      ...(queried === "GET" && {
        fallback: { method: "POST" as const, public: route("POST", "/query").public },
        complexQuery: true,
      }),
      input: obj({ query: catalogQuery(limitMax), fields }),
      result: obj({ [many]: list(model), pagingMetadata: CursorMetadata } as Record<
        Many,
        ReturnType<typeof list<Model>>
      > & { pagingMetadata: typeof CursorMetadata }),
      paging: "cursor",
      items: many,
      metadata: "pagingMetadata",
      limitMax,
      summary: `List ${plural} that match a query`,
    }),
    count: endpoint({
      ...route("POST", "/count"),
      input: obj({ filter: Filter }),
      result: Counted,
      summary: `Count ${plural}`,
    }),
    bulkCreate: endpoint({
      ...route("POST", "/create", "/bulk"),
      input: obj({ ...many100(model), returnEntity: bool() }),
      result: results,
      required: [many],
      summary: `Create up to 100 ${plural}`,
    }),
    bulkUpdate: endpoint({
      ...route("POST", "/update", "/bulk"),
      input: obj({ ...many100(obj(holding, { required: requiredInUpdate })), returnEntity: bool(), fields }),
      result: results,
      required: [many],
      effect: "set",
      summary: `Update up to 100 ${plural} (requires their revisions)`,
    }),
  };
  const bulkRemove = endpoint({
    ...route("POST", "/delete", "/bulk"),
    input: obj({ [ids]: upTo100(guid()) } as Record<
      typeof ids,
      ReturnType<typeof upTo100<ReturnType<typeof guid>>>
    >),
    result: results,
    required: [ids],
    effect: "delete",
    summary: `Delete up to 100 ${plural}`,
  });
  return { endpoints, bulkRemove, single, results, fields, route };
}
