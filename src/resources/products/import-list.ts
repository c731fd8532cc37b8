import type { Product, Variant } from "../../api/services/products.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { type PlannedRow, unknownRule } from "../../bulk/plan/plan.ts";
import {
  fileHandle,
  ownMark,
  renameHandles,
  type StagedGroup,
  stagedGroups,
  stagedHandles,
} from "../../bulk/plan/stage.ts";
import { variantDeletion } from "../../files/columns.ts";
import type { RowProblem } from "../../files/dialect.ts";
import type { ProductDraft, VariantDraft } from "../../files/draft.ts";
import type { ListRow } from "../../files/list.ts";
import type { ProductKey } from "../../files/list-keys.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { UsageError } from "../../kernel/errors.ts";
import { sameJson } from "../../kernel/json.ts";
import { formatCount } from "../../kernel/text.ts";
import { productsById } from "./catalog.ts";
import type { CollectionNames } from "./collection-names.ts";
import {
  type Found,
  findKeys,
  type KeyLookup,
  keyName,
  type Match,
  type MatchOptions,
  type Rejection,
  severalProducts,
} from "./import-find.ts";
import { matchDrafts } from "./import-match.ts";
import { similarText } from "./shop-keys.ts";
import { defaultVariantKey, fieldsOf, inventoryOf, managedVariants, variantKey } from "./snapshot.ts";
import { draftSteps, withKeys } from "./steps.ts";

/** How a list is planned. */
export interface ListPlan extends KeyLookup {
  /** The name of the file. */
  name: string;
  names: CollectionNames;
  match: MatchOptions;
  /** Reads a staged row. */
  read(row: StagedGroup["rows"][number]): ListRow;
  /** Returns a draft with its local pictures as plans have them, or the problem of one that cannot be uploaded. */
  prepare?(draft: ProductDraft): Promise<ProductDraft | RowProblem>;
  /** Checks the plan of a draft. */
  check?(plan: PlannedRow, draft: ProductDraft, match: Match, source: string): Promise<PlannedRow>;
  /** Whether quantities are differences. */
  adjust?: boolean;
  /** Whether collections may be created whose names are almost those of others. Default: yes. */
  createsCollections?: boolean;
  /** Whether rows may create products although the file has no commands. */
  creates: boolean;
  /** What to do about rows without a key, to end the message. */
  withoutKey?: string;
}

type Planned =
  | { draft: ProductDraft; source: string; keys: readonly string[] }
  | { problems: RowProblem[]; source: string };

/** Yields the plan of each product of a staged list, and of each row without one. */
export async function* planList(journal: Journal, plan: ListPlan): AsyncGenerator<PlannedRow> {
  const { ambiguous, found, keys, first } = await resolveKeys(journal, plan);
  if (found === 0 && keys > 0 && !plan.creates) {
    const similar = (await plan.match.similar?.(first)) ?? [];
    const near = similar.length === 0 ? "" : ` Of ${JSON.stringify(first)}, ${similarText(similar)}.`;
    const which = keys === 1 ? "the only" : `none of the ${formatCount(keys)} values`;
    throw new UsageError(
      keys === 1
        ? `${plan.name}: no product has the ${keyName(plan.key)} in the only row.${near}`
        : `${plan.name}: ${which} in the column "${plan.key}" is the ${keyName(plan.key)} of a product.${near} Nothing was sent.`,
      {
        code: "WRONG_KEY",
        field: "--key",
        hint: "Check the column: --map 'COLUMN=sku', or use another key: --key slug. To create products: --create",
      },
    );
  }
  const announced = new Set<string>();
  const groups = stagedGroups(journal).filter(({ handle }) => handle !== fileHandle);
  for await (const batch of streamBatches(groups, 100))
    yield* await planBatch(batch, { ...plan, ambiguous, announced });
}

async function planBatch(
  groups: readonly StagedGroup[],
  plan: ListPlan & { ambiguous: ReadonlyMap<string, Rejection>; announced: Set<string> },
): Promise<PlannedRow[]> {
  const { catalog, handles, names, announced, match } = plan;
  const ids = groups.flatMap(({ handle }) => productIdOf(handle) ?? []);
  const products = await productsById(catalog, ids);
  const found: Found = { products: new Map() };
  const planned: Planned[] = [];
  for (const group of groups) {
    const rows = group.rows.map((row) => plan.read(row)).filter(({ command }) => command !== "skip");
    const [first] = rows;
    if (first === undefined) continue;
    const source = `${plan.name}:${first.line}`;
    const product = products.get(productIdOf(group.handle) ?? "");
    const read =
      product === undefined
        ? unmatched(rows, plan)
        : listDraft(product, rows, { ...plan, handle: group.handle });
    const draft = read.draft && ((await plan.prepare?.(read.draft)) ?? read.draft);
    if (draft === undefined) planned.push({ problems: read.problems, source });
    else if ("rule" in draft) planned.push({ problems: [draft], source });
    else {
      if (product !== undefined) found.products.set(draft, product);
      planned.push({ draft, source, keys: rows.map(({ key }) => key) });
    }
  }
  const drafts = planned.flatMap((one) => ("draft" in one ? [one.draft] : []));
  const matches = await matchDrafts(catalog, handles, drafts, found, match);
  const plans: PlannedRow[] = [];
  for (const one of planned) {
    const { source } = one;
    const own = "draft" in one ? matches.get(one.draft) : undefined;
    if ("problems" in one) plans.push({ problems: one.problems.map((problem) => ({ ...problem, source })) });
    else if (own) {
      const name = own.is === "existing" ? own.product.name : undefined;
      const planned = await draftSteps(one.draft, own, {
        source,
        names,
        announced,
        version: catalog.version,
        taxGroups: catalog.taxGroups,
        createsCollections: plan.createsCollections,
      });
      const steps = withKeys(planned, name ?? one.draft.name, one.keys);
      plans.push((await plan.check?.(steps, one.draft, own, source)) ?? steps);
    }
  }
  return plans;
}

/** Returns the draft of a new product, or why the rows of a key are none. */
function unmatched(
  [first, second]: readonly ListRow[],
  {
    key,
    ambiguous,
    withoutKey = "",
  }: Pick<ListPlan, "key" | "withoutKey"> & {
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
      handle: first.key,
      line,
      variants: [],
      remove: command === "delete" || fields.remove,
      ...((command === "update" || command === "create" || command === "merge") && { command }),
    },
  };
}

const productMark = `${ownMark}product `;

/** The handle of the staged rows of an existing product. */
const productHandle = (id: string) => `${productMark}${id}`;

/** The handle of a staged row without a key. */
export const keylessHandle = (line: number): string => `${ownMark}line ${line}`;

/** Returns the id of the product whose rows have this handle. */
function productIdOf(handle: string): string | undefined {
  return handle.startsWith(productMark) ? handle.slice(productMark.length) : undefined;
}

/**
 * Looks up the keys of a staged list, a hundred a request, and gives the rows of each product one handle. Returns the keys
 * that name several products, how many keys name one, and the first key.
 */
async function resolveKeys(
  journal: Journal,
  lookup: KeyLookup,
): Promise<{ ambiguous: Map<string, Rejection>; found: number; keys: number; first: string }> {
  const ambiguous = new Map<string, Rejection>();
  const counts = { found: 0, keys: 0, first: "" };
  const resolve = async (values: readonly string[]) => {
    const found = await findKeys(lookup, values);
    const pairs: [string, string][] = [];
    if (counts.keys === 0) counts.first = values[0] ?? "";
    counts.keys += values.length;
    for (const [value, product] of found) {
      counts.found++;
      if ("id" in product) pairs.push([value, productHandle(product.id)]);
      else ambiguous.set(value, severalProducts(lookup.key, value, product.several));
    }
    renameHandles(journal, pairs);
  };
  const values = stagedHandles(journal).filter((handle) => !handle.startsWith(ownMark));
  for await (const batch of streamBatches(values, 100)) await resolve(batch);
  return { ambiguous, ...counts };
}

/** The fields that a variant has, too. */
const variantFields: ReadonlySet<string> = new Set([
  "sku",
  "price",
  "cost",
  "weight",
  "visible",
  "inventory",
]);

/** Returns the draft of a product from the rows of a list that are its own or those of its variants. */
function listDraft(
  product: Product,
  rows: readonly ListRow[],
  { key, handle, adjust = false }: { key: ProductKey; handle: string; adjust?: boolean },
): { draft?: ProductDraft; problems: RowProblem[] } {
  const problems = rows.flatMap((row) => row.problems);
  const lines = new Map<Variant | Product, number>();
  const draft: ProductDraft = { handle, line: rows[0]?.line ?? 0, variants: [] };
  for (const row of rows) {
    const report = (column: string, rule: string, message: string) =>
      problems.push({ line: row.line, column, value: row.key, rule, message });
    const target = targetOf(product, row, key);
    if (target === undefined) {
      const message =
        row.variant === undefined
          ? `several variants of "${product.name}" have the SKU "${row.key}"`
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
      if (fields.inventory && managedVariants(product).size > 1)
        report("inventory", "variants", `the variants of "${product.name}" have the stock; give their SKUs`);
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
  const { inventory } = fields;
  if (inventory === undefined || !("quantity" in inventory)) return fields;
  const key = target === product ? defaultVariantKey : variantKey((target as Variant).choices);
  const { tracked, variants } = inventoryOf(product);
  const now = Number(variants[key] ?? 0);
  const quantity = now + inventory.quantity;
  if (!tracked)
    report("inventory", "stock", `the stock of "${product.name}" is not tracked, so it cannot be adjusted`);
  else if (quantity < 0)
    report(
      "inventory",
      "stock",
      `the stock would become ${quantity}: it is ${now}, and ${inventory.quantity} is added`,
    );
  return { ...fields, inventory: { quantity } };
}

/**
 * Returns the product or the variant of a row: the product for its own SKU, for the SKU of all its variants and for other
 * keys, unless the row names the choices of a variant. Returns undefined if no variant or several variants fit.
 */
function targetOf(
  product: Product,
  { key: value, variant }: ListRow,
  key: ProductKey,
): Product | Variant | undefined {
  const all = [...managedVariants(product).values()];
  const own = key === "sku" ? all.filter((one) => one.variant?.sku === value) : all;
  if (variant !== undefined && all.length > 0) {
    const named = all.filter(({ choices }) => Object.values(choices ?? {}).join(" / ") === variant);
    return named.length === 1 ? named[0] : undefined;
  }
  if (key !== "sku" || product.sku === value || own.length === all.length) return product;
  return own.length === 1 ? own[0] : undefined;
}

/** Returns the fields of a variant. Reports those that it cannot have, unless the product has the same. */
function variantPart(
  product: Product,
  fields: Partial<ProductDraft>,
  report: (column: string, rule: string, message: string) => void,
): Partial<VariantDraft> {
  const present = fieldsOf(product);
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
  const counted = variants.filter(({ inventory }) => inventory !== undefined);
  const [first] = counted;
  if (first === undefined) return [];
  const problem = (line: number, message: string) => ({
    line,
    column: "inventory",
    value: "",
    rule: "stock",
    message,
  });
  const tracked = counted.filter(({ inventory }) => inventory && "quantity" in inventory);
  const other = counted.find(({ inventory }) => inventory && !("quantity" in inventory));
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
