import { storesAppId } from "../../api/models/values.ts";
import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";

const discount = "discounts.values[0]";
const kind = (discountType: string) => ({ [`${discount}.discountType`]: discountType });
/** All products of the shop. */
const everything = {
  scopes: [
    {
      id: "everything",
      type: "CATALOG_ITEM",
      catalogItemFilter: { catalogAppId: storesAppId },
    },
  ],
};

/** `till discounts …` */
export const discounts = genericGroup({
  name: "discounts",
  service: "discountRules",
  singular: "discount rule",
  kind: "discountRule",
  reference: { name: "<rule>", describe: "id or name" },
  matchKeys: ["name"],
  fields: {
    id: { filter: "text" },
    name: { grow: true, filter: "text" },
    active: { filter: "boolean" },
    createdDate: { filter: "date" },
    updatedDate: { filter: "date" },
    "activeTimeInfo.start": { label: "From", as: "date", filter: "date" },
    "activeTimeInfo.end": { label: "Until", as: "date", filter: "date" },
    status: {
      words: { LIVE: ["live", "good"], EXPIRED: ["expired", "dim"], PENDING: ["not started", "warn"] },
      filter: { here: ["LIVE", "EXPIRED", "PENDING"] },
    },
    usageCount: { label: "Used", as: "number", filter: { here: "number" } },
    type: { path: "discounts.values.discountType" },
    percent: { path: "discounts.values.percentage", as: "number" },
    amountOff: { path: "discounts.values.fixedAmount" },
    price: { path: "discounts.values.fixedPrice" },
    trigger: { label: "Condition" },
    revision: {},
  },
  list: "name status type percent activeTimeInfo.start activeTimeInfo.end usageCount id",
  get: "name id status active activeTimeInfo.start activeTimeInfo.end type percent amountOff price trigger usageCount revision",
  flags: [
    { flags: "--name <text>", field: "name", describe: "name" },
    {
      flags: "--percent <n>",
      field: `${discount}.percentage`,
      also: kind("PERCENTAGE"),
      describe: "percentage off",
    },
    {
      flags: "--amount <amount>",
      field: `${discount}.fixedAmount`,
      also: kind("FIXED_AMOUNT"),
      describe: "amount off: 5.00",
    },
    {
      flags: "--price <amount>",
      field: `${discount}.fixedPrice`,
      also: kind("FIXED_PRICE"),
      describe: "fixed price: 5.00",
    },
    { flags: "--from <time>", field: "activeTimeInfo.start", describe: "start time: 2030-05-01T00:00:00Z" },
    { flags: "--until <time>", field: "activeTimeInfo.end", describe: "end time" },
    { flags: "--active <bool>", field: "active", describe: "active", choices: ["true", "false"] },
    {
      flags: "--subtotal-from <amount>",
      field: "trigger.subtotalRange.from",
      also: { "trigger.triggerType": "SUBTOTAL_RANGE", "trigger.subtotalRange.scopes": everything.scopes },
      describe: "minimum subtotal of the cart",
    },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      "till discounts list # all rules and their status",
      'till discounts list --filter "status = LIVE" --json # only live rules, as JSON',
    ]),
    getVerb(resource, [
      'till discounts get "Big basket" # by name',
      'till discounts get "Big basket" --json # the full record as JSON',
    ]),
    createVerb(
      resource,
      [
        "till discounts create --name Spring --percent 10 # 10 % off all products, starting now",
        'till discounts create --name "Big spender" --amount 20 --subtotal-from 300 --until 2099-01-01T00:00:00Z # 20 off carts of at least 300',
      ],
      { discounts: { values: [{ targetType: "SPECIFIC_ITEMS", specificItemsInfo: everything }] } },
    ),
    updateVerb(resource, [
      'till discounts update "Big basket" --percent 12.5 # change the percentage',
      'till discounts update "Big basket" --active false # deactivate a rule',
    ]),
    deleteVerb(resource, [
      'till discounts delete "Opening week" # asks for confirmation',
      'till discounts delete "Opening week" --yes # without confirmation',
    ]),
  ],
});
