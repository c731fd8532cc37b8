import { amountText, decimal } from "../kernel/money.ts";
import { countOf } from "../kernel/text.ts";
import { type CellReader, cellReader } from "./cells.ts";
import { columnUnit } from "./column-map.ts";
import { columnsOf } from "./columns.ts";
import { type Assembly, assembled, type OtherShop, type ReadDialect, type RowProblem } from "./dialect.ts";
import { type OptionDraft, type ProductDraft, present, type Stock, type VariantDraft } from "./draft.ts";
import { fileError } from "./location.ts";
import type { NumberFormat } from "./numbers.ts";
import { type SellingPrice, setPricesBefore } from "./selling-prices.ts";
import type { Row } from "./table.ts";

/** Returns the cell of a column, without blanks around it; an empty text if the file lacks the column. */
type Get = (column: string) => string;

/** What a column of another shop is. */
type Field =
  | "name"
  | "description"
  | "sku"
  | "barcode"
  | "brand"
  | "handle"
  | "seoTitle"
  | "seoDescription"
  /** The price, and the one that buyers pay if it is filled. */
  | "price"
  | "sale"
  | "cost"
  | "weight"
  | "stock"
  | "inStock"
  | "visible"
  | "collections"
  | "media";

/** The layout of the files of another shop. */
interface Layout {
  /** The columns by which a file is recognized: of each list one. */
  readonly marks: readonly (readonly string[])[];
  /** What the columns are; of several for one field, the first that is filled counts. */
  readonly fields: readonly (readonly [column: string | RegExp, field: Field])[];
  /** What separates the entries of lists, and the parts of the path of a category. */
  readonly lists: { readonly collections: RegExp; readonly path: RegExp; readonly media: RegExp };
  /** Returns the product that a row belongs to, and whether it is a variant. `before`: the product of the row before. */
  place(cell: Get, before: string): { handle: string; isVariant?: boolean };
  /** Returns the choices of a variant by option. */
  choices(cell: Get): Record<string, string>;
  /** The column in which people look for them. */
  readonly choiceColumn: string;
  /** Returns the options of the row of a product and their choices, if it has them. */
  options?(cell: Get): Record<string, string[]>;
  /** Returns the handles of the rows that are variants of this one, with their choices. */
  parts?(cell: Get): Record<string, Record<string, string>>;
  /** Rows of this kind have nothing that can be imported. */
  isIgnored?(cell: Get): boolean;
  /** Names of flags, besides those that files have everywhere. */
  readonly visible?: RegExp;
  readonly notices?: readonly string[];
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const listOf = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/** Returns the pairs of columns that are filled, as an object. */
const pairs = (
  count: number,
  name: (at: number) => string,
  value: (at: number) => string,
): Record<string, string> =>
  Object.fromEntries(
    numbers(count).flatMap((at) => (name(at) === "" || value(at) === "" ? [] : [[name(at), value(at)]])),
  );

const wooAttributes = 12;
const paths = "categories by the last part of their path";

const layouts: Record<OtherShop, Layout> = {
  woocommerce: {
    marks: [["Type"], ["SKU"], ["Name"], ["Published"], ["Regular price"]],
    fields: [
      ["Name", "name"],
      ["Description", "description"],
      ["Short description", "description"],
      ["SKU", "sku"],
      ["GTIN, UPC, EAN, or ISBN", "barcode"],
      ["Brands", "brand"],
      ["Regular price", "price"],
      ["Sale price", "sale"],
      [/^Weight \(.*\)$/, "weight"],
      ["Stock", "stock"],
      ["In stock?", "inStock"],
      ["Published", "visible"],
      ["Categories", "collections"],
      ["Images", "media"],
    ],
    lists: { collections: /,/, path: />/, media: /,\s*(?=https?:|\S+\.\w+(?:,|$))/ },
    place: (cell) =>
      /^variation/.test(cell("Type"))
        ? { handle: cell("Parent"), isVariant: true }
        : { handle: cell("SKU") || `id:${cell("ID")}` },
    choices: (cell) =>
      pairs(
        wooAttributes,
        (at) => cell(`Attribute ${at} name`),
        (at) => cell(`Attribute ${at} value(s)`),
      ),
    choiceColumn: "Attribute 1 value(s)",
    options: (cell) => {
      const values = pairs(
        wooAttributes,
        (at) => cell(`Attribute ${at} name`),
        (at) => cell(`Attribute ${at} value(s)`),
      );
      return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, listOf(text, /[,|]/)]));
    },
    isIgnored: (cell) => /grouped|external/.test(cell("Type")),
    visible: /^1$/,
  },
  bigcommerce: {
    marks: [["Product Name"], ["Product Code/SKU"], ["Price"]],
    fields: [
      ["Product Name", "name"],
      ["Product Description", "description"],
      ["Product Code/SKU", "sku"],
      ["Product UPC/EAN", "barcode"],
      ["UPC/EAN", "barcode"],
      ["Global Trade Number", "barcode"],
      ["Brand Name", "brand"],
      ["Page Title", "seoTitle"],
      ["Meta Description", "seoDescription"],
      ["Price", "price"],
      ["Sale Price", "sale"],
      ["Cost Price", "cost"],
      ["Product Weight", "weight"],
      ["Current Stock Level", "stock"],
      ["Product Visible?", "visible"],
      ["Category", "collections"],
      ["Category String", "collections"],
      [/^Product Image (URL|File) - \d+$/, "media"],
    ],
    lists: { collections: /;/, path: /\//, media: /\|/ },
    place: (cell, before) =>
      /^sku$/i.test(cell("Item Type"))
        ? { handle: before, isVariant: true }
        : { handle: cell("Product ID") || cell("Product Code/SKU") || cell("Product Name") },
    // [S]Color=Red,[RB]Size=L
    choices: (cell) =>
      Object.fromEntries(
        listOf(cell("Product Name"), /,(?=\[\w+\])/).flatMap((text) => {
          const [, name = "", value = ""] = /^\[\w+\](.+?)=(.*)$/.exec(text) ?? [];
          return name === "" ? [] : [[name, value.replace(/:#[0-9a-f]{6}.*$/i, "")]];
        }),
      ),
    choiceColumn: "Product Name",
    isIgnored: (cell) => /^rule$/i.test(cell("Item Type")),
  },
  square: {
    marks: [["Item Name"], ["Variation Name"], ["Price"]],
    fields: [
      ["Item Name", "name"],
      ["Description", "description"],
      ["SKU", "sku"],
      ["GTIN", "barcode"],
      ["Permalink", "handle"],
      ["SEO Title", "seoTitle"],
      ["SEO Description", "seoDescription"],
      ["Price", "price"],
      ["Online Sale Price", "sale"],
      ["Default Unit Cost", "cost"],
      [/^Weight \(.*\)$/, "weight"],
      [/^(Current|New) Quantity .+$/, "stock"],
      ["Categories", "collections"],
      ["Category", "collections"],
      ["Square Online Item Visibility", "visible"],
    ],
    lists: { collections: /,/, path: />/, media: /,/ },
    place: (cell) => ({
      handle: cell("Reference Handle") || cell("Token") || cell("Item Name"),
      isVariant: true,
    }),
    choices: (cell) => {
      const own = pairs(
        6,
        (at) => cell(`Option Name ${at}`),
        (at) => cell(`Option Value ${at}`),
      );
      const name = cell("Variation Name");
      return Object.keys(own).length > 0 || name === "" ? own : { Variation: name };
    },
    choiceColumn: "Variation Name",
    visible: /^(visible|1|y|yes)$/i,
  },
  prestashop: {
    marks: [
      ["Price tax excluded", "Price tax included", "Price (tax excl.)", "Price (tax incl.)"],
      ["Name", "Name *", "Name*"],
      ["Reference", "Reference #"],
    ],
    fields: [
      [/^Name ?\*?$/, "name"],
      ["Description", "description"],
      ["Short description", "description"],
      [/^Reference( #)?$/, "sku"],
      ["EAN13", "barcode"],
      ["UPC", "barcode"],
      ["Manufacturer", "brand"],
      ["Meta title", "seoTitle"],
      ["Meta description", "seoDescription"],
      ["URL rewritten", "handle"],
      ["Price tax included", "price"],
      ["Price (tax incl.)", "price"],
      ["Price tax excluded", "price"],
      ["Price (tax excl.)", "price"],
      ["Wholesale price", "cost"],
      ["Weight", "weight"],
      ["Quantity", "stock"],
      [/^Active( \(0\/1\))?$/, "visible"],
      ["Status", "visible"],
      [/^Categor(y|ies)( \(.*\))?$/, "collections"],
      [/^Image URLs( \(.*\))?$/, "media"],
    ],
    lists: { collections: /,/, path: /\//, media: /,/ },
    place: (cell) => ({
      handle: cell("ID") || cell("Product ID") || cell("Reference") || cell("Reference #"),
    }),
    choices: () => ({}),
    choiceColumn: "Name",
  },
  magento: {
    marks: [["sku"], ["product_type"], ["attribute_set_code"], ["name"]],
    fields: [
      ["name", "name"],
      ["description", "description"],
      ["short_description", "description"],
      ["sku", "sku"],
      [/^(gtin|ean|upc|barcode)$/, "barcode"],
      ["manufacturer", "brand"],
      ["url_key", "handle"],
      ["meta_title", "seoTitle"],
      ["meta_description", "seoDescription"],
      ["price", "price"],
      ["special_price", "sale"],
      ["cost", "cost"],
      ["weight", "weight"],
      ["qty", "stock"],
      ["is_in_stock", "inStock"],
      ["product_online", "visible"],
      ["categories", "collections"],
      ["base_image", "media"],
      ["additional_images", "media"],
    ],
    lists: { collections: /,/, path: /\//, media: /,/ },
    place: (cell) => ({ handle: cell("sku") }),
    choices: () => ({}),
    choiceColumn: "configurable_variations",
    // sku=TEE-S,size=S|sku=TEE-M,size=M
    parts: (cell) =>
      Object.fromEntries(
        listOf(cell("configurable_variations"), /\|/).map((text) => {
          const { sku = "", ...choices } = Object.fromEntries(
            listOf(text, /,(?=\w+=)/).map((pair) => pair.split(/=(.*)/s) as [string, string]),
          ) as Record<string, string>;
          return [sku, choices];
        }),
      ),
    isIgnored: (cell) => /grouped|bundle/.test(cell("product_type")) || cell("store_view_code") !== "",
    visible: /^1$/,
  },
};

/** Reads the fields of one row. */
class ReadRow {
  readonly cell: Get;
  readonly cells: CellReader;
  readonly line: number;
  readonly #columns: ReadonlyMap<Field, readonly string[]>;
  readonly #layout: Layout;
  readonly #numbers: NumberFormat;

  constructor(row: Row, layout: Layout, numberFormat: NumberFormat, problems: RowProblem[]) {
    const names = Object.keys(row.cells);
    this.cell = (column) => (row.cells[column] ?? "").trim();
    this.cells = cellReader(columnsOf(names), row, numberFormat, problems);
    this.line = row.line;
    this.#columns = Map.groupBy(
      names.filter((name) => fieldOf(layout, name) !== undefined),
      (name) => fieldOf(layout, name) as Field,
    );
    this.#layout = layout;
    this.#numbers = numberFormat;
  }

  /** Returns the columns of a field that are filled, in the order of the layout. */
  #filled(field: Field): string[] {
    return sorted(this.#layout, this.#columns.get(field) ?? []).filter((column) => this.cell(column) !== "");
  }

  text(field: Field): string | undefined {
    const [column] = this.#filled(field);
    return column === undefined ? undefined : this.cells.clearable(column)?.replaceAll("\\n", "\n").trim();
  }

  amount(field: Field): string | undefined {
    const [column] = this.#filled(field);
    if (column === undefined) return undefined;
    const unit = field === "weight" ? columnUnit(column, field, this.#numbers.weightUnit) : undefined;
    if (unit !== undefined && unit.factor === undefined) return undefined;
    const amount = this.cells.amount(column) ?? undefined;
    return amount === undefined || unit?.factor === undefined
      ? amount
      : amountText(decimal(amount).times(decimal(unit.factor)));
  }

  get stock(): Stock | undefined {
    const [column] = this.#filled("stock");
    const isNumber = column !== undefined && /^[+-]?[\d.,]+$/.test(this.cell(column));
    const quantity = isNumber ? this.cells.amount(column) : undefined;
    if (typeof quantity === "string") return { quantity: Math.floor(Number(quantity)) };
    const [flag] = this.#filled("inStock");
    return flag === undefined ? undefined : { inStock: /^(1|y|yes|true|backorder)$/i.test(this.cell(flag)) };
  }

  get visible(): boolean | undefined {
    const [column] = this.#filled("visible");
    if (column === undefined) return undefined;
    return this.#layout.visible ? this.#layout.visible.test(this.cell(column)) : this.cells.flag(column);
  }

  /** Returns the entries of a list; of categories the last parts of their paths. */
  list(field: "collections" | "media"): string[] | undefined {
    const { lists } = this.#layout;
    const all = this.#filled(field).flatMap((column) => listOf(this.cell(column), lists[field]));
    // The paths of pictures on another server are of no use.
    const entries =
      field === "media"
        ? all.filter((entry) => /^https?:/i.test(entry))
        : all.map((entry) => listOf(entry, lists.path).at(-1) ?? "");
    return entries.length === 0 ? undefined : [...new Set(entries)];
  }

  get prices(): SellingPrice {
    const [price, sale] = [this.amount("price"), this.amount("sale")];
    return sale === undefined || sale === "0" ? { price } : { price: sale, compareAt: price };
  }
}

const matches = (mark: string | RegExp, name: string) =>
  typeof mark === "string" ? mark === name : mark.test(name);

function fieldOf({ fields }: Layout, column: string): Field | undefined {
  return fields.find(([mark]) => matches(mark, column))?.[1];
}

/** Returns columns in the order of the layout, and those of one pattern in that of the file. */
function sorted({ fields }: Layout, columns: readonly string[]): string[] {
  const at = (column: string) => fields.findIndex(([mark]) => matches(mark, column));
  return columns.toSorted((a, b) => at(a) - at(b));
}

/** Returns the options of variants: their choices, in the order of the product's row if it has them. */
function optionsOf(variants: readonly VariantDraft[], listed: Record<string, string[]>): OptionDraft[] {
  const names = [...new Set(variants.flatMap(({ choices }) => Object.keys(choices)))];
  return names.map((name) => {
    const used = variants.flatMap(({ choices }) => choices[name] ?? []);
    const choices = [...new Set([...(listed[name] ?? []), ...used])];
    return { name, type: "drop_down", choices: choices.map((value) => ({ value, description: value })) };
  });
}

/** Returns variants of which each has a choice of every option: one without a choice stands for all of them that have no variant. */
function expanded(variants: readonly (VariantDraft & SellingPrice)[], listed: Record<string, string[]>) {
  const options = optionsOf(variants, listed);
  const taken = new Set<string>();
  const all = variants.toSorted((a, b) => Object.keys(b.choices).length - Object.keys(a.choices).length);
  return {
    options,
    variants: all.flatMap((variant) => {
      const choices = options.reduce<Record<string, string>[]>(
        (found, { name, choices }) =>
          found.flatMap((one) =>
            (variant.choices[name] === undefined
              ? choices.map(({ value }) => value)
              : [variant.choices[name]]
            ).map((value) => ({ ...one, [name]: value })),
          ),
        [{}],
      );
      return choices.flatMap((own) => {
        const key = JSON.stringify(Object.values(own));
        if (taken.has(key)) return [];
        taken.add(key);
        const { barcode, ...others } = variant;
        return [{ ...others, choices: own, ...(choices.length === 1 && present({ barcode })) }];
      });
    }),
  };
}

/** Returns the products of the rows of one handle. An empty cell leaves its field unchanged. */
function assemble(layout: Layout, rows: readonly Row[], numberFormat: NumberFormat): Assembly {
  const problems: RowProblem[] = [];
  const notices = new Set<string>(layout.notices);
  const read = rows
    .map((row) => new ReadRow(row, layout, numberFormat, problems))
    .filter(({ cell }) => layout.isIgnored?.(cell) !== true);
  const parts = Object.assign({}, ...read.map(({ cell }) => layout.parts?.(cell) ?? {})) as Record<
    string,
    Record<string, string>
  >;
  const isPart = ({ cell }: ReadRow) => Object.hasOwn(parts, layout.place(cell, "").handle);
  const isVariant = (row: ReadRow) => layout.place(row.cell, "").isVariant === true || isPart(row);
  const first = read.find((row) => !isVariant(row)) ?? read[0];
  if (first === undefined) return { problems, notices: [...notices] };
  const line = rows[0]?.line ?? first.line;
  const own = read.filter(isVariant);
  const place = layout.place(first.cell, "");
  const found = own.map((row): VariantDraft & SellingPrice => ({
    line: row.line,
    choices: isPart(row) ? (parts[layout.place(row.cell, "").handle] ?? {}) : layout.choices(row.cell),
    ...present({
      sku: row.text("sku"),
      barcode: row.text("barcode"),
      ...row.prices,
      cost: row.amount("cost"),
      weight: row.amount("weight"),
      stock: row.stock,
    }),
  }));
  // One variant that has no option, or the only one of its option, is the product.
  const [sole] = found;
  const isSole =
    found.length === 1 && place.isVariant === true && (sole ? Object.keys(sole.choices).length <= 1 : false);
  const { options, variants } = isSole
    ? { options: [], variants: [] }
    : expanded(found, layout.options?.(first.cell) ?? {});
  if (variants.length > 0 && options.length === 0)
    for (const { cells } of own)
      cells.problem(
        layout.choiceColumn,
        "choice",
        "the row is a variant of a product, but names no choice of an option.",
      );
  const base = variants.length > 0 && place.isVariant === true ? undefined : first;
  const { price, compareAt } = base?.prices ?? {};
  const draft: ProductDraft & SellingPrice = {
    key: place.handle,
    line,
    variants: [],
    ...present({
      name: first.text("name"),
      description: first.text("description"),
      handle: first.text("handle"),
      brand: first.text("brand"),
      seoTitle: first.text("seoTitle"),
      seoDescription: first.text("seoDescription"),
      visible: first.visible,
      collections: first.list("collections"),
      media: first.list("media"),
      sku: base?.text("sku"),
      barcode: variants.length > 0 ? undefined : base?.text("barcode"),
      price: price ?? undefined,
      compareAt: compareAt ?? undefined,
      cost: base?.amount("cost"),
      weight: base?.amount("weight"),
      stock: variants.length > 0 ? undefined : base?.stock,
      options: options.length > 0 ? options : undefined,
    }),
  };
  if (collectionsHavePaths(layout, read)) notices.add(`imported as collections: ${paths}`);
  setPrices(draft, variants, notices);
  return assembled({ ...draft, variants }, problems, notices);
}

const collectionsHavePaths = (layout: Layout, rows: readonly ReadRow[]): boolean =>
  rows.some(({ cell }) =>
    layout.fields.some(
      ([column, field]) =>
        field === "collections" && typeof column === "string" && layout.lists.path.test(cell(column)),
    ),
  );

/** Sets the prices before the discount; the price of a product without one is the lowest of its variants. */
function setPrices(
  product: ProductDraft & SellingPrice,
  variants: (VariantDraft & SellingPrice)[],
  notices: Set<string>,
): void {
  const all = variants.length > 0 ? variants : [product];
  const differ = "sale prices that are not the same discount for all variants of a product";
  const discount = setPricesBefore(all, notices, differ);
  delete product.compareAt;
  const prices = variants.flatMap(({ price }) => price ?? []);
  if (prices.length > 0)
    product.price = prices.reduce((lowest, price) => (decimal(price).lt(decimal(lowest)) ? price : lowest));
  if (product.price !== undefined) product.discount = discount ?? null;
}

/** Returns how the files of another shop are read. */
function reader(name: OtherShop): ReadDialect {
  const layout = layouts[name];
  const getOf =
    (row: Row): Get =>
    (column) =>
      (row.cells[column] ?? "").trim();
  const placed = (row: Row, before: string, file: string | undefined) => {
    const { handle } = layout.place(getOf(row), before);
    if (handle !== "") return handle;
    throw fileError(
      { file: file ?? "the file", line: row.line },
      "nothing says which product the row is.",
      "It needs an id, an SKU or a name.",
    );
  };
  return {
    name,
    detect: (header) => layout.marks.every((names) => names.some((name) => header.includes(name))),
    check: () => {},
    handleOf: (row, file) => placed(row, "", file),
    grouping: () => {
      let before = "";
      return (row, file) => {
        before = placed(row, before, file);
        return before;
      };
    },
    partsOf: (row) => Object.keys(layout.parts?.(getOf(row)) ?? {}),
    assemble: (rows, options) => assemble(layout, rows, options),
    columnOf: (field, header) => {
      const own = field === "discount" || field === "salePrice" ? "sale" : field;
      return (
        sorted(
          layout,
          header.filter((column) => fieldOf(layout, column) === own),
        )[0] ?? field
      );
    },
    isText: (column) =>
      !["price", "sale", "cost", "weight", "stock", "inStock"].includes(fieldOf(layout, column) ?? ""),
    isCarried: (column) => fieldOf(layout, column) !== undefined,
    notImported: (header, { weightUnit }) => {
      const structure =
        /^(ID|Type|Parent|Item Type|Token|Reference Handle|Variation Name|product_type|configurable_variations|(Attribute|Option) .*)$/;
      const left = header.filter((column) => {
        const field = fieldOf(layout, column);
        const unit = field === "weight" ? columnUnit(column, field, weightUnit) : undefined;
        return (
          (field === undefined && !structure.test(column)) ||
          (unit !== undefined && unit.factor === undefined)
        );
      });
      if (left.length === 0) return undefined;
      const shown = left.slice(0, maxNamed).join(", ");
      return `Not imported: ${shown}${left.length > maxNamed ? ` and ${countOf(left.length - maxNamed, "more column")}` : ""}.`;
    },
  };
}

const maxNamed = 12;

/** The formats of other shops, which are only read. */
export const otherShops: Record<OtherShop, ReadDialect> = {
  woocommerce: reader("woocommerce"),
  bigcommerce: reader("bigcommerce"),
  square: reader("square"),
  prestashop: reader("prestashop"),
  magento: reader("magento"),
};
