import type { Group, Unnamed } from "../../cli/command.ts";
import {
  createVerb,
  deleteVerb,
  extendVerb,
  genericGroup,
  getVerb,
  listVerb,
  manyVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";
import { profiles, regionArg, regionVerbs } from "./profiles.ts";

/** `till settings shipping options …` */
const options = genericGroup({
  name: "options",
  service: "shippingOptions",
  kind: "shippingOption",
  reference: { name: "<option>", describe: "id or title" },
  matchKeys: ["title"],
  fields: {
    id: { filter: "text" },
    createdDate: { filter: "date" },
    updatedDate: { filter: "date" },
    estimatedDeliveryTime: { label: "Delivery", filter: "text" },
    title: { grow: true, filter: { here: "text" } },
    rates: {},
    deliveryRegionId: { label: "Region" },
    deliveryRegionIds: { label: "Regions" },
    revision: {},
    prices: { path: "rates.amount" },
    by: { path: "rates.conditions.type" },
  },
  list: "title estimatedDeliveryTime prices by id",
  get: "title id estimatedDeliveryTime rates deliveryRegionId deliveryRegionIds revision",
  flags: [
    { flags: "--title <text>", field: "title", describe: "name shown to buyers" },
    {
      flags: "--delivery <text>",
      field: "estimatedDeliveryTime",
      describe: "estimated delivery time: 3-5 days",
    },
    { flags: "--price <amount>", field: "rates[0].amount", describe: "price of the first rate" },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      "till settings shipping options list # all options",
      "till settings shipping options list --json --fields title,rates # only titles and rates",
    ]),
    getVerb(resource, [
      "till settings shipping options get Express # by title",
      'till settings shipping options get Express --jq ".rates[].amount" # only its prices, one per line',
    ]),
    createVerb(resource, [
      "till settings shipping options create --title Bike --price 3.50 # with a flat price",
      "till settings shipping options create --title Heavy --price 40 -f rates[0].conditions[0].type=BY_TOTAL_WEIGHT -f rates[0].conditions[0].operator=GTE -f rates[0].conditions[0].value=20 # for a weight of at least 20",
    ]),
    updateVerb(resource, [
      "till settings shipping options update Express --price 16.90 # change the price and keep its condition",
      'till settings shipping options update Express --title Fast --delivery "next day" # change the texts',
    ]),
    deleteVerb(resource, [
      "till settings shipping options delete Express # asks for confirmation",
      "till settings shipping options delete Express --yes # without confirmation",
    ]),
    ...regionVerbs(resource, "Express"),
    extendVerb(resource, [
      "till settings shipping options extend Express @app/notes -f color=blue # set one field",
      'till settings shipping options extend Express @app/notes --input \'{"color":"blue"}\' # set fields from JSON',
    ]),
  ],
});

/** `till settings shipping pickup …` */
const pickup = genericGroup({
  name: "pickup",
  service: "pickupLocations",
  kind: "pickupLocation",
  reference: { name: "<place>", describe: "id or name" },
  matchKeys: ["name"],
  fields: {
    id: { filter: "text", sort: true },
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
      "till settings shipping pickup list # all locations",
      'till settings shipping pickup list --filter "address.city = Brooklyn" --json # in one city',
    ]),
    getVerb(resource, [
      "till settings shipping pickup get Studio # by name",
      "till settings shipping pickup get Studio --json --fields address,deliveryTime # where and when to collect, as JSON",
    ]),
    createVerb(resource, [
      'till settings shipping pickup create --name Barn --street "3 Mill Lane" --city Hudson --country US # create a location',
      "till settings shipping pickup create --name Barn --city Hudson --country US --json # print the new location as JSON",
    ]),
    updateVerb(resource, [
      'till settings shipping pickup update Studio --instructions "Knock." # change the instructions',
      "till settings shipping pickup update Studio --active false # deactivate a location",
    ]),
    ...[
      manyVerb(resource, "create", "bulkCreate", [
        'till settings shipping pickup create-many --input \'{"pickupLocations":[{"name":"Barn","address":{"city":"Hudson","country":"US"}}]}\' # from JSON',
        "till settings shipping pickup create-many -f pickupLocations[0].name=Mill -f pickupLocations[0].address.country=US --json # from fields",
      ]),
      manyVerb(resource, "update", "bulkUpdate", [
        'till settings shipping pickup get Studio --jq "{pickupLocations: [{id, revision}]}" | till settings shipping pickup update-many --input - -f pickupLocations[0].instructions=Knock. # change one location',
        'till settings shipping pickup list --jq "{pickupLocations: [.items[] | {id, revision, active: false}]}" | till settings shipping pickup update-many --input - # turn off all locations',
      ]),
      manyVerb(resource, "delete", "bulkRemove", [
        'till settings shipping pickup get Studio --jq "{pickupLocationIds: [.id]}" | till settings shipping pickup delete-many --input - --dry-run # preview the deletion of one location',
        'till settings shipping pickup list --jq "{pickupLocationIds: [.items[].id]}" | till settings shipping pickup delete-many --input - --yes # delete all locations without confirmation',
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
      "till settings shipping pickup delete Studio # asks for confirmation",
      "till settings shipping pickup delete Studio --yes # without confirmation",
    ]),
    ...regionVerbs(resource, "Studio"),
  ],
});

const notes =
  "An area is a list of postal codes (--postal-code) or cities (-f cityConfig…), a radius in kilometers around an address " +
  "(-f radiusConfig…), or a polygon (-f customAreaConfig…). Setting one replaces the other.";

/** `till settings shipping local …` */
const local = genericGroup({
  name: "local",
  service: "localDeliveryOptions",
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
      "till settings shipping local list # all areas",
      "till settings shipping local list --json --fields areaName,rates # only names and prices",
    ]),
    getVerb(resource, [
      'till settings shipping local get "By bike" # by name',
      'till settings shipping local get "By bike" --jq ".zipConfig.zipCodes[]" # only its postal codes, one per line',
    ]),
    ...[
      createVerb(resource, [
        'till settings shipping local create --name Neighbors --postal-code "112*" --postal-code 11101 --price 4 # by postal codes',
        'till settings shipping local create --name "Five kilometers" --price 6 -f radiusConfig.radius=5 -f radiusConfig.address.geocode.latitude=40.75 -f radiusConfig.address.geocode.longitude=-73.99 # by radius; buyers need a geocode',
      ]),
      updateVerb(resource, [
        'till settings shipping local update "By bike" --price 5.50 # change the price and keep its condition',
        'till settings shipping local update "By bike" -f cityConfig.cityItems[0].cityName=Brooklyn -f cityConfig.cityItems[0].country=US # use a city instead of postal codes',
      ]),
    ].map((verb) => ({ ...verb, notes })),
    deleteVerb(resource, [
      'till settings shipping local delete "By bike" # asks for confirmation',
      'till settings shipping local delete "By bike" --yes # without confirmation',
    ]),
    ...[
      manyVerb(resource, "create", "bulkCreate", [
        'till settings shipping local create-many --input \'{"localDeliveryOptions":[{"areaName":"Hudson","zipConfig":{"zipCodes":["12534"]}}]}\' # from JSON',
        "till settings shipping local create-many -f localDeliveryOptions[0].areaName=Hudson -f localDeliveryOptions[0].zipConfig.zipCodes[]=12534 --json # from fields",
      ]),
      manyVerb(resource, "update", "bulkUpdate", [
        'till settings shipping local get "By bike" --jq "{localDeliveryOptions: [{id, revision}]}" | till settings shipping local update-many --input - -f localDeliveryOptions[0].estimatedDeliveryTime=today # change one option',
        'till settings shipping local list --jq "{localDeliveryOptions: [.items[] | {id, revision, scheduledDeliveryConfig: (.scheduledDeliveryConfig | .handlingDays = 2)}]}" | till settings shipping local update-many --input - # let all options need two days',
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
        'till settings shipping local get "By bike" --jq "{ids: [.id]}" | till settings shipping local delete-many --input - --dry-run # preview the deletion of one option',
        'till settings shipping local list --jq "{ids: [.items[].id]}" | till settings shipping local delete-many --input - --yes # delete all options without confirmation',
      ],
    },
    {
      name: "of-region",
      summary: "List the local delivery options of a region",
      call: "list",
      readOnly: true,
      args: [regionArg("externalId")],
      prints: "localDeliveryOptions",
      notes: "Wix removed this method in 2024. Use `list` instead.",
      examples: [
        'till settings shipping local of-region "United States" # by region name',
        'till settings shipping local of-region "United States" --jq ".items[] | [.areaName, .rates[].amount] | @tsv" # only names and prices',
      ],
    },
    ...regionVerbs(resource, '"By bike"'),
  ],
});

const packages = [
  "CUSTOM",
  "FLAT_RATE_ENVELOPE",
  "PADDED_FLAT_RATE_ENVELOPE",
  "SMALL_FLAT_RATE_BOX",
  "MEDIUM_FLAT_RATE_BOX_1",
  "MEDIUM_FLAT_RATE_BOX_2",
  "LARGE_FLAT_RATE_BOX",
];
const size = (name: string) => ({
  flags: `--${name} <n>`,
  field: `packageDetails.dimensions.${name}`,
  describe: `${name} of the package`,
});

/** `till settings shipping labels …` */
const labels = genericGroup({
  name: "labels",
  service: "shippoConfigurations",
  singular: "shipping label configuration",
  kind: "shippoConfiguration",
  reference: { name: "<configuration>", describe: "id or package name" },
  matchKeys: ["packageDetails.name"],
  fields: {
    id: { filter: "text" },
    deliveryRegionId: { filter: "text" },
    packageType: { label: "Type", filter: { here: packages } },
    package: { path: "packageDetails.name", grow: true },
    size: { path: "packageDetails.dimensions" },
    domestic: { path: "domesticServices.service" },
    international: { path: "internationalServices.service" },
    deliveryRegionIds: { label: "Regions" },
    shippedFrom: { path: "shipFromAddress.city" },
    revision: {},
  },
  list: "package packageType domestic international id",
  get: "package id packageType size domestic international deliveryRegionIds shippedFrom revision",
  flags: [
    { flags: "--package <type>", field: "packageType", describe: "package type", choices: packages },
    { flags: "--name <text>", field: "packageDetails.name", describe: "name of the package" },
    size("length"),
    size("width"),
    size("height"),
    { flags: "--region <id>", field: "deliveryRegionId", describe: "id of the delivery region" },
    { flags: "--location <id>", field: "osLocationId", describe: "id of the location to ship from" },
    {
      flags: "--service <service>",
      field: "domesticServices[0].service",
      describe: "domestic shipping service",
      choices: ["GROUND_ADVANTAGE", "PRIORITY_MAIL", "PRIORITY_MAIL_EXPRESS"],
    },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      "till settings shipping labels list # all configurations",
      'till settings shipping labels list --jq ".items[] | [.packageDetails.name, .shipFromAddress.city] | @tsv" # where each package is sent from',
    ]),
    getVerb(resource, [
      'till settings shipping labels get "Small box" # by package name',
      'till settings shipping labels get "Small box" --jq .packageDetails.dimensions # only its size',
    ]),
    createVerb(resource, [
      'till settings shipping labels get "Small box" --jq "{deliveryRegionId, osLocationId}" | till settings shipping labels create --input - --name Tube --package CUSTOM --length 80 --width 10 --height 10 # with the region and location of another package',
      'till settings shipping labels get "Small box" --jq "{deliveryRegionId, osLocationId}" | till settings shipping labels create --input - --package FLAT_RATE_ENVELOPE --length 30 --width 24 --height 1 --service PRIORITY_MAIL --jq .id # print the id of a flat-rate package',
    ]),
    updateVerb(resource, [
      'till settings shipping labels update "Small box" --height 12 # change the height',
      'till settings shipping labels update "Small box" --service PRIORITY_MAIL # change the service',
    ]),
    deleteVerb(resource, [
      'till settings shipping labels delete "Small box" # asks for confirmation',
      'till settings shipping labels delete "Small box" --yes # without confirmation',
    ]),
    ...regionVerbs(resource, '"Small box"'),
    extendVerb(resource, [
      'till settings shipping labels extend "Small box" @app/notes -f color=blue # set one field',
      'till settings shipping labels extend "Small box" @app/notes --input \'{"color":"blue"}\' # set fields from JSON',
    ]),
  ],
});

/** `till settings shipping …` */
export const shipping: Unnamed<Group> = {
  verbs: [
    { ...options, summary: "Manage shipping options and their rates" },
    { ...local, summary: "Manage local delivery options" },
    { ...profiles, summary: "Manage delivery profiles and their regions" },
    { ...pickup, summary: "Manage pickup locations" },
    { ...labels, summary: "Manage shipping label configurations" },
  ],
};
