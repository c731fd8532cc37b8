import { type Columns, columnsOf } from "../columns.ts";

/** The columns of an export. `Cost per item` is omitted if costs are unknown. */
export const shopifyHeader: readonly string[] = [
  "Handle",
  "Title",
  "Body (HTML)",
  "Vendor",
  "Published",
  "Option1 Name",
  "Option1 Value",
  "Option2 Name",
  "Option2 Value",
  "Option3 Name",
  "Option3 Value",
  "Variant SKU",
  "Variant Grams",
  "Variant Inventory Tracker",
  "Variant Inventory Qty",
  "Variant Price",
  "Variant Compare At Price",
  "Image Src",
  "Image Position",
  "Variant Image",
  "Status",
  "Cost per item",
];

/** Column names of the newer export (since 2024) and the equivalent older names. */
const newerNames: [string, string][] = [
  ["URL handle", "Handle"],
  ["Description", "Body (HTML)"],
  ["Published on online store", "Published"],
  ["Option1 name", "Option1 Name"],
  ["Option1 value", "Option1 Value"],
  ["Option2 name", "Option2 Name"],
  ["Option2 value", "Option2 Value"],
  ["Option3 name", "Option3 Name"],
  ["Option3 value", "Option3 Value"],
  ["SKU", "Variant SKU"],
  ["Weight value (grams)", "Variant Grams"],
  ["Inventory tracker", "Variant Inventory Tracker"],
  ["Inventory quantity", "Variant Inventory Qty"],
  ["Price", "Variant Price"],
  ["Compare-at price", "Variant Compare At Price"],
  ["Product image URL", "Image Src"],
  ["Image position", "Image Position"],
  ["Variant image URL", "Variant Image"],
  ["Gift card", "Gift Card"],
];

const notCarriedNames = [
  "Product Category, Product category, Type, Tags, Custom Product Type, Standardized Product Type",
  "Variant Inventory Policy, Continue selling when out of stock, Variant Fulfillment Service, Fulfillment service",
  "Variant Requires Shipping, Requires shipping, Variant Taxable, Charge tax, Variant Tax Code, Tax code",
  "Variant Barcode, Barcode, Image Alt Text, Image alt text, SEO Title, SEO title, SEO Description, SEO description",
  "Variant Weight Unit, Weight unit for display, Collection, Included / Primary",
];

/** The columns of Shopify product files, old and new. */
export const shopifyColumns: Columns = {
  carried: new Map([
    ...shopifyHeader.map((name): [string, string] => [name, name]),
    ["Gift Card", "Gift Card"],
    ...newerNames,
  ]),
  notCarried: [
    ...notCarriedNames.flatMap((names) => names.split(", ")),
    /^Google Shopping \/ /,
    /^Option[123] Linked To$/,
    /^Unit [Pp]rice /,
    /^(Included|Price|Compare[ -][Aa]t [Pp]rice|Cost per item) \/ /,
    /\(product\.metafields\..+\)$/,
    /^Metafield: /,
  ],
};

/** Returns the column of a draft's field. */
export const shopifyColumnOf = columnsOf(shopifyColumns, {
  slug: "Handle",
  name: "Title",
  description: "Body (HTML)",
  brand: "Vendor",
  sku: "Variant SKU",
  price: "Variant Price",
  cost: "Cost per item",
  weight: "Variant Grams",
  inventory: "Variant Inventory Qty",
  discount: "Variant Compare At Price",
  media: "Image Src",
  options: "Option1 Value",
});
