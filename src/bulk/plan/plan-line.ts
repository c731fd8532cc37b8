import * as z from "zod/mini";
import { UsageError } from "../../kernel/errors.ts";

/** The version of the plan file format that is read and written. */
export const planFormat = 1;

const text = z.string();
const count = z.int().check(z.nonnegative());

/** The first line of a plan file. `hash` is the SHA-256 of all lines after it, line feeds included. */
export const PlanHeader = z.strictObject({
  plan: z.literal(planFormat),
  site: text,
  address: z.optional(text),
  sandbox: z.optional(text),
  profile: text,
  kind: text,
  command: text,
  toolVersion: text,
  createdAt: z.iso.datetime(),
  final: z.boolean(),
  inputHash: z.optional(text),
  note: z.optional(text),
  /** The dialect of the imported file, whose handles the steps have. */
  dialect: z.optional(text),
  rows: count,
  unchanged: count,
  rejected: count,
  steps: count,
  hash: text.check(z.regex(/^[0-9a-f]{64}$/)),
});
export interface PlanHeader extends z.output<typeof PlanHeader> {}

/** The other lines: one step each, `seq` 1, 2, 3 … */
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
  skus: z.optional(z.record(text, text)),
  /** The handle of the step's row in the imported file. */
  handle: z.optional(text),
  /** The id that the object had which the step creates again. */
  restores: z.optional(text),
});
export interface PlanStep extends z.output<typeof PlanStep> {}

/** Parses the header of a plan file. Throws UsageError at `location`. */
export function parsePlanHeader(line: string, location: string): PlanHeader {
  const value = parseJson(line, location);
  const format = value !== null && typeof value === "object" && "plan" in value ? value.plan : undefined;
  if (format === undefined)
    throw damagedPlan(location, "not a plan file: the first line is not a plan header");
  if (format !== planFormat) {
    const hint = "Create the plan again with this version of till.";
    throw new UsageError(
      `${location}: unknown plan format ${JSON.stringify(format)}, expected ${planFormat}.`,
      {
        hint,
      },
    );
  }
  return parseShape(PlanHeader, value, location);
}

/** Parses one step of a plan file. Throws UsageError at `location`. */
export function parsePlanStep(line: string, location: string): PlanStep {
  return parseShape(PlanStep, parseJson(line, location), location);
}

/** Returns the error (exit 2) for a damaged plan file. */
export function damagedPlan(location: string, why: string): UsageError {
  return new UsageError(`${location}: ${why}.`, {
    code: "PLAN_DAMAGED",
    hint: "Nothing was sent. Create the plan again; plan files must not be edited.",
  });
}

function parseJson(line: string, location: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw damagedPlan(location, `the line is not JSON (${cause instanceof Error ? cause.message : cause})`);
  }
}

function parseShape<T>(schema: z.ZodMiniType<T>, value: unknown, location: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") ?? "";
  throw damagedPlan(location, `${field === "" ? "" : `${field}: `}${issue?.message ?? "not a plan"}`);
}
