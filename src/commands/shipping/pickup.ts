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
  columns: [
    { header: "NAME", path: "name", grow: true },
    { header: "CITY", path: "address.city" },
    { header: "READY", path: "deliveryTime" },
    { header: "PRICES", path: "rates.amount" },
    { header: "ACTIVE", path: "active" },
    { header: "ID", path: "id" },
  ],
  filters: {
    id: "text",
    name: "text",
    "address.city": "text",
    "address.country": "text",
    createdDate: "date",
    active: { here: "boolean" },
  },
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
      { run: "till shipping pickup list", does: "all locations" },
      { run: "till shipping pickup list --filter 'address.city = Brooklyn' --json", does: "in one city" },
    ]),
    getVerb(resource, [
      { run: "till shipping pickup get Studio", does: "by name" },
      { run: "till shipping pickup get Studio --json", does: "the full record as JSON" },
    ]),
    createVerb(resource, [
      {
        run: "till shipping pickup create --name Barn --street '3 Mill Lane' --city Hudson --country US",
        does: "create a location",
      },
      {
        run: "till shipping pickup create --name Barn --city Hudson --country US --json",
        does: "print the new location as JSON",
      },
    ]),
    updateVerb(resource, [
      { run: "till shipping pickup update Studio --instructions 'Knock.'", does: "change the instructions" },
      { run: "till shipping pickup update Studio --active false", does: "deactivate a location" },
    ]),
    ...[
      manyVerb(resource, "create", "bulkCreate", [
        {
          run: 'till shipping pickup create-many --input \'{"pickupLocations":[{"name":"Barn","address":{"city":"Hudson","country":"US"}}]}\'',
          does: "from JSON",
        },
        {
          run: "till shipping pickup create-many -f pickupLocations[0].name=Mill -f pickupLocations[0].address.country=US --json",
          does: "from fields",
        },
      ]),
      manyVerb(resource, "update", "bulkUpdate", [
        {
          run: `till shipping pickup update-many -f pickupLocations[0].id=${studio} -f pickupLocations[0].revision=1 -f pickupLocations[0].active=true`,
          does: "with the current revision",
        },
        {
          run: "till shipping pickup list --json --jq '{pickupLocations: [.items[] | {id, revision, instructions: \"Knock.\"}]}' | till shipping pickup update-many --input -",
          does: "change all locations",
        },
      ]),
      manyVerb(resource, "delete", "bulkRemove", [
        {
          run: `till shipping pickup delete-many -f pickupLocationIds[]=${studio}`,
          does: "asks for confirmation",
        },
        {
          run: "till shipping pickup list --json --jq '{pickupLocationIds: [.items[].id]}' | till shipping pickup delete-many --input - --yes",
          does: "delete all locations without confirmation",
        },
      ]),
    ].map((verb) => ({
      ...verb,
      prints: "",
      columns: [
        { header: "Done", path: "pickupLocations.name" },
        { header: "Failed", path: "errors.id" },
        { header: "Errors", path: "errors.error.description" },
      ],
    })),
    deleteVerb(resource, [
      { run: "till shipping pickup delete Studio", does: "asks for confirmation" },
      { run: "till shipping pickup delete Studio --yes", does: "without confirmation" },
    ]),
    ...regionVerbs(resource, "Studio"),
  ],
});
