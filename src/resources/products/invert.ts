import type { Json, Step, StepDraft } from "../../bulk/journal/step.ts";

type Fields = Record<string, Json>;

/** The step that takes a done one back. Steps on a product that the same job created go with the product. */
export function invertStep(step: Step): StepDraft | undefined {
  const { kind, id, label, before, after: done, dependsOn } = step;
  if (dependsOn !== undefined) return undefined;
  const base = { label, ...(id !== undefined && { id }) };
  switch (kind) {
    case "product.create":
      return { ...base, kind: "product.delete", before: done, after: null };
    case "product.delete":
      return {
        kind: "product.restore",
        label,
        key: String((before as Fields).slug),
        before: null,
        after: before,
      };
    case "collection.create":
      return { ...base, kind: "collection.remove", before: done, after: null };
    case "media.add":
      return { ...base, kind: "media.remove", before: done, after: before ?? [] };
    case "media.remove":
      return { ...base, kind: "media.add", before: done, after: before };
    default:
      return { ...base, kind, before: done, after: before };
  }
}
