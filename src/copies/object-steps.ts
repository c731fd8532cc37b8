import { violations, violationText } from "../api/violations.ts";
import type { Problem } from "../bulk/engine/job.ts";
import type { FieldChange, StepDescription } from "../bulk/engine/job-kinds.ts";
import type { Json, Step, StepDraft, StepOutcome, Work } from "../bulk/journal/step.ts";
import { unknownKind } from "../bulk/journal/step-kinds.ts";
import type { PlannedRow } from "../bulk/plan/plan.ts";
import { describeChanges, fieldChanges } from "../bulk/plan/stage.ts";
import { ApiError } from "../kernel/errors.ts";
import { sameJson } from "../kernel/json.ts";
import { type FlatFields, flatFields, nestedFields } from "../resources/flat-fields.ts";
import { readWaits } from "../resources/read-until.ts";
import { objectKey, type SnapshotObject } from "./format.ts";
import { objectReaders, type Shop } from "./read-shop.ts";
import {
  type Body,
  type FoundReference,
  MissingReference,
  type Reference,
  referenceNoun,
  referencesIn,
  withIds,
} from "./references.ts";
import {
  type ObjectPart,
  type ObjectWrite,
  objectPlural,
  type Sending,
  type ShopObject,
  type ShopObjects,
  type Target,
} from "./shop-object.ts";
import type { StoredObject } from "./store.ts";

/** What is written as one: an object of a snapshot, or a part of one. */
interface Item {
  key: string;
  id: string;
  revision: string | undefined;
  /** Its fields by path; lists are values. */
  fields: FlatFields;
}

/** What is written by itself: the objects of a kind, or one of the parts of each. */
interface Writer extends ObjectWrite {
  kind: string;
  noun: string;
  object: ShopObject;
  references: readonly Reference[];
  /** Of a part. */
  part: ObjectPart | undefined;
}

/** Returns what is written of the objects of a kind: the object itself, and its parts. */
export function writersOf(object: ShopObject): Writer[] {
  const { kind, noun, references = [], write, parts = [] } = object;
  if (write === undefined) return [];
  return [
    { ...write, kind, noun, object, references, part: undefined },
    ...parts.map((part) => ({ ...part, object, part })),
  ];
}

/** Returns the fields of an object of a snapshot that can be written. */
function writableFields({ _kind, readOnly, ...content }: Body): FlatFields {
  return flatFields(content);
}

/** The phases of jobs that copy shops, after those of products. */
const phases = {
  /** Objects drop their references to what is deleted early. */
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
  const order = typeof writer.phase === "number" ? writer.phase : writer.phase(fields);
  return phases[action] + (action === "write" ? order : 9 - order);
}

/** Returns what a writer writes of an object of a snapshot. */
export function writtenItems(
  writer: Writer,
  object: SnapshotObject,
  { id, ids }: { id: string; ids: Body },
): Item[] {
  const revision = typeof ids.revision === "string" ? ids.revision : undefined;
  if (writer.part === undefined) {
    const fields = writableFields(writer.written?.(object) ?? object);
    return [{ key: objectKey(writer.object, object), id, revision, fields }];
  }
  return writer.part.of(object, ids).map(({ id, body }) => {
    const fields = writableFields(body);
    return { key: keyOfFields(writer, fields), id, revision, fields };
  });
}

/** Returns the key of what a step writes. */
function keyOfFields({ object, part }: Writer, fields: FlatFields): string {
  return part
    ? part.key.map((path) => String(fields[path] ?? "")).join(" / ")
    : objectKey(object, nestedFields(fields));
}

/** How an object is planned. */
interface PlanOptions {
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
  countLoss(what: string): void;
}

/** Plans the steps that give a shop an object. `present`: the object there, if there is one; `wanted`: undefined to delete it. */
export async function objectSteps(
  kind: ShopObject,
  present: StoredObject | undefined,
  wanted: StoredObject | undefined,
  options: PlanOptions,
): Promise<PlannedRow> {
  const { source, prune, sameShop, countLoss } = options;
  const [before, after] = [opened(present), opened(wanted)];
  const drafts: StepDraft[] = [];
  const problems: Problem[] = [];
  for (const writer of writersOf(kind)) {
    const has = before ? writtenItems(writer, before.object, before) : [];
    const wants = after ? writtenItems(writer, after.object, after) : [];
    const pairs = new Map(wants.map((item) => [item, counterpart(writer, item, { has, wants, sameShop })]));
    const paired = new Set([...pairs.values()].map((own) => own?.id));
    const alone = writer.part ? has.filter(({ id }) => !paired.has(id)) : [];
    for (const item of wants) {
      const bound = sameShop ? undefined : writer.bound?.(item.fields);
      if (bound !== undefined) {
        countLoss(bound);
        continue;
      }
      const own = pairs.get(item);
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
        ...(await problemsOf(writer, last, item, options)),
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
    for (const item of writer.part ? alone : wants.length > 0 ? [] : has) {
      if (writer.remove === undefined || writer.isMain?.(item.fields)) {
        if (wanted === undefined) countLoss(`deleting ${objectPlural(writer)} that every site has`);
      } else if (prune) drafts.push({ ...deleteDraft(writer, item, options), source });
    }
  }
  const readOnly = (after?.object.readOnly ?? {}) as Body;
  for (const name of Object.keys(readOnly)) countLoss(kind.losses?.[name] ?? name);
  return problems.length > 0 ? { problems } : drafts;
}

/** Returns the present item that becomes the wanted one. Only parts of another shop are told apart by their keys alone. */
function counterpart(
  { part }: Writer,
  item: Item,
  { has, wants, sameShop }: { has: readonly Item[]; wants: readonly Item[]; sameShop: boolean },
): Item | undefined {
  if (part === undefined) return has[0];
  const same = sameShop ? has.find(({ id }) => id === item.id) : undefined;
  if (same === undefined)
    return has.find(({ key, id }) => key === item.key && !(sameShop && wants.some((want) => want.id === id)));
  // What it belongs to is the same object, and may have had another name.
  const [owner = ""] = part.key;
  return { ...same, fields: { ...same.fields, [owner]: item.fields[owner] ?? null } };
}

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
  return { source, ...lineInSource(source), rule: "conflict", message };
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
  { source, exists }: PlanOptions,
): Promise<Problem[]> {
  const after = draft.after as FlatFields;
  const body = nestedFields(fields);
  const problems: Problem[] = [];
  const base = { source, ...lineInSource(source) };
  const { references } = writer;
  for (const found of referencesIn(body, references)) {
    if (await exists(found)) continue;
    const { field, to, value } = found;
    const message = to
      ? `${draft.label} refers to the ${referenceNoun(to)} "${value}", which does not exist`
      : `${draft.label} refers to an object of its own shop, which another one does not have`;
    problems.push({ ...base, column: field, value, rule: "reference", message });
  }
  if (problems.length > 0) return problems;
  const check = (body: Body) => withIds(body, references, { idOf: async () => anyId });
  const sending =
    draft.before === null
      ? writer.create?.(await check(body))
      : writer.update(await targetOf({ id: anyId, revision: "1", fields }, after, check));
  if (sending === undefined)
    return [
      { ...base, rule: "absent", message: `the target has no ${draft.label}, and it cannot be created` },
    ];
  for (const violation of violations(sending.endpoint, sending.input))
    problems.push({
      ...base,
      column: violation.field,
      rule: "bounds",
      message: `${draft.label}: ${violation.field} ${violationText(violation)}`,
    });
  return problems;
}

/** Returns the line of a source such as `shop/events.ndjson:3`. */
export function lineInSource(source: string): { line: number } | undefined {
  const [, line] = /:(\d+)$/.exec(source) ?? [];
  return line === undefined ? undefined : { line: Number(line) };
}

/**
 * Returns the parts of an update. `item`: the present object; `after`: the fields that change. `withIds`: replaces keys by
 * ids.
 */
async function targetOf(
  { id, revision, fields }: Pick<Item, "id" | "revision" | "fields">,
  after: FlatFields,
  withIds: (body: Body) => Promise<Body>,
): Promise<Target> {
  const whole = { ...fields, ...after };
  return {
    id,
    revision,
    whole: await withIds(nestedFields(whole)),
    touched: await withIds(nestedFields(touchedFields(whole, after), { nulls: true })),
    changed: nestedFields(after, { nulls: true }),
  };
}

/** Returns the fields below the names of which something changes. */
function touchedFields(fields: FlatFields, after: FlatFields): FlatFields {
  const rootOf = (path: string) => path.split(".")[0] ?? path;
  const names = new Set(Object.keys(after).map(rootOf));
  const kept = Object.entries(fields).filter(([path, value]) => names.has(rootOf(path)) && value !== null);
  const filled = new Set(kept.map(([path]) => rootOf(path)));
  const cleared = [...names].filter((name) => !filled.has(name));
  return Object.fromEntries([...kept, ...cleared.map((name): [string, Json] => [name, null])]);
}

const actions = ["create", "update", "delete"] as const;

const writersOfAll = (kinds: ShopObjects): Writer[] => [...kinds.values()].flatMap(writersOf);

/** Returns the kinds of the steps that write objects. */
export const stepKindsOf = (kinds: ShopObjects): ReadonlySet<string> =>
  new Set(writersOfAll(kinds).flatMap(({ kind }) => actions.map((action) => `${kind}.${action}`)));

/** Returns how objects of these kinds are read, written, found and undone: one step, one request. */
export function objectWork(kinds: ShopObjects, shop: Shop): Work {
  const { call, names } = shop;
  const writers = writersOfAll(kinds);
  const byKind = new Map(writers.map((writer) => [writer.kind, writer]));
  /** The items as they were read last, by kind and id. An update sends their revision. */
  const seen = new Map<string, Item>();
  const queues = new Map<string, Promise<unknown>>();

  const writerOf = (step: Pick<Step, "kind">): Writer =>
    byKind.get(step.kind.replace(/\.\w+$/, "")) ?? unknownKind(step);

  /** Reads all objects of the steps' kinds. */
  async function readItems(steps: readonly Step[]): Promise<Map<Writer, Item[]>> {
    names.forget();
    const found = new Map<Writer, Item[]>();
    const needed = [...new Set(steps.map(writerOf))];
    for (const object of new Set(needed.map((writer) => writer.object))) {
      const own = needed.filter((writer) => writer.object === object);
      for (const reader of objectReaders(object, shop))
        for await (const { objects } of reader.pages(undefined))
          for (const { object, id, ids = {} } of objects)
            for (const writer of own) {
              const items = writtenItems(writer, object, { id, ids });
              found.set(writer, [...(found.get(writer) ?? []), ...items]);
            }
    }
    for (const [{ kind }, items] of found) for (const item of items) seen.set(`${kind} ${item.id}`, item);
    return found;
  }

  async function itemOf(step: Step): Promise<Item | undefined> {
    const name = `${writerOf(step).kind} ${step.id}`;
    if (!seen.has(name)) await readItems([step]);
    return seen.get(name);
  }

  async function prepareRequest(step: Step): Promise<Sending> {
    const writer = writerOf(step);
    const bodyOf = (body: Body) => withIds(body, writer.references, names);
    const after = step.after as FlatFields | null;
    if (step.before === null && after && writer.create)
      return writer.create(await bodyOf(nestedFields(after)));
    const { id = "" } = step;
    const item = (await itemOf(step)) ?? { id, revision: undefined, fields: {} };
    if (after !== null) return writer.update(await targetOf(item, after, bodyOf));
    return writer.remove?.({ id, whole: await bodyOf(nestedFields(item.fields)) }) ?? unknownKind(step);
  }

  async function send(step: Step): Promise<StepOutcome> {
    const { seq } = step;
    try {
      const { endpoint, input, created = onlyId } = await prepareRequest(step);
      const body = await call(endpoint, input);
      const id = step.before === null ? created(body as Body) : undefined;
      return { seq, ok: true, id };
    } catch (error) {
      if (error instanceof MissingReference)
        return {
          seq,
          ok: false,
          error: { code: "MISSING_REFERENCE", message: error.message, field: error.field },
        };
      if (!(error instanceof ApiError) || error.status !== 409 || !/REVISION/.test(error.code ?? ""))
        throw error;
      seen.delete(`${writerOf(step).kind} ${step.id}`);
      return { seq, ok: false, stale: true, error: { code: error.code ?? "", message: error.message } };
    }
  }

  return {
    conditional: (step) =>
      step.kind.endsWith(".update") && seen.get(`${writerOf(step).kind} ${step.id}`)?.revision !== undefined,
    kinds: stepKindsOf(kinds),
    rereads: readWaits,
    async read(steps) {
      const found = await readItems(steps);
      return new Map(
        steps.map((step) => {
          const item = found.get(writerOf(step))?.find(({ id }) => id === step.id);
          return [step.seq, item && presentFields(step, item.fields)];
        }),
      );
    },
    async write([step]) {
      if (step === undefined) return [];
      // Parts of one object, such as the regions of a profile, are written one after the other.
      const { object, part } = writerOf(step);
      if (part === undefined) return [await send(step)];
      const turn = (queues.get(object.kind) ?? Promise.resolve()).catch(() => {}).then(() => send(step));
      queues.set(object.kind, turn);
      return [await turn];
    },
    async find(steps) {
      const found = await readItems(steps);
      return new Map(
        steps.flatMap((step): [number, string][] => {
          const item = found.get(writerOf(step))?.find(({ key }) => key === step.key);
          return item ? [[step.seq, item.id]] : [];
        }),
      );
    },
    invert: (step) => invertStep(writerOf(step), step),
  };
}

/** Returns the id of the only object in a result. */
function onlyId(result: Body): string | undefined {
  const { id } = (typeof result.id === "string" ? result : (Object.values(result)[0] ?? {})) as Body;
  return typeof id === "string" ? id : undefined;
}

function presentFields({ before, after }: Step, fields: FlatFields): Json {
  return Object.fromEntries(Object.keys(after ?? before ?? {}).map((path) => [path, fields[path] ?? null]));
}

/** Returns the step that undoes a done one; undefined if the object cannot be deleted. */
function invertStep(writer: Writer, { kind, id, label, before, after }: Step): StepDraft | undefined {
  const base = { label, id };
  if (kind.endsWith(".update")) return { ...base, kind, before: after, after: before };
  if (kind.endsWith(".create")) {
    if (writer.remove === undefined || writer.isMain?.(after as FlatFields)) return undefined;
    return { ...base, kind: `${writer.kind}.delete`, before: after, after: null };
  }
  const fields = before as FlatFields;
  const phase = phaseOf(writer, fields, "delete");
  const key = keyOfFields(writer, fields);
  return { label, phase, kind: `${writer.kind}.create`, key, before: null, after: before };
}

/** Returns the changes of a step on an object of a snapshot, with times as people read them. */
export function objectChanges(step: Step): FieldChange[] {
  return fieldChanges(step).map(({ before, after, ...change }) => ({
    ...change,
    before: shownValue(change.field, before),
    after: shownValue(change.field, after),
  }));
}

/** Returns a value of a snapshot as people read it: the platform counts the times of coupons in milliseconds. */
export function shownValue(field: string | null, value: Json): Json {
  const isTime = field?.endsWith("Time") && /^\d{12,14}$/.test(String(value));
  return isTime ? new Date(Number(value)).toISOString() : value;
}

/** Describes a step on an object of a snapshot in one line of a preview. */
export function describeObjectStep(step: Step): StepDescription {
  const { label, kind } = step;
  const action = kind.split(".").at(-1) ?? kind;
  return action === "update"
    ? describeChanges(label, objectChanges(step))
    : { label, what: action, before: "", after: "" };
}
