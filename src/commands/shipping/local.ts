import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  manyVerb,
  updateVerb,
} from "../../cli/generic/generic-resource.ts";
import { regionArg, regionVerbs } from "./regions.ts";

const region = "8b9f4c1e-0000-4000-8000-000000000001";
const bike = "658e9278-2a5b-4bcf-abe9-4977735b5609";

const notes =
  "An area is a list of postal codes (--postal-code) or of cities (-f cityConfig…), a distance in kilometres around an " +
  "address (-f radiusConfig…), or corners on the map (-f customAreaConfig…). Another kind takes the place of the one before.";

/** `till shipping local …` */
export const local = genericGroup({
  name: "local",
  summary: "what the shop brings to its neighbours itself",
  service: "localDeliveryOptions",
  singular: "local delivery option",
  kind: "localDeliveryOption",
  reference: { name: "<area>", describe: "id or area name" },
  matchKeys: ["areaName"],
  columns: [
    { header: "AREA", path: "areaName", grow: true },
    { header: "POSTAL CODES", path: "zipConfig.zipCodes" },
    { header: "CITIES", path: "cityConfig.cityItems.cityName" },
    { header: "KM", path: "radiusConfig.radius", as: "number" },
    { header: "DELIVERY", path: "estimatedDeliveryTime" },
    { header: "PRICES", path: "rates.amount" },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "Area", path: "areaName" },
    { header: "Id", path: "id" },
    { header: "Postal codes", path: "zipConfig.zipCodes" },
    { header: "Cities", path: "cityConfig.cityItems" },
    { header: "Around", path: "radiusConfig" },
    { header: "On the map", path: "customAreaConfig.geocodes" },
    { header: "Delivery", path: "estimatedDeliveryTime" },
    { header: "Schedule", path: "scheduledDeliveryConfig" },
    { header: "Rates", path: "rates" },
    { header: "Regions", path: "deliveryRegionIds" },
    { header: "Revision", path: "revision" },
  ],
  filters: { id: "text", areaName: "text", createdDate: "date", updatedDate: "date" },
  flags: [
    { flags: "--name <text>", field: "areaName", describe: "what buyers read" },
    {
      flags: "--postal-code <code>",
      field: "zipConfig.zipCodes",
      describe: "a postal code, as often as needed; 112* is all that begin with 112",
      repeat: true,
    },
    { flags: "--delivery <text>", field: "estimatedDeliveryTime", describe: "how long it takes: 1 day" },
    { flags: "--price <amount>", field: "rates[0].amount", describe: "the price of the first rate" },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till shipping local list", does: "every area" },
      { run: "till shipping local list --json --fields areaName,rates", does: "with its prices" },
    ]),
    getVerb(resource, [
      { run: "till shipping local get 'By bike'", does: "one, by name" },
      { run: "till shipping local get 'By bike' --json", does: "all of it" },
    ]),
    ...[
      createVerb(resource, [
        {
          run: "till shipping local create --name Neighbours --postal-code '112*' --postal-code 11101 --price 4",
          does: "by postal codes",
        },
        {
          run: "till shipping local create --name 'Five kilometres' --price 6 -f radiusConfig.radius=5 -f radiusConfig.address.geocode.latitude=40.75 -f radiusConfig.address.geocode.longitude=-73.99",
          does: "around a place; buyers need a geocode for it",
        },
      ]),
      updateVerb(resource, [
        { run: "till shipping local update 'By bike' --price 5.50", does: "another price, its rule stays" },
        {
          run: "till shipping local update 'By bike' -f cityConfig.cityItems[0].cityName=Brooklyn -f cityConfig.cityItems[0].country=US",
          does: "a city instead of postal codes",
        },
      ]),
    ].map((verb) => ({ ...verb, notes })),
    deleteVerb(resource, [
      { run: "till shipping local delete 'By bike'", does: "after a question" },
      { run: "till shipping local delete 'By bike' --yes", does: "in a script" },
    ]),
    ...[
      manyVerb(resource, "create", "bulkCreate", [
        {
          run: 'till shipping local create-many --input \'{"localDeliveryOptions":[{"areaName":"Hudson","zipConfig":{"zipCodes":["12534"]}}]}\'',
          does: "out of a list",
        },
        {
          run: "till shipping local create-many -f localDeliveryOptions[0].areaName=Hudson -f localDeliveryOptions[0].zipConfig.zipCodes[]=12534 --json",
          does: "field by field",
        },
      ]),
      manyVerb(resource, "update", "bulkUpdate", [
        {
          run: `till shipping local update-many -f localDeliveryOptions[0].id=${bike} -f localDeliveryOptions[0].revision=1 -f localDeliveryOptions[0].estimatedDeliveryTime=today`,
          does: "each with its revision",
        },
        {
          run: "till shipping local list --json --jq '{localDeliveryOptions: [.items[] | {id, revision, estimatedDeliveryTime: \"1 day\"}]}' | till shipping local update-many --input -",
          does: "all of them",
        },
      ]),
    ].map((verb) => ({
      ...verb,
      prints: "",
      columns: [
        { header: "Done", path: "localDeliveryOptions.areaName" },
        { header: "Not done", path: "errors.id" },
        { header: "Why not", path: "errors.error" },
      ],
    })),
    {
      name: "delete-many",
      summary: "delete up to 100 local delivery options: all of them, or none",
      call: "bulkRemove",
      into: "",
      confirms: "Delete these local delivery options",
      done: "Deleted them",
      examples: [
        { run: `till shipping local delete-many -f ids[]=${bike}`, does: "after a question" },
        {
          run: "till shipping local list --json --jq '{ids: [.items[].id]}' | till shipping local delete-many --input - --yes",
          does: "all of them, in a script",
        },
      ],
    },
    {
      name: "of-region",
      summary: "list the local delivery options of a region",
      call: "list",
      args: [regionArg("externalId")],
      prints: "localDeliveryOptions",
      notes: "The platform took this call off in 2024; `list` is what remains there.",
      examples: [
        { run: "till shipping local of-region 'United States'", does: "by the region's name" },
        { run: "till shipping local of-region 'United States' --json", does: "as JSON" },
      ],
    },
    ...regionVerbs(resource, {
      add: [
        { run: `till shipping local add-region 'By bike' ${region}`, does: "by the region's id" },
        { run: `till shipping local add-region 'By bike' ${region} --json`, does: "as JSON" },
      ],
      remove: [
        { run: `till shipping local remove-region 'By bike' ${region}`, does: "by the region's id" },
        { run: `till shipping local remove-region 'By bike' ${region} --json`, does: "as JSON" },
      ],
    }),
  ],
});
