import type { Group } from "../../cli/command.ts";
import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  manyVerb,
  updateVerb,
} from "../../cli/generic/generic-resource.ts";
import { rates } from "./rates.ts";

const manual = "7ac41c00-5a9d-4b0c-8a0d-000000000001";
const groups = genericGroup({
  name: "groups",
  summary: "groups of products that are taxed alike",
  service: "taxGroups",
  singular: "tax group",
  kind: "taxGroup",
  reference: { name: "<group>", describe: "id or name" },
  matchKeys: ["name"],
  columns: [
    { header: "NAME", path: "name", grow: true },
    { header: "CHANGED", path: "updatedDate", as: "ago" },
    { header: "ID", path: "id" },
  ],
  filters: { id: "text", name: "text", createdDate: "date", updatedDate: "date" },
  flags: [{ flags: "--name <text>", field: "name", describe: "name" }],
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till tax groups list", does: "every group but the default one" },
      { run: "till tax groups list --json", does: "as JSON" },
    ]),
    {
      name: "default",
      summary: "list the groups that the platform brings along",
      call: "listDefault",
      prints: "taxGroups",
      examples: [
        { run: "till tax groups default", does: "the group of whatever names no other" },
        { run: "till tax groups default --json", does: "as JSON" },
      ],
    },
    {
      name: "of-apps",
      summary: "list the default tax group of each of some apps",
      call: "listDefaultByAppIds",
      into: "",
      prints: "results",
      kind: "defaultTaxGroup",
      columns: [
        { header: "GROUP", path: "taxGroup.name", grow: true },
        { header: "APP", path: "taxGroupMetadata.id" },
        { header: "ID", path: "taxGroup.id" },
      ],
      flags: [{ flags: "--app <id>", field: "appIds[0]", describe: "the app; more with -f appIds[]=…" }],
      examples: [
        { run: `till tax groups of-apps --app ${manual}`, does: "of one app" },
        { run: `till tax groups of-apps -f appIds[]=${manual} --json`, does: "as JSON" },
      ],
    },
    getVerb(resource, [
      { run: "till tax groups get 'Food and books'", does: "one, by name" },
      { run: "till tax groups get 'Food and books' --json", does: "as JSON" },
    ]),
    createVerb(resource, [
      { run: "till tax groups create --name Wine", does: "a group" },
      { run: "till tax groups create --name Wine --json", does: "and its id" },
    ]),
    updateVerb(resource, [
      { run: "till tax groups update 'Food and books' --name Food", does: "another name" },
      { run: "till tax groups update 'Food and books' --name Food --json", does: "as JSON" },
    ]),
    deleteVerb(resource, [
      { run: "till tax groups delete 'Food and books'", does: "after a question" },
      { run: "till tax groups delete 'Food and books' --yes", does: "in a script" },
    ]),
  ],
});

const regions = genericGroup({
  name: "regions",
  summary: "where the shop collects tax",
  service: "taxRegions",
  singular: "tax region",
  kind: "taxRegion",
  reference: { name: "<region>", describe: "id, part of a country (US-NY) or country that has only one" },
  matchKeys: ["subdivision", "country"],
  columns: [
    { header: "COUNTRY", path: "country" },
    { header: "PART", path: "subdivision" },
    { header: "IN PRICES", path: "taxIncludedInPrice" },
    { header: "CALCULATED BY", path: "appId" },
    { header: "ID", path: "id" },
  ],
  filters: {
    id: "text",
    country: "text",
    subdivision: "text",
    appId: "text",
    createdDate: "date",
    taxIncludedInPrice: { here: "boolean" },
  },
  flags: [
    { flags: "--country <code>", field: "country", describe: "country: FR" },
    { flags: "--part <code>", field: "subdivision", describe: "part of it: US-NY" },
    { flags: "--app <id>", field: "appId", describe: "the app that calculates (till tax calculators)" },
    {
      flags: "--included <bool>",
      field: "taxIncludedInPrice",
      describe: "prices have it",
      choices: ["true", "false"],
    },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till tax regions list", does: "every region" },
      { run: "till tax regions list --filter 'country = US' --json", does: "of one country" },
    ]),
    getVerb(resource, [
      { run: "till tax regions get US-NY", does: "one, by its part of the country" },
      { run: "till tax regions get DE --json", does: "one, by its country" },
    ]),
    createVerb(resource, [
      { run: `till tax regions create --country FR --app ${manual}`, does: "rates set by hand" },
      {
        run: `till tax regions create --country IT --app ${manual} --included true --json`,
        does: "in prices",
      },
    ]),
    manyVerb(resource, "create", "bulkCreate", [
      {
        run: `till tax regions create-many --input '{"taxRegions":[{"country":"FR","appId":"${manual}"},{"country":"IT","appId":"${manual}"}]}'`,
        does: "two countries at once",
      },
      {
        run: `till tax regions create-many -f taxRegions[0].country=PT -f taxRegions[0].appId=${manual} -f returnEntity=true --json`,
        does: "and the regions themselves",
      },
    ]),
    updateVerb(resource, [
      { run: "till tax regions update DE --included false", does: "tax on top of prices" },
      { run: `till tax regions update US-CA --app ${manual} --json`, does: "another calculator" },
    ]),
    deleteVerb(resource, [
      { run: "till tax regions delete BR", does: "after a question; its rates go with it" },
      { run: "till tax regions delete BR --yes", does: "in a script" },
    ]),
  ],
});

const calculation = genericGroup({
  name: "tax",
  summary: "",
  service: "taxCalculation",
  singular: "tax",
  kind: "tax",
  reference: { name: "", describe: "" },
  columns: [],
  verbs: () => [
    {
      name: "calculate",
      summary: "calculate the tax on an amount at an address, by jurisdiction",
      call: "calculate",
      defaults: { lineItems: [{ id: "1", quantity: 1, addressIndex: { singleAddress: 0 } }] },
      flags: [
        { flags: "--amount <amount>", field: "lineItems[0].price", describe: "the price" },
        { flags: "--country <code>", field: "addresses[0].country", describe: "country: US" },
        { flags: "--part <code>", field: "addresses[0].subdivision", describe: "part of it: US-NY" },
        { flags: "--city <text>", field: "addresses[0].city", describe: "city" },
        { flags: "--group <id>", field: "lineItems[0].taxGroupId", describe: "tax group" },
      ],
      into: "",
      prints: "taxSummary",
      kind: "taxSummary",
      columns: [
        { header: "Together", path: "totalAmount" },
        { header: "Tax", path: "totalTax" },
        { header: "Taxed amount", path: "totalTaxableAmount" },
        { header: "In the price", path: "totalTaxIncludedInPrice" },
        { header: "Jurisdictions", path: "aggregatedTaxBreakdown.jurisdiction" },
        { header: "Rates", path: "aggregatedTaxBreakdown.rate" },
        { header: "Amounts", path: "aggregatedTaxBreakdown.aggregatedTaxAmount" },
      ],
      examples: [
        {
          run: "till tax calculate --amount 100 --country US --part US-NY --city 'New York'",
          does: "five levels",
        },
        { run: "till tax calculate --amount 119 --country DE --json", does: "within the price" },
      ],
    },
    {
      name: "calculators",
      summary: "list the apps that can calculate tax",
      call: "listCalculators",
      prints: "taxCalculatorDetails",
      kind: "taxCalculator",
      columns: [
        { header: "NAME", path: "displayName", grow: true },
        { header: "NOT IN", path: "unsupportedCountries" },
        { header: "ID", path: "appId" },
      ],
      examples: [
        { run: "till tax calculators", does: "by hand or automatic" },
        { run: "till tax calculators --json", does: "as JSON" },
      ],
    },
  ],
});

/** `till tax …` */
export const tax: Group = {
  name: "tax",
  summary: "tax groups, regions and rates",
  verbs: [groups, regions, rates, ...calculation.verbs],
};
