import type { Context } from "../../context/context.ts";
import { catalogClient } from "../../resources/products/read.ts";

/** The currency that the shop sells in: the profile's where it says, else that of a product; USD where there is none. */
export async function shopCurrency(context: Context): Promise<string> {
  const { currency } = await context.profile();
  if (currency !== undefined) return currency;
  const { client } = await catalogClient(context);
  const { products } = await client.products.query({ query: { paging: { limit: 1 } } });
  return products?.[0]?.priceData?.currency ?? "USD";
}
