import type { FieldChange, StepDescription, StepLabels, Units } from "../../bulk/engine/job-kinds.ts";
import type { Json, Step, StepError } from "../../bulk/journal/step.ts";
import { valueText } from "../../bulk/plan/stage.ts";
import { currencyDigits } from "../../kernel/currency.ts";
import { amountText, decimal, parseAmount } from "../../kernel/money.ts";
import { withEqualDigits } from "../../output/amounts.ts";
import { jsonText } from "../../output/json.ts";

/** The changes of a plan, read again each time `steps` is called. */
export interface PlannedChanges extends StepLabels {
  title: string;
  units?: (() => Promise<Units | undefined>) | undefined;
  /** Counts and other facts, for JSON. */
  facts: object;
  steps(): Iterable<Step>;
  /** By seq the steps that will be left alone, and why. They are shown with the reason, and are not among the records. */
  refused?: ReadonlyMap<number, StepError>;
}

/** One changed field of one object, as files and JSON output contain it. */
export interface ChangeRecord {
  _kind: "change";
  sku: string | null;
  name: string;
  variant: string | null;
  action: string;
  field: string;
  before: Json;
  after: Json;
  /** By how many percent an amount of money changes. */
  percent: number | null;
  id: string | null;
  /** File and line of the row. */
  source: string | null;
}

/** The columns of the changes in tables. */
export const changeColumns = [
  "sku",
  "name",
  "variant",
  "action",
  "field",
  "before",
  "after",
  "percent",
  "id",
  "source",
] as const;

/** Returns one value of a change as text. */
export function changeCell(record: ChangeRecord, column: (typeof changeColumns)[number]): string {
  return valueText(record[column]);
}

/** Yields every change of a plan, in constant memory. */
export function* changeRecords(planned: PlannedChanges): Generator<ChangeRecord> {
  for (const step of planned.steps())
    if (!planned.refused?.has(step.seq))
      for (const change of planned.changes(step)) yield changeRecord(step, change);
}

/** Returns a change of a step as a record. */
export function changeRecord(step: Step, change: FieldChange): ChangeRecord {
  const { id = null, label, source = null } = step;
  const { sku = null, variant = null, action, field, before, after } = change;
  const percent = changeInPercent(change);
  return { _kind: "change", sku, name: label, variant, action, field, before, after, percent, id, source };
}

type Values = Pick<FieldChange, "before" | "after" | "isMoney">;

/** Returns by how many percent an amount of money changes, to two decimals; null for other values, and from 0 or nothing. */
export function changeInPercent(change: Values | undefined): number | null {
  const [from, to] = change?.isMoney ? amountsOf(change) : [];
  if (from === undefined || to === undefined || from.eq(zero)) return null;
  return Number(amountText(to.minus(from).times(hundred).div(from.abs()).round(2)));
}

const zero = decimal("0");
const hundred = decimal("100");

/** Returns the values of a change as amounts. */
export function amountsOf({ before, after }: Pick<Values, "before" | "after">) {
  return [before, after].map((value) => (typeof value === "string" ? parseAmount(value) : undefined));
}

/** Returns a change in percent as text: `+10%`. */
export function percentText(percent: number | null): string {
  return percent === null ? "" : `${percent > 0 ? "+" : ""}${percent}%`;
}

type Shown = (record: ChangeRecord) => object;

/** Yields a plan as one JSON document: its facts, then every change as `shown` returns it. */
export function* planDocument(planned: PlannedChanges, shown: Shown = (record) => record): Generator<string> {
  yield `${planLine(planned).slice(0, -1)},"changes":[`;
  let first = true;
  for (const record of changeRecords(planned)) {
    yield `${first ? "" : ","}\n${jsonText(shown(record))}`;
    first = false;
  }
  yield first ? "]}\n" : "\n]}\n";
}

/** Yields a plan as NDJSON: its facts, then a line for every change. */
export function* planLines(planned: PlannedChanges, shown: Shown = (record) => record): Generator<string> {
  yield `${planLine(planned)}\n`;
  for (const record of changeRecords(planned)) yield `${jsonText(shown(record))}\n`;
}

function planLine({ title, facts }: PlannedChanges): string {
  return jsonText({ _kind: "plan", title, ...facts });
}

/** Returns the field of a line whose value may have a unit: `price` of `variant Moss: price`. */
const measured = ({ what, after }: StepDescription): string =>
  what === "create" && after.startsWith("at ")
    ? "price"
    : (/(?:^|: )(price|cost|salePrice|discount|weight)(?: \(\+\d+\))?$/.exec(what)?.[1] ?? "");

/**
 * Returns lines of changes with the digits and the units of their values: `24.00` and `26.40 USD`. The units are asked for if a line
 * needs them.
 */
export async function withUnits<Line extends StepDescription>(
  lines: readonly Line[],
  units: (() => Promise<Units | undefined>) | undefined,
): Promise<readonly Line[]> {
  // Without an answer, amounts have no currency.
  const known = lines.some(measured) ? await units?.().catch(() => undefined) : undefined;
  return lines.map((line) => {
    const field = measured(line);
    const unit = known?.[field];
    return unit === undefined
      ? line
      : withUnit(line, unit, field === "weight" ? undefined : currencyDigits(unit));
  });
}

/** Returns the texts of a change with at least so many digits after the point, if any, and their unit once: `24.00` and `26.40 USD`. */
function withUnit<Line extends StepDescription>(line: Line, unit: string, digits: number | undefined): Line {
  const [before = "", after = ""] = [line.before, line.after].map((text) =>
    digits === undefined
      ? text
      : text.replace(/[\d.]+$/, (amount) => withEqualDigits([amount], digits).join()),
  );
  const named = (text: string) => text.replace(/\d$/, `$& ${unit}`);
  return { ...line, before: /\d$/.test(after) ? before : named(before), after: named(after) };
}
