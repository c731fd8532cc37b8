import { endpoint, type Method } from "../../endpoint.ts";
import { bulkResults } from "../../models/errors.ts";
import { bool, guid, type ListOf, list, obj } from "../../models/fields.ts";
import { CountResult, CursorMetadata, catalogQuery, Filter } from "../../models/query.ts";
import type { Schema } from "../../schema.ts";

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
  entityKey: One;
  listKey: Many;
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
  const { entityKey, listKey, model, queried, limitMax } = service;
  const [singular, plural] = service.name;
  const subject = `${/^[aeiou]/.test(singular) ? "an" : "a"} ${singular}`;
  const path = `/stores/v3/${service.path}` as const;
  const bulkPath = `/stores/v3/bulk/${service.path}` as const;
  const fields = list(service.field, { maxSize: 100 });
  const holding = { [entityKey]: model } as Record<One, Model>;
  const single = obj(holding);
  const id = `${entityKey}Id` as const;
  const byId = { [id]: guid() } as Record<typeof id, ReturnType<typeof guid>>;
  const many100 = <Value extends Schema>(value: Value) =>
    ({ [listKey]: upTo100(value) }) as Record<Many, ReturnType<typeof upTo100<Value>>>;
  const ids = `${entityKey}Ids` as const;
  const results = bulkResults(service.item, model);
  const revised = [`${entityKey}.id`, `${entityKey}.revision`];
  const requiredInUpdate = [
    ...revised,
    ...(service.requiredInUpdate ?? []).map((field) => `${entityKey}.${field}`),
  ];
  const endpoints = {
    create: endpoint(`POST ${path}`, {
      input: single,
      result: single,
      required: service.required.map((field) => `${entityKey}.${field}`),
      summary: `Create ${subject}`,
    }),
    get: endpoint(`GET ${path}/{${id}}`, {
      input: obj({ ...byId, fields }),
      result: single,
      summary: `Get ${subject} by ID`,
    }),
    update: endpoint(`PATCH ${path}/{${entityKey}.id}`, {
      input: obj({ ...holding, fields }),
      result: single,
      required: revised,
      summary: `Update ${subject} (requires its revision)`,
    }),
    remove: endpoint(`DELETE ${path}/{${id}}`, {
      input: obj(byId),
      result: obj({}),
      summary: `Delete ${subject} and remove it from its products`,
    }),
    query: endpoint(`${queried} ${path}/query`, {
      ...(queried === "GET" && {
        fallback: { method: "POST" as const, public: `${path}/query` },
        complexQuery: true,
      }),
      input: obj({ query: catalogQuery(limitMax), fields }),
      result: obj({ [listKey]: list(model), pagingMetadata: CursorMetadata } as Record<
        Many,
        ListOf<Model>
      > & { pagingMetadata: typeof CursorMetadata }),
      paging: "cursor",
      items: listKey,
      metadata: "pagingMetadata",
      limitMax,
      summary: `List ${plural} that match a query`,
    }),
    count: endpoint(`POST ${path}/count`, {
      input: obj({ filter: Filter }),
      result: CountResult,
      summary: `Count ${plural}`,
    }),
    bulkCreate: endpoint(`POST ${bulkPath}/create`, {
      input: obj({ ...many100(model), returnEntity: bool() }),
      result: results,
      required: [listKey],
      summary: `Create up to 100 ${plural}`,
    }),
    bulkUpdate: endpoint(`POST ${bulkPath}/update`, {
      input: obj({ ...many100(obj(holding, { required: requiredInUpdate })), returnEntity: bool(), fields }),
      result: results,
      required: [listKey],
      effect: "set",
      summary: `Update up to 100 ${plural} (requires their revisions)`,
    }),
  };
  const bulkRemove = endpoint(`POST ${bulkPath}/delete`, {
    input: obj({ [ids]: upTo100(guid()) } as Record<
      typeof ids,
      ReturnType<typeof upTo100<ReturnType<typeof guid>>>
    >),
    result: results,
    required: [ids],
    effect: "delete",
    summary: `Delete up to 100 ${plural}`,
  });
  return { endpoints, bulkRemove, single, results, fields };
}
