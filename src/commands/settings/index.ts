import { storesAppId } from "../../api/models/app-ids.ts";
import type { Group, Unnamed } from "../../cli/command.ts";
import { genericGroup, listVerb, updateVerb } from "../../cli/generic/generic-verbs.ts";

/** `till settings tips …` */
const tipSettings = genericGroup({
  name: "tips",
  service: "tipSettings",
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
      field: "tipType",
      describe: "type of the presets",
      choices: ["PERCENTAGE", "AMOUNT"],
    },
    { flags: "--presets <json>", field: "presets", describe: 'presets as JSON: [{"value":10},{"value":15}]' },
    {
      flags: "--distribution <method>",
      field: "staffDistributionMethod",
      describe: "how staff share tips",
      choices: ["EQUAL", "PROPORTIONAL"],
    },
    {
      flags: "--custom-amount <bool>",
      field: "allowCustomAmount",
      describe: "let buyers enter an amount",
      choices: ["true", "false"],
    },
    { flags: "--location <id>", field: "locationId", describe: "location id" },
    { flags: "--terminal <id>", field: "paymentTerminalId", describe: "terminal id" },
  ],
  verbs: (resource) => {
    const { kind, flags = [], reference } = resource;
    return [
      listVerb(resource, [
        "till settings tips list # default and location settings",
        'till settings tips list --filter "default = true" --json # only the default settings',
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
          "till settings tips create-default -f appId=00000000-0000-4000-8000-000000000001 # for an app, by its id",
          "till settings tips create-default -f appId=00000000-0000-4000-8000-000000000001 --distribution EQUAL --dry-run # preview it with equal shares",
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

const checkout = genericGroup({
  name: "checkout",
  service: "checkoutSettings",
  kind: "checkoutSettings",
  reference: { name: "", describe: "" },
  fields: {
    checkoutBillingFields: { label: "Billing fields" },
    "checkoutFields.giftCardRedeemEnabled": { label: "Gift cards" },
    "checkoutFields.delayCaptureEnabled": { label: "Delayed capture" },
    "checkoutFields.captureBeforeExpiryEnabled": { label: "Capture before expiry" },
    "checkoutPolicies.termsAndConditions.visible": { label: "Terms" },
    "checkoutPolicies.privacyPolicy.visible": { label: "Privacy" },
    "checkoutPolicies.returnPolicy.visible": { label: "Returns" },
    "checkoutBrand.header.text": { label: "Header text" },
    updatedDate: { label: "Changed", as: "time" },
  },
  verbs: ({ kind }) => [
    {
      name: "get",
      summary: "Show the checkout settings",
      call: "get",
      readOnly: true,
      prints: kind,
      examples: [
        "till settings checkout get # the main settings",
        "till settings checkout get --jq .checkoutFields.giftCardRedeemEnabled # whether buyers can use gift cards",
      ],
    },
    {
      name: "update",
      summary: "Change the checkout settings",
      call: "update",
      into: kind,
      prints: kind,
      examples: [
        "till settings checkout update --set checkoutFields.giftCardRedeemEnabled=false # turn off gift cards",
        'till settings checkout update --set checkoutPolicies.returnPolicy.visible=true --set "checkoutPolicies.returnPolicy.content=30 days" --json # show a return policy',
      ],
    },
    {
      name: "commerce",
      summary: "Show which e-commerce features are set up",
      call: "ecommerceSettings.get",
      readOnly: true,
      defaults: { fields: ["TAX", "DISCOUNT_RULES", "CHECKOUT", "PREMIUM_SITE"] },
      into: "",
      prints: "ecommerceSettings",
      kind: "ecommerceSettings",
      examples: [
        "till settings checkout commerce # tax, discounts and checkout",
        "till settings checkout commerce --jq .tax.configured # whether tax is set up",
      ],
    },
  ],
});

export const taxSettings = genericGroup({
  name: "tax",
  service: "taxSettings",
  kind: "taxSettings",
  reference: { name: "", describe: "" },
  fields: {
    taxIncludedInItemPrices: { label: "Prices include tax" },
    updatedDate: { label: "Changed", as: "time" },
  },
  verbs: ({ kind }) => [
    {
      name: "get",
      summary: "Show the tax settings",
      call: "get",
      readOnly: true,
      prints: kind,
      examples: [
        "till settings tax get # whether prices include tax",
        "till settings tax get --jq .taxIncludedInItemPrices # true or false, for a script",
      ],
    },
    {
      name: "update",
      summary: "Change the tax settings",
      call: "upsert",
      into: kind,
      prints: kind,
      examples: [
        "till settings tax update --set taxIncludedInItemPrices=true # prices include tax",
        "till settings tax update --set taxIncludedInItemPrices=false --json # prices exclude tax",
      ],
    },
  ],
});

const orders = genericGroup({
  name: "orders",
  service: "ordersSettings",
  kind: "ordersSettings",
  reference: { name: "", describe: "" },
  fields: {
    inventoryUpdateTrigger: { label: "Inventory update" },
    createInvoice: { label: "Invoices" },
    autoGenerateInvoiceOnPaidOrder: { label: "Invoice when paid" },
    updatedDate: { label: "Changed", as: "time" },
  },
  verbs: ({ kind }) => [
    {
      name: "get",
      summary: "Show the order settings",
      call: "get",
      readOnly: true,
      prints: kind,
      examples: [
        "till settings orders get # inventory and invoice settings",
        "till settings orders get --jq .inventoryUpdateTrigger # when an order reduces stock",
      ],
    },
    {
      name: "update",
      summary: "Change the order settings",
      call: "update",
      into: kind,
      prints: kind,
      examples: [
        "till settings orders update --set inventoryUpdateTrigger=ON_ORDER_PAID # update inventory when an order is paid",
        "till settings orders update --set createInvoice=true --json # create invoices",
      ],
    },
  ],
});

export const backInStockSettings = genericGroup({
  name: "back-in-stock",
  service: "backInStockSettings",
  singular: "back-in-stock settings",
  kind: "settings",
  reference: { name: "", describe: "" },
  fields: {
    catalogs: { path: "collectionStates.appId" },
    enabled: { path: "collectionStates.collectingRequests" },
  },
  verbs: ({ kind }) => [
    {
      name: "status",
      summary: "Show whether requests are collected",
      call: "get",
      readOnly: true,
      prints: kind,
      examples: [
        "till settings back-in-stock status # all catalogs with a setting",
        'till settings back-in-stock status --jq ".collectionStates[] | select(.collectingRequests) | .appId" # only the apps that collect requests',
      ],
    },
    ...(["start", "stop"] as const).map((name) => ({
      name,
      call: name,
      into: "",
      defaults: { appId: storesAppId },
      prints: kind,
      summary: `${name === "start" ? "Start" : "Stop"} collecting back-in-stock requests`,
      flags: [
        { flags: "--app <id>", field: "appId", describe: "id of the catalog app (default: Wix Stores)" },
      ],
      examples: [
        `till settings back-in-stock ${name} # for the products of the store`,
        `till settings back-in-stock ${name} --dry-run # preview the request`,
      ],
    })),
  ],
});

/** `till settings …` */
export const settings: Unnamed<Group> = {
  verbs: [
    { ...checkout, summary: "Show and change checkout settings" },
    { ...orders, summary: "Show and change order settings" },
    { ...tipSettings, summary: "Show and change tip settings" },
  ],
};
