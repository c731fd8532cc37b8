import type { Context } from "../../../context/context.ts";
import { type ExitCode, UsageError } from "../../../kernel/errors.ts";
import { parseAmount } from "../../../kernel/money.ts";
import { variantBody } from "../../../resources/products/body.ts";
import { parseChoices } from "../../../resources/products/choice.ts";
import { catalogClient, findProduct } from "../../../resources/products/read.ts";
import { run as list } from "./list.ts";

interface VariantOptions {
  option?: string[];
  price?: string;
  cost?: string;
  weight?: string;
  sku?: string;
  visible?: "true" | "false";
}

/** Changes the variants of some choices (all of them where none is named) and prints what they are now. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  options: VariantOptions,
): Promise<ExitCode | undefined> {
  const fields = fieldsOf(options);
  if (Object.keys(fields).length === 0) {
    throw new UsageError("Nothing to change.", {
      hint: "Say what: --price, --cost, --weight, --sku or --visible.",
    });
  }
  const catalog = await catalogClient(context);
  const product = await findProduct(catalog, reference);
  const choices = parseChoices(options.option ?? [], product);
  const id = product.id ?? "";
  await catalog.client.products.updateVariants({ id, variants: [variantBody(choices, fields)] });
  return await list(context, [id], { ...(options.option && { option: options.option }) });
}

function fieldsOf({ price, cost, weight, sku, visible }: VariantOptions): Record<string, string | boolean> {
  for (const [flag, value] of Object.entries({ price, cost, weight })) {
    if (value !== undefined && parseAmount(value) === undefined) {
      throw new UsageError(`--${flag} takes an amount such as 12.50, not "${value}".`, {
        field: `--${flag}`,
      });
    }
  }
  const given = { price, cost, weight, sku, visible: visible === undefined ? undefined : visible === "true" };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
