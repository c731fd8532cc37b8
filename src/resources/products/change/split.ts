import type { Json, StepDraft } from "../../../bulk/journal/step.ts";

type Fields = Record<string, Json>;

/**
 * Returns a step for each field of a product, and on catalog v3 for each variant, so that each can be undone although
 * another was changed since. Catalog v3 takes them in the same request; v1 has a request for each step on variants.
 */
export function splitStep(step: StepDraft, version: "v1" | "v3"): StepDraft[] {
  const isSplit = step.kind === "product.update" || (step.kind === "variants.update" && version === "v3");
  if (!isSplit) return [step];
  const [before, after] = [step.before as Fields | null, step.after as Fields];
  return Object.entries(after).map(([name, value]) => ({
    ...step,
    before: { [name]: before?.[name] ?? null },
    after: { [name]: value },
  }));
}
