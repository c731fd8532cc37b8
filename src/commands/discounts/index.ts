import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-resource.ts";

const discount = "discounts.values[0]";
const kind = (discountType: string) => ({ [`${discount}.discountType`]: discountType });
const money = "an amount such as 5.00";
/** Every product of the shop. */
const everything = {
  scopes: [
    {
      id: "everything",
      type: "CATALOG_ITEM",
      catalogItemFilter: { catalogAppId: "215238eb-22a5-4c36-9e7b-e7c08025e04e" },
    },
  ],
};

/** `till discounts …` */
export const discounts = genericGroup({
  name: "discounts",
  summary: "discounts that apply by themselves",
  service: "discountRules",
  singular: "discount rule",
  kind: "discountRule",
  reference: { name: "<rule>", describe: "id or name" },
  matchKeys: ["name"],
  columns: [
    { header: "NAME", path: "name", grow: true },
    { header: "STATUS", path: "status" },
    { header: "KIND", path: "discounts.values.discountType" },
    { header: "PERCENT", path: "discounts.values.percentage", as: "number" },
    { header: "FROM", path: "activeTimeInfo.start", as: "ago" },
    { header: "UNTIL", path: "activeTimeInfo.end", as: "ago" },
    { header: "USED", path: "usageCount", as: "number" },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "Name", path: "name" },
    { header: "Id", path: "id" },
    { header: "Status", path: "status" },
    { header: "Active", path: "active" },
    { header: "From", path: "activeTimeInfo.start", as: "time" },
    { header: "Until", path: "activeTimeInfo.end", as: "time" },
    { header: "Kind", path: "discounts.values.discountType" },
    { header: "Percent", path: "discounts.values.percentage" },
    { header: "Amount off", path: "discounts.values.fixedAmount" },
    { header: "Price", path: "discounts.values.fixedPrice" },
    { header: "Only if", path: "trigger" },
    { header: "Used", path: "usageCount" },
    { header: "Revision", path: "revision" },
  ],
  filters: {
    id: "text",
    name: "text",
    active: "boolean",
    createdDate: "date",
    updatedDate: "date",
    "activeTimeInfo.start": "date",
    "activeTimeInfo.end": "date",
    status: { here: ["LIVE", "EXPIRED", "PENDING"] },
    usageCount: { here: "number" },
  },
  flags: [
    { flags: "--name <text>", field: "name", describe: "name" },
    {
      flags: "--percent <n>",
      field: `${discount}.percentage`,
      also: kind("PERCENTAGE"),
      describe: "take this share off",
    },
    {
      flags: "--amount <amount>",
      field: `${discount}.fixedAmount`,
      also: kind("FIXED_AMOUNT"),
      describe: `take this off: ${money}`,
    },
    {
      flags: "--price <amount>",
      field: `${discount}.fixedPrice`,
      also: kind("FIXED_PRICE"),
      describe: `sell for this: ${money}`,
    },
    { flags: "--from <time>", field: "activeTimeInfo.start", describe: "live from 2030-05-01T00:00:00Z on" },
    { flags: "--until <time>", field: "activeTimeInfo.end", describe: "live until then" },
    { flags: "--active <bool>", field: "active", describe: "switched on", choices: ["true", "false"] },
    {
      flags: "--subtotal-from <amount>",
      field: "trigger.subtotalRange.from",
      also: { "trigger.triggerType": "SUBTOTAL_RANGE", "trigger.subtotalRange.scopes": everything.scopes },
      describe: "only for baskets of at least this",
    },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till discounts list", does: "every rule, and whether it is live" },
      { run: "till discounts list --filter 'status = LIVE' --json", does: "what gives discounts now" },
    ]),
    getVerb(resource, [
      { run: "till discounts get 'Big basket'", does: "one rule, by name" },
      { run: "till discounts get 'Big basket' --json", does: "all of it" },
    ]),
    createVerb(
      resource,
      [
        { run: "till discounts create --name Spring --percent 10", does: "10 % off everything, from now on" },
        {
          run: "till discounts create --name 'Big spender' --amount 20 --subtotal-from 300 --until 2099-01-01T00:00:00Z",
          does: "an amount off baskets of at least 300",
        },
      ],
      { discounts: { values: [{ targetType: "SPECIFIC_ITEMS", specificItemsInfo: everything }] } },
    ),
    updateVerb(resource, [
      { run: "till discounts update 'Big basket' --percent 12.5", does: "another share" },
      { run: "till discounts update 'Big basket' --active false", does: "switch it off" },
    ]),
    deleteVerb(resource, [
      { run: "till discounts delete 'Opening week'", does: "after a question" },
      { run: "till discounts delete 'Opening week' --yes", does: "in a script" },
    ]),
  ],
});
