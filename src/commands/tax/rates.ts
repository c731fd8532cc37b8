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

const standard = "7a609009-5a9d-4b0c-8a0d-000000000001";
const germany = "5e75adda-5bb2-4306-a9e0-cecc4e2e62d7";
const exempt = "e8e4a700-5a9d-4b0c-8a0d-000000000001";
const levels = ["COUNTRY", "STATE", "COUNTY", "CITY", "SPECIAL"];

/** `till tax rates …` */
export const rates = genericGroup({
  name: "rates",
  summary: "Manage tax rates by tax group and region",
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
    taxRegionId: { label: "Region", filter: "text" },
    taxGroupId: { label: "Group", filter: "text" },
    taxRate: { label: "Rate", as: "share", filter: { here: "number" } },
  },
  list: "jurisdiction jurisdictionType taxName taxRate taxGroupId taxRegionId id",
  flags: [
    {
      flags: "--tax-rate <rate>",
      aliases: ["--share"],
      field: "taxRate",
      describe: "rate as a decimal: 0.19 is 19 %",
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
      "till tax rates list # all rates",
      "till tax rates list --filter 'jurisdictionType = CITY' --json # only one level, as JSON",
    ]),
    {
      name: "all",
      summary: "List all tax rates without paging",
      call: "list",
      readOnly: true,
      prints: "manualTaxMappings",
      examples: ["till tax rates all # without paging", "till tax rates all --json # as JSON"],
    },
    getVerb(resource, [
      "till tax rates get 'New York City' # by jurisdiction",
      "till tax rates get 'New York City' --json # as JSON",
    ]),
    createVerb(resource, [
      "till tax rates create --tax-rate 0.02 --level CITY --jurisdiction Berlin --group 7a609009-5a9d-4b0c-8a0d-000000000001 --region 5e75adda-5bb2-4306-a9e0-cecc4e2e62d7 # add a city tax",
      "till tax rates create --tax-rate 0.01 --level CITY --jurisdiction Bonn --group 7a609009-5a9d-4b0c-8a0d-000000000001 --region 5e75adda-5bb2-4306-a9e0-cecc4e2e62d7 --json # as JSON",
    ]),
    updateVerb(resource, [
      "till tax rates update 'New York City' --tax-rate 0.0475 # change the rate",
      "till tax rates update 'New York City' --name 'City tax' --json # change the name",
    ]),
    manyVerb(resource, "create", "bulkCreate", [
      `till tax rates create-many --input '{"manualTaxMappings":[{"taxRate":"0.01","jurisdictionType":"CITY","jurisdiction":"Ulm","taxGroupId":"${standard}","taxRegionId":"${germany}"}]}' # from JSON`,
      `till tax rates create-many -f manualTaxMappings[0].taxRate=0.02 -f manualTaxMappings[0].jurisdiction=Kiel -f manualTaxMappings[0].jurisdictionType=CITY -f manualTaxMappings[0].taxGroupId=${standard} -f manualTaxMappings[0].taxRegionId=${germany} --json # from fields`,
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
          aliases: ["--share"],
          field: "assignOverrides[0].exemptGroupOverrides[0].rate",
          describe: "rate of the group as a decimal",
        },
      ],
      examples: [
        `till tax rates exempt 'New York City' --group ${exempt} --tax-rate 0 # no city tax`,
        `till tax rates exempt 'New York City' --group ${exempt} --tax-rate 0.01 --json # a lower rate`,
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
        `till tax rates unexempt 'New York City' --group ${exempt} # remove the exemption`,
        `till tax rates unexempt 'New York City' --group ${exempt} --json # as JSON`,
      ],
    },
    extendVerb(resource, [
      "till tax rates extend 'New York City' @app/notes -f source=law # set one field",
      "till tax rates extend 'New York City' @app/notes --input '{\"source\":\"law\"}' # set fields from JSON",
    ]),
    deleteVerb(resource, [
      "till tax rates delete 'New York City' # asks for confirmation",
      "till tax rates delete 'New York City' --yes # without confirmation",
    ]),
  ],
});
