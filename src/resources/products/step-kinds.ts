import type { Product } from "../../api/services/products/products.ts";
import type { Json, Step, StepDraft } from "../../bulk/journal/step.ts";
import { type StepOf, unknownKind } from "../../bulk/journal/step-kinds.ts";
import type { ChoiceMedia } from "../../files/draft.ts";
import type { inventoryOf } from "./snapshot.ts";

/** Flat fields by name; amounts are decimal text. */
export type Fields = Record<string, Json>;
type Stock = ReturnType<typeof inventoryOf>;
/** The fields of a new product; `variants`, `media` and `stock` are those of the steps with these names. */
export type NewProduct = Fields;
interface Membership {
  collection: string;
  member: boolean;
}

/** A step on products. `before` is null on a product that the same job creates, until the step is sent. */
export type ProductStep =
  | StepOf<"product.create", null, NewProduct>
  | StepOf<"product.update", Fields | null, Fields>
  /** `before`: the whole product, or the fields that it was created with. */
  | StepOf<"product.delete", Fields, null>
  /** Creates a deleted product again. */
  | StepOf<"product.restore", null, Product>
  /** Fields by variant key. */
  | StepOf<"variants.update", Record<string, Fields> | null, Record<string, Fields>>
  /** Media ids and URLs. */
  | StepOf<"media.add", string[] | null, string[]>
  | StepOf<"media.remove", string[], string[] | null>
  /** Gives choices of a new product pictures. */
  | StepOf<"choices.attach", null, ChoiceMedia[]>
  | StepOf<"inventory.set", Stock | null, Stock>
  | StepOf<"collection.member", Membership | null, Membership>;

/** The fields of a new collection. */
export type NewCollection = Fields & { name: string };

/** A step on collections. */
export type CollectionStep =
  | StepOf<"collection.create", null, NewCollection>
  | StepOf<"collection.remove", NewCollection, null>
  | StepOf<"collection.update", Fields, Fields>;

/** A step of a job on the catalog. */
export type CatalogStep = ProductStep | CollectionStep;

const known: Record<CatalogStep["kind"], true> = {
  "product.create": true,
  "product.update": true,
  "product.delete": true,
  "product.restore": true,
  "variants.update": true,
  "media.add": true,
  "media.remove": true,
  "choices.attach": true,
  "inventory.set": true,
  "collection.member": true,
  "collection.create": true,
  "collection.remove": true,
  "collection.update": true,
};

/** The step kinds of jobs on the catalog. */
export const catalogStepKinds: ReadonlySet<string> = new Set(Object.keys(known));

/** Returns a step of the journal typed by its kind. Throws UsageError for an unknown kind. */
export function catalogStep(step: Step): CatalogStep {
  return catalogStepKinds.has(step.kind) ? (step as unknown as CatalogStep) : unknownKind(step);
}

/** Returns the step that undoes a done one. Steps on a product that the same job created are undone with the product. */
export function invertStep(step: CatalogStep): StepDraft | undefined {
  const { id, label, dependsOn } = step;
  if (dependsOn !== undefined) return undefined;
  const base = { label, ...(id !== undefined && { id }) };
  const [before, after] = [step.before as Json, step.after as Json];
  switch (step.kind) {
    case "product.create": {
      const { variants: _, media: __, stock: ___, ...before } = step.after;
      return { ...base, kind: "product.delete", before, after: null };
    }
    case "product.delete":
      return { kind: "product.restore", label, key: String(step.before.slug), before: null, after: before };
    case "collection.create":
      return { ...base, kind: "collection.remove", before: after, after: null };
    case "media.add":
      return { ...base, kind: "media.remove", before: after, after: before ?? [] };
    case "media.remove":
      return { ...base, kind: "media.add", before: after, after: before };
    case "product.update":
    case "variants.update":
    case "inventory.set":
    case "collection.member":
    case "collection.update":
      return { ...base, kind: step.kind, before: after, after: before };
    case "collection.remove":
      return { kind: "collection.create", label, key: step.before.name, before: null, after: before };
    case "product.restore":
    case "choices.attach":
      // One only undoes others, the other is undone with its product.
      return undefined;
    default:
      return unknownKind(step);
  }
}
