import type { WireResult } from "../../../../api/endpoint.ts";
import type { products } from "../../../../api/services/products/products.ts";
import { mediaOf } from "./media.ts";
import type { StoredProduct, StoredVariant } from "./tables.ts";
import { isManaged, matchVariants } from "./variants.ts";

/**
 * Returns the availability of each choice, given choices (option name to choice description) for the other options.
 */
export function optionsAvailability(
  product: StoredProduct,
  chosen: Record<string, string>,
): WireResult<(typeof products)["optionsAvailability"]> {
  const managed = isManaged(product);
  const complete = product.productOptions.every((option) => chosen[option.name] !== undefined);
  const selected = complete
    ? matchVariants(product.variants, { choices: managed ? chosen : {} })[0]
    : undefined;
  const productOptions = product.productOptions.map((option) => ({
    ...option,
    choices: option.choices.map((choice) => {
      const choices = { ...chosen, [option.name]: choice.description };
      const shown = matchVariants(product.variants, { choices: managed ? choices : {} }).filter(isShown);
      return {
        ...choice,
        visible: shown.length > 0,
        inStock: shown.some((variant) => variant.stock.inStock),
      };
    }),
  }));
  return {
    ...(selected && { selectedVariant: selectedVariant(selected) }),
    media: chosenMedia(product, chosen),
    productOptions,
    availableForPurchase: selected !== undefined && isShown(selected) && selected.stock.inStock,
    managedProduct: managed,
  };
}

function isShown(variant: StoredVariant): boolean {
  return variant.variant.visible === true;
}

function selectedVariant({ id, variant, stock }: StoredVariant) {
  const { priceData, convertedPriceData, weight, sku, visible } = variant;
  const { quantity, inStock } = stock;
  return {
    price: priceData,
    convertedPriceData,
    weight,
    sku,
    visible,
    ...(quantity !== undefined && { quantity }),
    inStock,
    variantId: id,
  };
}

/** Returns the media of the choices, or of the product if they have none. */
function chosenMedia(product: StoredProduct, chosen: Record<string, string>): StoredProduct["media"] {
  const items = product.productOptions.flatMap((option) => {
    const choice = option.choices.find((one) => one.description === chosen[option.name]);
    return choice?.media?.items ?? [];
  });
  return items.length > 0 ? mediaOf(items) : product.media;
}
