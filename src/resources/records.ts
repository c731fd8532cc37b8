import type { Call } from "../api/caller.ts";
import { ofShape } from "../api/difference.ts";
import { asFields, type Fields, objectRead } from "../api/inverse.ts";
import { schemaBelow, shapeOf } from "../api/schema-fields.ts";
import { loadEndpoint } from "../api/services/index.ts";
import type { FieldChange, StepDescription } from "../bulk/engine/job-kinds.ts";
import type { Json, Step, Work } from "../bulk/journal/step.ts";
import { describeChanges } from "../bulk/plan/stage.ts";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import { flatFields } from "./flat-fields.ts";

/** The steps of jobs on records: `before` and `after` have the top-level fields that change, whole. */
export const recordStepKinds: ReadonlySet<string> = new Set(["record.update"]);

/** Returns the name of the kind of job that changes the records of a service: `records.manualTaxMappings.manualTaxMapping`. */
export const recordJobKind = (service: string, key: string): string => `records.${service}.${key}`;

/** Returns the service of a kind of job on records, and the key of a record in its calls; undefined for another kind of job. */
export function recordsOf(kind: string): { service: string; key: string } | undefined {
  const [, service, key] = /^records\.(\w+)\.(\w+)$/.exec(kind) ?? [];
  return service === undefined || key === undefined ? undefined : { service, key };
}

/** Returns how jobs change the records of a service: one record is one request, with the revision that was read right before it. */
export async function recordWork(call: Call, service: string, key: string): Promise<Work> {
  const endpoint = await loadEndpoint(`${service}.update`);
  const hasRevision = "revision" in shapeOf(schemaBelow(endpoint.input, { key }));

  const inputOf = ({ id = "", after }: Pick<Step, "id" | "after">, revision?: unknown) => ({
    [key]: { id, ...asFields(after), ...(hasRevision && { revision }) },
  });

  /** Reads a record; undefined if it does not exist. */
  async function read(step: Step): Promise<Fields | undefined> {
    const found = await objectRead(endpoint, inputOf(step));
    if (found === undefined) throw new Error(`${service} has no call that reads one record`);
    try {
      return found.objectIn(await call(found.endpoint, found.input));
    } catch (error) {
      if (error instanceof TillError && error.exitCode === exitCodes.notFound) return undefined;
      throw error;
    }
  }

  return {
    kinds: recordStepKinds,
    reads: (kinds) => Object.values(kinds).reduce((sum, count) => sum + count, 0),
    conditional: () => hasRevision,
    async read(steps) {
      const present = new Map<number, Json | undefined>();
      for (const step of steps) {
        const record = await read(step);
        present.set(step.seq, record && (ofShape(record, step.after) as Json));
      }
      return present;
    },
    async write(steps) {
      for (const step of steps) await call(endpoint, inputOf(step, (await read(step))?.revision));
      return steps.map(({ seq }) => ({ seq, ok: true as const }));
    },
    invert: ({ kind, id, label, before, after }) => ({ kind, id, label, before: after, after: before }),
  };
}

/** Returns the changes of a step on a record, field by field. */
export function recordChanges({ before, after }: Pick<Step, "before" | "after">): FieldChange[] {
  const [from, to] = [before, after].map((value) => flatFields(isRecord(value) ? value : {}));
  const names = new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})]);
  return [...names].flatMap((field) => {
    const change = { action: "update", field, before: from?.[field] ?? null, after: to?.[field] ?? null };
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change];
  });
}

/** Describes a step on a record in one line of a preview. */
export const describeRecordStep = (step: Step): StepDescription =>
  describeChanges(step.label, recordChanges(step));
