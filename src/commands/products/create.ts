import { text } from "node:stream/consumers";
import type { Product } from "../../api/services/products/models/product.ts";
import { readSource, sourceName } from "../../cli/source.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { parseAmount } from "../../kernel/money.ts";
import { renderRecord } from "../../output/render.ts";
import { productBody } from "../../resources/products/body.ts";
import { createProduct } from "../../resources/products/create.ts";
import { productDetails } from "../../resources/products/fields.ts";
import { catalogClient } from "../../resources/products/read.ts";

interface CreateOptions {
  name?: string;
  price?: string;
  cost?: string;
  weight?: string;
  sku?: string;
  slug?: string;
  description?: string;
  brand?: string;
  ribbon?: string;
  hidden?: boolean;
  input?: string;
}

/** Creates one product from flags or from JSON, and prints it. */
export async function run(
  context: Context,
  _args: string[],
  options: CreateOptions,
): Promise<ExitCode | undefined> {
  const product = options.input === undefined ? fromFlags(options) : await fromJson(context, options.input);
  const catalog = await catalogClient(context, "admin");
  await announceWriting(context);
  const record = await createProduct(catalog, product);
  const { streams, format, globals } = context;
  const columns = productDetails.filter((one) => one.value(record) !== "");
  await renderRecord({ streams, format, kind: "product", columns, fields: globals.fields, record });
  return undefined;
}

function fromFlags({ hidden, input: _input, ...options }: CreateOptions): Product {
  for (const flag of ["name", "price"] as const) {
    if (options[flag] === undefined) {
      throw new UsageError(`A product needs a ${flag}.`, {
        field: `--${flag}`,
        hint: "For example: till products create --name 'Tea towel' --price 12.50",
      });
    }
  }
  for (const flag of ["price", "cost", "weight"] as const) {
    const value = options[flag];
    if (value !== undefined && parseAmount(value) === undefined) {
      throw new UsageError(`--${flag} takes an amount such as 12.50, not "${value}".`, {
        field: `--${flag}`,
      });
    }
  }
  const { name, price, cost, weight, sku, slug, description, brand, ribbon } = options;
  return productBody(
    { name, price, cost, weight, sku, slug, description, brand, ribbon, visible: hidden ? false : undefined },
    "create",
  );
}

async function fromJson(context: Context, file: string): Promise<Product> {
  const name = sourceName(file);
  const source = await text(
    readSource(context, file, "till products get mug --json | till products create --input -"),
  );
  const parsed = parseProduct(source, name);
  const { _kind, ...product } = (parsed.product ?? parsed) as Product & { _kind?: string };
  if (_kind === undefined || _kind === "product") return product;
  throw new UsageError(`${name}: this is of kind "${_kind}", and a product is wanted. Nothing was sent.`, {
    code: "WRONG_KIND",
    field: "_kind",
  });
}

function parseProduct(source: string, name: string): { product?: Product } & Product {
  try {
    const parsed: unknown = JSON.parse(source);
    if (parsed !== null && typeof parsed === "object" && !Array.isArray(parsed)) return parsed as Product;
  } catch (cause) {
    throw new UsageError(`${name} is not JSON: ${(cause as Error).message}.`, { field: "--input", cause });
  }
  throw new UsageError(`${name} is not a JSON object.`, { field: "--input" });
}
