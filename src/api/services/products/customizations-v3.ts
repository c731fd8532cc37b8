import { endpoint } from "../../endpoint.ts";
import { BulkActionMetadata, ItemMetadata } from "../../models/bulk.ts";
import { Counted, CursorMetadata, catalogQuery } from "../../models/catalog-query.ts";
import { bool, guid, list, obj, text } from "../../models/fields.ts";
import { Filter } from "../../models/query.ts";
import { Customization, CustomizationChoice, CustomizationField } from "./models/customization.ts";

const fields = list(CustomizationField, { maxSize: 100 });
const one = obj({ customization: Customization });
const results = obj({
  results: list(obj({ itemMetadata: ItemMetadata, customization: Customization })),
  bulkActionMetadata: BulkActionMetadata,
});
const customizationId = guid();
const newChoices = (max: number) => list(CustomizationChoice, { minSize: 1, maxSize: max });

/** Options and modifiers of catalog v3, which products share. */
export const customizationsV3 = {
  create: endpoint({
    method: "POST",
    path: "/v3/customizations",
    public: "/stores/v3/customizations",
    input: one,
    result: one,
    required: [
      "customization.name",
      "customization.customizationType",
      "customization.customizationRenderType",
    ],
    requiredOneOf: [["customization.choicesSettings", "customization.freeTextInput"]],
    summary: "Create an option or modifier",
  }),
  get: endpoint({
    method: "GET",
    path: "/v3/customizations/{customizationId}",
    public: "/stores/v3/customizations/{customizationId}",
    input: obj({ customizationId, fields }),
    result: one,
    required: ["customizationId"],
    summary: "Get an option or modifier by ID",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v3/customizations/{customization.id}",
    public: "/stores/v3/customizations/{customization.id}",
    input: obj({ customization: Customization, fields }),
    result: one,
    required: ["customization.id", "customization.revision"],
    summary: "Update an option or modifier, except its choices (requires its revision)",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v3/customizations/{customizationId}",
    public: "/stores/v3/customizations/{customizationId}",
    input: obj({ customizationId }),
    result: obj({}),
    required: ["customizationId"],
    summary: "Delete a modifier, or an option that no product uses",
  }),
  query: endpoint({
    method: "GET",
    path: "/v3/customizations/query",
    public: "/stores/v3/customizations/query",
    fallback: { method: "POST", public: "/stores/v3/customizations/query" },
    complexQuery: true,
    input: obj({ query: catalogQuery(100), fields }),
    result: obj({ customizations: list(Customization), pagingMetadata: CursorMetadata }),
    paging: "cursor",
    items: "customizations",
    metadata: "pagingMetadata",
    limitMax: 100,
    summary: "List options and modifiers that match a query",
  }),
  count: endpoint({
    method: "POST",
    path: "/v3/customizations/count",
    public: "/stores/v3/customizations/count",
    input: obj({ filter: Filter }),
    result: Counted,
    summary: "Count options and modifiers",
  }),
  bulkCreate: endpoint({
    method: "POST",
    path: "/v3/bulk/customizations/create",
    public: "/stores/v3/bulk/customizations/create",
    input: obj({
      customizations: list(Customization, { minSize: 1, maxSize: 100 }),
      returnEntity: bool(),
    }),
    result: results,
    required: ["customizations"],
    summary: "Create up to 100 options and modifiers",
  }),
  bulkUpdate: endpoint({
    method: "POST",
    path: "/v3/bulk/customizations/update",
    public: "/stores/v3/bulk/customizations/update",
    input: obj({
      customizations: list(
        obj(
          { customization: Customization },
          { required: ["customization.id", "customization.revision", "customization.name"] },
        ),
        { minSize: 1, maxSize: 100 },
      ),
      returnEntity: bool(),
      fields,
    }),
    result: results,
    required: ["customizations"],
    effect: "set",
    summary: "Update up to 100 options and modifiers (requires their revisions)",
  }),
  addChoices: endpoint({
    method: "POST",
    path: "/v3/customizations/{customizationId}/add-choices",
    public: "/stores/v3/customizations/{customizationId}/add-choices",
    input: obj({ customizationId, choices: newChoices(1000), fields }),
    result: one,
    required: ["customizationId", "choices"],
    summary: "Add choices to an option or modifier",
  }),
  setChoices: endpoint({
    method: "POST",
    path: "/v3/customizations/{customizationId}/set-choices",
    public: "/stores/v3/customizations/{customizationId}/set-choices",
    input: obj({ customizationId, choices: newChoices(1000), fields }),
    result: one,
    required: ["customizationId", "choices"],
    effect: "set",
    summary: "Replace all choices of an option or modifier",
  }),
  removeChoices: endpoint({
    method: "POST",
    path: "/v3/customizations/{customizationId}/remove-choices",
    public: "/stores/v3/customizations/{customizationId}/remove-choices",
    input: obj({
      customizationId,
      choiceIds: list(guid(), { minSize: 1, maxSize: 100 }),
      revision: text(),
      fields,
    }),
    result: one,
    required: ["customizationId", "choiceIds"],
    effect: "delete",
    summary: "Remove choices from an option or modifier",
  }),
  updateChoices: endpoint({
    method: "POST",
    path: "/v3/customizations/{customizationId}/update-choices",
    public: "/stores/v3/customizations/{customizationId}/update-choices",
    input: obj({
      customizationId,
      revision: text(),
      choices: list(obj({ choice: CustomizationChoice }, { required: ["choice"] }), {
        minSize: 1,
        maxSize: 100,
      }),
      fields,
    }),
    result: one,
    required: ["customizationId", "revision", "choices"],
    effect: "set",
    summary: "Update the hierarchy of choices (requires the revision)",
  }),
  reorderChoices: endpoint({
    method: "POST",
    path: "/v3/customizations/{customizationId}/reorder-choices",
    public: "/stores/v3/customizations/{customizationId}/reorder-choices",
    input: obj({
      customizationId,
      revision: text(),
      choiceIds: list(guid(), { minSize: 1, maxSize: 1000 }),
      fields,
    }),
    result: one,
    required: ["customizationId", "revision", "choiceIds"],
    effect: "set",
    summary: "Reorder the choices of an option or modifier (requires its revision)",
  }),
  bulkAddChoices: endpoint({
    method: "POST",
    path: "/v3/bulk/customizations/add-choices",
    public: "/stores/v3/bulk/customizations/add-choices",
    input: obj({
      customizationsChoices: list(
        obj(
          { customizationId: text({ minLength: 1, maxLength: 36 }), choices: newChoices(100) },
          { required: ["customizationId", "choices"] },
        ),
        { minSize: 1, maxSize: 1000 },
      ),
      returnEntity: bool(),
      fields,
    }),
    result: results,
    required: ["customizationsChoices"],
    summary: "Add choices to many options and modifiers",
  }),
};
