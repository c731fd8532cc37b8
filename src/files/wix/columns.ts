import { type Columns, columnsOf } from "../columns.ts";

/** The number of columns of each numbered kind in a Wix file. */
export const wixCounts = { options: 6, infoSections: 6, customTextFields: 2 } as const;

const numbered = (count: number, ...names: string[]) =>
  Array.from({ length: count }, (_, index) => names.map((name) => `${name}${index + 1}`)).flat();

/** The 53 columns of an export in the platform's order. Older exports lack `cost`. */
export const wixHeader: readonly string[] = [
  ..."handleId fieldType name description productImageUrl collection sku ribbon price surcharge visible".split(
    " ",
  ),
  ..."discountMode discountValue inventory weight cost".split(" "),
  ...numbered(wixCounts.options, "productOptionName", "productOptionType", "productOptionDescription"),
  ...numbered(wixCounts.infoSections, "additionalInfoTitle", "additionalInfoDescription"),
  ...numbered(wixCounts.customTextFields, "customTextField", "customTextCharLimit", "customTextMandatory"),
  "brand",
];

/** Column names of the newer (catalog V3) export and the equivalent older names. */
const newerNames: [string, string][] = [
  ["handle", "handleId"],
  ["plainDescription", "description"],
  ["media", "productImageUrl"],
  ["mediaUrl", "productImageUrl"],
  ...numbered(wixCounts.options, "productOptionChoices").map((name): [string, string] => [
    name,
    name.replace("Choices", "Description"),
  ]),
  ...numbered(10, "modifierName", "modifierCharLimit", "modifierMandatory").map((name): [string, string] => [
    name,
    name
      .replace("modifierName", "customTextField")
      .replace("modifierCharLimit", "customTextCharLimit")
      .replace("modifierMandatory", "customTextMandatory"),
  ]),
];

/** The columns of Wix product files, old and new. */
export const wixColumns: Columns = {
  carried: new Map([
    ...wixHeader.map((name): [string, string] => [name, name]),
    ...newerNames,
    ...numbered(10, "modifierType").map((name): [string, string] => [name, name]),
    ["strikethroughPrice", "strikethroughPrice"],
  ]),
  notCarried: [
    "mediaAltText",
    "barcode",
    "baseUnit",
    "baseUnitMeasurement",
    "totalUnits",
    "totalUnitsMeasurement",
    "preOrderEnabled",
    "preOrderMessage",
    "preOrderLimit",
    /^modifierDescription\d+$/,
  ],
};

/** The most custom text fields of a file. */
export const maxCustomTextFields = 10;

/** Returns the column of a draft's field. */
export const wixColumnOf = columnsOf(wixColumns, {
  slug: "handleId",
  media: "productImageUrl",
  collections: "collection",
  discount: "discountValue",
  infoSections: "additionalInfoTitle1",
  options: "productOptionDescription1",
});
