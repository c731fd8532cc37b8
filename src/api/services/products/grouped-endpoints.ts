import { endpoint, type Method } from "../../endpoint.ts";
import { bulkResults } from "../../models/errors.ts";
import { bool, guid, type ListOf, list, obj } from "../../models/fields.ts";
import { AggregationData, CursorMetadata, catalogSearch, Filter, StartedJob } from "../../models/query.ts";
import type { Schema } from "../../schema.ts";
import type { GenericService } from "../generic.ts";
import { Tags } from "./models-v3.ts";
import { upTo100 } from "./reference-endpoints.ts";

type Asked = Readonly<Record<string, Schema>>;

/** Returns the endpoints that promotions and product groups have besides the generic ones: search, bulk calls and tags. */
export function groupedEndpoints<
  One extends string,
  Many extends string,
  Model extends Schema,
  Fields extends Asked = Record<never, Schema>,
>({
  name: [, plural],
  entityKey,
  listKey,
  model,
  path,
  searched,
  asked = {} as Fields,
}: Pick<GenericService<One, Many, Model>, "name" | "entityKey" | "listKey" | "model"> & {
  path: string;
  searched: Method;
  asked?: Fields;
}) {
  const base = `/stores/v3/${path}` as const;
  const bulk = `/stores/v3/bulk/${path}` as const;
  const holding = { [entityKey]: model } as Record<One, Model>;
  const revised = { required: [`${entityKey}.id`, `${entityKey}.revision`] };
  const ids = `${entityKey}Ids` as const;
  const byIds = { [ids]: upTo100(guid()) } as Record<
    typeof ids,
    ReturnType<typeof upTo100<ReturnType<typeof guid>>>
  >;
  const many = <Value extends Schema>(value: Value) =>
    ({ [listKey]: upTo100(value) }) as Record<Many, ReturnType<typeof upTo100<Value>>>;
  const results = bulkResults("item", model);
  const tags = { assignTags: Tags, unassignTags: Tags };
  const search = `${base}/search` as const;
  return {
    search: endpoint(`${searched} ${search}`, {
      ...(searched === "GET" && {
        fallback: { method: "POST" as const, public: search },
        complexQuery: true,
      }),
      input: obj({ search: catalogSearch(100), ...asked }),
      result: obj({
        [listKey]: list(model),
        pagingMetadata: CursorMetadata,
        aggregationData: AggregationData,
      } as Record<Many, ListOf<Model>> & {
        pagingMetadata: typeof CursorMetadata;
        aggregationData: typeof AggregationData;
      }),
      required: ["search"],
      paging: "cursor",
      items: listKey,
      metadata: "pagingMetadata",
      limitMax: 100,
      role: "admin",
      effect: "read",
      summary: `Search ${plural} by text and filter`,
    }),
    bulkCreate: endpoint(`POST ${bulk}/create`, {
      input: obj({ ...many(model), returnEntity: bool(), ...asked }),
      result: results,
      required: [listKey],
      summary: `Create up to 100 ${plural}`,
    }),
    bulkUpdate: endpoint(`POST ${bulk}/update`, {
      input: obj({ ...many(obj(holding, revised)), returnEntity: bool(), ...asked }),
      result: results,
      required: [listKey],
      effect: "set",
      summary: `Update up to 100 ${plural} (requires their revisions)`,
    }),
    bulkRemove: endpoint(`POST ${bulk}/delete`, {
      input: obj(byIds),
      result: results,
      required: [ids],
      effect: "delete",
      summary: `Delete up to 100 ${plural}`,
    }),
    bulkUpdateTags: endpoint(`POST ${bulk}/update-tags`, {
      input: obj({ ...byIds, ...tags }),
      result: results,
      required: [ids],
      effect: "set",
      summary: `Add and remove tags of up to 100 ${plural}`,
    }),
    bulkUpdateTagsByFilter: endpoint(`POST ${bulk}/update-tags-by-filter`, {
      input: obj({ filter: Filter, ...tags }),
      result: StartedJob,
      required: ["filter"],
      effect: "set",
      summary: `Add and remove tags of all ${plural} that match a filter`,
    }),
  };
}
