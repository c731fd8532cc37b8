/** One field of products. Tables, files, `--fields`, `--filter`, `--sort`, `--set`, `till edit` and SQL have it under this name. */
export interface ProductField {
  readonly name: string;
  /** What it is, for documentation. */
  readonly about: string;
  readonly type: "money" | "number" | "text" | "boolean" | "list" | "json";
  /** It can be cleared. */
  readonly nullable?: true;
  /** The values of a text that has only these. */
  readonly values?: readonly string[];
  /** The entries of a list begin with a title. */
  readonly titled?: true;
  /** The entries of a list belong to those of this field, by position. */
  readonly positional?: string;
  /** The decimals of a number. */
  readonly digits?: number;
  /** `file`: only files and `till edit` write it; `set`: only `--set`; `read`: nothing does. Default: all of them. */
  readonly only?: "file" | "set" | "read";
  /** Exports have no column for it unless it is named: it follows from others. */
  readonly derived?: true;
  /** The only version of the catalog that can write it. Default: both. */
  readonly catalog?: "v3";
  /** The field of a planned step that it is a part of. */
  readonly part?: "seo" | "discount" | "media" | "stock";
  /** Each variant can have its own value. */
  readonly ofVariants?: true;
}

/** The fields of products, in the order of the columns of the till format. */
export const productFieldTable: readonly ProductField[] = [
  { name: "name", about: "name", type: "text" },
  { name: "handle", about: "last part of the address of its page", type: "text" },
  {
    name: "type",
    about: "`physical` or `digital`; it is fixed on catalog v3",
    type: "text",
    values: ["physical", "digital"],
  },
  { name: "description", about: "description, HTML", type: "text", nullable: true },
  { name: "sku", about: "SKU", type: "text", nullable: true, ofVariants: true },
  {
    name: "barcode",
    about:
      "barcode, such as an EAN or UPC, of a product without options; with options, each variant has its own",
    type: "text",
    nullable: true,
    ofVariants: true,
    catalog: "v3",
  },
  { name: "price", about: "price before discount", type: "money", ofVariants: true },
  { name: "cost", about: "your cost", type: "money", nullable: true, ofVariants: true },
  { name: "weight", about: "weight in the shop's unit", type: "number", nullable: true, ofVariants: true },
  { name: "visible", about: "shown in the shop", type: "boolean", ofVariants: true },
  { name: "ribbon", about: "ribbon", type: "text", nullable: true },
  { name: "brand", about: "brand", type: "text", nullable: true },
  {
    name: "discount",
    about: "discount: a percentage, `15%`, or an amount, `5.00`",
    type: "text",
    nullable: true,
    part: "discount",
  },
  {
    name: "salePrice",
    about: "price after discount; empty without one, and sets the discount that gives it",
    type: "money",
    nullable: true,
    part: "discount",
    derived: true,
  },
  { name: "collections", about: "names or ids of its collections; on catalog v3, categories", type: "list" },
  { name: "media", about: "ids or URLs of its media, in order", type: "list", part: "media" },
  {
    name: "altText",
    about: "alternative texts of its media, in the same order",
    type: "list",
    positional: "media",
    part: "media",
    catalog: "v3",
  },
  {
    name: "stock",
    about: "tracked quantity; setting it starts tracking. In files also `InStock` and `OutOfStock`",
    type: "number",
    digits: 0,
    part: "stock",
    ofVariants: true,
  },
  {
    name: "inStock",
    about: "in stock or sold out, without a quantity; setting it ends tracking",
    type: "boolean",
    only: "set",
    part: "stock",
    ofVariants: true,
  },
  { name: "infoSections", about: 'its info sections, each `"title: text"`', type: "list", titled: true },
  { name: "customTextFields", about: "custom text fields; only exported", type: "json", only: "read" },
  { name: "seoTitle", about: "title in search engines", type: "text", nullable: true, part: "seo" },
  {
    name: "seoDescription",
    about: "description in search engines",
    type: "text",
    nullable: true,
    part: "seo",
  },
  {
    name: "canonical",
    about: "address of the page that search engines list instead",
    type: "text",
    nullable: true,
    part: "seo",
  },
  { name: "noindex", about: "search engines leave its page out", type: "boolean", part: "seo" },
  { name: "taxGroup", about: "name or id of its tax group", type: "text", nullable: true },
  { name: "tags", about: "ids of its public tags", type: "list", catalog: "v3" },
  { name: "privateTags", about: "ids of the tags that only the staff sees", type: "list", catalog: "v3" },
  {
    name: "subscriptions",
    about: "the subscriptions in which it is sold",
    type: "json",
    only: "file",
    catalog: "v3",
  },
  {
    name: "oneTimePurchase",
    about: "whether it is sold without a subscription, too",
    type: "boolean",
    catalog: "v3",
  },
];

/** The fields of products that files have columns for. */
export const columnFields = productFieldTable.filter(({ only }) => only !== "set");

/** Returns whether a version of the catalog can write a field; undefined stands for both. */
export const isWritable = ({ catalog }: ProductField, version: "v1" | "v3" | undefined): boolean =>
  catalog === undefined || version === undefined || catalog === version;
