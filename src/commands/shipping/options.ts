import {
  createVerb,
  deleteVerb,
  extendVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";
import { regionVerbs } from "./regions.ts";

/** `till shipping options …` */
export const options = genericGroup({
  name: "options",
  summary: "Manage shipping options and their rates",
  service: "shippingOptions",
  singular: "shipping option",
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
      "till shipping options list # all options",
      "till shipping options list --json --fields title,rates # only titles and rates",
    ]),
    getVerb(resource, [
      "till shipping options get Express # by title",
      "till shipping options get Express --json # the full record as JSON",
    ]),
    createVerb(resource, [
      "till shipping options create --title Bike --price 3.50 # with a flat price",
      "till shipping options create --title Heavy --price 40 -f rates[0].conditions[0].type=BY_TOTAL_WEIGHT -f rates[0].conditions[0].operator=GTE -f rates[0].conditions[0].value=20 # for a weight of at least 20",
    ]),
    updateVerb(resource, [
      "till shipping options update Express --price 16.90 # change the price and keep its condition",
      "till shipping options update Express --title Fast --delivery 'next day' # change the texts",
    ]),
    deleteVerb(resource, [
      "till shipping options delete Express # asks for confirmation",
      "till shipping options delete Express --yes # without confirmation",
    ]),
    ...regionVerbs(resource, "Express"),
    extendVerb(resource, [
      "till shipping options extend Express @app/notes -f colour=blue # set one field",
      'till shipping options extend Express @app/notes --input \'{"colour":"blue"}\' # set fields from JSON',
    ]),
  ],
});
