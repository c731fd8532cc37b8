import { maximumOf } from "../../api/schema-fields.ts";
import { Product } from "../../api/services/products.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { fileHandle, type StagedRow, stagedGroups } from "../../bulk/plan/stage.ts";
import { groupCommand, isCommandColumn, type RowCommand } from "../../files/columns.ts";
import { readers } from "../../files/dialects.ts";
import type { ProductDraft, Stock } from "../../files/draft.ts";
import type { ProductKey } from "../../files/list-keys.ts";
import type { NumberFormat } from "../../files/numbers.ts";
import type { Row } from "../../files/table.ts";
import { capitalized, countOf, formatCount } from "../../kernel/text.ts";
import type { CatalogVersion } from "./catalog.ts";
import { recordDraft } from "./draft.ts";
import { keysOf, type SourcedDraft } from "./import-find.ts";
import { type ListDrafts, listDrafts } from "./import-list.ts";
import { tableRow } from "./import-rows.ts";
import { type PictureFolder, plannedPictures } from "./media.ts";
import type { StagedFile } from "./rejects.ts";

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
  /** Whether names that are too long are shortened. Default: they are errors. */
  shortens?: boolean | undefined;
}

/**
 * Yields the products of a staged file as drafts. In: the rows of each product. Out: what they say, as the platform takes it, or their
 * problems. Pictures on this computer are those that are to be uploaded.
 */
export async function* fileDrafts(file: DraftFile): AsyncGenerator<SourcedDraft> {
  const { journal, list, key, folder, columnOf } = file;
  const drafts = list ? listDrafts(journal, list) : formatDrafts(file);
  const fit = draftFit(file);
  const noticeOnce = printedOnce(file.notice);
  for await (const sourced of drafts) {
    const { draft, ...row } = sourced;
    if (draft === undefined) {
      yield sourced;
      continue;
    }
    if (!list && key !== undefined) row.keys = keysOf(draft, key);
    for (const lost of file.version === "v1" ? withoutFieldsOfV3(draft) : [])
      await noticeOnce(`Not imported: ${lost}. This shop runs catalog v1, whose products have none.`);
    const planned = await plannedPictures(draft, folder);
    if ("key" in planned) yield { ...row, draft: fit.draft(planned) };
    else {
      const { source: value, message } = planned;
      const problem = { line: draft.line, column: columnOf("media"), value, rule: "media", message };
      yield { ...row, problems: [...row.problems, problem] };
    }
  }
  await fit.end();
}

/** Returns a function that prints each text once. */
function printedOnce(notice: DraftFile["notice"]): DraftFile["notice"] {
  const printed = new Set<string>();
  return async (text) => {
    if (printed.has(text)) return;
    printed.add(text);
    await notice(text);
  };
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

/** Yields the products of a table or of NDJSON records. Prints each kind of data that is not imported once. */
async function* formatDrafts({
  notice,
  journal,
  staged,
  numbers,
  version,
}: DraftFile): AsyncGenerator<SourcedDraft> {
  const print = printedOnce(notice);
  const noticeOnce = (text: string) => print(capitalized(text).replace(/\.?$/, "."));
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
    const all = rows.map((row) => tableRow(staged, row));
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

/** How drafts are changed so that the platform takes them. */
interface DraftFit {
  draft(draft: ProductDraft): ProductDraft;
  /** Prints what was changed. */
  end(): Promise<void>;
}

/**
 * Returns what changes drafts with what other shops have and the platform does not: stock below 0 and above its maximum, and on catalog
 * v3 quantities that all variants share. Names are shortened if that is wanted.
 */
function draftFit({ version, shortens, notice }: DraftFile): DraftFit {
  const maxName = maximumOf(Product, "name");
  const maxStock = maximumOf(Product, "stock.quantity");
  const counts = { names: 0, below: 0, above: 0, shared: 0 };
  const stockOf = (stock: Stock): Stock => {
    if (!("quantity" in stock)) return stock;
    if (stock.quantity < 0) counts.below++;
    if (stock.quantity > maxStock) counts.above++;
    return { quantity: Math.min(Math.max(stock.quantity, 0), maxStock) };
  };
  const fit = ({ name, stock, variants, ...draft }: ProductDraft): ProductDraft => {
    const isLong = shortens && name !== undefined && name.length > maxName;
    if (isLong) counts.names++;
    const own = stock && stockOf(stock);
    const isShared =
      version === "v3" &&
      own !== undefined &&
      "quantity" in own &&
      variants.length === 0 &&
      Boolean(draft.options?.length);
    if (isShared) counts.shared++;
    return {
      ...draft,
      ...(name !== undefined && { name: isLong ? shortened(name, maxName) : name }),
      ...(own && { stock: isShared ? { inStock: own.quantity > 0 } : own }),
      variants: variants.map((variant) =>
        variant.stock ? { ...variant, stock: stockOf(variant.stock) } : variant,
      ),
    };
  };
  const end = async () => {
    const notices = [
      counts.names > 0 && `Shortened ${countOf(counts.names, "name")} to ${maxName} characters.`,
      counts.below > 0 && `Stock below 0 is imported as 0: ${countOf(counts.below, "value")}.`,
      counts.above > 0 &&
        `Stock above ${formatCount(maxStock)}, the most that there is, is imported as ${formatCount(maxStock)}: ${countOf(counts.above, "value")}.`,
      counts.shared > 0 &&
        `Catalog v3 counts the stock of each variant: ${countOf(counts.shared, "product")} with one quantity for all variants ${counts.shared === 1 ? "is" : "are"} imported as in stock or sold out.`,
    ];
    for (const text of notices) if (text !== false) await notice(text);
  };
  return { draft: fit, end };
}

/** Returns the start of a name, of whole words if possible. */
function shortened(name: string, maxName: number): string {
  const start = name.slice(0, maxName).replace(/[\ud800-\udbff]$/, "");
  const words = /\s/.test(name.charAt(start.length)) ? start : start.replace(/\s+\S*$/, "");
  return (words.length > maxName / 2 ? words : start).trimEnd();
}
