import type { Problem } from "../../bulk/engine/job.ts";
import type { StepDraft } from "../../bulk/journal/step.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { type CellReader, cellReader } from "../../files/cells.ts";
import { columnsOf } from "../../files/columns.ts";
import type { RowProblem } from "../../files/dialect.ts";
import type { ListColumns } from "../../files/list.ts";
import { currencyIn, type NumberFormat } from "../../files/numbers.ts";
import type { Row } from "../../files/table.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { decimal } from "../../kernel/money.ts";
import { nearest } from "../../kernel/text.ts";
import { dayTime, parseZoned } from "../../kernel/zoned-time.ts";
import type { Catalog } from "../products/catalog.ts";
import { findProduct } from "../products/read.ts";
import { allProducts, type CouponFields, scopeParts, scopeText } from "./coupons.ts";

const fields = [
  ..."code name percent amount price freeShipping minimum product collection from until".split(" "),
  ..."uses usesPerCustomer oneItem active".split(" "),
];

/** The columns of a file of coupons; also those of `till coupons list --output csv`. */
export const couponList: ListColumns = {
  kind: "coupon",
  dates: ["from", "until"],
  fields,
  ignored: ["id", "scope", "status", "used", "buyXGetY", "createdDate"],
  numbers: ["percent", "amount", "price", "minimum", "uses", "usesPerCustomer"],
  aliases: {
    coupon: "code",
    "coupon code": "code",
    "discount code": "code",
    gutschein: "code",
    gutscheincode: "code",
    "coupon name": "name",
    bezeichnung: "name",
    "percent off": "percent",
    discount: "percent",
    "discount %": "percent",
    rabatt: "percent",
    "rabatt %": "percent",
    prozent: "percent",
    "amount off": "amount",
    betrag: "amount",
    "free shipping": "freeShipping",
    versandkostenfrei: "freeShipping",
    "minimum subtotal": "minimum",
    mindestbestellwert: "minimum",
    produkt: "product",
    kategorie: "collection",
    category: "collection",
    start: "from",
    "start date": "from",
    "valid from": "from",
    "gültig ab": "from",
    von: "from",
    end: "until",
    "end date": "until",
    "valid until": "until",
    expires: "until",
    "gültig bis": "until",
    bis: "until",
    "usage limit": "uses",
    limit: "uses",
    "limit per customer": "usesPerCustomer",
    "one item": "oneItem",
  },
};

/** What the cells of coupons are read with. */
export interface CouponReading {
  numbers: NumberFormat;
  /** The time zone of dates and of times without a zone. */
  timeZone: string;
  /** From when on `friday` is counted. Default: days are dates. */
  now?: Date;
  /** Returns the scope of a product or collection as text. Throws TillError if there is none. */
  scopeOf(kind: "product" | "collection", reference: string): Promise<string>;
  signs?: Signs;
}

const restrictions = ["product", "collection", "minimum"] as const;

/** The fields that cells or flags set, and the restrictions that they remove from coupons that have them. */
export interface ReadCoupon extends Partial<CouponFields> {
  without?: readonly (typeof restrictions)[number][];
}

const columns = columnsOf(fields);
const kinds = ["percent", "amount", "price"] as const;

const isReduction = (name: string): boolean => name === "percent" || name === "amount";

/** Returns what a cell says that it is: `10%` is a percentage and `5 USD` an amount, in either column. */
function writtenKind(column: (typeof kinds)[number], cell: string): (typeof kinds)[number] {
  if (column === "amount" && cell.trim().endsWith("%")) return "percent";
  return column === "percent" && currencyIn(cell) !== undefined ? "amount" : column;
}

const hasSign = (cell: string): boolean => cell.trim().endsWith("%") || currencyIn(cell) !== undefined;

/** What the cells of the column with percentages say: that they are percentages, or amounts. */
export interface Signs {
  percent: boolean;
  currency: boolean;
}

/** Adds what the cells of rows say to signs. */
export function addSigns(signs: Signs, rows: Iterable<Pick<Row, "cells">>): void {
  for (const { cells } of rows) {
    signs.percent ||= cells.percent?.trim().endsWith("%") === true;
    signs.currency ||= currencyIn(cells.percent ?? "") !== undefined;
  }
}

/** Returns whether a percentage may be meant as an amount: others name a currency, or it is written like one and others have a %. */
const isUnclear = (cell: string, { percent, currency }: Signs): boolean =>
  !hasSign(cell) && (currency || (percent && /[.,]\d\d$/.test(cell.trim())));

/** Cells that clear a field. */
const none = /^(none|-)$/i;

/**
 * Returns the fields that the cells of a coupon set, by column; an empty cell sets none. Adds what is wrong to `problems`.
 * Dates without a time begin at midnight as `from`, and last until the end of the day as `until`.
 */
export async function readCoupon(
  row: Row,
  { numbers, timeZone, now, scopeOf, signs }: CouponReading,
  problems: RowProblem[],
): Promise<ReadCoupon> {
  const filled = Object.entries(row.cells).flatMap(([name, cell]): [string, string][] => {
    const text = cell.trim();
    if (text === "") return [];
    return [[name, isReduction(name) ? text.replace(/\s*%$/, "") : text]];
  });
  const texts = Object.fromEntries(filled);
  const cells = cellReader(columns, { ...row, cells: texts }, numbers, problems);
  const given = (name: string) => texts[name] !== undefined;
  const cleared = (name: string) => none.test(texts[name] ?? "");
  const read: ReadCoupon = {};
  if (given("code")) read.code = codeOf(cells, texts.code ?? "");
  if (given("name")) read.name = texts.name ?? "";

  const isFree = cells.flag("freeShipping") === true;
  const kind = kinds.filter((name) => given(name));
  if (kind.length + (isFree ? 1 : 0) > 1)
    cells.problem(kind[0] ?? "", "discount", "a coupon has one of percent, amount, price and freeShipping.");
  else if (kind.length > 0 || isFree) {
    Object.assign(read, { percent: null, amount: null, price: null, freeShipping: isFree });
    for (const name of kind) {
      const cell = row.cells[name] ?? "";
      const written = writtenKind(name, cell);
      if (signs && name === "percent" && isUnclear(cell, signs)) {
        const choices = `${cell}% or ${cell} ${numbers.currency ?? "USD"}`;
        cells.problem(
          name,
          "sign",
          `"${cell}" is neither a percentage nor an amount, as other cells of the column are. Write ${choices}.`,
        );
        continue;
      }
      read[written] = positive(cells, name, written === "percent" ? "100" : undefined);
    }
  }

  const scopes = restrictions.filter((name) => given(name) && !cleared(name));
  if (scopes.length > 1)
    cells.problem(
      scopes[0] ?? "",
      "scope",
      "a coupon applies to one product, to one collection, or from a minimum subtotal: name one of them.",
    );
  else if (scopes[0] === "minimum") {
    read.minimum = positive(cells, "minimum");
    read.scope = null;
  } else if (scopes[0] !== undefined) {
    read.minimum = null;
    read.scope = await scope(cells, scopes[0], texts[scopes[0]] ?? "", scopeOf);
  } else if (restrictions.some(cleared)) read.without = restrictions.filter(cleared);

  for (const [name, part] of [
    ["from", "start"],
    ["until", "end"],
  ] as const) {
    if (!given(name)) continue;
    if (name === "until" && cleared(name)) read.until = null;
    else read[name] = time(cells, name, texts[name] ?? "", { part, timeZone, now });
  }
  for (const name of ["uses", "usesPerCustomer"] as const) {
    if (!given(name)) continue;
    const count = cleared(name) ? null : cells.whole(name);
    if (count !== undefined && count !== null && count < 1)
      cells.problem(name, "limit", `"${texts[name]}" is not a whole number of at least 1.`);
    read[name] = count ?? null;
  }
  for (const name of ["oneItem", "active"] as const) {
    const flag = cells.flag(name);
    if (flag !== undefined) read[name] = flag;
  }
  return read;
}

const maxCode = 20;

function codeOf(cells: CellReader, text: string): string {
  const code = text.toUpperCase();
  if (code.length > maxCode)
    cells.problem(
      "code",
      "length",
      `"${text}" has ${code.length} characters; a code has at most ${maxCode}.`,
    );
  else if (/\s/.test(code))
    cells.problem("code", "format", `"${text}" has a blank, which buyers cannot type.`);
  return code;
}

function positive(cells: CellReader, name: string, max?: string): string | null {
  const amount = cells.amount(name);
  if (amount === undefined || amount === null) return null;
  const value = decimal(amount);
  if (value.lte(decimal("0"))) cells.problem(name, "bounds", `"${amount}" is not greater than 0.`);
  else if (max !== undefined && value.gt(decimal(max)))
    cells.problem(name, "bounds", `"${amount}" is more than ${max}.`);
  return amount;
}

async function scope(
  cells: CellReader,
  kind: "product" | "collection",
  reference: string,
  scopeOf: CouponReading["scopeOf"],
): Promise<string | null> {
  try {
    return await scopeOf(kind, reference);
  } catch (error) {
    const isAbout =
      error instanceof TillError &&
      (error.exitCode === exitCodes.notFound || error.exitCode === exitCodes.conflict);
    if (!isAbout) throw error;
    cells.problem(kind, "reference", error.message);
    return null;
  }
}

function time(
  cells: CellReader,
  name: string,
  text: string,
  { part, timeZone, now }: { part: "start" | "end"; timeZone: string; now?: Date | undefined },
): string | null {
  try {
    return parseZoned(dayTime(text, part, timeZone, now), timeZone, name).toISOString();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    cells.problem(name, "time", `"${text}" is not a date or time, such as 2030-12-31 or 2030-12-31T18:00.`);
    return null;
  }
}

/** Returns how the scopes of coupons are found, each once. */
export function scopeFinder(open: () => Promise<Catalog>): CouponReading["scopeOf"] {
  const found = new Map<string, Promise<string>>();
  return (kind, reference) => {
    const key = `${kind} ${reference}`;
    const known = found.get(key) ?? findScope(open, kind, reference);
    found.set(key, known);
    return known;
  };
}

async function findScope(
  open: () => Promise<Catalog>,
  kind: "product" | "collection",
  reference: string,
): Promise<string> {
  const catalog = await open();
  if (kind === "product") {
    const { id, slug, name } = await findProduct(catalog, reference);
    return scopeText("product", { id, name: slug || name || id });
  }
  const all = await catalog.names.all();
  const match =
    all.find(({ id, name }) => name === reference || id === reference) ??
    all.find(({ name }) => name.toLowerCase() === reference.toLowerCase());
  if (match !== undefined) return scopeText("collection", match);
  const guess = nearest(
    reference,
    all.map(({ name }) => name),
  );
  const mean = guess === undefined ? "" : ` Did you mean "${guess}"?`;
  throw new TillError(exitCodes.notFound, `No collection is named "${reference}".${mean}`, {
    code: "NOT_FOUND",
    hint: "List them: till collections list",
  });
}

/** The fields of a new coupon that are not set. */
const unset: CouponFields = {
  code: "",
  name: "",
  percent: null,
  amount: null,
  price: null,
  freeShipping: false,
  minimum: null,
  scope: null,
  from: null,
  until: null,
  uses: null,
  usesPerCustomer: null,
  oneItem: false,
  active: true,
};

/** Where a coupon is from, for messages. */
export interface CouponSource {
  source: string;
  line?: number;
}

/** Plans a new coupon: the step that creates it, or what it lacks. `now`: ISO time from which it is valid by default. */
export function newCouponSteps(
  { without: _, ...read }: ReadCoupon,
  now: string,
  at: CouponSource,
): PlannedRow {
  const isFree = read.freeShipping === true;
  const coupon: CouponFields = {
    ...unset,
    from: now,
    name: read.code ?? "",
    scope: isFree || read.minimum != null ? null : allProducts,
    ...read,
    ...(isFree && read.scope === allProducts && { scope: null }),
  };
  const problems = couponProblems(coupon, at);
  if (problems.length > 0) return { problems };
  const { code } = coupon;
  const after = Object.fromEntries(
    Object.entries(coupon).filter(
      ([name, value]) => (value !== null && value !== false) || name === "active",
    ),
  );
  return [{ kind: "coupon.create", label: code, key: code, before: null, after, source: at.source }];
}

/** Plans the changes of a coupon: one step, or none. */
export function changedCouponSteps(
  { id, ...present }: CouponFields & { id: string },
  read: ReadCoupon,
  at: CouponSource,
): PlannedRow {
  const { code: _, without = [], ...values } = read;
  const restriction = present.minimum === null ? scopeParts(present.scope)?.kind : "minimum";
  if (restriction !== undefined && without.includes(restriction))
    Object.assign(values, { minimum: null, scope: allProducts });
  // Free shipping is for whole orders, and other discounts apply to something.
  const becomesFree = values.freeShipping === present.freeShipping ? undefined : values.freeShipping;
  const isFree = values.freeShipping ?? present.freeShipping;
  if (becomesFree === true && (values.scope ?? present.scope) === allProducts) values.scope = null;
  if (isFree && present.scope === null && values.scope === allProducts) values.scope = null;
  if (becomesFree === false && (values.minimum ?? present.minimum) === null) values.scope ??= allProducts;
  const names = Object.keys(values) as (keyof CouponFields)[];
  const changed = names.filter((name) => present[name] !== values[name as keyof typeof values]);
  if (changed.length === 0) return [];
  const problems = couponProblems({ ...present, ...values }, at);
  if (problems.length > 0) return { problems };
  const pick = (from: Partial<CouponFields>): StepDraft["before"] =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  const { code } = present;
  return [
    { kind: "coupon.update", id, label: code, before: pick(present), after: pick(values), source: at.source },
  ];
}

/** Returns what the platform would reject in a coupon. */
function couponProblems(coupon: CouponFields, { source, line }: CouponSource): Problem[] {
  const { code, percent, amount, price, freeShipping, scope, from, until } = coupon;
  const wrong = (column: string, rule: string, message: string): Problem => ({
    source,
    ...(line !== undefined && { line }),
    column,
    value: "",
    rule,
    message,
  });
  const given = [percent, amount, price].some((value) => value !== null) || freeShipping;
  return [
    ...(code === "" ? [wrong("code", "required", "a coupon needs a code")] : []),
    ...(given ? [] : [wrong("percent", "required", "a coupon needs percent, amount, price or freeShipping")]),
    ...(freeShipping && scope !== null && scope !== allProducts
      ? [
          wrong(
            "freeShipping",
            "scope",
            "free shipping applies to whole orders, not to a product or collection",
          ),
        ]
      : []),
    ...(from !== null && until !== null && until <= from
      ? [wrong("until", "time", "the coupon would end before it begins")]
      : []),
  ];
}
