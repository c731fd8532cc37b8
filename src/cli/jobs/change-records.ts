import type { StepLabels } from "../../bulk/engine/job-kinds.ts";
import type { Json, Step, StepError } from "../../bulk/journal/step.ts";
import { valueText } from "../../bulk/plan/stage.ts";
import { jsonText } from "../../output/json.ts";

/** The changes of a plan, read again each time `steps` is called. */
export interface PlannedChanges extends StepLabels {
  title: string;
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
  "id",
  "source",
] as const;

/** Returns one value of a change as text. */
export function cellOf(record: ChangeRecord, column: (typeof changeColumns)[number]): string {
  return valueText(record[column]);
}

/** Yields every change of a plan, in constant memory. */
export function* changeRecords({ steps, changes, refused }: PlannedChanges): Generator<ChangeRecord> {
  for (const step of steps()) {
    if (refused?.has(step.seq)) continue;
    const { id = null, label, source = null } = step;
    for (const { sku = null, variant = null, action, field, before, after } of changes(step))
      yield { _kind: "change", sku, name: label, variant, action, field, before, after, id, source };
  }
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
