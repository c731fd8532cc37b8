import * as z from "zod/mini";
import { UsageError } from "../../kernel/errors.ts";

/** The version of the plan file's format that this program writes, and the only one it reads. */
export const planFormat = 1;

const text = z.string();
const count = z.int().check(z.nonnegative());

/** The first line of a plan file. `hash` is the SHA-256 of all lines after it, line feeds included. */
export const PlanHeader = z.strictObject({
  plan: z.literal(planFormat),
  site: text,
  profile: text,
  kind: text,
  command: text,
  toolVersion: text,
  createdAt: z.iso.datetime(),
  final: z.boolean(),
  inputHash: z.optional(text),
  note: z.optional(text),
  /** Of the file that the handles of the steps are from. */
  dialect: z.optional(text),
  rows: count,
  unchanged: count,
  rejected: count,
  steps: count,
  hash: text.check(z.regex(/^[0-9a-f]{64}$/)),
});
export interface PlanHeader extends z.output<typeof PlanHeader> {}

/** Every further line: one step, `seq` 1, 2, 3 … */
const PlanStep = z.strictObject({
  seq: count,
  row: z.optional(count),
  kind: text,
  id: z.optional(text),
  label: text,
  key: z.optional(text),
  dependsOn: z.optional(count),
  phase: z.number(),
  before: z.json(),
  after: z.json(),
  source: z.optional(text),
  /** What the step's row is called in the file that was imported. */
  handle: z.optional(text),
});
export interface PlanStep extends z.output<typeof PlanStep> {}

/** The header of a plan file; throws UsageError at `place`. */
export function parsePlanHeader(line: string, place: string): PlanHeader {
  const value = parseJson(line, place);
  const format = value !== null && typeof value === "object" && "plan" in value ? value.plan : undefined;
  if (format === undefined)
    throw damagedPlan(place, "this is not a plan file: its first line is no plan header");
  if (format !== planFormat) {
    const hint = "Make the plan again with this version of till.";
    throw new UsageError(
      `${place}: this is a plan of format ${JSON.stringify(format)}, and only ${planFormat} is known.`,
      { hint },
    );
  }
  return parseShape(PlanHeader, value, place);
}

/** One step of a plan file; throws UsageError at `place`. */
export function parsePlanStep(line: string, place: string): PlanStep {
  return parseShape(PlanStep, parseJson(line, place), place);
}

/** What is wrong with a plan file, and where. Exit 2: nothing was sent. */
export function damagedPlan(place: string, why: string): UsageError {
  return new UsageError(`${place}: ${why}.`, {
    code: "PLAN_DAMAGED",
    hint: "Nothing was sent. Make the plan again; a plan file is not meant to be edited.",
  });
}

function parseJson(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw damagedPlan(place, `this line is not JSON (${cause instanceof Error ? cause.message : cause})`);
  }
}

function parseShape<T>(schema: z.ZodMiniType<T>, value: unknown, place: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") ?? "";
  throw damagedPlan(
    place,
    `${field === "" ? "" : `${field}: `}${issue?.message ?? "not the shape of a plan"}`,
  );
}
