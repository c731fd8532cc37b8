import type { WireResult } from "../../../api/endpoint.ts";
import type { products } from "../../../api/services/products/products.ts";
import { asProductV1 } from "./as-v1.ts";
import { chosenMediaIds } from "./choice-media.ts";
import type { WholeProduct } from "./whole.ts";

/** What remains available once some choices are made; each choice is judged together with those of the other options. */
export function availabilityOf(
  whole: WholeProduct,
  made: Record<string, string>,
): WireResult<(typeof products)["optionsAvailability"]> {
  const product = asProductV1(whole);
  const options = product.productOptions ?? [];
  const having = (choices: Record<string, string>) =>
    (product.variants ?? []).filter((variant) =>
      Object.entries(choices).every(([option, choice]) => variant.choices?.[option] === choice),
    );
  const complete = options.every(({ name }) => made[name ?? ""] !== undefined);
  const [selected] = complete ? having(made) : [];
  const items = product.media?.items ?? [];
  const ids = chosenMediaIds(whole.product, made);
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
        const shown = having({ ...made, [option.name ?? ""]: choice.description ?? "" }).filter(
          ({ variant }) => variant?.visible !== false,
        );
        return {
          ...choice,
          visible: shown.length > 0,
          inStock: shown.some(({ stock }) => stock?.inStock === true),
        };
      }),
    })),
    availableForPurchase: selected?.variant?.visible !== false && selected?.stock?.inStock === true,
    managedProduct: options.length > 0,
  };
}
