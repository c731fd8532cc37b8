import { randomInt } from "node:crypto";
import type { Call } from "../../api/caller.ts";
import { type Coupon, coupons } from "../../api/services/discounts.ts";
import type { StepDescription } from "../../bulk/engine/job-kinds.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { Json, Step, StepDraft, Work } from "../../bulk/journal/step.ts";
import { type StepOf, unknownKind } from "../../bulk/journal/step-kinds.ts";
import { describeChanges, fieldChanges, fileHandle, stagedRows, stageRows } from "../../bulk/plan/stage.ts";
import { writeExport } from "../../kernel/export-file.ts";
import { countOf } from "../../kernel/text.ts";
import { readWaits } from "../read-until.ts";
import {
  allProducts,
  type CouponFields,
  couponFields,
  couponsBy,
  discountText,
  scopeParts,
} from "./coupons.ts";

type Changed = Partial<CouponFields>;
/** The fields of a coupon, and how often it was used if it was. */
type Whole = Changed & { used?: number };

/** A step of a job on coupons. */
type CouponStep =
  | StepOf<"coupon.create", null, Changed>
  | StepOf<"coupon.update", Changed, Changed>
  | StepOf<"coupon.delete", Whole, null>;

const kinds: Record<CouponStep["kind"], true> = {
  "coupon.create": true,
  "coupon.update": true,
  "coupon.delete": true,
};

/** The step kinds of jobs on coupons. */
export const couponStepKinds: ReadonlySet<string> = new Set(Object.keys(kinds));

const couponStep = (step: Step): CouponStep =>
  couponStepKinds.has(step.kind) ? (step as unknown as CouponStep) : unknownKind(step);

/**
 * Returns how jobs on coupons read, write, find and undo: one coupon, one request. A coupon that was created is found again by
 * its code. A coupon that was used since it was created is not deleted by the undo.
 */
export function couponWork(call: Call): Work {
  const send = async (step: CouponStep): Promise<string | undefined> => {
    const { id = "" } = step;
    switch (step.kind) {
      case "coupon.create":
        return (
          (await call(coupons.create, { specification: specificationOf(step.after, { isNew: true }) })).id ??
          undefined
        );
      case "coupon.update": {
        const specification = specificationOf(step.after);
        const paths = Object.keys(specification);
        await call(coupons.update, { id, specification, fieldMask: { paths } });
        return undefined;
      }
      default:
        await call(coupons.remove, { id });
        return undefined;
    }
  };
  return {
    kinds: couponStepKinds,
    rereads: readWaits,
    async read(all) {
      const steps = all.map(couponStep);
      const found = await couponsBy(call, "id", [...new Set(steps.flatMap(({ id }) => id ?? []))]);
      const byId = new Map(found.map((coupon) => [coupon.id, coupon]));
      return new Map(
        steps.map((step) => {
          const coupon = byId.get(step.id ?? "");
          return [step.seq, coupon && presentValues(step, coupon)];
        }),
      );
    },
    async write(all) {
      const steps = all.map(couponStep);
      const id = steps[0] && (await send(steps[0]));
      return steps.map(({ seq }) => ({ seq, ok: true as const, id }));
    },
    async find(steps) {
      const codes = steps.flatMap(({ key }) => key ?? []);
      const found = new Map(
        (await couponsBy(call, "specification.code", codes)).map(({ id, specification }) => [
          specification?.code ?? "",
          id ?? "",
        ]),
      );
      return new Map(
        steps.flatMap(({ seq, key = "" }): [number, string][] => {
          const id = found.get(key);
          return id ? [[seq, id]] : [];
        }),
      );
    },
    invert: (step) => invertStep(couponStep(step)),
  };
}

function invertStep(step: CouponStep): StepDraft | undefined {
  const { id, label } = step;
  switch (step.kind) {
    case "coupon.create":
      return { kind: "coupon.delete", id, label, before: step.after, after: null };
    case "coupon.update":
      return { kind: step.kind, id, label, before: step.after, after: step.before };
    default:
      // Only an undo deletes coupons, and it is not undone itself.
      return undefined;
  }
}

/** Returns the present values of what a step plans to change, in the shape of its `before` and `after`. */
function presentValues({ before, after }: CouponStep, coupon: Coupon): Json {
  const planned = [after?.scope, before?.scope].flatMap((scope) => scopeParts(scope ?? null) ?? []);
  const nameOf = (id: string) => planned.find((part) => part.id === id)?.name ?? "";
  const present = couponFields(coupon, nameOf);
  const names = Object.keys(after ?? before ?? {}).filter((name) => name !== "used");
  const values = Object.fromEntries(names.map((name) => [name, present[name as keyof CouponFields] ?? null]));
  const used = coupon.numberOfUsages ?? 0;
  return after === null && used > 0 ? { ...values, used } : values;
}

const same = (value: Json) => value;
const time = (iso: Json) => Date.parse(String(iso));

/** The platform's field for each field, and its value. */
const wireFields: Readonly<Record<keyof CouponFields, readonly [name: string, wire: (value: Json) => Json]>> =
  {
    code: ["code", same],
    name: ["name", same],
    percent: ["percentOffRate", Number],
    amount: ["moneyOffAmount", Number],
    price: ["fixedPriceAmount", Number],
    freeShipping: ["freeShipping", (value) => value || null],
    minimum: ["minimumSubtotal", Number],
    scope: ["scope", wireScope],
    from: ["startTime", time],
    until: ["expirationTime", time],
    uses: ["usageLimit", same],
    usesPerCustomer: ["limitPerCustomer", same],
    oneItem: ["limitedToOneItem", same],
    active: ["active", same],
  };

function wireScope(text: Json): Json {
  if (text === allProducts) return { namespace: "stores" };
  const { kind, id } = scopeParts(String(text)) ?? {};
  if (kind === undefined || id === undefined) return JSON.parse(String(text)) as Json;
  return { namespace: "stores", group: { name: kind, entityId: id } };
}

/** Returns fields as the platform has them. `isNew`: what is null or false by default is left out; else null clears. */
function specificationOf(fields: Changed, { isNew = false } = {}): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]): [string, Json][] => {
      const [name, wire] = wireFields[field as keyof CouponFields];
      if (isNew && (value === null || (value === false && field !== "active"))) return [];
      return [[name, value === null ? null : wire(value)]];
    }),
  );
}

/** Returns the changes of a step on coupons, field by field; scopes without their ids. */
export function couponChanges(step: Step) {
  const readable = (value: Json) => {
    const { kind, name, id } = typeof value === "string" ? (scopeParts(value) ?? {}) : {};
    return kind === undefined ? value : `${kind} ${name || id}`;
  };
  return fieldChanges(step)
    .filter(({ after }) => step.before !== null || (after !== null && after !== false))
    .map((change) => ({ ...change, before: readable(change.before), after: readable(change.after) }));
}

/** Describes a step of a job on coupons in one line of a preview. */
export function describeCouponStep(one: Step): StepDescription {
  const step = couponStep(one);
  const { label } = step;
  if (step.kind === "coupon.create") return { label, what: "create", before: "", after: summary(step.after) };
  if (step.kind === "coupon.delete")
    return { label, what: "delete", before: discountText(step.before), after: "" };
  const { active } = step.after;
  if (active === false && Object.keys(step.after).length === 1)
    return { label, what: "end", before: "live", after: "ended" };
  return describeChanges(label, couponChanges(one));
}

/** Returns what a coupon gives, in a few words: `15%, collection Tableware, 1 use`. */
function summary({ scope, minimum, uses, ...discount }: Changed): string {
  const { kind, name, id } = scopeParts(scope ?? null) ?? {};
  return [
    discountText(discount),
    kind && `${kind} ${name || id}`,
    minimum && `from ${minimum}`,
    uses && countOf(uses, "use"),
  ]
    .filter(Boolean)
    .join(", ");
}

/** The characters of random codes: no letters and digits that look alike. */
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** Returns a random code that nobody can guess: there are 31 to the power of its length. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

/** The fact of a job's file that names the file for its codes. */
const codesFact = "codes";

/** Remembers the absolute path of the file that a job writes its codes to when it ends, however often it is resumed. */
export async function rememberCodesFile(journal: Journal, path: string): Promise<void> {
  await stageRows(journal, [{ handle: fileHandle, line: 0, json: { [codesFact]: path } }]);
}

/** Returns the codes of the coupons that a job has created, in the order planned. */
function createdCodes(journal: Journal): string[] {
  const codes: string[] = [];
  for (const { kind, label } of journal.allSteps({ state: "done" }))
    if (kind === "coupon.create") codes.push(label);
  return codes;
}

/** Returns the codes that a job has created as a member of its JSON. */
export const createdResults = (journal: Journal) => ({ json: { codes: createdCodes(journal) }, lines: [] });

/** Writes the codes that a job has created to the file that was remembered; does nothing without one. */
export async function writeCodes(
  { signal, notice }: { signal: AbortSignal; notice(text: string): Promise<void> },
  journal: Journal,
): Promise<void> {
  const facts = stagedRows(journal, fileHandle)[0]?.json as { [codesFact]?: string } | undefined;
  const path = facts?.[codesFact];
  const codes = createdCodes(journal);
  if (path === undefined || codes.length === 0) return;
  const header = /\.csv$/i.test(path) ? ["code\n"] : [];
  await writeExport(path, [...header, ...codes.map((code) => `${code}\n`)], { signal });
  await notice(`Wrote ${countOf(codes.length, "code")} to ${path}.`);
}
