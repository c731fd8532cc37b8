import type { Product } from "../../api/services/products.ts";
import type { Json, StepDraft } from "../../bulk/journal/step.ts";
import { EvaluationError, type Values } from "../../bulk/language/values.ts";
import { checkGuards, type Guards, raised } from "../../bulk/plan/guards.ts";
import { isRecord } from "../../kernel/json.ts";
import { jsonOf, productValues, valuesOf, variantValues } from "./change-values.ts";
import { choicesOf, managedVariants } from "./snapshot.ts";

type Fields = Readonly<Record<string, Json>>;

/** A price that is not allowed: of the product, or of the variant with a key. */
interface PriceProblem {
  variant?: string;
  value: string;
  message: string;
}

/**
 * Returns the steps of a product of a file with the prices that the guards allow: those below the floor are raised to it if they may
 * be. The other prices are problems. `product` is absent if the file creates it.
 */
export function guardPrices(
  steps: readonly StepDraft[],
  product: Product | undefined,
  guards: Guards,
  currency: string,
): { steps: StepDraft[]; problems: PriceProblem[] } {
  const problems: PriceProblem[] = [];
  const base = steps.find(({ kind }) => kind === "product.update" || kind === "product.create");
  const changed = isRecord(base?.after) ? valuesIn(base.after as Fields) : {};
  const present = product ? productValues(product, []) : valuesOf({});
  const variants = product ? managedVariants(product) : new Map();
  const guard = (after: Fields, before: Values, variant?: string): Fields => {
    if (typeof after.price !== "string") return after;
    const values = { ...before, ...valuesIn(after) };
    // What does not exist yet has no price to change from.
    const limits = product ? guards : { ...guards, cap: undefined };
    try {
      const allowed = raised(before, values, limits, currency);
      const violation = checkGuards(before, allowed, limits, currency);
      if (violation === undefined) return { ...after, price: jsonOf(allowed.price ?? null) };
      problems.push({ variant, value: after.price, message: `${named(variant)}${violation}` });
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      problems.push({ variant, value: after.price, message: `${named(variant)}${error.message}` });
    }
    return after;
  };
  const guarded = steps.map((step): StepDraft => {
    const after = step.after as Fields;
    if (step === base) {
      const allowed = guard(after, present);
      return { ...step, ...without(step.before as Fields | null, allowed, ["price"]) };
    }
    if (step.kind !== "variants.update") return step;
    const entries = Object.entries(after).map(([key, fields]): [string, Fields] => {
      const variant = variants.get(key);
      const own = variant ? variantValues(variant) : {};
      return [key, guard(fields as Fields, { ...present, ...changed, ...own }, key)];
    });
    const before = step.before as Record<string, Fields> | null;
    const pairs = entries.map(
      ([key, fields]) => [key, without(before?.[key] ?? null, fields, ["price"])] as const,
    );
    const kept = pairs.filter(([, pair]) => before === null || Object.keys(pair.after as Fields).length > 0);
    return {
      ...step,
      before: before === null ? null : Object.fromEntries(kept.map(([key, pair]) => [key, pair.before])),
      after: Object.fromEntries(kept.map(([key, pair]) => [key, pair.after])),
    };
  });
  return { steps: guarded, problems };
}

/** Returns both sides without the fields that became what they were. */
function without(
  before: Fields | null,
  after: Fields,
  names: readonly string[],
): Pick<StepDraft, "before" | "after"> {
  if (before === null) return { before, after };
  const same = names.filter((name) => name in after && before[name] === after[name]);
  const kept = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !same.includes(name)));
  return { before: kept(before), after: kept(after) };
}

/** Returns the choices of a variant as the start of a message: `Moss / L: `; an empty text for a product. */
export const named = (key: string | undefined): string =>
  key === undefined ? "" : `${Object.values(choicesOf(key)).join(" / ")}: `;

/** Returns the values of the fields that are set. */
const valuesIn = (fields: Fields): Values =>
  Object.fromEntries(Object.entries(valuesOf(fields)).filter(([name]) => name in fields));

/** Returns how many prices guards have raised, as a notice; undefined if none. */
export function raisedNotice({ raises }: Guards): string | undefined {
  if (raises === undefined || raises.count === 0) return undefined;
  return raises.count === 1
    ? "1 price is raised to the floor."
    : `${raises.count} prices are raised to the floor.`;
}
