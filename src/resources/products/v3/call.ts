import { itemOutcomes } from "../../../api/bulk-results.ts";
import { type Call, checkInput } from "../../../api/caller.ts";
import { createWireClient } from "../../../api/client.ts";
import type { Endpoint, WireInput, WireResult } from "../../../api/endpoint.ts";
import { holds } from "../../../api/read-back.ts";
import type { OptionV3, ProductV3 } from "../../../api/services/products/models/product-v3.ts";
import type { products } from "../../../api/services/products/products.ts";
import { productsV3 } from "../../../api/services/products/products-v3.ts";
import { exitCodes, TillError } from "../../../kernel/errors.ts";
import { categoryCalls } from "../../collections/categories-v3.ts";
import { addStock, setStock, takeStock } from "../../inventory/stock-v3.ts";
import type { ListSource } from "../../listing.ts";
import { asProductV1, asVariantV1 } from "./as-v1.ts";
import { availabilityOf } from "./availability.ts";
import { addMissingStock, isStocked } from "./bulk-create.ts";
import { changedVariants, notInV3, overriddenVariants, variantChanges } from "./changes.ts";
import { withChoiceMedia, withoutChoiceMedia } from "./choice-media.ts";
import { filterInV3, productFilterFieldsV3, productSortPathsV3 } from "./fields.ts";
import { labelsOf } from "./labels.ts";
import { sentOptions } from "./options.ts";
import { findProductsV1, findVariantsV1, searchProducts } from "./query.ts";
import { type ListOptions, type WholeProduct, wholeProduct } from "./whole.ts";
import { createBody, mediaOf, sentMedia, updateBody, v3Client } from "./write.ts";

export { categoryList } from "../../collections/categories-v3.ts";
export { draftInV3 } from "./draft.ts";

/** The list call of products on a v3 site, with the fields that it can filter and sort by. */
export const listV3: ProductSource = {
  endpoint: productsV3.query,
  fields: productFilterFieldsV3,
  sortPaths: productSortPathsV3,
};

type Calls = typeof products;
type In<Name extends keyof Calls> = WireInput<Calls[Name]>;
type Out<Name extends keyof Calls> = WireResult<Calls[Name]>;
type Translations = Readonly<
  Record<string, (call: Call, input: never, admin: boolean, list?: ListOptions) => Promise<object>>
>;

/** The calls of catalog v1, implemented with calls of v3. */
const translations: Translations = {
  "products.query": async (call, input: In<"query">, admin, list) =>
    input.query?.cursorPaging
      ? await searchProducts(call, input, admin, list)
      : await findProductsV1(call, input, admin, list),
  "products.queryStoreVariants": findVariantsV1,
  "products.get": async (call, { id }: In<"get">, admin) => ({
    product: asProductV1(await wholeProduct(call, id ?? "", admin)),
  }),
  "products.create": createProductV1,
  "products.update": updateProductV1,
  "products.remove": async (call, { id }: In<"remove">) =>
    await v3Client(call).remove({ productId: id ?? "" }),
  "products.bulkUpdate": bulkUpdateV1,
  "products.updateVariants": updateVariantsV1,
  "products.optionsAvailability": async (call, { id, options }: In<"optionsAvailability">) =>
    availabilityOf(await wholeProduct(call, id ?? "", false), options ?? {}),
  "products.resetVariants": async (call, { id }: In<"resetVariants">) =>
    await change(call, id ?? "", resetVariants),
  "products.addChoicesMedia": async (call, { id, media }: In<"addChoicesMedia">) =>
    await changeOptions(call, id ?? "", (options) => withChoiceMedia(options, media ?? [])),
  "products.removeChoicesMedia": async (call, { id, media }: In<"removeChoicesMedia">) =>
    await changeOptions(call, id ?? "", (options) => withoutChoiceMedia(options, media)),
  "products.addMedia": async (call, { id, media }: In<"addMedia">) => {
    if ((media ?? []).some(({ choice }) => choice))
      throw notInV3(
        "media must be added to the product before they are attached to a choice.",
        "Add the media, then: till products media attach",
      );
    const added = (media ?? []).map(({ mediaId, url }) => mediaOf(mediaId, url));
    return await changeMedia(call, id ?? "", (items) => [...items, ...added]);
  },
  "products.removeMedia": async (call, { id, mediaIds }: In<"removeMedia">) => {
    const removed = new Set(mediaIds ?? []);
    return await changeMedia(call, id ?? "", (items) =>
      removed.size === 0 ? [] : items.filter((item) => !removed.has(item.id ?? "")),
    );
  },
  "products.removeOptions": async (call, { id }: In<"removeOptions">) =>
    await change(call, id ?? "", (whole) => changedVariants(whole, { productOptions: [] }) ?? {}),
  "products.removeBrand": async (call, { id }: In<"removeBrand">) =>
    await change(call, id ?? "", () => ({ brand: null })),
  "products.removeRibbon": async (call, { id }: In<"removeRibbon">) =>
    await change(call, id ?? "", () => ({ ribbon: null })),
  "inventory.updateVariants": setStock,
  "inventory.increment": addStock,
  "inventory.decrement": takeStock,
  ...categoryCalls,
};

/**
 * Returns a Call that runs calls of catalog v1 on a site with catalog v3. Throws UsageError for what v3 does not support.
 * Only an `admin` gets hidden products. `list` is for the lists of products.
 */
export function catalogV3Call(call: Call, admin: boolean, list?: ListOptions): Call {
  return async (name, endpoint: Endpoint, input, options) => {
    if (!/^(products|inventory|collections)\./.test(name)) return await call(name, endpoint, input, options);
    const translation = translations[name];
    if (translation === undefined) throw notInV3(`${name} has no equivalent in v3.`);
    checkInput(endpoint, input);
    const through: Call = (inner, to, body) => call(inner, to, body, options);
    // Converts to JSON and back to drop undefined members, as in a real response.
    return { body: JSON.parse(JSON.stringify(await translation(through, input as never, admin, list))) };
  };
}

async function createProductV1(call: Call, { product }: In<"create">): Promise<Out<"create">> {
  const body = await createBody(labelsOf(call), product ?? {});
  const created = await v3Client(call).createWithInventory({ product: body });
  const failure = isStocked(created.inventoryResults ?? {}, [body])
    ? undefined
    : await addMissingStock(call, new Map([[created.product?.id ?? "", body]]));
  if (failure) {
    const { id = "", name, slug } = created.product ?? {};
    const hint = `Set its stock: till inventory set ${slug ?? id} --in-stock true`;
    const message = `"${name}" was created, but its stock could not be set: ${failure.message}`;
    throw new TillError(exitCodes.partial, message, { code: failure.code, hint });
  }
  return { product: asProductV1(await wholeProduct(call, created.product?.id ?? "", true)) };
}

async function updateProductV1(call: Call, { product }: In<"update">): Promise<Out<"update">> {
  const changes = product ?? {};
  const id = changes.id ?? "";
  const body = await updateBody(labelsOf(call), await wholeProduct(call, id, true), changes);
  await v3Client(call).update({ product: body });
  return { product: asProductV1(await wholeProduct(call, id, true)) };
}

async function updateVariantsV1(call: Call, { id, variants }: In<"updateVariants">) {
  if ((variants ?? []).some((one) => one.productDimensions || one.packageDimensions))
    throw notInV3("the dimensions of variants cannot be set here.");
  await change(call, id ?? "", (whole) => overriddenVariants(whole, variantChanges(variants ?? [])));
  const whole = await wholeProduct(call, id ?? "", true);
  return { variants: whole.variants.map((variant) => asVariantV1(whole, variant)) };
}

/** Sets one field of several products, each with its current revision. Results have product ids, as in v1. */
async function bulkUpdateV1(call: Call, { ids, set }: In<"bulkUpdate">): Promise<Out<"bulkUpdate">> {
  const { price, cost, weight, ribbon, brand } = set ?? {};
  const body = {
    ...(typeof price === "number" && { priceData: { price } }),
    ...(typeof cost === "number" && { costAndProfitData: { itemCost: cost } }),
    ...(typeof weight === "number" && { weight }),
    ...(typeof ribbon === "string" && { ribbon }),
    ...(typeof brand === "string" && { brand }),
  };
  const products = [];
  const labels = labelsOf(call);
  for (const id of ids ?? []) {
    const whole = await wholeProduct(call, id, true, []);
    products.push({ product: await updateBody(labels, whole, body) });
  }
  const response = await v3Client(call).bulkUpdate({ products });
  const byIndex = itemOutcomes(
    response,
    products.map(({ product }) => product.id),
  );
  const outcomes = await Promise.all(
    (ids ?? []).map(async (id, index) => {
      const outcome = byIndex.get(index);
      // The response may leave out failures.
      const done = outcome?.ok || holds(asProductV1(await wholeProduct(call, id, true)), body);
      const { code, message: description } = outcome?.ok === false ? outcome.error : unexplained;
      return {
        itemMetadata: done ? { id, success: true } : { id, success: false, error: { code, description } },
      };
    }),
  );
  const totalFailures = outcomes.filter(({ itemMetadata }) => !itemMetadata.success).length;
  const totalSuccesses = outcomes.length - totalFailures;
  return { results: outcomes, bulkActionMetadata: { totalSuccesses, totalFailures } };
}

const unexplained = { code: "REFUSED", message: "the platform gave no reason" };

async function change(call: Call, id: string, patch: (whole: WholeProduct) => ProductV3): Promise<object> {
  const whole = await wholeProduct(call, id, true);
  const { revision } = whole.product;
  await v3Client(call).update({ product: { id, revision, ...patch(whole) } });
  return {};
}

/** Changes the options of a product together with the variants, as v3 requires. */
async function changeOptions(
  call: Call,
  id: string,
  changed: (options: readonly OptionV3[]) => OptionV3[],
): Promise<object> {
  return await change(call, id, (whole) => ({
    ...overriddenVariants(whole, () => undefined),
    options: changed(sentOptions(whole.product.options ?? [])),
  }));
}

/** Returns the variants with the product's price, cost and weight, which are those of the first variant. */
function resetVariants(whole: WholeProduct): ProductV3 {
  const { priceData, costAndProfitData, weight } = asProductV1(whole);
  return overriddenVariants(whole, () => ({
    price: priceData?.price,
    cost: costAndProfitData?.itemCost ?? null,
    weight,
    sku: null,
    visible: true,
  }));
}

async function changeMedia(
  call: Call,
  id: string,
  changed: (items: ReturnType<typeof mediaOf>[]) => ReturnType<typeof mediaOf>[],
): Promise<object> {
  return await change(call, id, ({ product }) => ({
    media: { itemsInfo: { items: changed(sentMedia(product)) } },
  }));
}

/** The list call of a catalog version, with the fields that it can filter and sort by. */
export type ProductSource = Pick<ListSource, "endpoint" | "fields" | "sortPaths">;

/** Returns the number of products that match a filter of catalog v1; the lists of catalog v3 have no total. */
export async function countProducts(call: Call, filter: object | undefined, admin: boolean) {
  const { productsV3: v3 } = createWireClient({ productsV3 }, call);
  const { count } = await v3.count({
    ...(filter && { filter: filterInV3(filter) as typeof filter }),
    ...(admin && { returnNonVisibleProducts: true }),
  });
  return count ?? undefined;
}
