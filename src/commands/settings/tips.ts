import { genericGroup, listVerb, updateVerb } from "../../cli/generic/generic-resource.ts";

const yesNo = ["true", "false"];

/** `till settings tips …` */
export const tipSettings = genericGroup({
  name: "tips",
  summary: "which tips the shop offers, and how they are shared out",
  service: "tipSettings",
  singular: "tip settings",
  plural: "tip settings",
  kind: "tipSettings",
  reference: { name: "<settings>", describe: "id, place, terminal, or: default" },
  matchKeys: ["locationId", "paymentTerminalId", "default"],
  columns: [
    { header: "KIND", path: "tipType" },
    { header: "OFFERED", path: "presets.value" },
    { header: "OWN AMOUNT", path: "allowCustomAmount" },
    { header: "SHARED", path: "staffDistributionMethod" },
    { header: "DEFAULT", path: "default" },
    { header: "PLACE", path: "locationId" },
    { header: "TERMINAL", path: "paymentTerminalId" },
    { header: "ID", path: "id" },
  ],
  filters: {
    id: "text",
    default: "boolean",
    locationId: "text",
    paymentTerminalId: "text",
    tipType: ["PERCENTAGE", "AMOUNT"],
    allowCustomAmount: "boolean",
    allowCustomerTip: "boolean",
  },
  flags: [
    {
      flags: "--kind <kind>",
      field: "tipType",
      describe: "shares or amounts",
      choices: ["PERCENTAGE", "AMOUNT"],
    },
    { flags: "--presets <json>", field: "presets", describe: 'what is offered: [{"value":10},{"value":15}]' },
    {
      flags: "--shared <how>",
      field: "staffDistributionMethod",
      describe: "how",
      choices: ["EQUAL", "PROPORTIONAL"],
    },
    {
      flags: "--own-amount <bool>",
      field: "allowCustomAmount",
      describe: "buyers can type one",
      choices: yesNo,
    },
    { flags: "--place <id>", field: "locationId", describe: "only for this place" },
    { flags: "--terminal <id>", field: "paymentTerminalId", describe: "only for this terminal" },
  ],
  verbs: (resource) => {
    const { kind, flags = [], reference } = resource;
    return [
      listVerb(resource, [
        { run: "till settings tips list", does: "the default ones, and those of single places" },
        { run: "till settings tips list --filter 'default = true' --json", does: "the default ones" },
      ]),
      {
        name: "create",
        summary: "create tip settings for a place or a terminal",
        call: "create",
        flags,
        into: kind,
        prints: kind,
        defaults: { [kind]: {} },
        examples: [
          { run: "till settings tips create --terminal till-2 --kind AMOUNT", does: "for one terminal" },
          {
            run: "till settings tips create --terminal till-3 --presets '[{\"value\":5}]' --json",
            does: "one preset",
          },
        ],
      },
      {
        name: "create-default",
        summary: "create the default tip settings of the shop or an app",
        call: "createDefault",
        flags,
        into: kind,
        prints: kind,
        defaults: { [kind]: {} },
        examples: [
          {
            run: "till settings tips create-default -f appId=00000000-0000-4000-8000-000000000001",
            does: "those of an app",
          },
          {
            run: "till settings tips create-default -f appId=00000000-0000-4000-8000-000000000001 --shared EQUAL --json",
            does: "and how they are shared",
          },
        ],
      },
      updateVerb(resource, [
        { run: "till settings tips update default --own-amount false", does: "the default ones" },
        { run: "till settings tips update till-1 --shared PROPORTIONAL --json", does: "those of a terminal" },
      ]),
      {
        name: "delete",
        summary: "delete tip settings that are not the default ones",
        call: "remove",
        args: [{ ...reference, field: "tipSettingsId", finds: true }],
        confirms: "Delete the tip settings of",
        done: "Deleted the tip settings of",
        examples: [
          { run: "till settings tips delete till-1", does: "after a question" },
          { run: "till settings tips delete till-1 --yes", does: "in a script" },
        ],
      },
    ];
  },
});
