import type { Group, Unnamed } from "../../cli/command.ts";
import { share } from "../../cli/flags.ts";
import type { GenericVerb } from "../../cli/generic/generic-resource.ts";
import {
  createVerb,
  deleteVerb,
  eachOutcome,
  extendVerb,
  genericGroup,
  getVerb,
  listVerb,
  manyVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";
import { taxSettings } from "../settings/index.ts";

const exempt = "e8e4a700-5a9d-4b0c-8a0d-000000000001";
/** Parses a tax rate, `0.19` or `19%`, which buyers pay: 19 would be 1900%. Throws UsageError. */
function taxRate(text: string): string {
  const [, whole, fraction = ""] = /^(\d{1,2})(?:\.(\d{1,4}))? ?%$/.exec(text) ?? [];
  const digits = whole?.padStart(3, "0");
  const rate = digits === undefined ? text : `${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`;
  share("--tax-rate")(rate);
  return rate;
}

const levels = ["COUNTRY", "STATE", "COUNTY", "CITY", "SPECIAL"];

/** `till settings tax rates …` */
const rates = genericGroup({
  name: "rates",
  service: "manualTaxMappings",
  singular: "tax rate",
  kind: "manualTaxMapping",
  reference: { name: "<rate>", describe: "id or jurisdiction" },
  matchKeys: ["jurisdiction"],
  fields: {
    id: { filter: "text" },
    jurisdiction: { grow: true, filter: "text" },
    jurisdictionType: { label: "Level", filter: levels },
    taxName: { label: "Tax", filter: "text" },
    taxType: { filter: "text" },
    taxRegionId: { label: "Region", filter: "text", sort: false },
    taxGroupId: { label: "Group", filter: "text", sort: false },
    taxRate: { label: "Rate", as: "share", filter: { here: "number" } },
  },
  list: "jurisdiction jurisdictionType taxName taxRate taxGroupId taxRegionId id",
  flags: [
    {
      flags: "--tax-rate <rate>",
      field: "taxRate",
      describe: "rate: 0.19 or 19%",
      parse: taxRate,
    },
    { flags: "--group <id>", field: "taxGroupId", describe: "id of the tax group" },
    { flags: "--region <id>", field: "taxRegionId", describe: "id of the tax region" },
    { flags: "--name <text>", field: "taxName", describe: "name of the tax" },
    { flags: "--jurisdiction <text>", field: "jurisdiction", describe: "name of the jurisdiction" },
    {
      flags: "--level <level>",
      field: "jurisdictionType",
      describe: "level of the jurisdiction",
      choices: levels,
    },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      "till settings tax rates list # all rates",
      'till settings tax rates list --filter "jurisdictionType = CITY" --json # only one level, as JSON',
    ]),
    {
      name: "all",
      summary: "List all tax rates without paging",
      call: "list",
      readOnly: true,
      prints: "manualTaxMappings",
      examples: [
        "till settings tax rates all # without paging",
        "till settings tax rates all --output csv > rates.csv # for a spreadsheet",
      ],
    },
    getVerb(resource, [
      'till settings tax rates get "New York City" # by jurisdiction',
      'till settings tax rates get "New York City" --jq .taxRate # only the rate',
    ]),
    createVerb(resource, [
      'till settings tax rates get "New York City" --jq "{taxGroupId, taxRegionId}" | till settings tax rates create --input - --tax-rate 0.02 --level CITY --jurisdiction Buffalo # with the group and region of another rate',
      'till settings tax rates get "New York City" --jq "{taxGroupId, taxRegionId, jurisdictionType, taxRate}" | till settings tax rates create --input - --jurisdiction Albany --dry-run # preview the same rate for another city',
    ]),
    updateVerb(resource, [
      'till settings tax rates update "New York City" --tax-rate 0.0475 # change the rate',
      'till settings tax rates update --filter "taxRate > 0.05" --set taxRate=+10% --dry-run # preview a change of many',
    ]),
    manyVerb(resource, "create", "bulkCreate", [
      'till settings tax rates get "New York City" --jq "{manualTaxMappings: [{taxGroupId, taxRegionId, jurisdictionType, taxRate}]}" | till settings tax rates create-many --input - -f manualTaxMappings[0].jurisdiction=Buffalo # like another rate',
      'till settings tax rates get "New York City" --jq "{manualTaxMappings: ([{taxGroupId, taxRegionId, jurisdictionType, taxRate}] | . + .)}" | till settings tax rates create-many --input - -f manualTaxMappings[0].jurisdiction=Buffalo -f manualTaxMappings[1].jurisdiction=Albany # two cities at once',
    ]),
    {
      name: "exempt",
      summary: "Set the rate of a group of tax-exempt buyers",
      call: "bulkAssignExemptOverrides",
      into: "",
      ...eachOutcome,
      args: [{ ...resource.reference, field: "assignOverrides[0].manualTaxMappingId", finds: true }],
      flags: [
        {
          flags: "--group <id>",
          field: "assignOverrides[0].exemptGroupOverrides[0].exemptGroupId",
          describe: "id of the exempt group",
        },
        {
          flags: "--tax-rate <rate>",
          field: "assignOverrides[0].exemptGroupOverrides[0].rate",
          describe: "rate of the group: 0.01 or 1%",
          parse: taxRate,
        },
      ],
      examples: [
        `till settings tax rates exempt "New York City" --group ${exempt} --tax-rate 0 # no city tax for a group of buyers, by its id`,
        `till settings tax rates exempt "New York City" --group ${exempt} --tax-rate 0.01 --dry-run # preview a lower rate`,
      ],
    },
    {
      name: "unexempt",
      summary: "Remove the rate of a group of tax-exempt buyers",
      call: "bulkUnassignExemptOverrides",
      into: "",
      ...eachOutcome,
      args: [{ ...resource.reference, field: "unassignOverrides[0].manualTaxMappingId", finds: true }],
      flags: [
        {
          flags: "--group <id>",
          field: "unassignOverrides[0].exemptGroupIds[0]",
          describe: "id of the exempt group",
        },
      ],
      examples: [
        `till settings tax rates unexempt "New York City" --group ${exempt} # remove the rate of a group of buyers, by its id`,
        `till settings tax rates unexempt "New York City" --group ${exempt} --dry-run # preview the request`,
      ],
    },
    extendVerb(resource, [
      'till settings tax rates extend "New York City" @app/notes -f source=law # set one field',
      'till settings tax rates extend "New York City" @app/notes --input \'{"source":"law"}\' # set fields from JSON',
    ]),
    deleteVerb(resource, [
      'till settings tax rates delete "New York City" # asks for confirmation',
      'till settings tax rates delete "New York City" --yes # without confirmation',
    ]),
  ],
});

const groups = genericGroup({
  name: "groups",
  service: "taxGroups",
  kind: "taxGroup",
  reference: { name: "<group>", describe: "id or name" },
  matchKeys: ["name"],
  fields: {
    id: { filter: "text" },
    name: { grow: true, filter: "text" },
    createdDate: { filter: "date" },
    updatedDate: { label: "Changed", as: "date", filter: "date" },
  },
  list: "name updatedDate id",
  flags: [{ flags: "--name <text>", field: "name", describe: "name" }],
  verbs: (resource) => [
    listVerb(resource, [
      "till settings tax groups list # all groups except the default one",
      'till settings tax groups list --search food --jq ".items[].id" # only the ids of groups with this text in their name',
    ]),
    {
      name: "default",
      summary: "List the default tax groups of Wix",
      call: "listDefault",
      readOnly: true,
      prints: "taxGroups",
      examples: [
        "till settings tax groups default # the group of products without another group",
        'till settings tax groups default --jq ".items[].id" # only its id, for till settings tax rates create --group',
      ],
    },
    {
      name: "of-apps",
      summary: "List the default tax groups of apps",
      call: "listDefaultByAppIds",
      readOnly: true,
      into: "",
      prints: "results",
      kind: "defaultTaxGroup",
      fields: {
        "taxGroup.name": { label: "Group", grow: true },
        "taxGroupMetadata.id": { label: "App" },
        "taxGroup.id": {},
      },
      flags: [
        { flags: "--app <id>", field: "appIds[0]", describe: "id of the app; add more with -f appIds[]=…" },
      ],
      examples: [
        'till settings tax calculators --jq ".items[0].appId" | xargs till settings tax groups of-apps --app # for the app of the first calculator',
        'till settings tax calculators --jq "{appIds: [.items[].appId]}" | till settings tax groups of-apps --input - # for the apps of all calculators',
      ],
    },
    getVerb(resource, [
      'till settings tax groups get "Food and books" # by name',
      'till settings tax groups get "Food and books" --jq .id # only its id, for till settings tax rates create --group',
    ]),
    createVerb(resource, [
      "till settings tax groups create --name Wine # create a group",
      "till settings tax groups create --name Wine --jq .id # print the id of the new group",
    ]),
    updateVerb(resource, [
      'till settings tax groups update "Food and books" --name Food # rename a group',
      'till settings tax groups update "Food and books" --name Food --dry-run # preview the request',
    ]),
    deleteVerb(resource, [
      'till settings tax groups delete "Food and books" # asks for confirmation',
      'till settings tax groups delete "Food and books" --yes # without confirmation',
    ]),
  ],
});

const regions = genericGroup({
  name: "regions",
  service: "taxRegions",
  kind: "taxRegion",
  reference: { name: "<region>", describe: "id, subdivision (US-NY), or country with a single region" },
  matchKeys: ["subdivision", "country"],
  fields: {
    id: { filter: "text" },
    country: { filter: "text" },
    subdivision: { filter: "text" },
    appId: { label: "Calculator", filter: "text" },
    createdDate: { filter: "date" },
    taxIncludedInPrice: { label: "Included in prices", filter: { here: "boolean" } },
  },
  list: "country subdivision taxIncludedInPrice appId id",
  flags: [
    { flags: "--country <code>", field: "country", describe: "country: FR" },
    {
      flags: "--subdivision <code>",
      field: "subdivision",
      describe: "subdivision: US-NY",
    },
    {
      flags: "--app <id>",
      field: "appId",
      describe: "id of the tax calculator (see till settings tax calculators)",
    },
    {
      flags: "--included <bool>",
      field: "taxIncludedInPrice",
      describe: "prices include tax",
      choices: ["true", "false"],
    },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      "till settings tax regions list # all regions",
      'till settings tax regions list --filter "country = US" --json # only one country, as JSON',
    ]),
    getVerb(resource, [
      "till settings tax regions get US-NY # by subdivision",
      "till settings tax regions get DE --json # by country",
    ]),
    createVerb(resource, [
      'till settings tax calculators --jq ".items[0].appId" | xargs till settings tax regions create --country FR --app # with the first calculator',
      'till settings tax calculators --jq ".items[0].appId" | xargs till settings tax regions create --country IT --included true --app # with prices that include tax',
    ]),
    manyVerb(resource, "create", "bulkCreate", [
      'till settings tax calculators --jq "{taxRegions: [{appId: .items[0].appId}, {appId: .items[0].appId}]}" | till settings tax regions create-many --input - -f taxRegions[0].country=FR -f taxRegions[1].country=IT # two countries with the first calculator',
      'till settings tax regions get DE --jq "{taxRegions: [{appId, taxIncludedInPrice}]}" | till settings tax regions create-many --input - -f taxRegions[0].country=PT -f returnEntity=true --json # like another region, and print the new one',
    ]),
    updateVerb(resource, [
      "till settings tax regions update DE --included false # add tax on top of prices",
      'till settings tax calculators --jq ".items[0].appId" | xargs till settings tax regions update US-CA --app # change the calculator',
    ]),
    deleteVerb(resource, [
      "till settings tax regions delete BR # asks for confirmation; also deletes the region's rates",
      "till settings tax regions delete BR --yes # without confirmation",
    ]),
  ],
});

const calculation = genericGroup({
  name: "tax",
  service: "taxCalculation",
  kind: "tax",
  reference: { name: "", describe: "" },
  fields: {},
  verbs: (): GenericVerb[] => [
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
          field: "addresses[0].subdivision",
          describe: "subdivision: US-NY",
        },
        { flags: "--city <text>", field: "addresses[0].city", describe: "city" },
        { flags: "--group <id>", field: "lineItems[0].taxGroupId", describe: "id of the tax group" },
      ],
      into: "",
      prints: "taxSummary",
      kind: "taxSummary",
      fields: {
        totalAmount: { label: "Total" },
        totalTax: { label: "Tax" },
        totalTaxableAmount: { label: "Taxable amount" },
        totalTaxIncludedInPrice: { label: "Included in price" },
        "aggregatedTaxBreakdown.jurisdiction": { label: "Jurisdictions" },
        "aggregatedTaxBreakdown.rate": { label: "Rates" },
        "aggregatedTaxBreakdown.aggregatedTaxAmount": { label: "Amounts" },
      },
      examples: [
        'till settings tax calculate --amount 100 --country US --subdivision US-NY --city "New York" # tax of five jurisdictions',
        "till settings tax calculate --amount 119 --country DE --json # tax included in the price",
      ],
    },
    {
      name: "calculators",
      summary: "List the tax calculators",
      call: "listCalculators",
      prints: "taxCalculatorDetails",
      kind: "taxCalculator",
      fields: {
        displayName: { label: "Name", grow: true },
        unsupportedCountries: {},
        appId: { label: "Id" },
      },
      examples: [
        "till settings tax calculators # manual and automatic calculators",
        'till settings tax calculators --jq ".items[] | [.displayName, .appId] | @tsv" # only names and ids, for till settings tax regions create --app',
      ],
    },
  ],
});

/** `till settings tax …` */
export const tax: Unnamed<Group> = {
  verbs: [
    ...taxSettings.verbs,
    { ...groups, summary: "Manage tax groups" },
    { ...regions, summary: "Manage tax regions" },
    { ...rates, summary: "Manage tax rates by tax group and region" },
    ...calculation.verbs,
  ],
};
