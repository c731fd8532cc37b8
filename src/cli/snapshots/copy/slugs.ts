import type { StepDraft } from "../../../bulk/journal/step.ts";
import type { PlannedRow } from "../../../bulk/plan/plan.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import type { SnapshotStore } from "../../../files/snapshot/store.ts";
import { phases } from "../../../resources/products/steps.ts";

/**
 * Returns the plan of a restored product such that slugs and SKUs become free before other products get them, or why its
 * slug is not free. `to`: the shop, paired with what it had.
 */
export function slugsFirst(
  plan: PlannedRow,
  { draft, source }: { draft: ProductDraft; source: string },
  { to, prune }: { to: SnapshotStore; prune: boolean },
): PlannedRow {
  if ("problems" in plan) return plan;
  const { slug = "", line } = draft;
  const gives = plan.some(
    ({ kind, after }) =>
      /^product\.(create|update)$/.test(kind) && (after as { slug?: string }).slug === slug,
  );
  const holder = gives ? to.find("product", slug) : undefined;
  // A product that was there before gets its own slug back.
  const stays = holder?.pair?.startsWith(`${slug}\u0001`) && !prune;
  if (holder && holder.id !== draft.id && stays) {
    const name = String(holder.object.name ?? holder.id);
    const message = `the slug "${slug}" belongs to "${name}", which was added since. Change that slug, or add --prune to delete the product`;
    return { problems: [{ source, line, column: "slug", value: slug, rule: "taken", message }] };
  }
  // Deleted products and changed slugs come first, new products last.
  const { collections: first, variants: last } = phases;
  const phaseOf = ({ kind, phase }: StepDraft) =>
    kind === "product.delete" ? first : kind === "product.create" ? last : phase;
  return plan.map((step) => ({ ...step, phase: phaseOf(step) ?? first }));
}
