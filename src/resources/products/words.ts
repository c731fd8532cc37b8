import type { Json, Step } from "../../bulk/journal/step.ts";

/** One line of a preview: which row, which field, from what to what. */
export interface StepWords {
  label: string;
  what: string;
  before: string;
  after: string;
}

const acts: Record<string, string> = {
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

type Fields = Record<string, Json>;

/** A step of a catalog job in the words of its preview. Long values are cut. */
export function stepWords({ label, kind, before, after }: Step): StepWords {
  const act = acts[kind];
  if (act !== undefined)
    return {
      label,
      what: act,
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
      what: to.member === true ? "put into" : "take out of",
      before: "",
      after: String(to.collection),
    };
  }
  const [first = "", ...more] = Object.keys(to);
  const variant = kind === "variants.update" ? Object.keys(asFields(to[first] ?? null)) : [];
  const [only = "", ...others] = variant;
  const whole = variant.length === 0 || others.length > 0;
  const name = whole ? first : only;
  const words = (fields: Fields) => {
    const value = whole ? fields[first] : asFields(fields[first] ?? null)[only];
    return amounts.has(name) && typeof value === "string" ? cents(value) : brief(value);
  };
  const what = variant.length === 0 ? first : `variant ${choiceText(first)}${whole ? "" : `: ${only}`}`;
  return {
    label,
    what: more.length > 0 ? `${what} (+${more.length})` : what,
    before: words(from),
    after: words(to),
  };
}

/** An amount as people write it: `141.9` becomes `141.90`, whole amounts stay whole. */
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
  const words = plain(value);
  return words.length > 32 ? `${words.slice(0, 31)}…` : words;
}

function plain(value: Json | undefined): string {
  if (value === null || value === undefined) return "(none)";
  if (Array.isArray(value)) return value.length === 1 ? "1 item" : `${value.length} items`;
  if (typeof value !== "object") return String(value);
  if ("tracked" in value)
    return Object.values(asFields(value.variants ?? null))
      .map(stockWord)
      .join(" / ");
  if ("id" in value) return String(value.slug ?? value.id);
  return Object.entries(value)
    .map(([name, one]) => `${name} ${typeof one === "string" && name === "price" ? cents(one) : plain(one)}`)
    .join(", ");
}

function stockWord(value: Json): string {
  return typeof value === "number" ? String(value) : value ? "in stock" : "sold out";
}

function asFields(value: Json): Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
}
