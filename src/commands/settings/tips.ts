import { genericGroup, listVerb, updateVerb } from "../../cli/generic/generic-verbs.ts";

/** `till settings tips …` */
export const tipSettings = genericGroup({
  name: "tips",
  summary: "Show and change tip settings",
  service: "tipSettings",
  singular: "tip settings",
  plural: "tip settings",
  kind: "tipSettings",
  reference: { name: "<settings>", describe: "id, location, terminal, or default" },
  matchKeys: ["locationId", "paymentTerminalId", "default"],
  fields: {
    id: { filter: "text" },
    default: { filter: "boolean" },
    locationId: { label: "Location", filter: "text" },
    paymentTerminalId: { label: "Terminal", filter: "text" },
    tipType: { label: "Type", filter: ["PERCENTAGE", "AMOUNT"] },
    allowCustomAmount: { label: "Custom amount", filter: "boolean" },
    allowCustomerTip: { filter: "boolean" },
    presets: { path: "presets.value" },
    staffDistributionMethod: { label: "Distribution" },
  },
  list: "tipType presets allowCustomAmount staffDistributionMethod default locationId paymentTerminalId id",
  flags: [
    {
      flags: "--type <type>",
      aliases: ["--kind"],
      field: "tipType",
      describe: "type of the presets",
      choices: ["PERCENTAGE", "AMOUNT"],
    },
    { flags: "--presets <json>", field: "presets", describe: 'presets as JSON: [{"value":10},{"value":15}]' },
    {
      flags: "--distribution <method>",
      aliases: ["--shared"],
      field: "staffDistributionMethod",
      describe: "how staff share tips",
      choices: ["EQUAL", "PROPORTIONAL"],
    },
    {
      flags: "--custom-amount <bool>",
      aliases: ["--own-amount"],
      field: "allowCustomAmount",
      describe: "let buyers enter an amount",
      choices: ["true", "false"],
    },
    { flags: "--location <id>", aliases: ["--place"], field: "locationId", describe: "location id" },
    { flags: "--terminal <id>", field: "paymentTerminalId", describe: "terminal id" },
  ],
  verbs: (resource) => {
    const { kind, flags = [], reference } = resource;
    return [
      listVerb(resource, [
        "till settings tips list # default and location settings",
        "till settings tips list --filter 'default = true' --json # only the default settings",
      ]),
      {
        name: "create",
        summary: "Create tip settings for a location or terminal",
        call: "create",
        flags,
        into: kind,
        prints: kind,
        defaults: { [kind]: {} },
        examples: [
          "till settings tips create --terminal till-2 --type AMOUNT # for one terminal",
          "till settings tips create --terminal till-3 --presets '[{\"value\":5}]' --json # with one preset",
        ],
      },
      {
        name: "create-default",
        summary: "Create the default tip settings of the shop or an app",
        call: "createDefault",
        flags,
        into: kind,
        prints: kind,
        defaults: { [kind]: {} },
        examples: [
          "till settings tips create-default -f appId=00000000-0000-4000-8000-000000000001 # for an app",
          "till settings tips create-default -f appId=00000000-0000-4000-8000-000000000001 --distribution EQUAL --json # with equal distribution",
        ],
      },
      {
        ...updateVerb(resource, [
          "till settings tips update default --custom-amount false # the default settings",
          "till settings tips update till-1 --distribution PROPORTIONAL --json # the settings of a terminal",
        ]),
        summary: "Change tip settings",
      },
      {
        name: "delete",
        summary: "Delete tip settings other than the default",
        call: "remove",
        args: [{ ...reference, field: "tipSettingsId", finds: true }],
        confirms: "Delete the tip settings of",
        done: "Deleted the tip settings of",
        examples: [
          "till settings tips delete till-1 # asks for confirmation",
          "till settings tips delete till-1 --yes # without confirmation",
        ],
      },
    ];
  },
});
