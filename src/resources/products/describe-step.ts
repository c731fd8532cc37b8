import type { StepDescription } from "../../bulk/engine/job-kinds.ts";
import type { Json, Step } from "../../bulk/journal/step.ts";
import type { Fields } from "./step-kinds.ts";

const actions: Record<string, string> = {
  "product.create": "create",
  "product.delete": "delete",
  "product.restore": "restore",
  "collection.create": "create collection",
  "collection.remove": "delete collection",
  "media.add": "add media",
  "media.remove": "remove media",
  "inventory.set": "stock",
};

const amounts: ReadonlySet<string> = new Set(["price", "cost"]);

/** Describes a step of a job on the catalog for a preview. Truncates long values. */
export function describeCatalogStep({ label, kind, before, after }: Step): StepDescription {
  const action = actions[kind];
  if (action !== undefined)
    return {
      label,
      what: action,
      before: before === null ? "" : brief(before),
      after:
        after === null || kind === "collection.create"
          ? ""
          : kind === "product.create"
            ? price(after)
            : brief(after),
    };
  const [from, to] = [asFields(before), asFields(after)];
  if (kind === "collection.member") {
    return {
      label,
      what: to.member === true ? "add to" : "remove from",
      before: "",
      after: String(to.collection),
    };
  }
  const [first = "", ...more] = Object.keys(to);
  const variant = kind === "variants.update" ? Object.keys(asFields(to[first] ?? null)) : [];
  const [only = "", ...others] = variant;
  const whole = variant.length === 0 || others.length > 0;
  const name = whole ? first : only;
  const text = (fields: Fields) => {
    const value = whole ? fields[first] : asFields(fields[first] ?? null)[only];
    return amounts.has(name) && typeof value === "string" ? cents(value) : brief(value);
  };
  const what = variant.length === 0 ? first : `variant ${choiceText(first)}${whole ? "" : `: ${only}`}`;
  return {
    label,
    what: more.length > 0 ? `${what} (+${more.length})` : what,
    before: text(from),
    after: text(to),
  };
}

/** Adds a missing last digit: `141.9` becomes `141.90`, whole amounts stay whole. */
function cents(amount: string): string {
  return /\.\d$/.test(amount) ? `${amount}0` : amount;
}

function choiceText(key: string): string {
  return Object.values(JSON.parse(key) as Record<string, string>).join(" / ");
}

function price(value: Json): string {
  const amount = asFields(value).price;
  return typeof amount === "string" ? `at ${cents(amount)}` : "";
}

function brief(value: Json | undefined): string {
  const text = plain(value);
  return text.length > 32 ? `${text.slice(0, 31)}…` : text;
}

function plain(value: Json | undefined): string {
  if (value === null || value === undefined) return "(none)";
  if (Array.isArray(value)) return value.length === 1 ? "1 item" : `${value.length} items`;
  if (typeof value !== "object") return String(value);
  if ("tracked" in value)
    return Object.values(asFields(value.variants ?? null))
      .map(stockText)
      .join(" / ");
  if ("id" in value) return String(value.slug ?? value.id);
  return Object.entries(value)
    .map(([name, one]) => `${name} ${typeof one === "string" && name === "price" ? cents(one) : plain(one)}`)
    .join(", ");
}

function stockText(value: Json): string {
  return typeof value === "number" ? String(value) : value ? "in stock" : "sold out";
}

function asFields(value: Json): Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
}
