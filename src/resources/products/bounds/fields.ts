import type * as z from "zod/mini";
import { boundsOf, kindOf, schemaAt } from "../../../api/schema-fields.ts";
import { Collection } from "../../../api/services/collections/collections.ts";
import { Category } from "../../../api/services/collections/store-categories.ts";
import { ProductV3 } from "../../../api/services/products/models-v3.ts";
import { Percentage, Product, Quantity } from "../../../api/services/products/products.ts";
import { type Violation, valueViolations } from "../../../api/violations.ts";
import type { Json } from "../../../bulk/journal/step.ts";
import { amountOf } from "../body.ts";
import type { CatalogVersion } from "../catalog.ts";

type Schema = z.core.$ZodType;

/** Where the schemas have the bounds of a field, by catalog version. */
interface Place {
  schema: Schema;
  /** The path in requests, for the reference. */
  path: string;
  /** Returns the value as requests have it, if it differs. */
  wire?(value: Json): unknown;
}

const at = (schema: Schema, path: string, wire?: Place["wire"]): Place => ({
  schema: schemaAt(schema, path),
  path,
  ...(wire && { wire }),
});
const variant = (path: string) => at(ProductV3, `variantsInfo.variants[].${path}`);

interface Option {
  name: string;
  type: string;
  choices: { value: string; description: string }[];
}
const optionsOf = (value: Json, wire: (option: Option) => object) => (value as unknown as Option[]).map(wire);

/**
 * The fields of products that commands and files set, with their place in the schemas of each catalog version. The
 * schemas are the only list of bounds: plans, the sandbox and the reference read them.
 */
export const boundedFields: Readonly<Record<string, Readonly<Record<CatalogVersion, Place>>>> = {
  name: { v1: at(Product, "name"), v3: at(ProductV3, "name") },
  slug: { v1: at(Product, "slug"), v3: at(ProductV3, "slug") },
  description: { v1: at(Product, "description"), v3: at(ProductV3, "plainDescription") },
  sku: { v1: at(Product, "sku"), v3: variant("sku") },
  price: { v1: at(Product, "priceData.price"), v3: variant("price.actualPrice.amount") },
  cost: { v1: at(Product, "costAndProfitData.itemCost"), v3: variant("revenueDetails.cost.amount") },
  weight: { v1: at(Product, "weight"), v3: variant("physicalProperties.weight") },
  ribbon: { v1: at(Product, "ribbon"), v3: at(ProductV3, "ribbon.name") },
  brand: { v1: at(Product, "brand"), v3: at(ProductV3, "brand.name") },
  discount: {
    v1: at(Product, "discount.value"),
    v3: at(Product, "discount.value"),
  },
  infoSections: {
    v1: at(Product, "additionalInfoSections"),
    v3: at(ProductV3, "infoSections", (value) =>
      (value as { title: string; description: string }[]).map(({ title, description }) => ({
        title,
        plainDescription: description,
      })),
    ),
  },
  options: {
    v1: at(Product, "productOptions", (value) =>
      optionsOf(value, ({ name, type, choices }) => ({ name, optionType: type, choices })),
    ),
    v3: at(ProductV3, "options", (value) =>
      optionsOf(value, ({ name, choices }) => ({
        name,
        choicesSettings: { choices: choices.map(({ description }) => ({ name: description })) },
      })),
    ),
  },
  variants: { v1: at(Product, "variants"), v3: at(ProductV3, "variantsInfo.variants") },
  media: { v1: at(Product, "media.items[].image.url"), v3: at(ProductV3, "media.itemsInfo.items[].url") },
  inventory: {
    v1: at(Product, "stock.quantity"),
    // Requests accept less than 0, for stock that is owed. Nobody counts that.
    v3: { schema: Quantity, path: "inventoryItem.quantity" },
  },
  collections: { v1: at(Collection, "name"), v3: at(Category, "name") },
};

/** A value that the platform would reject. */
export interface FieldProblem {
  field: string;
  value: string;
  message: string;
}

/** Returns what the platform would reject in the value of a field. A null value is not checked: it clears the field. */
export function fieldProblems(field: string, value: Json, version: CatalogVersion): FieldProblem[] {
  const place = Object.hasOwn(boundedFields, field) ? boundedFields[field]?.[version] : undefined;
  if (place === undefined || value === null || value === "") return [];
  return valueViolations(place.schema, wireValue(place, value), "").map((violation) => ({
    field,
    value: typeof value === "object" ? "" : String(value),
    message: explain(violation),
  }));
}

/** Returns a problem of a discount in percent that is more than all, or undefined. */
export function percentageProblem(value: string): string | undefined {
  const [violation] = valueViolations(Percentage, amountOf(value), "");
  return violation && explain(violation);
}

/** Returns the maximum number of variants of a product. */
export const mostVariants = (version: CatalogVersion): number =>
  boundsOf(boundedFields.variants?.[version].schema as Schema).maxSize ?? Number.POSITIVE_INFINITY;

function wireValue({ schema, wire }: Place, value: Json): unknown {
  if (wire) return wire(value);
  return kindOf(schema) === "number" && typeof value === "string" ? amountOf(value) : value;
}

/** Returns a violation in words, with the path inside the field: `choice 2 of option 1: …`. */
function explain({ field, violatedRule, description, data }: Violation): string {
  const inside = field.replace(/^\./, "");
  const what =
    violatedRule === "MAX_LENGTH"
      ? description.replace(
          /^has size (\d+), expected (\d+) or less$/,
          "has $1 characters, the maximum is $2",
        )
      : violatedRule === "MAX_SIZE"
        ? description.replace(/^has size (\d+), expected (\d+) or less$/, "has $1 entries, the maximum is $2")
        : violatedRule === "FORMAT" && data.type === "WEB_URL"
          ? "is not a web address such as https://example.com/mug.jpg"
          : description;
  return inside === "" ? what : `${inside} ${what}`;
}
