import type { FieldChange, StepDescription } from "../../bulk/engine/job-kinds.ts";
import type { Json, Step } from "../../bulk/journal/step.ts";
import { describeChanges, fieldChanges } from "../../bulk/plan/stage.ts";
import type { ChoiceMedia } from "../../files/draft.ts";
import { isRecord } from "../../kernel/json.ts";
import { amount, fieldParts } from "./field-parts.ts";
import { choicesOf } from "./snapshot.ts";
import type { Fields } from "./step-kinds.ts";

const actions: Record<string, string> = {
  "product.create": "create",
  "product.delete": "delete",
  "product.restore": "restore",
  "collection.create": "create collection",
  "collection.remove": "delete collection",
};
const verbs: Record<string, string> = { "media.add": "add media", "media.remove": "remove media" };

/** Describes a step of a job on the catalog in one line of a preview. Truncates long values. */
export function describeCatalogStep(step: Step): StepDescription {
  const { label, kind, before, after } = step;
  const action = actions[kind];
  if (action !== undefined) {
    const slug = kind === "product.delete" ? asFields(before).slug : undefined;
    return {
      label,
      what: action,
      before: typeof slug === "string" ? slug : "",
      after: kind === "product.create" ? price(after) : "",
    };
  }
  const stock = kind === "inventory.set" ? wholeStock(before, after) : undefined;
  if (stock !== undefined) return { label, what: "stock", ...stock };
  const line = describeChanges(label, catalogChanges(step));
  return { ...line, what: verbs[kind] ?? line.what };
}

function price(value: Json): string {
  const { price } = asFields(value);
  return typeof price === "string" ? `at ${amount("price", price)}` : "";
}

/** Returns the changes of a step on the catalog, field by field and variant by variant. */
export function catalogChanges(step: Step): FieldChange[] {
  const { kind, before, after, skus = {} } = step;
  const [from, to] = [asFields(before), asFields(after)];
  const sku = skus[""];
  const named = { ...(sku !== undefined && { sku }) };
  const action = step.dependsOn !== undefined && before === null ? "create" : "update";
  switch (kind) {
    case "product.create": {
      // The stock has a step of its own.
      const { variants = {}, media = [], stock: _, ...fields } = to;
      return [
        ...Object.entries(fields).flatMap(([field, value]): FieldChange[] =>
          isEmpty(value)
            ? []
            : fieldParts(field, null, value).map((part) => ({ action: "create", ...part, ...named })),
        ),
        ...variantChanges("create", {}, asFields(variants), skus),
        ...(isEmpty(media)
          ? []
          : [{ action: "create", field: "media", before: null, after: media, ...named }]),
      ];
    }
    case "product.update": {
      // On catalog v3, one step changes fields and variants.
      const { variants: old = {}, ...before } = from;
      const { variants = {}, ...after } = to;
      const fields = fieldChanges({ ...step, before, after }).flatMap((one) => inParts(one, named));
      return [...fields, ...variantChanges(action, asFields(old), asFields(variants), skus)];
    }
    case "variants.update":
      return variantChanges(action, from, to, skus);
    case "inventory.set":
      return stockChanges(action, from, to, skus);
    case "media.add":
    case "media.remove":
      return [{ action, field: "media", before, after: after ?? [], ...named }];
    case "choices.attach": {
      const given = Array.isArray(after) ? (after as unknown as ChoiceMedia[]) : [];
      return given.map(({ option, choice, media }) => ({
        ...{ action, field: `pictures of ${option} ${choice}`, before: null, after: media.length, ...named },
      }));
    }
    case "collection.member": {
      const { collection = null, member } = to;
      const [old, next] = member === true ? [null, collection] : [collection, null];
      return [{ action, field: "collection", before: old, after: next, ...named }];
    }
    case "collection.create": {
      const { name: _, ...fields } = to;
      const created = { action: "create", field: "", before: null, after: null };
      const set = Object.entries(fields).map(([field, after]) => ({ ...created, field, after }));
      return [created, ...set];
    }
    case "product.delete":
    case "product.restore":
    case "collection.remove": {
      const [, word = kind] = kind.split(".");
      return [
        { action: word === "remove" ? "delete" : word, field: "", before: null, after: null, ...named },
      ];
    }
    default:
      return fieldChanges(step).flatMap((one) => inParts(one, named));
  }
}

function inParts(
  { action, field, before, after }: FieldChange,
  named: Pick<FieldChange, "sku">,
): FieldChange[] {
  return fieldParts(field, before, after).map((part) => ({ action, ...part, ...named }));
}

type Skus = Readonly<Record<string, string>>;

function variantChanges(action: string, before: Fields, after: Fields, skus: Skus): FieldChange[] {
  return Object.entries(after).flatMap(([key, fields]) => {
    const [from, to] = [asFields(before[key] ?? null), asFields(fields)];
    return Object.entries(to).map(([field, value]) => ({
      action,
      field,
      before: amount(field, from[field] ?? null),
      after: amount(field, value),
      ...variantNames(key, skus, to.sku),
    }));
  });
}

function stockChanges(action: string, before: Fields, after: Fields, skus: Skus): FieldChange[] {
  const [from, to] = [asFields(before.variants ?? null), asFields(after.variants ?? null)];
  return Object.entries(to).flatMap(([key, value]) => {
    const old = from[key] ?? null;
    return old === value && before.tracked === after.tracked
      ? []
      : [{ action, field: "stock", before: stockOf(old), after: stockOf(value), ...variantNames(key, skus) }];
  });
}

/** Returns the stock of several variants together: `20` and `36, 3 variants`; undefined unless all have quantities. */
function wholeStock(before: Json, after: Json): Pick<StepDescription, "before" | "after"> | undefined {
  const [from, to] = [
    asFields(asFields(before).variants ?? null),
    asFields(asFields(after).variants ?? null),
  ];
  const quantities = Object.values(to);
  if (quantities.length < 2 || !quantities.every((quantity) => typeof quantity === "number"))
    return undefined;
  const old = Object.keys(to).map((key) => from[key]);
  const total = (all: readonly number[]) => String(all.reduce((sum, one) => sum + one, 0));
  return {
    before: old.every((quantity) => typeof quantity === "number") ? total(old) : "not tracked",
    after: `${total(quantities)}, ${quantities.length} variants`,
  };
}

function stockOf(value: Json): Json {
  return typeof value === "boolean" ? (value ? "in stock" : "sold out") : value;
}

/** Returns the choices and the SKU of a variant; the SKU of the product for its only variant. */
function variantNames(key: string, skus: Skus, own?: Json): Pick<FieldChange, "variant" | "sku"> {
  const variant = variantText(key);
  const sku = skus[key] ?? (typeof own === "string" ? own : variant === "" ? skus[""] : undefined);
  return { ...(variant !== "" && { variant }), ...(sku !== undefined && { sku }) };
}

/** Returns the choices of a variant key as text: `Moss / L`. */
function variantText(key: string): string {
  return Object.values(choicesOf(key)).join(" / ");
}

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function asFields(value: Json): Fields {
  return isRecord(value) ? value : {};
}
