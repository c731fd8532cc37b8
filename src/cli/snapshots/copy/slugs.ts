import { createHash } from "node:crypto";
import type { Json, StepDraft } from "../../../bulk/journal/step.ts";
import type { PlannedRow } from "../../../bulk/plan/plan.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import type { SnapshotStore } from "../../../files/snapshot/store.ts";
import { phases } from "../../../resources/products/steps.ts";

/** The phase in which products are deleted whose slugs others get. */
export const slugPhase = phases.collections;

/**
 * Returns the plan of a restored product such that slugs and SKUs become free before other products get them, or why its
 * slug is not free. Products that exchange slugs have another one in between. `from`: what the shop had; `to`: the shop, paired with it.
 */
export function slugsFirst(
  plan: PlannedRow,
  { draft, source }: { draft: ProductDraft; source: string },
  { from, to, prune }: { from: SnapshotStore; to: SnapshotStore; prune: boolean },
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
  const isTaken = from.find("product", slug) !== undefined;
  const phaseOf = ({ kind, phase }: StepDraft) =>
    kind === "product.delete" && isTaken ? slugPhase : kind === "product.create" ? phases.variants : phase;
  const steps = plan.map((step) => ({ ...step, phase: phaseOf(step) ?? phases.product }));
  const update = steps.find(({ kind, after }) => kind === "product.update" && "slug" in (after as Fields));
  const own = (update?.before as Fields | undefined)?.slug;
  if (update === undefined || typeof own !== "string" || !isWanted(own, from, to)) return steps;
  const between = `${own}-${createHash("sha256").update(String(update.id)).digest("hex").slice(0, 6)}`;
  const away = { ...update, phase: slugPhase, before: { slug: own }, after: { slug: between } };
  Object.assign(update, { before: { ...(update.before as Fields), slug: between } });
  // The plan refers to its steps by their places.
  return [...steps, away];
}

type Fields = Record<string, Json>;

/** Returns whether another product of the shop gets back a slug. */
function isWanted(slug: string, from: SnapshotStore, to: SnapshotStore): boolean {
  const pair = from.find("product", slug)?.pair;
  return typeof pair === "string" && to.paired("product", pair) !== undefined;
}
