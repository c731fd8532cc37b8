import {
  createVerb,
  deleteVerb,
  extendVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-resource.ts";
import { regionVerbs } from "./regions.ts";

const region = "8b9f4c1e-0000-4000-8000-000000000001";

/** `till shipping options …` */
export const options = genericGroup({
  name: "options",
  summary: "ways of delivery, priced by weight, sum or number of items",
  service: "shippingOptions",
  singular: "shipping option",
  kind: "shippingOption",
  reference: { name: "<option>", describe: "id or title" },
  matchKeys: ["title"],
  columns: [
    { header: "TITLE", path: "title", grow: true },
    { header: "DELIVERY", path: "estimatedDeliveryTime" },
    { header: "PRICES", path: "rates.amount" },
    { header: "BY", path: "rates.conditions.type" },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "Title", path: "title" },
    { header: "Id", path: "id" },
    { header: "Delivery", path: "estimatedDeliveryTime" },
    { header: "Rates", path: "rates" },
    { header: "Regions", path: "deliveryRegionIds" },
    { header: "Revision", path: "revision" },
  ],
  filters: {
    id: "text",
    createdDate: "date",
    updatedDate: "date",
    estimatedDeliveryTime: "text",
    title: { here: "text" },
  },
  flags: [
    { flags: "--title <text>", field: "title", describe: "what buyers read" },
    { flags: "--delivery <text>", field: "estimatedDeliveryTime", describe: "how long it takes: 3-5 days" },
    { flags: "--price <amount>", field: "rates[0].amount", describe: "the price of the first rate" },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till shipping options list", does: "every way of delivery" },
      { run: "till shipping options list --json --fields title,rates", does: "with its rules" },
    ]),
    getVerb(resource, [
      { run: "till shipping options get Express", does: "one, by title" },
      { run: "till shipping options get Express --json", does: "all of it" },
    ]),
    createVerb(resource, [
      { run: "till shipping options create --title Bike --price 3.50", does: "one price for everything" },
      {
        run: "till shipping options create --title Heavy --price 40 -f rates[0].conditions[0].type=BY_TOTAL_WEIGHT -f rates[0].conditions[0].operator=GTE -f rates[0].conditions[0].value=20",
        does: "from 20 on by weight",
      },
    ]),
    updateVerb(resource, [
      { run: "till shipping options update Express --price 16.90", does: "another price, its rule stays" },
      { run: "till shipping options update Express --title Fast --delivery 'next day'", does: "other words" },
    ]),
    deleteVerb(resource, [
      { run: "till shipping options delete Express", does: "after a question" },
      { run: "till shipping options delete Express --yes", does: "in a script" },
    ]),
    ...regionVerbs(resource, {
      add: [
        { run: `till shipping options add-region Express ${region}`, does: "by the region's id" },
        {
          run: `till shipping options add-region Express ${region} --json`,
          does: "and the option as it is now",
        },
      ],
      remove: [
        { run: `till shipping options remove-region Express ${region}`, does: "by the region's id" },
        { run: `till shipping options remove-region Express ${region} --json`, does: "as JSON" },
      ],
    }),
    extendVerb(resource, [
      { run: "till shipping options extend Express @app/notes -f colour=blue", does: "one field" },
      {
        run: 'till shipping options extend Express @app/notes --input \'{"colour":"blue"}\'',
        does: "all of it",
      },
    ]),
  ],
});
