import type { WireResult } from "../../../api/endpoint.ts";
import type { products } from "../../../api/services/products/products.ts";
import { asProductV1 } from "./as-v1.ts";
import { selectedMediaIds } from "./choice-media.ts";
import type { WholeProduct } from "./whole.ts";

/** Returns the availability of each choice, given the choices selected for the other options. */
export function availabilityOf(
  whole: WholeProduct,
  selection: Record<string, string>,
): WireResult<(typeof products)["optionsAvailability"]> {
  const product = asProductV1(whole);
  const options = product.productOptions ?? [];
  const variantsWith = (choices: Record<string, string>) =>
    (product.variants ?? []).filter((variant) =>
      Object.entries(choices).every(([option, choice]) => variant.choices?.[option] === choice),
    );
  const complete = options.every(({ name }) => selection[name ?? ""] !== undefined);
  const [selected] = complete ? variantsWith(selection) : [];
  const items = product.media?.items ?? [];
  const ids = selectedMediaIds(whole.product, selection);
  const own = items.filter(({ id }) => ids.includes(id ?? ""));
  const [main] = own.length > 0 ? own : items;
  return {
    ...(selected && {
      selectedVariant: {
        price: selected.variant?.priceData,
        weight: selected.variant?.weight,
        sku: selected.variant?.sku,
        visible: selected.variant?.visible,
        quantity: selected.stock?.quantity,
        inStock: selected.stock?.inStock,
        variantId: selected.id,
      },
    }),
    media: { ...(main && { mainMedia: main }), items: own.length > 0 ? own : items },
    productOptions: options.map((option) => ({
      ...option,
      choices: (option.choices ?? []).map((choice) => {
        const visibleVariants = variantsWith({
          ...selection,
          [option.name ?? ""]: choice.description ?? "",
        }).filter(({ variant }) => variant?.visible !== false);
        return {
          ...choice,
          visible: visibleVariants.length > 0,
          inStock: visibleVariants.some(({ stock }) => stock?.inStock === true),
        };
      }),
    })),
    availableForPurchase: selected?.variant?.visible !== false && selected?.stock?.inStock === true,
    managedProduct: options.length > 0,
  };
}
