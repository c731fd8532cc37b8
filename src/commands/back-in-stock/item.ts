import { loadEndpoint } from "../../api/services/index.ts";
import type { Context } from "../../context/context.ts";
import { amountFromJson, amountText } from "../../kernel/money.ts";
import { catalogClient, findProduct } from "../../resources/products/read.ts";

/** The app whose items are the products of a shop. */
const storesApp = "215238eb-22a5-4c36-9e7b-e7c08025e04e";

/** A product as back-in-stock calls name it, and as their mails show it. */
export async function itemOf(context: Context, reference: string, variantId?: string) {
  const product = await findProduct(await catalogClient(context), reference);
  const price = product.priceData?.discountedPrice ?? product.priceData?.price ?? 0;
  return {
    name: product.name ?? reference,
    catalogReference: {
      appId: storesApp,
      catalogItemId: product.id ?? "",
      ...(variantId !== undefined && { options: { variantId } }),
    },
    itemDetails: { name: product.name ?? reference, price: amountText(amountFromJson(price)) },
  };
}

/** Makes a call of the back-in-stock service, as the role that it needs. */
export async function ask(context: Context, operation: string, input: object) {
  const name = `backInStock.${operation}`;
  const endpoint = await loadEndpoint(name);
  const call = await context.call(endpoint.role === "visitor" ? undefined : endpoint.role);
  return (await call(name, endpoint, input, { signal: context.signal })).body as Record<string, unknown>;
}
