import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { Product } from "../../api/models/product.ts";
import type { Context } from "../../context.ts";
import { type ExitCode, UsageError } from "../../errors.ts";
import { parseAmount } from "../../money.ts";
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
  const record = await createProduct(await catalogClient(context), product);
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
  const source =
    file === "-"
      ? await text(context.streams.stdin)
      : await readFile(resolve(context.cwd, file), "utf8").catch(unreadable(file));
  try {
    const parsed = JSON.parse(source) as { product?: Product } & Product;
    const { _kind, ...product } = (parsed.product ?? parsed) as Product & { _kind?: string };
    if (_kind !== undefined && _kind !== "product")
      throw new UsageError(`${file}: this is of kind "${_kind}", not a product.`);
    return product;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}.`, { field: "--input" });
  }
}

function unreadable(file: string) {
  return (error: Error): never => {
    throw new UsageError(`${file} cannot be read: ${error.message}.`, { field: "--input" });
  };
}
