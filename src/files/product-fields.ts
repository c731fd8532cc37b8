/** One field of products, as files and `--set` name it. */
export interface ProductField {
  readonly name: string;
  readonly type: "money" | "number" | "text" | "boolean" | "list" | "json";
  /** It can be cleared. */
  readonly nullable?: true;
  /** The values of a text that has only these. */
  readonly values?: readonly string[];
  /** The entries of a list begin with a title. */
  readonly titled?: true;
  /** The entries of a list have positions: the same one may occur twice. */
  readonly positional?: true;
  /** The decimals of a number. */
  readonly digits?: number;
  /** `file`: only the columns of files have it; `set`: only `--set` has it. Default: both. */
  readonly only?: "file" | "set";
  /** The only version of the catalog that can write it. Default: both. */
  readonly catalog?: "v3";
  /** The field of a planned step that it is a part of. */
  readonly part?: "seo" | "discount" | "media" | "inventory";
  /** The column of files, if it has another name. */
  readonly column?: string;
  /** Each variant can have its own value. */
  readonly ofVariants?: true;
}

/**
 * The fields of products, in the order of the columns of the till format. The columns of that format and the fields of
 * `--set` are derived from it.
 */
export const productFieldTable: readonly ProductField[] = [
  { name: "name", type: "text" },
  { name: "slug", type: "text" },
  {
    name: "productType",
    type: "text",
    values: ["physical", "digital"],
  },
  { name: "description", type: "text", nullable: true },
  { name: "sku", type: "text", nullable: true, ofVariants: true },
  { name: "price", type: "money", ofVariants: true },
  { name: "cost", type: "money", nullable: true, ofVariants: true },
  { name: "weight", type: "number", nullable: true, ofVariants: true },
  { name: "visible", type: "boolean", ofVariants: true },
  { name: "ribbon", type: "text", nullable: true },
  { name: "brand", type: "text", nullable: true },
  {
    name: "discountType",
    type: "text",
    values: ["NONE", "AMOUNT", "PERCENT"],
    part: "discount",
  },
  {
    name: "discountValue",
    type: "number",
    part: "discount",
  },
  {
    name: "salePrice",
    type: "money",
    nullable: true,
    part: "discount",
  },
  { name: "collections", type: "list" },
  { name: "media", type: "list", part: "media" },
  {
    name: "mediaAlt",
    type: "list",
    positional: true,
    part: "media",
    catalog: "v3",
  },
  {
    name: "stock",
    column: "inventory",
    type: "number",
    digits: 0,
    part: "inventory",
    ofVariants: true,
  },
  { name: "infoSections", type: "list", titled: true },
  { name: "customTextFields", type: "json", only: "file" },
  { name: "seoTitle", type: "text", nullable: true, part: "seo" },
  {
    name: "seoDescription",
    type: "text",
    nullable: true,
    part: "seo",
  },
  {
    name: "canonical",
    type: "text",
    nullable: true,
    part: "seo",
  },
  { name: "noindex", type: "boolean", part: "seo" },
  { name: "taxGroup", type: "text", nullable: true },
  { name: "tags", type: "list", catalog: "v3" },
  { name: "privateTags", type: "list", catalog: "v3" },
  {
    name: "subscriptions",
    type: "json",
    only: "file",
    catalog: "v3",
  },
  {
    name: "oneTimePurchase",
    type: "boolean",
    catalog: "v3",
  },
  {
    name: "altText",
    type: "text",
    nullable: true,
    only: "set",
    part: "media",
    catalog: "v3",
  },
  {
    name: "inStock",
    type: "boolean",
    only: "set",
    part: "inventory",
    ofVariants: true,
  },
];

/** Returns whether a version of the catalog can write a field; undefined stands for both. */
export const isWritable = ({ catalog }: ProductField, version: "v1" | "v3" | undefined): boolean =>
  catalog === undefined || version === undefined || catalog === version;
