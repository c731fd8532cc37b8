import type * as z from "zod/mini";
import { endpoint, type Method } from "../endpoint.ts";
import { CursorMetadata, catalogQuery } from "../models/catalog-query.ts";
import { guid, list, obj } from "../models/fields.ts";

/** How a regular family of calls is named. */
export interface RegularNames<One extends string, Many extends string, Model extends z.core.$ZodType> {
  /** As people say it: `discount rule`, and `discount rules`. */
  noun: readonly [one: string, many: string];
  /** The key of one in inputs and answers, such as `discountRule`; its id in paths is `discountRuleId`. */
  one: One;
  /** The key of a page of them. */
  many: Many;
  model: Model;
  /** `/v1/discount-rules`, as the specification writes it and as it travels. */
  path: string;
  public: string;
  /** Fields that a new one must have. */
  required?: readonly string[];
  /** Changes need no revision: the family has none. */
  unrevised?: true;
  /** How lists are asked for; GET falls back to POST on the same path. Default POST. */
  queried?: Method;
}

/** The five calls that every regular entity has: create, get, update, remove and query, the last by cursor. */
export function regular<One extends string, Many extends string, Model extends z.core.$ZodType>(
  names: RegularNames<One, Many, Model>,
) {
  const { one, many, model, path, public: open, queried = "POST" } = names;
  const [noun, nouns] = names.noun;
  const a = /^[aeiou]/.test(noun) ? "an" : "a";
  const single = obj({ [one]: model } as Record<One, Model>);
  const id = `${one}Id` as const;
  const byId = { input: obj({ [id]: guid() } as Record<typeof id, ReturnType<typeof guid>>), required: [id] };
  const at = (rest: string) => ({ path: `${path}/${rest}`, public: `${open}/${rest}` });
  const required = names.required?.map((field) => `${one}.${field}`) ?? [one];
  return {
    create: endpoint({
      method: "POST",
      path,
      public: open,
      input: single,
      result: single,
      required,
      summary: `Create ${a} ${noun}`,
    }),
    get: endpoint({
      method: "GET",
      ...at(`{${id}}`),
      ...byId,
      result: single,
      role: "admin",
      summary: `Get ${a} ${noun} by id`,
    }),
    update: endpoint({
      method: "PATCH",
      ...at(`{${one}.id}`),
      input: single,
      result: single,
      required: names.unrevised ? [`${one}.id`] : [`${one}.id`, `${one}.revision`],
      summary: names.unrevised ? `Change ${a} ${noun}` : `Change ${a} ${noun}, given its current revision`,
    }),
    remove: endpoint({
      method: "DELETE",
      ...at(`{${id}}`),
      ...byId,
      result: obj({}),
      summary: `Delete ${a} ${noun}`,
    }),
    query: endpoint({
      method: queried,
      ...at("query"),
      ...(queried === "GET" && {
        fallback: { method: "POST" as const, public: `${open}/query` },
        complexQuery: true,
      }),
      input: obj({ query: catalogQuery(100) }),
      result: obj({ [many]: list(model), pagingMetadata: CursorMetadata } as Record<
        Many,
        ReturnType<typeof list<Model>>
      > & { pagingMetadata: typeof CursorMetadata }),
      paging: "cursor",
      items: many,
      metadata: "pagingMetadata",
      limitMax: 100,
      role: "admin",
      summary: `List ${nouns} that match a query`,
    }),
  };
}
