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
} from "../../cli/generic/generic-resource.ts";

const standard = "7a609009-5a9d-4b0c-8a0d-000000000001";
const germany = "5e75adda-5bb2-4306-a9e0-cecc4e2e62d7";
const exempt = "e8e4a700-5a9d-4b0c-8a0d-000000000001";
const levels = ["COUNTRY", "STATE", "COUNTY", "CITY", "SPECIAL"];

/** `till tax rates …` */
export const rates = genericGroup({
  name: "rates",
  summary: "which rate each tax group has in each tax region",
  service: "manualTaxMappings",
  singular: "tax rate",
  kind: "manualTaxMapping",
  reference: { name: "<rate>", describe: "id or jurisdiction" },
  matchKeys: ["jurisdiction"],
  columns: [
    { header: "JURISDICTION", path: "jurisdiction", grow: true },
    { header: "LEVEL", path: "jurisdictionType" },
    { header: "TAX", path: "taxName" },
    { header: "RATE", path: "taxRate", as: "number" },
    { header: "GROUP", path: "taxGroupId" },
    { header: "REGION", path: "taxRegionId" },
    { header: "ID", path: "id" },
  ],
  filters: {
    id: "text",
    jurisdiction: "text",
    jurisdictionType: levels,
    taxName: "text",
    taxType: "text",
    taxRegionId: "text",
    taxGroupId: "text",
    taxRate: { here: "number" },
  },
  flags: [
    { flags: "--share <share>", field: "taxRate", describe: "a share of 1: 0.19 is 19 %" },
    { flags: "--group <id>", field: "taxGroupId", describe: "tax group" },
    { flags: "--region <id>", field: "taxRegionId", describe: "tax region" },
    { flags: "--name <text>", field: "taxName", describe: "what the tax is called" },
    { flags: "--jurisdiction <text>", field: "jurisdiction", describe: "who collects it" },
    { flags: "--level <level>", field: "jurisdictionType", describe: "its level", choices: levels },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till tax rates list", does: "every rate" },
      { run: "till tax rates list --filter 'jurisdictionType = CITY' --json", does: "of one level" },
    ]),
    {
      name: "all",
      summary: "list every tax rate in one answer",
      call: "list",
      prints: "manualTaxMappings",
      examples: [
        { run: "till tax rates all", does: "without pages" },
        { run: "till tax rates all --json", does: "as JSON" },
      ],
    },
    getVerb(resource, [
      { run: "till tax rates get 'New York City'", does: "one, by its jurisdiction" },
      { run: "till tax rates get 'New York City' --json", does: "as JSON" },
    ]),
    createVerb(resource, [
      {
        run: "till tax rates create --share 0.02 --level CITY --jurisdiction Berlin --group 7a609009-5a9d-4b0c-8a0d-000000000001 --region 5e75adda-5bb2-4306-a9e0-cecc4e2e62d7",
        does: "one more level in a region",
      },
      {
        run: "till tax rates create --share 0.01 --level CITY --jurisdiction Bonn --group 7a609009-5a9d-4b0c-8a0d-000000000001 --region 5e75adda-5bb2-4306-a9e0-cecc4e2e62d7 --json",
        does: "as JSON",
      },
    ]),
    updateVerb(resource, [
      { run: "till tax rates update 'New York City' --share 0.0475", does: "another rate" },
      { run: "till tax rates update 'New York City' --name 'City tax' --json", does: "another name" },
    ]),
    manyVerb(resource, "create", "bulkCreate", [
      {
        run: `till tax rates create-many --input '{"manualTaxMappings":[{"taxRate":"0.01","jurisdictionType":"CITY","jurisdiction":"Ulm","taxGroupId":"${standard}","taxRegionId":"${germany}"}]}'`,
        does: "out of a list",
      },
      {
        run: `till tax rates create-many -f manualTaxMappings[0].taxRate=0.02 -f manualTaxMappings[0].jurisdiction=Kiel -f manualTaxMappings[0].jurisdictionType=CITY -f manualTaxMappings[0].taxGroupId=${standard} -f manualTaxMappings[0].taxRegionId=${germany} --json`,
        does: "field by field",
      },
    ]),
    {
      name: "exempt",
      summary: "give groups of exempt buyers rates of their own",
      call: "bulkAssignExemptOverrides",
      into: "",
      ...eachOutcome,
      args: [{ ...resource.reference, field: "assignOverrides[0].manualTaxMappingId", finds: true }],
      flags: [
        {
          flags: "--group <id>",
          field: "assignOverrides[0].exemptGroupOverrides[0].exemptGroupId",
          describe: "the exempt group",
        },
        {
          flags: "--share <share>",
          field: "assignOverrides[0].exemptGroupOverrides[0].rate",
          describe: "its rate, a share of 1",
        },
      ],
      examples: [
        { run: `till tax rates exempt 'New York City' --group ${exempt} --share 0`, does: "no city tax" },
        {
          run: `till tax rates exempt 'New York City' --group ${exempt} --share 0.01 --json`,
          does: "a lower one",
        },
      ],
    },
    {
      name: "unexempt",
      summary: "take the rates of their own from groups of exempt buyers",
      call: "bulkUnassignExemptOverrides",
      into: "",
      ...eachOutcome,
      args: [{ ...resource.reference, field: "unassignOverrides[0].manualTaxMappingId", finds: true }],
      flags: [
        {
          flags: "--group <id>",
          field: "unassignOverrides[0].exemptGroupIds[0]",
          describe: "the exempt group",
        },
      ],
      examples: [
        { run: `till tax rates unexempt 'New York City' --group ${exempt}`, does: "as everybody else" },
        { run: `till tax rates unexempt 'New York City' --group ${exempt} --json`, does: "as JSON" },
      ],
    },
    extendVerb(resource, [
      { run: "till tax rates extend 'New York City' @app/notes -f source=law", does: "one field" },
      {
        run: "till tax rates extend 'New York City' @app/notes --input '{\"source\":\"law\"}'",
        does: "all of it",
      },
    ]),
    deleteVerb(resource, [
      { run: "till tax rates delete 'New York City'", does: "after a question" },
      { run: "till tax rates delete 'New York City' --yes", does: "in a script" },
    ]),
  ],
});
