import type { Product, Variant } from "../../api/services/products.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { unknownRule } from "../../bulk/plan/plan.ts";
import { fileHandle, type StagedRow, stagedGroups } from "../../bulk/plan/stage.ts";
import { groupCommand, isCommandColumn, type RowCommand, variantDeletion } from "../../files/columns.ts";
import type { NumberFormat, RowProblem } from "../../files/dialect.ts";
import { readers } from "../../files/dialects.ts";
import type { ProductDraft, VariantDraft } from "../../files/draft.ts";
import type { ListRow } from "../../files/list.ts";
import { isCode, keyName, type ProductKey } from "../../files/list-keys.ts";
import type { Row } from "../../files/table.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { sameJson } from "../../kernel/json.ts";
import { capitalized } from "../../kernel/text.ts";
import { type CatalogVersion, productsById } from "./catalog.ts";
import { recordDraft } from "./draft.ts";
import { type KeyLookup, keysOf, productIdOf, type Rejection, resolveKeys } from "./import-match.ts";
import { dialectRow } from "./import-rows.ts";
import { type PictureFolder, plannedPictures } from "./media.ts";
import { type StagedFile, sourceCells } from "./rejects.ts";
import {
  comparedFields,
  defaultVariantKey,
  inventoryOf,
  managedVariants,
  productCode,
  variantCode,
  variantKey,
} from "./snapshot.ts";

/** A draft and where it comes from, or why there is none. */
export interface SourcedDraft {
  draft?: ProductDraft;
  problems: readonly RowProblem[];
  /** `shop.csv:12` */
  source: string;
  /** The product that the rows were matched with, if they can be read only then. */
  product?: Product | undefined;
  /** The keys of its rows, which the preview shows. */
  keys?: readonly string[];
}

/** A staged file of products, and how its rows become drafts. */
export interface DraftFile {
  journal: Journal;
  staged: StagedFile;
  numbers: NumberFormat;
  version: CatalogVersion;
  /** What the paths of pictures are relative to. */
  folder: PictureFolder;
  /** Returns the name of a field's column in the file. */
  columnOf(field: string): string;
  notice(text: string): Promise<void>;
  /** How the rows of a list are matched with products, which says what they are. */
  list?: ListDrafts;
  /** What identifies products. Default: the handles of the file. */
  key?: ProductKey | undefined;
}

/** How the rows of a list become drafts. */
export interface ListDrafts extends KeyLookup {
  /** The name of the file. */
  name: string;
  /** Reads a staged row. */
  read(row: StagedRow): ListRow;
  /** Whether quantities are differences. */
  adjust?: boolean;
  /** Whether the quantities of rows with the same key are added up. */
  sum?: boolean;
  /** Whether rows may create products although the file has no commands. */
  creates: boolean;
  /** What to do about rows without a key, to end the message. */
  withoutKey?: string | undefined;
  /** Returns the keys of the shop that differ from one only by case, blanks or leading zeros. */
  similar?: ((value: string) => Promise<string[]>) | undefined;
}

/** Yields the products of a file as drafts with the pictures that are to be uploaded. */
export async function* fileDrafts(file: DraftFile): AsyncGenerator<SourcedDraft> {
  const { journal, list, key, folder, columnOf } = file;
  const drafts = list ? listDrafts(journal, list) : withKeys(tableDrafts(file), key);
  const said = new Set<string>();
  for await (const one of drafts) {
    const { draft, problems, ...row } = one;
    for (const lost of file.version === "v1" && draft ? withoutFieldsOfV3(draft) : []) {
      if (said.has(lost)) continue;
      said.add(lost);
      await file.notice(`Not imported: ${lost}. This shop runs catalog v1, whose products have none.`);
    }
    const planned = draft?.media && (await plannedPictures(draft, folder));
    if (draft === undefined || planned === undefined) yield one;
    else if ("key" in planned) yield { ...one, draft: planned };
    else {
      const { source: value, message } = planned;
      yield {
        ...row,
        problems: [
          ...problems,
          { line: draft.line, column: columnOf("media"), value, rule: "media", message },
        ],
      };
    }
  }
}

/** The fields of rows that catalog v1 has not, and what each is called in messages. */
const fieldsOfV3 = [
  ["barcode", "barcodes"],
  ["preorder", "preorders"],
] as const;

/** Removes the fields of a draft that catalog v1 has not. Returns what is lost. */
function withoutFieldsOfV3(draft: ProductDraft): string[] {
  const all = [draft, ...draft.variants];
  return fieldsOfV3.flatMap(([field, name]) => {
    const isFound = all.some((one) => one[field]);
    for (const one of all) delete one[field];
    return isFound ? [name] : [];
  });
}

/** Yields drafts with the key of each, if people named the products by it. */
async function* withKeys(
  drafts: AsyncIterable<SourcedDraft>,
  key: ProductKey | undefined,
): AsyncGenerator<SourcedDraft> {
  for await (const one of drafts)
    yield one.draft && key !== undefined ? { ...one, keys: keysOf(one.draft, key) } : one;
}

/** Yields the products of a table or of NDJSON records. Prints each kind of data that is not imported once. */
async function* tableDrafts({
  notice,
  journal,
  staged,
  numbers,
  version,
}: DraftFile): AsyncGenerator<SourcedDraft> {
  const printed = new Set<string>();
  const noticeOnce = async (text: string) => {
    if (printed.has(text)) return;
    printed.add(text);
    await notice(`${capitalized(text).replace(/\.?$/, ".")}`);
  };
  const { dialect } = staged;
  const isShopify = dialect === "shopify";
  for (const { handle, rows } of stagedGroups(journal)) {
    if (handle === fileHandle) continue;
    const source = `${staged.name}:${rows[0]?.line ?? 0}`;
    if (dialect === "ndjson" || dialect === "list") {
      const record = recordDraftOf(rows, handle);
      if (record) yield { ...record, source };
      continue;
    }
    const all = rows.map(({ line, json }) => dialectRow(staged, line, sourceCells(json).cells));
    const {
      command,
      rows: kept,
      problems: wrong,
    } = hasCommands(staged)
      ? groupCommand(all, { isWhole: isShopify })
      : { command: undefined, rows: all, problems: [] };
    if (kept.length === 0) continue;
    const { draft, problems, notices } = readers[dialect].assemble(kept, numbers);
    for (const text of notices) await noticeOnce(text);
    if (draft?.customTextFields?.length)
      await noticeOnce("not imported: custom text fields (the platform sets them in its dashboard only)");
    if (draft?.altText && dialect !== "till" && version === "v1") {
      const hasTexts = draft.altText.some(Boolean);
      delete draft.altText;
      const column = readers[dialect].columnOf("altText", staged.columns ?? staged.header);
      if (hasTexts)
        await noticeOnce(`not imported: ${column} (catalog v1 has no call that changes alternative texts)`);
    }
    const removed = command === "delete" && wrong.length === 0;
    // The other cells of a row that deletes do not matter.
    const base = draft ?? (removed ? { key: handle, line: kept[0]?.line ?? 0, variants: [] } : undefined);
    // A kind of row that is not imported.
    if (base === undefined && wrong.length + problems.length === 0) continue;
    if (wrong.length > 0 || base === undefined) yield { problems: [...wrong, ...problems], source };
    else yield { draft: withCommand(base, command), problems: [], source };
  }
}

/** Yields the products of a list, a draft for all rows of one. */
export async function* listDrafts(journal: Journal, list: ListDrafts): AsyncGenerator<SourcedDraft> {
  const ambiguous = await resolveKeys(journal, list);
  const groups = stagedGroups(journal).filter(({ handle }) => handle !== fileHandle);
  for await (const batch of streamBatches(groups, 100)) {
    const ids = batch.flatMap(({ handle }) => productIdOf(handle) ?? []);
    const products = await productsById(list.catalog, ids);
    for (const { handle, rows: staged } of batch) {
      const all = staged.map((row) => list.read(row)).filter(({ command }) => command !== "skip");
      const rows = list.sum ? summed(all) : all;
      const [first] = rows;
      if (first === undefined) continue;
      const product = products.get(productIdOf(handle) ?? "");
      const read = product
        ? listDraft(product, rows, { ...list, handle })
        : unmatched(rows, { ...list, ambiguous });
      yield { ...read, product, source: `${list.name}:${first.line}`, keys: rows.map(({ key }) => key) };
    }
  }
}

/** Returns whether a file has a column for commands. */
export const hasCommands = ({ header, columns = header }: StagedFile): boolean =>
  columns.some(isCommandColumn);

function withCommand(draft: ProductDraft, command: RowCommand | undefined): ProductDraft {
  if (command === undefined || command === "skip") return draft;
  return command === "delete" ? { ...draft, remove: true } : { ...draft, command };
}

/** Returns the draft of NDJSON records of one product; undefined if all are to be skipped. */
function recordDraftOf(rows: readonly StagedRow[], handle: string): Omit<SourcedDraft, "source"> | undefined {
  const commands = rows.map(({ line, json }): Row => {
    const { command = "" } = json as { command?: unknown };
    return { line, cells: { command: String(command) }, source: [] };
  });
  const { command, rows: kept, problems } = groupCommand(commands);
  if (kept.length === 0) return undefined;
  const lines = new Set(kept.map(({ line }) => line));
  const own = rows.filter(({ line }) => lines.has(line));
  const found = recordDraft(
    own.map(({ line, json }) => ({ line, record: json as never })),
    handle,
  );
  if (problems.length > 0) return { problems: [...problems, ...found.problems] };
  return { ...found, ...(found.draft && { draft: withCommand(found.draft, command) }) };
}

/** Returns one row for those of the same key and variant, with the sum of their quantities. */
function summed(rows: readonly ListRow[]): ListRow[] {
  const sums = new Map<string, ListRow>();
  for (const row of rows) {
    const at = JSON.stringify([row.key, row.variant]);
    const before = sums.get(at);
    const [one, other] = [before?.fields.stock, row.fields.stock];
    const isSummed = one && other && "quantity" in one && "quantity" in other;
    if (before === undefined) sums.set(at, { ...row, problems: [...row.problems] });
    else {
      if (isSummed) before.fields = { ...before.fields, stock: { quantity: one.quantity + other.quantity } };
      before.problems.push(...row.problems);
    }
  }
  return [...sums.values()];
}

/** Returns the draft of a new product, or why the rows of a key are none. */
function unmatched(
  [first, second]: readonly ListRow[],
  {
    key,
    ambiguous,
    withoutKey = "",
  }: Pick<ListDrafts, "key" | "withoutKey"> & {
    ambiguous: ReadonlyMap<string, Rejection>;
  },
): { draft?: ProductDraft; problems: RowProblem[] } {
  if (first === undefined) return { problems: [] };
  const report = (line: number, rule: string, message: string) => ({
    problems: [...first.problems, { line, column: key, value: first.key, rule, message }],
  });
  const several = ambiguous.get(first.key);
  if (first.key === "")
    return report(first.line, unknownRule, `the cell is empty, so the row names no product${withoutKey}`);
  if (several) return report(first.line, several.rule, several.message);
  if (second) return report(second.line, "duplicate", `"${first.key}" is also on line ${first.line}`);
  if (first.problems.length > 0) return { problems: first.problems };
  const { command, line, fields } = first;
  return {
    problems: [],
    draft: {
      ...fields,
      key: first.key,
      line,
      variants: [],
      remove: command === "delete" || fields.remove,
      ...((command === "update" || command === "create" || command === "merge") && { command }),
    },
  };
}

/** The fields that a variant has, too. */
const variantFields: ReadonlySet<string> = new Set([
  "sku",
  "barcode",
  "price",
  "cost",
  "weight",
  "visible",
  "stock",
]);

/** Returns the draft of a product from the rows of a list that are its own or those of its variants. */
function listDraft(
  product: Product,
  rows: readonly ListRow[],
  { key, handle, adjust = false }: { key: ProductKey; handle: string; adjust?: boolean },
): { draft?: ProductDraft; problems: RowProblem[] } {
  const problems = rows.flatMap((row) => row.problems);
  const lines = new Map<Variant | Product, number>();
  const draft: ProductDraft = { key: handle, line: rows[0]?.line ?? 0, variants: [] };
  for (const row of rows) {
    const report = (column: string, rule: string, message: string) =>
      problems.push({ line: row.line, column, value: row.key, rule, message });
    const target = targetOf(product, row, key);
    if (target === undefined) {
      const message =
        row.variant === undefined
          ? `several variants of "${product.name}" have the ${keyName(key)} "${row.key}"`
          : `"${product.name}" has no variant "${row.variant}" with this ${keyName(key)}`;
      report(row.variant === undefined ? key : "variant", "ambiguous", message);
      continue;
    }
    const before = lines.get(target);
    if (before !== undefined) {
      report(key, "duplicate", `this is the same as on line ${before}`);
      continue;
    }
    lines.set(target, row.line);
    if (row.command === "create")
      report("command", "exists", `"${row.key}" exists already; CREATE is for new ones. Use UPDATE or MERGE`);
    const { [key as "sku"]: _, ...set } = row.fields;
    const fields = adjust ? adjusted(product, target, set, report) : set;
    if (target === product) {
      if (row.command === "delete") draft.remove = true;
      Object.assign(draft, fields, { line: row.line });
      if (fields.stock && managedVariants(product).size > 1)
        report("stock", "variants", `the variants of "${product.name}" have the stock; give their SKUs`);
    } else {
      if (row.command === "delete") report("command", "command", variantDeletion);
      const { choices } = target as Variant;
      draft.variants.push({
        line: row.line,
        choices: { ...choices },
        ...variantPart(product, fields, report),
      });
    }
  }
  if (draft.remove && rows.length > 1)
    problems.push({
      line: draft.line,
      column: "command",
      value: "DELETE",
      rule: "command",
      message: `"${product.name}" is deleted by one row and changed by another`,
    });
  problems.push(...stockProblems(product, draft));
  return problems.length > 0 ? { problems } : { draft, problems };
}

/** Returns fields with the quantity that a difference leads to. Reports stock that is not tracked or would be negative. */
function adjusted(
  product: Product,
  target: Product | Variant,
  fields: Partial<ProductDraft>,
  report: (column: string, rule: string, message: string) => void,
): Partial<ProductDraft> {
  const { stock } = fields;
  if (stock === undefined || !("quantity" in stock)) return fields;
  const key = target === product ? defaultVariantKey : variantKey((target as Variant).choices);
  const { tracked, variants } = inventoryOf(product);
  const now = Number(variants[key] ?? 0);
  const quantity = now + stock.quantity;
  if (!tracked)
    report("stock", "stock", `the stock of "${product.name}" is not tracked, so it cannot be adjusted`);
  else if (quantity < 0)
    report(
      "stock",
      "stock",
      `the stock would become ${quantity}: it is ${now}, and ${stock.quantity} is added`,
    );
  return { ...fields, stock: { quantity } };
}

/**
 * Returns the product or the variant of a row: the product for its own SKU or barcode, for that of all its variants and for other
 * keys, unless the row names the choices of a variant. Returns undefined if no variant or several variants fit.
 */
function targetOf(
  product: Product,
  { key: value, variant }: ListRow,
  key: ProductKey,
): Product | Variant | undefined {
  const all = [...managedVariants(product).values()];
  const own = isCode(key) ? all.filter((one) => variantCode(one, key) === value) : all;
  if (variant !== undefined && all.length > 0) {
    const named = all.filter(({ choices }) => Object.values(choices ?? {}).join(" / ") === variant);
    return named.length === 1 ? named[0] : undefined;
  }
  if (!isCode(key) || productCode(product, key) === value || own.length === all.length) return product;
  return own.length === 1 ? own[0] : undefined;
}

/** Returns the fields of a variant. Reports those that it cannot have, unless the product has the same. */
function variantPart(
  product: Product,
  fields: Partial<ProductDraft>,
  report: (column: string, rule: string, message: string) => void,
): Partial<VariantDraft> {
  const present = comparedFields(product);
  const part: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (variantFields.has(name)) part[name] = value;
    else if (!sameJson(present[name], value))
      report(
        name,
        "variant",
        `this is a variant of "${product.name}", which has no ${name} of its own. Empty the cell, or ignore the column with --map`,
      );
  }
  return part as Partial<VariantDraft>;
}

/** Reports stock that would change that of variants which the file does not name. */
function stockProblems(product: Product, { variants }: ProductDraft): RowProblem[] {
  const counted = variants.filter(({ stock }) => stock !== undefined);
  const [first] = counted;
  if (first === undefined) return [];
  const problem = (line: number, message: string) => ({
    line,
    column: "stock",
    value: "",
    rule: "stock",
    message,
  });
  const tracked = counted.filter(({ stock }) => stock && "quantity" in stock);
  const other = counted.find(({ stock }) => stock && !("quantity" in stock));
  if (tracked[0] && other)
    return [
      problem(
        other.line,
        `the variants of "${product.name}" all have a quantity or none; line ${tracked[0].line} has one`,
      ),
    ];
  const isTracked = product.stock?.trackInventory ?? false;
  const missing = managedVariants(product).size - counted.length;
  if (isTracked === tracked.length > 0 || missing === 0) return [];
  const turns = isTracked ? "turns the tracking of stock off" : "turns the tracking of stock on";
  return [
    problem(
      first.line,
      `this ${turns} for all variants of "${product.name}", but ${missing} of them have no row. Add them`,
    ),
  ];
}
