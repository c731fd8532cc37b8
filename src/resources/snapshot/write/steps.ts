import { violations } from "../../../api/violations.ts";
import type { Problem } from "../../../bulk/engine/job.ts";
import type { Json, StepDraft } from "../../../bulk/journal/step.ts";
import type { PlannedRow } from "../../../bulk/plan/plan.ts";
import { keyOf, type SnapshotObject } from "../../../files/snapshot/format.ts";
import type { StoredObject } from "../../../files/snapshot/store.ts";
import { sameJson } from "../../../kernel/json.ts";
import {
  type Body,
  type FoundReference,
  type Reference,
  referenceNoun,
  referencesIn,
  withIds,
} from "../references.ts";
import { type FlatFields, nestedFields } from "./flat-fields.ts";
import { targetOf } from "./target.ts";
import { type Item, type Writer, writableFields } from "./writer.ts";

/** The phases of jobs that copy shops, after those of products. */
const phases = {
  /** Objects let go of what is deleted early. */
  release: 10,
  /** Objects that only the target has, and that are in the way of others. */
  early: 11,
  write: 30,
  delete: 50,
} as const;

/** Deleted after everything that may refer to them was changed. */
export const productDeletePhase = 70;

/** Returns the phase of a step. */
export function phaseOf(
  writer: Pick<Writer, "phase">,
  fields: FlatFields,
  action: "write" | "delete" | "early",
): number {
  const order = writer.phase(fields);
  return phases[action] + (action === "write" ? order : 9 - order);
}

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
  /** The keys of parts that are deleted early, which planning adds: others refer to them. */
  early: Set<string>;
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
    const alone = writer.parts ? has.filter(({ key }) => !wants.some((one) => one.key === key)) : [];
    for (const item of wants) {
      const bound = sameShop ? undefined : writer.bound?.(item.fields);
      if (bound !== undefined) {
        lose(bound);
        continue;
      }
      // The object itself may have another key; its parts are told apart by theirs.
      const own = writer.parts ? has.find(({ key }) => key === item.key) : has[0];
      const planned = own ? updateDrafts(writer, own, item, options) : [createDraft(writer, item)];
      const last = planned.at(-1);
      if (last === undefined) continue;
      const conflicts = alone.flatMap((other): [Item, string][] => {
        const both = writer.conflict?.(item.fields, other.fields);
        return both === undefined ? [] : [[other, both]];
      });
      if (prune) for (const [{ key }] of conflicts) options.early.add(key);
      const found = [
        ...(prune ? [] : conflicts.map(([other, both]) => conflictProblem(last, other, both, source))),
        ...(await problemsOf(writer, last, item, writer.references ?? references, options)),
      ];
      if (found.length > 0) problems.push(...found);
      else
        drafts.push(
          ...planned.map((draft, index) => ({
            ...draft,
            source,
            ...(index > 0 && { dependsOn: drafts.length + index - 1 }),
          })),
        );
    }
    for (const item of writer.parts ? alone : wants.length > 0 ? [] : has) {
      if (writer.remove === undefined || writer.isMain?.(item.fields)) {
        if (wanted === undefined) lose(`deleting ${plural(writer.noun)} that every site has`);
      } else if (prune) drafts.push({ ...deleteDraft(writer, item, options), source });
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

/** Returns the steps of a change: through a state without what is deleted early, and one without what others take. */
function updateDrafts(writer: Writer, own: Item, wanted: Item, { early }: PlanOptions): StepDraft[] {
  const label = labelOf(writer, shownKey(writer, wanted.key));
  const drafts: StepDraft[] = [];
  let now = own.fields;
  const goTo = (next: FlatFields, phase: number) => {
    const paths = [...new Set([...Object.keys(now), ...Object.keys(next)])].filter(
      (path) => !sameJson(now[path], next[path]),
    );
    const pick = (fields: FlatFields): Json =>
      Object.fromEntries(paths.map((path) => [path, fields[path] ?? null]));
    const kind = `${writer.kind}.update`;
    if (paths.length > 0)
      drafts.push({ kind, id: own.id, label, phase, before: pick(now), after: pick(next) });
    now = next;
  };
  const released = withoutKeys(now, early);
  if (released) goTo(released, phases.release);
  const phase = phaseOf(writer, wanted.fields, "write");
  const between = writer.between?.(now, wanted.fields);
  if (between) goTo(between, phase - 1);
  goTo(wanted.fields, phase);
  return drafts;
}

/** Returns fields without these keys in their lists; undefined if they have none. */
function withoutKeys(fields: FlatFields, keys: ReadonlySet<string>): FlatFields | undefined {
  const refers = (value: Json): value is string[] =>
    Array.isArray(value) && value.some((one) => typeof one === "string" && keys.has(one));
  if (!Object.values(fields).some(refers)) return undefined;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([path, value]): [string, Json][] => {
      const kept = refers(value) ? value.filter((one) => !keys.has(one)) : value;
      return Array.isArray(kept) && kept.length === 0 && refers(value) ? [] : [[path, kept]];
    }),
  );
}

/** Says that an item cannot be beside one that only the target has. */
function conflictProblem({ label }: StepDraft, { key }: Item, both: string, source: string): Problem {
  const message = `${label}: ${both} is in "${key}", which only the target has and --prune deletes`;
  return { source, ...lineOf(source), rule: "conflict", message };
}

function deleteDraft(writer: Writer, { key, id, fields }: Item, { early }: PlanOptions): StepDraft {
  const isEarly =
    early.has(key) || early.has(String(fields.region)) || withoutKeys(fields, early) !== undefined;
  return {
    kind: `${writer.kind}.delete`,
    id,
    label: labelOf(writer, shownKey(writer, key)),
    phase: phaseOf(writer, fields, isEarly ? "early" : "delete"),
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
  { fields }: Item,
  references: readonly Reference[],
  { source, exists }: PlanOptions,
): Promise<Problem[]> {
  const after = draft.after as FlatFields;
  const body = nestedFields(fields);
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
  const check = (one: Body) => withIds(one, references, { idOf: async () => anyId });
  const sending =
    draft.before === null
      ? writer.create?.(await check(body))
      : writer.update(await targetOf({ id: anyId, revision: "1", fields }, after, check));
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

/** Returns the line of a source such as `shop/events.ndjson:3`. */
export function lineOf(source: string): { line: number } | undefined {
  const [, line] = /:(\d+)$/.exec(source) ?? [];
  return line === undefined ? undefined : { line: Number(line) };
}
