import { endpoint } from "../../endpoint.ts";
import { BulkActionMetadata, ItemMetadata } from "../../models/bulk.ts";
import { Counted, CursorMetadata, catalogQuery } from "../../models/catalog-query.ts";
import { bool, guid, list, obj } from "../../models/fields.ts";
import { Filter } from "../../models/query.ts";
import { InfoSection, InfoSectionDraft, InfoSectionField } from "./models/info-section.ts";

const fields = list(InfoSectionField, { maxSize: 100 });
const one = obj({ infoSection: InfoSection });
const results = obj({
  results: list(obj({ itemMetadata: ItemMetadata, item: InfoSection })),
  bulkActionMetadata: BulkActionMetadata,
});

/** Info sections of catalog v3. */
export const infoSectionsV3 = {
  create: endpoint({
    method: "POST",
    path: "/v3/info-sections",
    public: "/stores/v3/info-sections",
    input: one,
    result: one,
    required: ["infoSection.title", "infoSection.uniqueName"],
    summary: "Create an info section",
  }),
  get: endpoint({
    method: "GET",
    path: "/v3/info-sections/{infoSectionId}",
    public: "/stores/v3/info-sections/{infoSectionId}",
    input: obj({ infoSectionId: guid(), fields }),
    result: one,
    required: ["infoSectionId"],
    summary: "Get an info section by ID",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v3/info-sections/{infoSection.id}",
    public: "/stores/v3/info-sections/{infoSection.id}",
    input: obj({ infoSection: InfoSection, fields }),
    result: one,
    required: ["infoSection.id", "infoSection.revision"],
    summary: "Update an info section (requires its revision)",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v3/info-sections/{infoSectionId}",
    public: "/stores/v3/info-sections/{infoSectionId}",
    input: obj({ infoSectionId: guid() }),
    result: obj({}),
    required: ["infoSectionId"],
    summary: "Delete an info section and remove it from its products",
  }),
  query: endpoint({
    method: "GET",
    path: "/v3/info-sections/query",
    public: "/stores/v3/info-sections/query",
    fallback: { method: "POST", public: "/stores/v3/info-sections/query" },
    complexQuery: true,
    input: obj({ query: catalogQuery(100), fields }),
    result: obj({ infoSections: list(InfoSection), pagingMetadata: CursorMetadata }),
    paging: "cursor",
    items: "infoSections",
    metadata: "pagingMetadata",
    limitMax: 100,
    summary: "List info sections that match a query",
  }),
  count: endpoint({
    method: "POST",
    path: "/v3/info-sections/count",
    public: "/stores/v3/info-sections/count",
    input: obj({ filter: Filter }),
    result: Counted,
    summary: "Count info sections",
  }),
  bulkCreate: endpoint({
    method: "POST",
    path: "/v3/bulk/info-sections/create",
    public: "/stores/v3/bulk/info-sections/create",
    input: obj({ infoSections: list(InfoSection, { minSize: 1, maxSize: 100 }), returnEntity: bool() }),
    result: results,
    required: ["infoSections"],
    summary: "Create up to 100 info sections",
  }),
  bulkUpdate: endpoint({
    method: "POST",
    path: "/v3/bulk/info-sections/update",
    public: "/stores/v3/bulk/info-sections/update",
    input: obj({
      infoSections: list(
        obj({ infoSection: InfoSection }, { required: ["infoSection.id", "infoSection.revision"] }),
        {
          minSize: 1,
          maxSize: 100,
        },
      ),
      returnEntity: bool(),
      fields,
    }),
    result: results,
    required: ["infoSections"],
    effect: "set",
    summary: "Update up to 100 info sections (requires their revisions)",
  }),
  getOrCreate: endpoint({
    method: "POST",
    path: "/v3/info-sections/get-or-create",
    public: "/stores/v3/info-sections/get-or-create",
    input: obj({ infoSection: InfoSectionDraft, fields }),
    result: one,
    required: ["infoSection"],
    effect: "set",
    summary: "Get an info section by ID or unique name, or create it",
  }),
  bulkGetOrCreate: endpoint({
    method: "POST",
    path: "/v3/bulk/info-sections/get-or-create",
    public: "/stores/v3/bulk/info-sections/get-or-create",
    input: obj({ infoSections: list(InfoSectionDraft, { minSize: 1, maxSize: 100 }), fields }),
    result: results,
    required: ["infoSections"],
    effect: "set",
    summary: "Get up to 100 info sections by ID or unique name, or create them",
  }),
  bulkRemove: endpoint({
    method: "POST",
    path: "/v3/bulk/info-sections/delete",
    public: "/stores/v3/bulk/info-sections/delete",
    input: obj({ infoSectionIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: results,
    required: ["infoSectionIds"],
    effect: "delete",
    summary: "Delete up to 100 info sections",
  }),
};
