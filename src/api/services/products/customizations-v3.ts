import { endpoint, service } from "../../endpoint.ts";
import { bool, guid, list, obj, text } from "../../models/fields.ts";
import { Customization, CustomizationChoice, CustomizationField } from "./models-v3.ts";
import { referenceEndpoints } from "./reference-endpoints.ts";

const { endpoints, single, results, fields } = referenceEndpoints({
  name: ["option or modifier", "options and modifiers"],
  entityKey: "customization",
  listKey: "customizations",
  item: "customization",
  model: Customization,
  field: CustomizationField,
  path: "customizations",
  required: ["name", "customizationType", "customizationRenderType"],
  requiredInUpdate: ["name"],
  queried: "GET",
  limitMax: 100,
});
const customizationId = guid();
const newChoices = (max: number) => list(CustomizationChoice, { minSize: 1, maxSize: max });

/** Options and modifiers of catalog v3, which products share. */
export const customizationsV3 = service("customizationsV3", {
  ...endpoints,
  create: {
    ...endpoints.create,
    requiredOneOf: [["customization.choicesSettings", "customization.freeTextInput"]],
  },
  update: {
    ...endpoints.update,
    summary: "Update an option or modifier, except its choices (requires its revision)",
  },
  remove: { ...endpoints.remove, summary: "Delete a modifier, or an option that no product uses" },
  addChoices: endpoint("POST /stores/v3/customizations/{customizationId}/add-choices", {
    input: obj({ customizationId, choices: newChoices(1000), fields }),
    result: single,
    required: ["customizationId", "choices"],
    summary: "Add choices to an option or modifier",
  }),
  setChoices: endpoint("POST /stores/v3/customizations/{customizationId}/set-choices", {
    input: obj({ customizationId, choices: newChoices(1000), fields }),
    result: single,
    required: ["customizationId", "choices"],
    effect: "set",
    summary: "Replace all choices of an option or modifier",
  }),
  removeChoices: endpoint("POST /stores/v3/customizations/{customizationId}/remove-choices", {
    input: obj({
      customizationId,
      choiceIds: list(guid(), { minSize: 1, maxSize: 100 }),
      revision: text(),
      fields,
    }),
    result: single,
    required: ["customizationId", "choiceIds"],
    effect: "delete",
    summary: "Remove choices from an option or modifier",
  }),
  updateChoices: endpoint("POST /stores/v3/customizations/{customizationId}/update-choices", {
    input: obj({
      customizationId,
      revision: text(),
      choices: list(obj({ choice: CustomizationChoice }, { required: ["choice"] }), {
        minSize: 1,
        maxSize: 100,
      }),
      fields,
    }),
    result: single,
    required: ["customizationId", "revision", "choices"],
    effect: "set",
    summary: "Update the hierarchy of choices (requires the revision)",
  }),
  reorderChoices: endpoint("POST /stores/v3/customizations/{customizationId}/reorder-choices", {
    input: obj({
      customizationId,
      revision: text(),
      choiceIds: list(guid(), { minSize: 1, maxSize: 1000 }),
      fields,
    }),
    result: single,
    required: ["customizationId", "revision", "choiceIds"],
    effect: "set",
    summary: "Reorder the choices of an option or modifier (requires its revision)",
  }),
  bulkAddChoices: endpoint("POST /stores/v3/bulk/customizations/add-choices", {
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
});
