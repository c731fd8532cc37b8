import type { Group } from "../../cli/command.ts";
import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  manyVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";
import { rates } from "./rates.ts";

const manual = "7ac41c00-5a9d-4b0c-8a0d-000000000001";
const groups = genericGroup({
  name: "groups",
  summary: "Manage tax groups",
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
      { run: "till tax groups list", does: "all groups except the default one" },
      { run: "till tax groups list --json", does: "as JSON" },
    ]),
    {
      name: "default",
      summary: "List the default tax groups of the platform",
      call: "listDefault",
      prints: "taxGroups",
      examples: [
        { run: "till tax groups default", does: "the group of products without another group" },
        { run: "till tax groups default --json", does: "as JSON" },
      ],
    },
    {
      name: "of-apps",
      summary: "List the default tax groups of apps",
      call: "listDefaultByAppIds",
      into: "",
      prints: "results",
      kind: "defaultTaxGroup",
      columns: [
        { header: "GROUP", path: "taxGroup.name", grow: true },
        { header: "APP", path: "taxGroupMetadata.id" },
        { header: "ID", path: "taxGroup.id" },
      ],
      flags: [
        { flags: "--app <id>", field: "appIds[0]", describe: "id of the app; add more with -f appIds[]=…" },
      ],
      examples: [
        { run: `till tax groups of-apps --app ${manual}`, does: "for one app" },
        { run: `till tax groups of-apps -f appIds[]=${manual} --json`, does: "as JSON" },
      ],
    },
    getVerb(resource, [
      { run: "till tax groups get 'Food and books'", does: "by name" },
      { run: "till tax groups get 'Food and books' --json", does: "as JSON" },
    ]),
    createVerb(resource, [
      { run: "till tax groups create --name Wine", does: "create a group" },
      { run: "till tax groups create --name Wine --json", does: "print the new group as JSON" },
    ]),
    updateVerb(resource, [
      { run: "till tax groups update 'Food and books' --name Food", does: "rename a group" },
      { run: "till tax groups update 'Food and books' --name Food --json", does: "as JSON" },
    ]),
    deleteVerb(resource, [
      { run: "till tax groups delete 'Food and books'", does: "asks for confirmation" },
      { run: "till tax groups delete 'Food and books' --yes", does: "without confirmation" },
    ]),
  ],
});

const regions = genericGroup({
  name: "regions",
  summary: "Manage tax regions",
  service: "taxRegions",
  singular: "tax region",
  kind: "taxRegion",
  reference: { name: "<region>", describe: "id, subdivision (US-NY), or country with a single region" },
  matchKeys: ["subdivision", "country"],
  columns: [
    { header: "COUNTRY", path: "country" },
    { header: "SUBDIVISION", path: "subdivision" },
    { header: "INCLUDED IN PRICES", path: "taxIncludedInPrice" },
    { header: "CALCULATOR", path: "appId" },
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
    {
      flags: "--subdivision <code>",
      aliases: ["--part"],
      field: "subdivision",
      describe: "subdivision: US-NY",
    },
    { flags: "--app <id>", field: "appId", describe: "id of the tax calculator (see till tax calculators)" },
    {
      flags: "--included <bool>",
      field: "taxIncludedInPrice",
      describe: "prices include tax",
      choices: ["true", "false"],
    },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till tax regions list", does: "all regions" },
      { run: "till tax regions list --filter 'country = US' --json", does: "only one country, as JSON" },
    ]),
    getVerb(resource, [
      { run: "till tax regions get US-NY", does: "by subdivision" },
      { run: "till tax regions get DE --json", does: "by country" },
    ]),
    createVerb(resource, [
      { run: `till tax regions create --country FR --app ${manual}`, does: "with manual rates" },
      {
        run: `till tax regions create --country IT --app ${manual} --included true --json`,
        does: "with prices that include tax",
      },
    ]),
    manyVerb(resource, "create", "bulkCreate", [
      {
        run: `till tax regions create-many --input '{"taxRegions":[{"country":"FR","appId":"${manual}"},{"country":"IT","appId":"${manual}"}]}'`,
        does: "two countries at once",
      },
      {
        run: `till tax regions create-many -f taxRegions[0].country=PT -f taxRegions[0].appId=${manual} -f returnEntity=true --json`,
        does: "print the new regions",
      },
    ]),
    updateVerb(resource, [
      { run: "till tax regions update DE --included false", does: "add tax on top of prices" },
      { run: `till tax regions update US-CA --app ${manual} --json`, does: "change the calculator" },
    ]),
    deleteVerb(resource, [
      { run: "till tax regions delete BR", does: "asks for confirmation; also deletes the region's rates" },
      { run: "till tax regions delete BR --yes", does: "without confirmation" },
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
      summary: "Calculate the tax on an amount by jurisdiction",
      call: "calculate",
      defaults: { lineItems: [{ id: "1", quantity: 1, addressIndex: { singleAddress: 0 } }] },
      flags: [
        { flags: "--amount <amount>", field: "lineItems[0].price", describe: "price of the item" },
        { flags: "--country <code>", field: "addresses[0].country", describe: "country: US" },
        {
          flags: "--subdivision <code>",
          aliases: ["--part"],
          field: "addresses[0].subdivision",
          describe: "subdivision: US-NY",
        },
        { flags: "--city <text>", field: "addresses[0].city", describe: "city" },
        { flags: "--group <id>", field: "lineItems[0].taxGroupId", describe: "id of the tax group" },
      ],
      into: "",
      prints: "taxSummary",
      kind: "taxSummary",
      columns: [
        { header: "Total", path: "totalAmount" },
        { header: "Tax", path: "totalTax" },
        { header: "Taxable amount", path: "totalTaxableAmount" },
        { header: "Included in price", path: "totalTaxIncludedInPrice" },
        { header: "Jurisdictions", path: "aggregatedTaxBreakdown.jurisdiction" },
        { header: "Rates", path: "aggregatedTaxBreakdown.rate" },
        { header: "Amounts", path: "aggregatedTaxBreakdown.aggregatedTaxAmount" },
      ],
      examples: [
        {
          run: "till tax calculate --amount 100 --country US --subdivision US-NY --city 'New York'",
          does: "tax of five jurisdictions",
        },
        { run: "till tax calculate --amount 119 --country DE --json", does: "tax included in the price" },
      ],
    },
    {
      name: "calculators",
      summary: "List the tax calculators",
      call: "listCalculators",
      prints: "taxCalculatorDetails",
      kind: "taxCalculator",
      columns: [
        { header: "NAME", path: "displayName", grow: true },
        { header: "UNSUPPORTED COUNTRIES", path: "unsupportedCountries" },
        { header: "ID", path: "appId" },
      ],
      examples: [
        { run: "till tax calculators", does: "manual and automatic calculators" },
        { run: "till tax calculators --json", does: "as JSON" },
      ],
    },
  ],
});

/** `till tax …` */
export const tax: Group = {
  name: "tax",
  summary: "Manage tax groups, regions and rates, and calculate tax",
  verbs: [groups, regions, rates, ...calculation.verbs],
};
