import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  manyVerb,
  updateVerb,
} from "../../cli/generic/generic-resource.ts";
import { regionVerbs } from "./regions.ts";

const region = "8b9f4c1e-0000-4000-8000-000000000001";
const studio = "2c6ef232-333f-42b1-ad01-b49f0ae34fbc";

/** `till shipping pickup …` */
export const pickup = genericGroup({
  name: "pickup",
  summary: "where buyers fetch what they bought",
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
    { flags: "--name <text>", field: "name", describe: "what buyers read" },
    { flags: "--street <text>", field: "address.addressLine", describe: "street and number" },
    { flags: "--city <text>", field: "address.city", describe: "city" },
    { flags: "--country <code>", field: "address.country", describe: "country: US" },
    { flags: "--postal-code <code>", field: "address.postalCode", describe: "postal code" },
    { flags: "--instructions <text>", field: "instructions", describe: "how to fetch it" },
    { flags: "--ready <text>", field: "deliveryTime", describe: "how long it takes: 2 hours" },
    { flags: "--active <bool>", field: "active", describe: "switched on", choices: ["true", "false"] },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till shipping pickup list", does: "every place" },
      { run: "till shipping pickup list --filter 'address.city = Brooklyn' --json", does: "in one city" },
    ]),
    getVerb(resource, [
      { run: "till shipping pickup get Studio", does: "one, by name" },
      { run: "till shipping pickup get Studio --json", does: "all of it" },
    ]),
    createVerb(resource, [
      {
        run: "till shipping pickup create --name Barn --street '3 Mill Lane' --city Hudson --country US",
        does: "a place",
      },
      {
        run: "till shipping pickup create --name Barn --city Hudson --country US --json",
        does: "and its id",
      },
    ]),
    updateVerb(resource, [
      { run: "till shipping pickup update Studio --instructions 'Knock.'", does: "other words" },
      { run: "till shipping pickup update Studio --active false", does: "switch it off" },
    ]),
    ...[
      manyVerb(resource, "create", "bulkCreate", [
        {
          run: 'till shipping pickup create-many --input \'{"pickupLocations":[{"name":"Barn","address":{"city":"Hudson","country":"US"}}]}\'',
          does: "out of a list",
        },
        {
          run: "till shipping pickup create-many -f pickupLocations[0].name=Mill -f pickupLocations[0].address.country=US --json",
          does: "field by field",
        },
      ]),
      manyVerb(resource, "update", "bulkUpdate", [
        {
          run: `till shipping pickup update-many -f pickupLocations[0].id=${studio} -f pickupLocations[0].revision=1 -f pickupLocations[0].active=true`,
          does: "each with its revision",
        },
        {
          run: "till shipping pickup list --json --jq '{pickupLocations: [.items[] | {id, revision, instructions: \"Knock.\"}]}' | till shipping pickup update-many --input -",
          does: "all of them",
        },
      ]),
      manyVerb(resource, "delete", "bulkRemove", [
        {
          run: `till shipping pickup delete-many -f pickupLocationIds[]=${studio}`,
          does: "after a question",
        },
        {
          run: "till shipping pickup list --json --jq '{pickupLocationIds: [.items[].id]}' | till shipping pickup delete-many --input - --yes",
          does: "all of them, in a script",
        },
      ]),
    ].map((verb) => ({
      ...verb,
      prints: "",
      columns: [
        { header: "Done", path: "pickupLocations.name" },
        { header: "Not done", path: "errors.id" },
        { header: "Why not", path: "errors.error.description" },
      ],
    })),
    deleteVerb(resource, [
      { run: "till shipping pickup delete Studio", does: "after a question" },
      { run: "till shipping pickup delete Studio --yes", does: "in a script" },
    ]),
    ...regionVerbs(resource, {
      add: [
        { run: `till shipping pickup add-region Studio ${region}`, does: "by the region's id" },
        { run: `till shipping pickup add-region Studio ${region} --json`, does: "as JSON" },
      ],
      remove: [
        { run: `till shipping pickup remove-region Studio ${region}`, does: "by the region's id" },
        { run: `till shipping pickup remove-region Studio ${region} --json`, does: "as JSON" },
      ],
    }),
  ],
});
