import { endpoint, type Method } from "../endpoint.ts";
import { guid, type ListOf, list, obj } from "../models/fields.ts";
import { CursorMetadata, catalogQuery } from "../models/query.ts";
import type { Schema } from "../schema.ts";

/** The names and the model of a generic service. */
export interface GenericService<
  One extends string,
  Many extends string,
  Model extends Schema,
  Asked extends Readonly<Record<string, Schema>> = Record<never, Schema>,
> {
  /** The name in summaries: `discount rule` and `discount rules`. */
  name: readonly [singular: string, plural: string];
  /** The key of one entity in inputs and results, such as `discountRule`. Its ID in paths is `discountRuleId`. */
  entityKey: One;
  /** The key of the entities of a page, such as `discountRules`. */
  listKey: Many;
  model: Model;
  /** The public path, such as `/ecom/v1/discount-rules`. */
  path: `/${string}`;
  /** Fields that are required to create an entity. */
  required?: readonly string[];
  /** Updates need no revision. */
  unrevised?: true;
  /** The method of queries. GET falls back to POST on the same path. Default: POST. */
  queried?: Method;
  /** What all calls but the deletion take besides: the fields to return. */
  asked?: Asked;
}

/** Returns the five endpoints that generic services share: create, get, update, remove and query (paged by cursor). */
export function genericEndpoints<
  One extends string,
  Many extends string,
  Model extends Schema,
  Asked extends Readonly<Record<string, Schema>> = Record<never, Schema>,
>(service: GenericService<One, Many, Model, Asked>) {
  const asked = service.asked ?? ({} as Asked);
  const { entityKey, listKey, model, path, queried = "POST", unrevised } = service;
  const [singular, plural] = service.name;
  const subject = `${/^[aeiou]/.test(singular) ? "an" : "a"} ${singular}`;
  const holding = { [entityKey]: model } as Record<One, Model>;
  const single = obj(holding);
  const id = `${entityKey}Id` as const;
  const byId = { [id]: guid() } as Record<typeof id, ReturnType<typeof guid>>;
  const required = service.required?.map((field) => `${entityKey}.${field}`) ?? [entityKey];
  return {
    create: endpoint(`POST ${path}`, {
      input: obj({ ...holding, ...asked }),
      result: single,
      required,
      summary: `Create ${subject}`,
    }),
    get: endpoint(`GET ${path}/{${id}}`, {
      input: obj({ ...byId, ...asked }),
      result: single,
      role: "admin",
      summary: `Get ${subject} by ID`,
    }),
    update: endpoint(`PATCH ${path}/{${entityKey}.id}`, {
      input: obj({ ...holding, ...asked }),
      result: single,
      required: unrevised ? [`${entityKey}.id`] : [`${entityKey}.id`, `${entityKey}.revision`],
      summary: `Update ${subject}${unrevised ? "" : " (requires its revision)"}`,
    }),
    remove: endpoint(`DELETE ${path}/{${id}}`, {
      input: obj(byId),
      result: obj({}),
      summary: `Delete ${subject}`,
    }),
    query: endpoint(`${queried} ${path}/query`, {
      ...(queried === "GET" && {
        fallback: { method: "POST" as const, public: `${path}/query` },
        complexQuery: true,
      }),
      input: obj({ query: catalogQuery(100), ...asked }),
      result: obj({ [listKey]: list(model), pagingMetadata: CursorMetadata } as Record<
        Many,
        ListOf<Model>
      > & { pagingMetadata: typeof CursorMetadata }),
      paging: "cursor",
      items: listKey,
      metadata: "pagingMetadata",
      limitMax: 100,
      role: "admin",
      summary: `List ${plural} that match a query`,
    }),
  };
}
