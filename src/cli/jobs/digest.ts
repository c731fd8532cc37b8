import type { FieldChange, StepDescription } from "../../bulk/engine/job-kinds.ts";
import type { Step } from "../../bulk/journal/step.ts";
import { changeText } from "../../bulk/plan/stage.ts";
import { amountText, type Decimal, decimal } from "../../kernel/money.ts";
import { countOf, formatCount, groupThousands } from "../../kernel/text.ts";
import { withEqualDigits } from "../../output/amounts.ts";
import {
  amountsOf,
  type ChangeRecord,
  changeInPercent,
  changeRecord,
  type PlannedChanges,
  percentText,
} from "./change-records.ts";

/** A step as one line of a preview, by how much its first amount changes, and how many values it changes. */
export interface SampledStep extends StepDescription {
  percent: string;
  values: number;
}

/** The changes of one kind in a plan: of the same field, or of whole objects. */
interface ChangeKind {
  count: number;
  /** The sums of amounts that have a value before and after. */
  before: Decimal;
  after: Decimal;
  /** The changes with the lowest and the highest ratio of the values. */
  lowest?: Extreme;
  highest?: Extreme;
}

/** A change, and the ratio of its values, which only compares it with others. */
interface Extreme {
  ratio: number;
  record: ChangeRecord;
}

/** What a plan changes as a whole. */
export interface PlanDigest {
  steps: number;
  /** The number of changed values, and what they are called: `price`, `value`. */
  values: number;
  noun: string;
  kinds: ReadonlyMap<string, ChangeKind>;
  /** Steps from the whole plan, at equal distances. */
  samples: readonly SampledStep[];
}

/** The most steps that are read for a digest. */
const max = 100_000;
/** The number of samples, and of kinds of change that are listed. */
const sampled = 10;
const listed = 12;

/** The fields that are counted by their name if nothing else changes. */
const countedFields = ["price", "cost", "weight", "name", "description", "discount"];

/** Reads what a plan of `steps` steps changes as a whole, in constant memory; undefined if there are too many. */
export function digestOf(planned: PlannedChanges, steps: number): PlanDigest | undefined {
  if (steps > max) return undefined;
  const fields = new Set<string>();
  const kinds = new Map<string, ChangeKind>();
  const samples: SampledStep[] = [];
  let values = 0;
  let position = 0;
  for (const step of planned.steps()) {
    const changes = planned.changes(step);
    if (position++ >= (samples.length * steps) / sampled && samples.length < sampled)
      samples.push({
        ...planned.describe(step),
        percent: percentText(changeInPercent(changes[0])),
        values: changes.length,
      });
    values += changes.length;
    for (const { field } of changes) fields.add(field);
    if (planned.refused?.has(step.seq)) continue;
    if (isWhole(step)) kindOf(kinds, planned.describe(step).what).count++;
    // What belongs to an object that the plan creates is counted with it.
    else if (step.before !== null || step.dependsOn === undefined)
      for (const change of changes) addChange(kinds, step, change);
  }
  const [only = ""] = fields;
  const noun = fields.has("") ? "change" : fields.size === 1 && countedFields.includes(only) ? only : "value";
  return { steps, values, noun, kinds, samples };
}

/** Returns whether a step creates or deletes a whole object. */
const isWhole = ({ dependsOn, before, after }: Step) =>
  dependsOn === undefined && (before === null || after === null);

function kindOf(kinds: Map<string, ChangeKind>, name: string): ChangeKind {
  const kind = kinds.get(name) ?? { count: 0, before: zero, after: zero };
  kinds.set(name, kind);
  return kind;
}

const zero = decimal("0");

function addChange(kinds: Map<string, ChangeKind>, step: Step, change: FieldChange): void {
  const kind = kindOf(kinds, change.field || change.action);
  kind.count++;
  const [before, after] = change.isMoney ? amountsOf(change) : [];
  if (before === undefined || after === undefined) return;
  kind.before = kind.before.plus(before);
  kind.after = kind.after.plus(after);
  const ratio = Number(change.after) / Number(change.before);
  if (!Number.isFinite(ratio)) return;
  if (ratio < (kind.lowest?.ratio ?? Infinity)) kind.lowest = { ratio, record: changeRecord(step, change) };
  if (ratio > (kind.highest?.ratio ?? -Infinity))
    kind.highest = { ratio, record: changeRecord(step, change) };
}

/** Returns a digest in lines: the kinds of change with counts, sums of amounts, and the lowest and highest change in percent. */
export function digestLines({ kinds }: PlanDigest, arrow: string): string[] {
  const all = [...kinds].sort(([, one], [, other]) => other.count - one.count);
  const lines = all.slice(0, listed).flatMap(([name, kind]) => {
    const { count, before, after, lowest, highest } = kind;
    if (lowest === undefined || highest === undefined) return [`${name}: ${formatCount(count)}`];
    const sum = withEqualDigits([before, after].map(amountText)).map(groupThousands).join(` ${arrow} `);
    const percent = percentText(
      changeInPercent({ isMoney: true, before: amountText(before), after: amountText(after) }),
    );
    return [
      `${name}: ${formatCount(count)}, together ${sum} (${percent})`,
      `  highest ${extremeText(highest.record, arrow)}`,
      ...(lowest.ratio === highest.ratio ? [] : [`  lowest ${extremeText(lowest.record, arrow)}`]),
    ];
  });
  const more = all.length - listed;
  return more > 0 ? [...lines, `… and ${countOf(more, "more kind")} of change`] : lines;
}

/** Returns a change with its percentage and its row: `+900%: Moss Mug, price: 24 → 240 (prices.csv:12)`. */
function extremeText(
  { percent, name, variant, sku, source, ...values }: ChangeRecord,
  arrow: string,
): string {
  // The SKU is that of the variant, or it may be part of the name.
  const of = variant === null && sku !== null && !name.includes(sku) ? `${name} (${sku})` : name;
  const change = { ...values, ...(variant !== null && { variant, ...(sku !== null && { sku }) }) };
  return `${percentText(percent)}: ${of}, ${changeText(change, { arrow })}${source === null ? "" : ` (${source})`}`;
}
