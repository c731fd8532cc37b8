import type { Group } from "../../cli/command.ts";
import { genericGroup } from "../../cli/generic/generic-resource.ts";
import { tipSettings } from "./tips.ts";

const policies = "checkoutPolicies";
const checkout = genericGroup({
  name: "checkout",
  summary: "what the checkout page asks, offers and looks like",
  service: "checkoutSettings",
  singular: "checkout settings",
  kind: "checkoutSettings",
  reference: { name: "", describe: "" },
  columns: [
    { header: "Billing fields", path: "checkoutBillingFields" },
    { header: "Gift cards", path: "checkoutFields.giftCardRedeemEnabled" },
    { header: "Capture later", path: "checkoutFields.delayCaptureEnabled" },
    { header: "Capture before expiry", path: "checkoutFields.captureBeforeExpiryEnabled" },
    { header: "Terms", path: `${policies}.termsAndConditions.visible` },
    { header: "Privacy", path: `${policies}.privacyPolicy.visible` },
    { header: "Returns", path: `${policies}.returnPolicy.visible` },
    { header: "Header text", path: "checkoutBrand.header.text" },
    { header: "Changed", path: "updatedDate", as: "time" },
  ],
  verbs: ({ kind }) => [
    {
      name: "get",
      summary: "show the settings of the checkout",
      call: "get",
      prints: kind,
      examples: [
        { run: "till settings checkout get", does: "the main ones" },
        { run: "till settings checkout get --json", does: "all of them" },
      ],
    },
    {
      name: "update",
      summary: "change settings of the checkout",
      call: "update",
      flags: [
        {
          flags: "--gift-cards <bool>",
          field: "checkoutFields.giftCardRedeemEnabled",
          describe: "buyers can pay with gift cards",
          choices: ["true", "false"],
        },
        {
          flags: "--capture-later <bool>",
          field: "checkoutFields.delayCaptureEnabled",
          describe: "payments are authorized first",
          choices: ["true", "false"],
        },
        { flags: "--header <text>", field: "checkoutBrand.header.text", describe: "text at the top" },
      ],
      into: kind,
      prints: kind,
      examples: [
        { run: "till settings checkout update --gift-cards false", does: "no gift cards" },
        {
          run: "till settings checkout update -f checkoutPolicies.returnPolicy.visible=true -f checkoutPolicies.returnPolicy.content='30 days' --json",
          does: "any field",
        },
      ],
    },
    {
      name: "commerce",
      summary: "show what of commerce is set up on the site",
      call: "ecommerceSettings.get",
      defaults: { fields: ["TAX", "DISCOUNT_RULES", "CHECKOUT", "PREMIUM_SITE"] },
      into: "",
      prints: "ecommerceSettings",
      kind: "ecommerceSettings",
      examples: [
        { run: "till settings checkout commerce", does: "tax, discounts, checkout" },
        { run: "till settings checkout commerce --json", does: "as JSON" },
      ],
    },
  ],
});

const tax = genericGroup({
  name: "tax",
  summary: "whether prices have the tax in them",
  service: "taxSettings",
  singular: "tax settings",
  kind: "taxSettings",
  reference: { name: "", describe: "" },
  columns: [
    { header: "Tax is in prices", path: "taxIncludedInItemPrices" },
    { header: "Changed", path: "updatedDate", as: "time" },
  ],
  verbs: ({ kind }) => [
    {
      name: "get",
      summary: "show the tax settings",
      call: "get",
      prints: kind,
      examples: [
        { run: "till settings tax get", does: "whether tax is in prices" },
        { run: "till settings tax get --json", does: "as JSON" },
      ],
    },
    {
      name: "update",
      summary: "change the tax settings",
      call: "upsert",
      flags: [
        {
          flags: "--included <bool>",
          field: "taxIncludedInItemPrices",
          describe: "prices have the tax in them",
          choices: ["true", "false"],
        },
      ],
      into: kind,
      prints: kind,
      examples: [
        { run: "till settings tax update --included true", does: "prices with tax" },
        { run: "till settings tax update --included false --json", does: "prices without" },
      ],
    },
  ],
});

const orders = genericGroup({
  name: "orders",
  summary: "how the shop deals with its orders",
  service: "ordersSettings",
  singular: "orders settings",
  kind: "ordersSettings",
  reference: { name: "", describe: "" },
  columns: [
    { header: "Stock is taken", path: "inventoryUpdateTrigger" },
    { header: "Invoices", path: "createInvoice" },
    { header: "Invoice once paid", path: "autoGenerateInvoiceOnPaidOrder" },
    { header: "Changed", path: "updatedDate", as: "time" },
  ],
  verbs: ({ kind }) => [
    {
      name: "get",
      summary: "show how the shop deals with its orders",
      call: "get",
      prints: kind,
      examples: [
        { run: "till settings orders get", does: "stock and invoices" },
        { run: "till settings orders get --json", does: "as JSON" },
      ],
    },
    {
      name: "update",
      summary: "change how the shop deals with its orders",
      call: "update",
      flags: [
        {
          flags: "--stock <when>",
          field: "inventoryUpdateTrigger",
          describe: "when stock is taken",
          choices: ["ON_ORDER_PAID", "ON_ORDER_PLACED"],
        },
        {
          flags: "--invoices <bool>",
          field: "createInvoice",
          describe: "orders get invoices",
          choices: ["true", "false"],
        },
      ],
      into: kind,
      prints: kind,
      examples: [
        { run: "till settings orders update --stock ON_ORDER_PAID", does: "stock is taken once paid" },
        { run: "till settings orders update --invoices true --json", does: "invoices" },
      ],
    },
  ],
});

/** The app whose items the shop sells: the catalog of the store. */
const stores = { appId: "215238eb-22a5-4c36-9e7b-e7c08025e04e" };
const collecting = genericGroup({
  name: "back-in-stock",
  summary: "whether shoppers can ask to be told when something returns",
  service: "backInStockSettings",
  singular: "back-in-stock settings",
  kind: "settings",
  reference: { name: "", describe: "" },
  columns: [
    { header: "Catalogs", path: "collectionStates.appId" },
    { header: "Collected", path: "collectionStates.collectingRequests" },
  ],
  verbs: ({ kind }) => [
    {
      name: "get",
      summary: "show for which catalogs requests are collected",
      call: "get",
      prints: kind,
      examples: [
        { run: "till settings back-in-stock get", does: "every catalog that was ever switched" },
        { run: "till settings back-in-stock get --json", does: "as JSON" },
      ],
    },
    ...(["start", "stop"] as const).map((name) => ({
      name,
      call: name,
      into: "",
      defaults: stores,
      prints: kind,
      summary: `${name} collecting requests`,
      flags: [{ flags: "--app <id>", field: "appId", describe: "another catalog than that of the store" }],
      examples: [
        { run: `till settings back-in-stock ${name}`, does: "for the products of the store" },
        { run: `till settings back-in-stock ${name} --json`, does: "as JSON" },
      ],
    })),
  ],
});

/** `till settings …` */
export const settings: Group = {
  name: "settings",
  summary: "settings of the shop: checkout, orders, tips, tax, back-in-stock",
  verbs: [checkout, orders, tipSettings, tax, collecting],
};
