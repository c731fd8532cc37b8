import { violations } from "../../../api/violations.ts";
import type { Problem } from "../../../bulk/engine/job.ts";
import type { Json, StepDraft } from "../../../bulk/journal/step.ts";
import type { PlannedRow } from "../../../bulk/plan/plan.ts";
import { sameJson } from "../../../bulk/plan/same-json.ts";
import { keyOf, type SnapshotObject } from "../../../files/snapshot/format.ts";
import type { StoredObject } from "../../../files/snapshot/store.ts";
import {
  type Body,
  type FoundReference,
  type Reference,
  referenceNoun,
  referencesIn,
  withIds,
} from "../references.ts";
import { type FlatFields, nestedFields } from "./flat-fields.ts";
import { type Item, type Target, type Writer, writableFields } from "./writer.ts";

/** After the phases of products; objects are deleted before others are created, which may take their place. */
const firstDelete = 10;
const firstWrite = 30;

/** Returns the phase of a step. */
export const phaseOf = (
  writer: Pick<Writer, "phase">,
  fields: FlatFields,
  action: "write" | "delete",
  before?: FlatFields,
): number =>
  action === "write" ? firstWrite + writer.phase(fields, before) : firstDelete + 15 - writer.phase(fields);

/** Returns what a writer writes of an object of a snapshot. */
export function itemsOf(
  writer: Writer,
  object: SnapshotObject,
  { id, ids }: { id: string; ids: Body },
): Item[] {
  const revision = typeof ids.revision === "string" ? ids.revision : undefined;
  if (writer.parts === undefined) {
    const fields = writableFields(writer.content?.(object) ?? object);
    return [{ key: keyOf(object), id, revision, fields }];
  }
  return writer.parts(object, ids).map((part) => {
    const fields = writableFields({ ...part.body, _kind: writer.kind });
    return { key: partKey(writer, fields), id: part.id, revision, fields };
  });
}

/** Returns the key of what a step writes. */
export function keyOfFields(writer: Writer, fields: FlatFields): string {
  return writer.key ? partKey(writer, fields) : keyOf({ ...nestedFields(fields), _kind: writer.kind });
}

const partKey = ({ key = [] }: Writer, fields: FlatFields): string =>
  key.map((path) => String(fields[path] ?? "")).join(" / ");

/** How the objects of one kind of a snapshot are planned. */
export interface PlanKind {
  writers: readonly Writer[];
  references: readonly Reference[];
}

/** How an object is planned. */
export interface PlanOptions {
  /** File and line, or the number of the row: `shop/discounts.ndjson:3`. */
  source: string;
  /** Delete what only the target has. */
  prune: boolean;
  /** The objects were in this shop before, so that ids of its other objects are valid. */
  sameShop: boolean;
  /** Returns whether an object that is referred to exists on the target, or will. */
  exists(reference: FoundReference): Promise<boolean>;
  /** Counts what cannot be carried over. */
  lose(what: string): void;
}

/** Plans the steps that give a shop an object. `present`: the object there, if there is one; `wanted`: undefined to delete it. */
export async function entitySteps(
  { writers, references }: PlanKind,
  present: StoredObject | undefined,
  wanted: StoredObject | undefined,
  options: PlanOptions,
): Promise<PlannedRow> {
  const { source, prune, sameShop, lose } = options;
  const [before, after] = [opened(present), opened(wanted)];
  const drafts: StepDraft[] = [];
  const problems: Problem[] = [];
  for (const writer of writers) {
    const has = before ? itemsOf(writer, before.object, before) : [];
    const wants = after ? itemsOf(writer, after.object, after) : [];
    const left = has.filter(({ key }) => writer.parts && !prune && !wants.some((one) => one.key === key));
    for (const item of wants) {
      const bound = sameShop ? undefined : writer.bound?.(item.fields);
      if (bound !== undefined) {
        lose(bound);
        continue;
      }
      // The object itself may have another key; its parts are told apart by theirs.
      const own = writer.parts ? has.find(({ key }) => key === item.key) : has[0];
      const draft = own ? updateDraft(writer, own, item) : createDraft(writer, item);
      if (draft === undefined) continue;
      const found = [
        ...conflictsOf(writer, draft, item, { left, source }),
        ...(await problemsOf(writer, draft, writer.references ?? references, options)),
      ];
      if (found.length > 0) problems.push(...found);
      else drafts.push({ ...draft, source });
    }
    for (const item of has) {
      if (writer.parts ? wants.some(({ key }) => key === item.key) : wants.length > 0) continue;
      if (writer.remove === undefined || writer.isMain?.(item.fields)) {
        if (wanted === undefined) lose(`deleting ${plural(writer.noun)} that every site has`);
      } else if (prune) drafts.push({ ...deleteDraft(writer, item), source });
    }
  }
  const readOnly = (after?.object.readOnly ?? {}) as Body;
  const names = Object.assign({}, ...writers.map(({ losses }) => losses)) as Record<string, string>;
  for (const name of Object.keys(readOnly)) lose(names[name] ?? name);
  return problems.length > 0 ? { problems } : drafts;
}

const plural = (noun: string): string => (noun.endsWith("s") ? noun : `${noun}s`);

function opened(stored: StoredObject | undefined) {
  if (stored === undefined) return undefined;
  return {
    object: JSON.parse(stored.line) as SnapshotObject,
    id: stored.id,
    ids: (stored.ids === null ? {} : JSON.parse(stored.ids)) as Body,
  };
}

const labelOf = ({ noun }: Writer, key: string): string =>
  key === "" || key === noun ? noun : `${noun} ${key}`;

function createDraft(writer: Writer, { key, fields }: Item): StepDraft {
  const base = { label: labelOf(writer, shownKey(writer, key)), phase: phaseOf(writer, fields, "write") };
  return { ...base, kind: `${writer.kind}.create`, key, before: null, after: fields };
}

/** Settings have the name of their kind as key. */
const shownKey = ({ kind }: Writer, key: string): string => (key === kind ? "" : key);

function updateDraft(writer: Writer, own: Item, wanted: Item): StepDraft | undefined {
  const paths = [...new Set([...Object.keys(own.fields), ...Object.keys(wanted.fields)])].filter(
    (path) => !sameJson(own.fields[path] ?? null, wanted.fields[path] ?? null),
  );
  if (paths.length === 0) return undefined;
  const pick = (fields: FlatFields): Json =>
    Object.fromEntries(paths.map((path) => [path, fields[path] ?? null]));
  return {
    kind: `${writer.kind}.update`,
    id: own.id,
    label: labelOf(writer, shownKey(writer, wanted.key)),
    phase: phaseOf(writer, wanted.fields, "write", own.fields),
    before: pick(own.fields),
    after: pick(wanted.fields),
  };
}

/** Returns why an item cannot be beside those that only the target has. */
function conflictsOf(
  writer: Writer,
  { label }: StepDraft,
  { fields }: Item,
  { left, source }: { left: readonly Item[]; source: string },
): Problem[] {
  return left.flatMap((other) => {
    const message = writer.conflict?.(fields, other.fields);
    return message === undefined
      ? []
      : [{ source, ...lineOf(source), rule: "conflict", message: `${label}: ${message}` }];
  });
}

function deleteDraft(writer: Writer, { key, id, fields }: Item): StepDraft {
  return {
    kind: `${writer.kind}.delete`,
    id,
    label: labelOf(writer, shownKey(writer, key)),
    phase: phaseOf(writer, fields, "delete"),
    before: fields,
    after: null,
  };
}

/** An id for the check of a request that is not sent. */
const anyId = "00000000-0000-4000-8000-000000000000";

/** Returns the references that do not exist, and the values that the platform would reject. */
async function problemsOf(
  writer: Writer,
  draft: StepDraft,
  references: readonly Reference[],
  { source, exists }: PlanOptions,
): Promise<Problem[]> {
  const after = draft.after as FlatFields;
  const body = nestedFields(after);
  const problems: Problem[] = [];
  const base = { source, ...lineOf(source) };
  for (const found of referencesIn(body, references)) {
    if (await exists(found)) continue;
    const { field, to, value } = found;
    const message = to
      ? `${draft.label} refers to the ${referenceNoun(to)} "${value}", which does not exist`
      : `${draft.label} refers to an object of its own shop, which another one does not have`;
    problems.push({ ...base, column: field, value, rule: "reference", message });
  }
  if (problems.length > 0) return problems;
  const checked = await withIds(body, references, { idOf: async () => anyId });
  const target: Target = { id: anyId, revision: "1", whole: checked, touched: checked, changed: checked };
  const sending = draft.before === null ? writer.create?.(checked) : writer.update(target);
  if (sending === undefined)
    return [
      { ...base, rule: "absent", message: `the target has no ${draft.label}, and it cannot be created` },
    ];
  for (const { field, description } of violations(sending.endpoint, sending.input))
    problems.push({
      ...base,
      column: field,
      rule: "bounds",
      message: `${draft.label}: ${field} ${description}`,
    });
  return problems;
}

function lineOf(source: string): { line: number } | undefined {
  const [, line] = /:(\d+)$/.exec(source) ?? [];
  return line === undefined ? undefined : { line: Number(line) };
}
