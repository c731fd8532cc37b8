import { createVerb, deleteVerb, familyGroup, getVerb, listVerb, updateVerb } from "../family/family.ts";

const levels = ["COUNTRY", "STATE", "COUNTY", "CITY", "SPECIAL"];

/** `till tax rates …` */
export const rates = familyGroup({
  name: "rates",
  summary: "which rate each tax group has in each tax region",
  shelf: "manualTaxMappings",
  noun: "tax rate",
  one: "manualTaxMapping",
  reference: { name: "<rate>", describe: "id or jurisdiction" },
  known: ["jurisdiction"],
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
  verbs: (family) => [
    listVerb(family, [
      { run: "till tax rates list", does: "every rate" },
      { run: "till tax rates list --filter 'jurisdictionType = CITY' --json", does: "of one level" },
    ]),
    {
      ...{
        name: "all",
        summary: "list every tax rate in one answer",
        call: "list",
        shows: "manualTaxMappings",
      },
      examples: [
        { run: "till tax rates all", does: "without pages" },
        { run: "till tax rates all --json", does: "as JSON" },
      ],
    },
    getVerb(family, [
      { run: "till tax rates get 'New York City'", does: "one, by its jurisdiction" },
      { run: "till tax rates get 'New York City' --json", does: "as JSON" },
    ]),
    createVerb(family, [
      {
        run: "till tax rates create --share 0.02 --level CITY --jurisdiction Berlin --group 7a609009-5a9d-4b0c-8a0d-000000000001 --region 5e75adda-5bb2-4306-a9e0-cecc4e2e62d7",
        does: "one more level in a region",
      },
      {
        run: "till tax rates create --share 0.01 --level CITY --jurisdiction Bonn --group 7a609009-5a9d-4b0c-8a0d-000000000001 --region 5e75adda-5bb2-4306-a9e0-cecc4e2e62d7 --json",
        does: "as JSON",
      },
    ]),
    updateVerb(family, [
      { run: "till tax rates update 'New York City' --share 0.0475", does: "another rate" },
      { run: "till tax rates update 'New York City' --name 'City tax' --json", does: "another name" },
    ]),
    deleteVerb(family, [
      { run: "till tax rates delete 'New York City'", does: "after a question" },
      { run: "till tax rates delete 'New York City' --yes", does: "in a script" },
    ]),
  ],
});
