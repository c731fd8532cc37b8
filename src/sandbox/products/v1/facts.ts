import { Percentage, type Product } from "../../../api/services/products.ts";
import { repeated } from "../../../kernel/text.ts";
import { allProductsId } from "../../collections/index.ts";
import { checkBounds, invalid } from "../../kernel/tx.ts";
import { checkedAmount } from "./prices.ts";
import type { ProductFacts, StoredOption, WireOption } from "./tables.ts";

/** Values of cleared or missing fields. Other cleared fields are removed. */
const cleared = {
  visible: true,
  productType: "physical",
  description: "",
  sku: "",
  weight: 0,
  additionalInfoSections: [],
  manageVariants: false,
  productOptions: [],
  discount: { type: "NONE", value: 0 },
} as const;

/** The writable fields besides price and cost, which are nested. */
const writable = [
  ...(Object.keys(cleared) as (keyof typeof cleared)[]),
  "productDimensions",
  "packageDimensions",
  "pricePerUnitData",
  "seoData",
  "ribbon",
  "brand",
  "taxGroupId",
  "digitalFile",
] as const;

/** Returns a new product with default values and price 0. */
export function blankProduct(id: string, serial: number, now: Date): ProductFacts {
  return {
    id,
    name: "",
    slug: "",
    priceData: { price: 0 },
    ...cleared,
    additionalInfoSections: [],
    productOptions: [],
    customTextFields: [],
    media: { items: [] },
    // Sixteen digits, as on the platform, so that text sorts like numbers.
    numericId: String(1_700_000_000_000_000 + serial),
    createdDate: now.toISOString(),
    lastUpdated: now.toISOString(),
    collectionIds: [allProductsId],
    variants: [],
    internal: { own: {} },
  };
}

/** Applies a PATCH to the merchant's data. Null clears a field; read-only fields are ignored. */
export function changeFacts(facts: ProductFacts, change: Partial<Product>): ProductFacts {
  const next: ProductFacts = { ...facts };
  for (const key of writable) {
    if (change[key] === undefined) continue;
    if (change[key] === null || change[key] === "") delete next[key];
    else Object.assign(next, { [key]: change[key] });
    if (next[key] === undefined && key in cleared)
      Object.assign(next, { [key]: cleared[key as keyof typeof cleared] });
  }
  if (change.name !== undefined) next.name = required("product.name", change.name);
  if (change.slug !== undefined) next.slug = required("product.slug", change.slug);
  if (change.priceData !== undefined) changePrice(next, change.priceData);
  if (change.costAndProfitData !== undefined) changeCost(next, change.costAndProfitData);
  checkedAmount("product.weight", next.weight ?? 0);
  next.discount = checkedDiscount(next.discount);
  next.productOptions = checkedOptions(next.productOptions);
  return next;
}

function required(field: string, value: string | null): string {
  if (value) return value;
  throw invalid(field, "REQUIRED_FIELD", "must not be empty");
}

function changePrice(facts: ProductFacts, change: Product["priceData"]): void {
  if (change?.price === undefined) return;
  if (change.price === null) throw invalid("product.priceData.price", "REQUIRED_FIELD", "must not be empty");
  facts.priceData = { price: checkedAmount("product.priceData.price", change.price) };
}

/** Sets the cost of the product. Null removes it. */
function changeCost(facts: ProductFacts, change: Product["costAndProfitData"]): void {
  const cost = change === null ? null : change?.itemCost;
  if (cost === undefined) return;
  if (cost === null) delete facts.costAndProfitData;
  else facts.costAndProfitData = { itemCost: checkedAmount("product.costAndProfitData.itemCost", cost) };
}

function checkedDiscount(discount: Product["discount"]): ProductFacts["discount"] {
  const [type, value] = [discount?.type ?? "NONE", discount?.value ?? 0];
  if (type === "NONE" || type === "UNDEFINED") return { type: "NONE", value: 0 };
  if (type === "PERCENT") checkBounds(Percentage, value, "product.discount.value");
  return { type, value };
}

function checkedOptions(options: readonly WireOption[]): StoredOption[] {
  const created = options.map((option) => {
    const name = required("productOptions.name", option.name ?? null);
    const choices = (option.choices ?? []).map((choice) => {
      const description = required(
        "productOptions.choices.description",
        choice.description ?? choice.value ?? null,
      );
      return { ...choice, value: choice.value ?? description, description };
    });
    rejectDuplicates(
      `the option "${name}" has the choice`,
      choices.map((choice) => choice.description),
    );
    if (choices.length === 0)
      throw invalid("product.productOptions.choices", "MIN_SIZE", `must not be empty for "${name}"`);
    return { ...option, optionType: option.optionType ?? "drop_down", name, choices };
  });
  rejectDuplicates(
    "contains the option",
    created.map((option) => option.name),
  );
  return created;
}

function rejectDuplicates(what: string, names: readonly string[]): void {
  const twice = repeated(names);
  if (twice === undefined) return;
  throw invalid("product.productOptions", "FORMAT", `${what} "${twice}" twice`);
}
