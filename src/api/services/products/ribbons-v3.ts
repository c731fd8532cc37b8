import { endpoint } from "../../endpoint.ts";
import { BulkActionMetadata, ItemMetadata } from "../../models/bulk.ts";
import { Counted, CursorMetadata, catalogQuery } from "../../models/catalog-query.ts";
import { bool, guid, list, obj, text } from "../../models/fields.ts";
import { Filter } from "../../models/query.ts";
import { Ribbon, RibbonField } from "./models/ribbon.ts";

const fields = list(RibbonField, { maxSize: 100 });
const one = obj({ ribbon: Ribbon });
const results = obj({
  results: list(obj({ itemMetadata: ItemMetadata, item: Ribbon })),
  bulkActionMetadata: BulkActionMetadata,
});
const name = () => text({ minLength: 1, maxLength: 30 });

/** Ribbons of catalog v3. */
export const ribbonsV3 = {
  create: endpoint({
    method: "POST",
    path: "/v3/ribbons",
    public: "/stores/v3/ribbons",
    input: one,
    result: one,
    required: ["ribbon.name"],
    summary: "Create a ribbon",
  }),
  get: endpoint({
    method: "GET",
    path: "/v3/ribbons/{ribbonId}",
    public: "/stores/v3/ribbons/{ribbonId}",
    input: obj({ ribbonId: guid(), fields }),
    result: one,
    required: ["ribbonId"],
    summary: "Get a ribbon by ID",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v3/ribbons/{ribbon.id}",
    public: "/stores/v3/ribbons/{ribbon.id}",
    input: obj({ ribbon: Ribbon, fields }),
    result: one,
    required: ["ribbon.id", "ribbon.revision"],
    summary: "Update a ribbon (requires its revision)",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v3/ribbons/{ribbonId}",
    public: "/stores/v3/ribbons/{ribbonId}",
    input: obj({ ribbonId: guid() }),
    result: obj({}),
    required: ["ribbonId"],
    summary: "Delete a ribbon and remove it from its products",
  }),
  query: endpoint({
    method: "POST",
    path: "/v3/ribbons/query",
    public: "/stores/v3/ribbons/query",
    input: obj({ query: catalogQuery(100), fields }),
    result: obj({ ribbons: list(Ribbon), pagingMetadata: CursorMetadata }),
    paging: "cursor",
    items: "ribbons",
    metadata: "pagingMetadata",
    limitMax: 100,
    summary: "List ribbons that match a query",
  }),
  count: endpoint({
    method: "POST",
    path: "/v3/ribbons/count",
    public: "/stores/v3/ribbons/count",
    input: obj({ filter: Filter }),
    result: Counted,
    summary: "Count ribbons",
  }),
  bulkCreate: endpoint({
    method: "POST",
    path: "/v3/bulk/ribbons/create",
    public: "/stores/v3/bulk/ribbons/create",
    input: obj({ ribbons: list(Ribbon, { minSize: 1, maxSize: 100 }), returnEntity: bool() }),
    result: results,
    required: ["ribbons"],
    summary: "Create up to 100 ribbons",
  }),
  bulkUpdate: endpoint({
    method: "POST",
    path: "/v3/bulk/ribbons/update",
    public: "/stores/v3/bulk/ribbons/update",
    input: obj({
      ribbons: list(obj({ ribbon: Ribbon }, { required: ["ribbon.id", "ribbon.revision"] }), {
        minSize: 1,
        maxSize: 100,
      }),
      returnEntity: bool(),
      fields,
    }),
    result: results,
    required: ["ribbons"],
    effect: "set",
    summary: "Update up to 100 ribbons (requires their revisions)",
  }),
  getOrCreate: endpoint({
    method: "POST",
    path: "/v3/ribbons/get-or-create",
    public: "/stores/v3/ribbons/get-or-create",
    input: obj({ ribbonName: name(), fields }),
    result: one,
    required: ["ribbonName"],
    effect: "set",
    summary: "Get a ribbon by name, or create it",
  }),
  bulkGetOrCreate: endpoint({
    method: "POST",
    path: "/v3/bulk/ribbons/get-or-create",
    public: "/stores/v3/bulk/ribbons/get-or-create",
    input: obj({ ribbonNames: list(name(), { minSize: 1, maxSize: 100 }), fields }),
    result: results,
    required: ["ribbonNames"],
    effect: "set",
    summary: "Get up to 100 ribbons by name, or create them",
  }),
  bulkRemove: endpoint({
    method: "POST",
    path: "/v3/bulk/ribbons/delete",
    public: "/stores/v3/bulk/ribbons/delete",
    input: obj({ ribbonIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: results,
    required: ["ribbonIds"],
    effect: "delete",
    summary: "Delete up to 100 ribbons",
  }),
};
