import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  manyVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";
import { regionArg, regionVerbs } from "./regions.ts";

const bike = "658e9278-2a5b-4bcf-abe9-4977735b5609";

const notes =
  "An area is a list of postal codes (--postal-code) or cities (-f cityConfig…), a radius in kilometres around an address " +
  "(-f radiusConfig…), or a polygon (-f customAreaConfig…). Setting one replaces the other.";

/** `till shipping local …` */
export const local = genericGroup({
  name: "local",
  summary: "Manage local delivery options",
  service: "localDeliveryOptions",
  singular: "local delivery option",
  kind: "localDeliveryOption",
  reference: { name: "<area>", describe: "id or area name" },
  matchKeys: ["areaName"],
  fields: {
    id: { filter: "text" },
    areaName: { label: "Area", grow: true, filter: "text" },
    createdDate: { filter: "date" },
    updatedDate: { filter: "date" },
    postalCodes: { path: "zipConfig.zipCodes" },
    cities: { path: "cityConfig.cityItems" },
    radiusConfig: { label: "Radius" },
    customArea: { path: "customAreaConfig.geocodes" },
    estimatedDeliveryTime: { label: "Delivery" },
    scheduledDeliveryConfig: { label: "Schedule" },
    rates: {},
    deliveryRegionIds: { label: "Regions" },
    revision: {},
    "cityConfig.cityItems.cityName": { label: "Cities" },
    km: { path: "radiusConfig.radius", as: "number" },
    prices: { path: "rates.amount" },
  },
  list: "areaName postalCodes cityConfig.cityItems.cityName km estimatedDeliveryTime prices id",
  get: "areaName id postalCodes cities radiusConfig customArea estimatedDeliveryTime scheduledDeliveryConfig rates deliveryRegionIds revision",
  flags: [
    { flags: "--name <text>", field: "areaName", describe: "name shown to buyers" },
    {
      flags: "--postal-code <code>",
      field: "zipConfig.zipCodes",
      describe: "postal code; 112* matches all codes that start with 112 (repeatable)",
      repeat: true,
    },
    {
      flags: "--delivery <text>",
      field: "estimatedDeliveryTime",
      describe: "estimated delivery time: 1 day",
    },
    { flags: "--price <amount>", field: "rates[0].amount", describe: "price of the first rate" },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      "till shipping local list # all areas",
      "till shipping local list --json --fields areaName,rates # only names and prices",
    ]),
    getVerb(resource, [
      "till shipping local get 'By bike' # by name",
      "till shipping local get 'By bike' --json # the full record as JSON",
    ]),
    ...[
      createVerb(resource, [
        "till shipping local create --name Neighbours --postal-code '112*' --postal-code 11101 --price 4 # by postal codes",
        "till shipping local create --name 'Five kilometres' --price 6 -f radiusConfig.radius=5 -f radiusConfig.address.geocode.latitude=40.75 -f radiusConfig.address.geocode.longitude=-73.99 # by radius; buyers need a geocode",
      ]),
      updateVerb(resource, [
        "till shipping local update 'By bike' --price 5.50 # change the price and keep its condition",
        "till shipping local update 'By bike' -f cityConfig.cityItems[0].cityName=Brooklyn -f cityConfig.cityItems[0].country=US # use a city instead of postal codes",
      ]),
    ].map((verb) => ({ ...verb, notes })),
    deleteVerb(resource, [
      "till shipping local delete 'By bike' # asks for confirmation",
      "till shipping local delete 'By bike' --yes # without confirmation",
    ]),
    ...[
      manyVerb(resource, "create", "bulkCreate", [
        'till shipping local create-many --input \'{"localDeliveryOptions":[{"areaName":"Hudson","zipConfig":{"zipCodes":["12534"]}}]}\' # from JSON',
        "till shipping local create-many -f localDeliveryOptions[0].areaName=Hudson -f localDeliveryOptions[0].zipConfig.zipCodes[]=12534 --json # from fields",
      ]),
      manyVerb(resource, "update", "bulkUpdate", [
        `till shipping local update-many -f localDeliveryOptions[0].id=${bike} -f localDeliveryOptions[0].revision=1 -f localDeliveryOptions[0].estimatedDeliveryTime=today # with the current revision`,
        "till shipping local list --json --jq '{localDeliveryOptions: [.items[] | {id, revision, estimatedDeliveryTime: \"1 day\"}]}' | till shipping local update-many --input - # change all options",
      ]),
    ].map((verb) => ({
      ...verb,
      prints: "",
      fields: {
        "localDeliveryOptions.areaName": { label: "Done" },
        "errors.id": { label: "Failed" },
        "errors.error": { label: "Errors" },
      },
    })),
    {
      name: "delete-many",
      summary: "Delete up to 100 local delivery options; if one fails, none is deleted",
      call: "bulkRemove",
      into: "",
      confirms: "Delete these local delivery options",
      done: "Deleted the local delivery options",
      examples: [
        `till shipping local delete-many -f ids[]=${bike} # asks for confirmation`,
        "till shipping local list --json --jq '{ids: [.items[].id]}' | till shipping local delete-many --input - --yes # delete all options without confirmation",
      ],
    },
    {
      name: "of-region",
      summary: "List the local delivery options of a region",
      call: "list",
      readOnly: true,
      args: [regionArg("externalId")],
      prints: "localDeliveryOptions",
      notes: "The platform removed this method in 2024. Use `list` instead.",
      examples: [
        "till shipping local of-region 'United States' # by region name",
        "till shipping local of-region 'United States' --json # as JSON",
      ],
    },
    ...regionVerbs(resource, "'By bike'"),
  ],
});
