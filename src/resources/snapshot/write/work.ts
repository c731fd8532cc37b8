import type { Call } from "../../../api/caller.ts";
import type { Json, Step, StepDraft, StepOutcome, Work } from "../../../bulk/journal/step.ts";
import { unknownKind } from "../../../bulk/journal/step-kinds.ts";
import { ApiError } from "../../../kernel/errors.ts";
import { readWaits } from "../../read-until.ts";
import { type EntityKind, entityReader } from "../entities.ts";
import { type Body, MissingReference, type Names, withIds } from "../references.ts";
import { type FlatFields, nestedFields } from "./flat-fields.ts";
import { itemsOf, keyOfFields, phaseOf } from "./steps.ts";
import { targetOf } from "./target.ts";
import type { Item, Sending, Writer } from "./writer.ts";

/** The shop that is changed. */
export interface Shop {
  call: Call;
  names: Names;
  /** How the objects of a kind of a snapshot are read. */
  kind(name: string): EntityKind;
  signal: AbortSignal;
}

const actions = ["create", "update", "delete"] as const;

/** Returns the kinds of steps of writers. */
export const stepKindsOf = (writers: readonly Writer[]): ReadonlySet<string> =>
  new Set(writers.flatMap(({ kind }) => actions.map((action) => `${kind}.${action}`)));

/** Returns how objects of these kinds are read, written, found and undone: one step, one request. */
export function entityWork(writers: readonly Writer[], shop: Shop): Work {
  const { call, names } = shop;
  const byKind = new Map(writers.map((writer) => [writer.kind, writer]));
  /** The items as they were read last, by kind and id. An update sends their revision. */
  const seen = new Map<string, Item>();
  const queues = new Map<string, Promise<unknown>>();

  const writerOf = (step: Pick<Step, "kind">): Writer =>
    byKind.get(step.kind.replace(/\.\w+$/, "")) ?? unknownKind(step);
  const referencesOf = (writer: Writer) =>
    writer.references ?? shop.kind(writer.of ?? writer.kind).references ?? [];

  /** Reads all objects of the steps' kinds. */
  async function readItems(steps: readonly Step[]): Promise<Map<Writer, Item[]>> {
    names.forget();
    const found = new Map<Writer, Item[]>();
    const needed = new Set(steps.map(writerOf));
    for (const name of new Set([...needed].map(({ kind, of = kind }) => of))) {
      const own = [...needed].filter(({ kind, of = kind }) => of === name);
      for await (const { objects } of entityReader(call, shop.kind(name), shop, names).pages(undefined))
        for (const { object, id, ids = {} } of objects)
          for (const writer of own) {
            const items = itemsOf(writer, object, { id, ids });
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

  async function sendingOf(step: Step): Promise<Sending> {
    const writer = writerOf(step);
    const references = referencesOf(writer);
    const bodyOf = (body: Body) => withIds(body, references, names);
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
      const { name, endpoint, input, created = onlyId } = await sendingOf(step);
      const { body } = await call(name, endpoint, input);
      const id = step.before === null ? created(body as Body) : undefined;
      return { seq, ok: true, ...(id !== undefined && { id }) };
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
    kinds: stepKindsOf(writers),
    rereads: readWaits,
    limits: {},
    group: () => undefined,
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
      const { of, kind } = writerOf(step);
      if (of === undefined) return [await send(step)];
      const turn = (queues.get(of) ?? Promise.resolve()).catch(() => {}).then(() => send(step));
      queues.set(of ?? kind, turn);
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
  const base = { label, ...(id !== undefined && { id }) };
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
