import type { Product } from "../../api/services/products.ts";
import { printObject } from "../../cli/generic/print.ts";
import { argumentName, readJsonObject } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { checkRecordKind } from "../../files/ndjson.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { productBody } from "../../resources/products/body.ts";
import { checkAmounts, checkFlags } from "../../resources/products/bounds.ts";
import type { Catalog } from "../../resources/products/catalog.ts";
import { createProduct } from "../../resources/products/create.ts";
import { productView } from "../../resources/products/fields.ts";
import { openCatalog } from "../../resources/products/read.ts";

interface CreateOptions {
  name?: string;
  price?: string;
  cost?: string;
  weight?: string;
  sku?: string;
  handle?: string;
  description?: string;
  brand?: string;
  ribbon?: string;
  hidden?: boolean;
  input?: string;
}

/** Creates a product from flags or from JSON, and prints it. */
export async function run(
  context: Context,
  _args: string[],
  options: CreateOptions,
): Promise<ExitCode | undefined> {
  const given = options.input === undefined ? fromFlags(options) : await fromJson(context, options.input);
  const product = await withoutBlanks(context, given);
  const catalog = await openCatalog(context, "admin");
  if (options.input === undefined) await checkCreate(context, catalog, options);
  const record = await createProduct(catalog, product, context);
  await printObject(context, { kind: "product", details: productView.details }, record);
  return undefined;
}

/** Throws UsageError for the first flag whose value the platform would reject. */
async function checkCreate(context: Context, catalog: Catalog, options: CreateOptions) {
  const { name, price, cost, weight, sku, handle, description, brand, ribbon } = options;
  const hasDecimals = [price, cost].some((amount) => amount?.includes("."));
  const currency = (await context.profile()).currency ?? (hasDecimals ? await catalog.currency() : undefined);
  checkFlags(
    { name, price, cost, weight, sku, handle, description, brand, ribbon },
    { version: catalog.version, currency },
  );
}

function fromFlags({ hidden, input, ...options }: CreateOptions): Partial<Product> {
  for (const flag of ["name", "price"] as const) {
    if (options[flag] === undefined) {
      throw new UsageError(`--${flag} is required.`, {
        field: `--${flag}`,
        hint: 'For example: till products create --name "Tea towel" --price 12.50',
      });
    }
  }
  checkAmounts(options);
  const { name, price, cost, weight, sku, handle, description, brand, ribbon } = options;
  return productBody(
    {
      name,
      price,
      cost,
      weight,
      sku,
      handle,
      description,
      brand,
      ribbon,
      visible: hidden ? false : undefined,
    },
    "create",
  );
}

/** Removes the blanks around the name and the SKU, by which nobody would find the product again. */
async function withoutBlanks({ notice }: Context, product: Partial<Product>): Promise<Partial<Product>> {
  const trimmed = { ...product };
  for (const field of ["name", "sku"] as const) {
    const text = product[field];
    if (typeof text !== "string" || text === text.trim()) continue;
    trimmed[field] = text.trim();
    await notice(`Removed the blanks around the ${field === "sku" ? "SKU" : field} ${JSON.stringify(text)}.`);
  }
  return trimmed;
}

async function fromJson(context: Context, file: string): Promise<Product> {
  const example = "till products get mug --json | till products create --input -";
  const json = await readJsonObject(context, "--input", file, example);
  const { _kind, ...product } = (json.product ?? json) as Product & { _kind?: string };
  checkRecordKind({ _kind }, "product", argumentName(file));
  return product;
}
