/** One field of products, as files and `--set` name it. */
export interface ProductField {
  readonly name: string;
  readonly type: "money" | "number" | "text" | "boolean" | "list" | "json";
  /** What it is, for the guide. */
  readonly about: string;
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
  { name: "name", type: "text", about: "name" },
  { name: "slug", type: "text", about: "last part of the address of its page" },
  {
    name: "productType",
    type: "text",
    values: ["physical", "digital"],
    about: "`physical` or `digital`; it is fixed on catalog v3",
  },
  { name: "description", type: "text", nullable: true, about: "description, HTML" },
  { name: "sku", type: "text", nullable: true, ofVariants: true, about: "SKU" },
  { name: "price", type: "money", ofVariants: true, about: "price before discount" },
  { name: "cost", type: "money", nullable: true, ofVariants: true, about: "your cost" },
  { name: "weight", type: "number", nullable: true, ofVariants: true, about: "weight in the shop's unit" },
  { name: "visible", type: "boolean", ofVariants: true, about: "shown in the shop" },
  { name: "ribbon", type: "text", nullable: true, about: "ribbon" },
  { name: "brand", type: "text", nullable: true, about: "brand" },
  {
    name: "discountType",
    type: "text",
    values: ["NONE", "AMOUNT", "PERCENT"],
    part: "discount",
    about: "kind of the discount: `NONE`, `AMOUNT` or `PERCENT`",
  },
  {
    name: "discountValue",
    type: "number",
    part: "discount",
    about: "the discount: an amount or a percentage",
  },
  {
    name: "salePrice",
    type: "money",
    nullable: true,
    part: "discount",
    about: "price after discount; empty removes the discount",
  },
  { name: "collections", type: "list", about: "names or ids of its collections; on catalog v3, categories" },
  { name: "media", type: "list", part: "media", about: "ids or URLs of its media, in order" },
  {
    name: "mediaAlt",
    type: "list",
    positional: true,
    part: "media",
    catalog: "v3",
    about: "alternative texts of its media, in the same order",
  },
  {
    name: "stock",
    column: "inventory",
    type: "number",
    digits: 0,
    part: "inventory",
    ofVariants: true,
    about: "tracked quantity; setting it starts tracking",
  },
  { name: "infoSections", type: "list", titled: true, about: 'its info sections, each `"title: text"`' },
  { name: "customTextFields", type: "json", only: "file", about: "custom text fields; only exported" },
  { name: "seoTitle", type: "text", nullable: true, part: "seo", about: "title in search engines" },
  {
    name: "seoDescription",
    type: "text",
    nullable: true,
    part: "seo",
    about: "description in search engines",
  },
  {
    name: "canonical",
    type: "text",
    nullable: true,
    part: "seo",
    about: "address of the page that search engines list instead",
  },
  { name: "noindex", type: "boolean", part: "seo", about: "search engines leave its page out" },
  { name: "taxGroup", type: "text", nullable: true, about: "name or id of its tax group" },
  { name: "tags", type: "list", catalog: "v3", about: "ids of its public tags" },
  { name: "privateTags", type: "list", catalog: "v3", about: "ids of the tags that only the staff sees" },
  {
    name: "subscriptions",
    type: "json",
    only: "file",
    catalog: "v3",
    about: "the subscriptions in which it is sold",
  },
  {
    name: "oneTimePurchase",
    type: "boolean",
    catalog: "v3",
    about: "whether it is sold without a subscription, too",
  },
  {
    name: "altText",
    type: "text",
    nullable: true,
    only: "set",
    part: "media",
    catalog: "v3",
    about: "alternative text of each of its media",
  },
  {
    name: "inStock",
    type: "boolean",
    only: "set",
    part: "inventory",
    ofVariants: true,
    about: "in stock or sold out, without a quantity; setting it ends tracking",
  },
];

/** Returns whether a version of the catalog can write a field; undefined stands for both. */
export const isWritable = ({ catalog }: ProductField, version: "v1" | "v3" | undefined): boolean =>
  catalog === undefined || version === undefined || catalog === version;
