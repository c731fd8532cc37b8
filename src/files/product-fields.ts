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
  /** The decimals of a number. */
  readonly digits?: number;
  /** `file`: only the columns of files have it; `set`: only `--set` has it. Default: both. */
  readonly only?: "file" | "set";
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
    about: "kind of the discount: `NONE`, `AMOUNT` or `PERCENT`",
  },
  { name: "discountValue", type: "number", about: "the discount: an amount or a percentage" },
  { name: "collections", type: "list", about: "names or ids of its collections; on catalog v3, categories" },
  { name: "media", type: "list", about: "ids or URLs of its media, in order" },
  {
    name: "stock",
    column: "inventory",
    type: "number",
    digits: 0,
    ofVariants: true,
    about: "tracked quantity; setting it starts tracking",
  },
  { name: "infoSections", type: "list", titled: true, about: 'its info sections, each `"title: text"`' },
  { name: "customTextFields", type: "json", only: "file", about: "custom text fields" },
  {
    name: "salePrice",
    type: "money",
    nullable: true,
    only: "set",
    about: "price after discount; empty removes the discount",
  },
  {
    name: "inStock",
    type: "boolean",
    only: "set",
    ofVariants: true,
    about: "in stock or sold out, without a quantity; setting it ends tracking",
  },
  { name: "seoTitle", type: "text", nullable: true, only: "set", about: "title in search engines" },
  {
    name: "seoDescription",
    type: "text",
    nullable: true,
    only: "set",
    about: "description in search engines",
  },
];
