import { storesAppId } from "../../api/models/app-ids.ts";
import { recommendations } from "../../api/services/products.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { productsById } from "../../resources/products/catalog.ts";
import { findProduct, openCatalog } from "../../resources/products/read.ts";
import { productResource } from "../../resources/products/resource.ts";

interface RecommendOptions {
  algorithm?: string;
  limit?: number;
}

interface Algorithm {
  config?: { name?: string; algorithmId?: string };
  appId?: string;
}

/** Prints the products that the site recommends next to the given ones. */
export async function run(
  context: Context,
  references: string[],
  { algorithm, limit = 10 }: RecommendOptions,
): Promise<undefined> {
  const catalog = await openCatalog(context);
  const call = await context.call();
  const listed = await call(recommendations.listAlgorithms, {});
  const known = (listed.availableAlgorithms ?? []) as Algorithm[];
  const chosen = known.filter(({ config }) => algorithm === undefined || config?.name === algorithm);
  if (chosen.length === 0) {
    const names = known.map(({ config }) => config?.name).join(", ");
    throw new UsageError(`There is no algorithm "${algorithm ?? ""}".`, {
      field: "--algorithm",
      hint: names ? `Choose one of: ${names}` : "The site has no recommendation algorithms.",
    });
  }
  const items: { appId: string; catalogItemId: string }[] = [];
  for (const reference of references) {
    const { id } = await findProduct(catalog, reference);
    items.push({ appId: storesAppId, catalogItemId: id });
  }
  const body = await call(recommendations.get, {
    items,
    algorithms: chosen.slice(0, 10).map(({ config, appId }) => ({ id: config?.algorithmId, appId })),
  });
  const { recommendation } = body as { recommendation?: { items?: { catalogItemId: string }[] } };
  const ids = (recommendation?.items ?? []).slice(0, limit).map(({ catalogItemId }) => catalogItemId);
  const found = await productsById(catalog, ids);
  await context.print(
    ids.map((id) => found.get(id)).filter((one) => one !== undefined),
    {
      kind: "product",
      fields: productResource.columns,
      empty: "The site recommends nothing for these products.",
    },
  );
  return undefined;
}
