import type { Product } from "../../api/services/products/products.ts";
import type { Json } from "../../bulk/journal/step.ts";
import { amountToJson, parseAmount } from "../../kernel/money.ts";
import { seoBody } from "./change/seo.ts";

type Fields = Readonly<Record<string, Json | undefined>>;

/** Returns decimal text as a number for the platform's JSON; null for other values. */
export function amountOf(value: Json | undefined): number | null {
  if (typeof value !== "string") return null;
  const amount = parseAmount(value);
  return amount === undefined ? null : amountToJson(amount);
}

/** Writes the flat fields of fieldsOf() to the body of a create or update call. */
const writers: Record<string, (value: Json) => Partial<Product>> = {
  name: (value) => ({ name: value as string }),
  slug: (value) => ({ slug: value as string }),
  productType: (value) => ({ productType: value as string }),
  description: (value) => ({ description: (value as string | null) ?? "" }),
  sku: (value) => ({ sku: (value as string | null) ?? "" }),
  price: (value) => ({ priceData: { price: amountOf(value) } }),
  cost: (value) => ({ costAndProfitData: { itemCost: amountOf(value) } }),
  weight: (value) => ({ weight: amountOf(value) ?? 0 }),
  visible: (value) => ({ visible: value as boolean }),
  ribbon: (value) => ({ ribbon: (value as string | null) ?? "" }),
  brand: (value) => ({ brand: value as string | null }),
  discount: (value) => ({ discount: discountBody(value as { type: string; value: string } | null) }),
  infoSections: (value) => ({ additionalInfoSections: value as Product["additionalInfoSections"] }),
  seo: (value) => ({ seoData: seoBody(value) }),
  manageVariants: (value) => ({ manageVariants: value as boolean }),
  options: (value) => ({ productOptions: (value as unknown as OptionValue[]).map(optionBody) }),
  pricePerUnit: (value) => ({ pricePerUnitData: value as Product["pricePerUnitData"] }),
  digitalFile: (value) => ({ digitalFile: { id: value as string } }),
  textFields: (value) => ({ customTextFields: value as Product["customTextFields"] }),
};

interface OptionValue {
  name: string;
  type: string;
  choices: { value: string; description: string }[];
}

function optionBody({ name, type, choices }: OptionValue) {
  return { name, optionType: type, choices };
}

function discountBody(discount: { type: string; value: string } | null): NonNullable<Product["discount"]> {
  return discount === null
    ? { type: "NONE", value: 0 }
    : { type: discount.type, value: amountOf(discount.value) ?? 0 };
}

/** Returns the body of a create or update call for flat fields. A create call omits null and empty fields. */
export function productBody(fields: Fields, mode: "create" | "update"): Partial<Product> {
  const body: Partial<Product> = {};
  for (const [name, value] of Object.entries(fields)) {
    const empty = value === null || (Array.isArray(value) && value.length === 0);
    if (value === undefined || (mode === "create" && empty)) continue;
    Object.assign(body, writers[name]?.(value));
  }
  return body;
}

/** Returns an entry of the variants call from a variant's choices and flat fields. */
export function variantBody(choices: Record<string, string>, fields: Fields) {
  return {
    choices,
    ...("price" in fields && { price: amountOf(fields.price) }),
    ...("cost" in fields && { cost: amountOf(fields.cost) }),
    ...("weight" in fields && { weight: amountOf(fields.weight) ?? 0 }),
    ...("sku" in fields && { sku: (fields.sku as string | null) ?? "" }),
    ...("visible" in fields && { visible: fields.visible as boolean }),
  };
}
