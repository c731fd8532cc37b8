import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  manyVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";
import { regionVerbs } from "./regions.ts";

const studio = "2c6ef232-333f-42b1-ad01-b49f0ae34fbc";

/** `till shipping pickup …` */
export const pickup = genericGroup({
  name: "pickup",
  summary: "Manage pickup locations",
  service: "pickupLocations",
  singular: "pickup location",
  kind: "pickupLocation",
  reference: { name: "<place>", describe: "id or name" },
  matchKeys: ["name"],
  fields: {
    id: { filter: "text" },
    name: { grow: true, filter: "text" },
    "address.city": { filter: "text" },
    "address.country": { filter: "text" },
    createdDate: { filter: "date" },
    active: { filter: { here: "boolean" } },
    deliveryTime: { label: "Ready" },
    prices: { path: "rates.amount" },
  },
  list: "name address.city deliveryTime prices active id",
  flags: [
    { flags: "--name <text>", field: "name", describe: "name shown to buyers" },
    { flags: "--street <text>", field: "address.addressLine", describe: "street and number" },
    { flags: "--city <text>", field: "address.city", describe: "city" },
    { flags: "--country <code>", field: "address.country", describe: "country: US" },
    { flags: "--postal-code <code>", field: "address.postalCode", describe: "postal code" },
    { flags: "--instructions <text>", field: "instructions", describe: "pickup instructions" },
    { flags: "--ready <text>", field: "deliveryTime", describe: "time until the order is ready: 2 hours" },
    { flags: "--active <bool>", field: "active", describe: "active", choices: ["true", "false"] },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      "till shipping pickup list # all locations",
      "till shipping pickup list --filter 'address.city = Brooklyn' --json # in one city",
    ]),
    getVerb(resource, [
      "till shipping pickup get Studio # by name",
      "till shipping pickup get Studio --json # the full record as JSON",
    ]),
    createVerb(resource, [
      "till shipping pickup create --name Barn --street '3 Mill Lane' --city Hudson --country US # create a location",
      "till shipping pickup create --name Barn --city Hudson --country US --json # print the new location as JSON",
    ]),
    updateVerb(resource, [
      "till shipping pickup update Studio --instructions 'Knock.' # change the instructions",
      "till shipping pickup update Studio --active false # deactivate a location",
    ]),
    ...[
      manyVerb(resource, "create", "bulkCreate", [
        'till shipping pickup create-many --input \'{"pickupLocations":[{"name":"Barn","address":{"city":"Hudson","country":"US"}}]}\' # from JSON',
        "till shipping pickup create-many -f pickupLocations[0].name=Mill -f pickupLocations[0].address.country=US --json # from fields",
      ]),
      manyVerb(resource, "update", "bulkUpdate", [
        `till shipping pickup update-many -f pickupLocations[0].id=${studio} -f pickupLocations[0].revision=1 -f pickupLocations[0].active=true # with the current revision`,
        "till shipping pickup list --json --jq '{pickupLocations: [.items[] | {id, revision, instructions: \"Knock.\"}]}' | till shipping pickup update-many --input - # change all locations",
      ]),
      manyVerb(resource, "delete", "bulkRemove", [
        `till shipping pickup delete-many -f pickupLocationIds[]=${studio} # asks for confirmation`,
        "till shipping pickup list --json --jq '{pickupLocationIds: [.items[].id]}' | till shipping pickup delete-many --input - --yes # delete all locations without confirmation",
      ]),
    ].map((verb) => ({
      ...verb,
      prints: "",
      fields: {
        "pickupLocations.name": { label: "Done" },
        "errors.id": { label: "Failed" },
        "errors.error.description": { label: "Errors" },
      },
    })),
    deleteVerb(resource, [
      "till shipping pickup delete Studio # asks for confirmation",
      "till shipping pickup delete Studio --yes # without confirmation",
    ]),
    ...regionVerbs(resource, "Studio"),
  ],
});
