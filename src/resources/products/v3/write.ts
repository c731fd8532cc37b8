import { createHash } from "node:crypto";
import type { Call } from "../../../api/caller.ts";
import { createWireClient } from "../../../api/client.ts";
import { brandsV3 } from "../../../api/services/products/brands-v3.ts";
import type { ProductMediaV3 } from "../../../api/services/products/models/media-v3.ts";
import type { Product } from "../../../api/services/products/models/product.ts";
import type { ProductV3 } from "../../../api/services/products/models/product-v3.ts";
import type { VariantWithInventory } from "../../../api/services/products/models/variant-v3.ts";
import { productsV3 } from "../../../api/services/products/products-v3.ts";
import { ribbonsV3 } from "../../../api/services/products/ribbons-v3.ts";
import { changedVariants, notInV3 } from "./changes.ts";
import { modifiersWith } from "./text-fields.ts";
import type { WholeProduct } from "./whole.ts";

/** What a v1 product can carry that v3 keeps elsewhere or not at all. */
const foreign = ["productDimensions", "packageDimensions"] as const;

/** The clients of what products of catalog v3 refer to. */
export function v3Clients(call: Call) {
  return createWireClient({ productsV3, brandsV3, ribbonsV3 }, call);
}

/** The v3 fields of a v1 body that do not concern variants; brands and ribbons that are new are made. */
async function plainFields(call: Call, body: Product, present: ProductV3): Promise<ProductV3> {
  for (const field of foreign) {
    const value = body[field];
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
    throw notInV3(`${field} cannot be set here.`);
  }
  const { name, slug, visible, description, brand, ribbon, additionalInfoSections, seoData, taxGroupId } =
    body;
  const clients = v3Clients(call);
  const brandId = brand && (await clients.brandsV3.getOrCreate({ brandName: brand })).brand?.id;
  const ribbonId = ribbon && (await clients.ribbonsV3.getOrCreate({ ribbonName: ribbon })).ribbon?.id;
  return {
    ...(name !== undefined && { name }),
    ...(slug && { slug }),
    ...(typeof visible === "boolean" && { visible }),
    ...(description !== undefined && { plainDescription: description }),
    ...(brand !== undefined && { brand: brandId ? { id: brandId } : null }),
    ...(ribbon !== undefined && { ribbon: ribbonId ? { id: ribbonId } : null }),
    ...(additionalInfoSections && { infoSections: infoSections(additionalInfoSections, present) }),
    ...(seoData && { seoData }),
    ...(taxGroupId && { taxGroupId }),
    ...(body.customTextFields && { modifiers: modifiersWith(body.customTextFields, present) }),
    ...(body.pricePerUnitData !== undefined && { physicalProperties: measured(body, present) }),
  };
}

/** The measure that a price is told for; what else stands beside it stays. */
function measured({ pricePerUnitData: unit }: Product, { physicalProperties }: ProductV3) {
  const { fulfillerId, shippingGroupId, deliveryProfileId } = physicalProperties ?? {};
  return {
    ...(fulfillerId && { fulfillerId }),
    ...(shippingGroupId && { shippingGroupId }),
    ...(deliveryProfileId && { deliveryProfileId }),
    ...(unit && { pricePerUnit: { quantity: unit.baseQuantity, measurementUnit: unit.baseMeasurementUnit } }),
  };
}

/** The PATCH of catalog v3 for a v1 change, with the revision that was read. */
export async function updateBody(call: Call, whole: WholeProduct, body: Product): Promise<ProductV3> {
  const { id, revision, options, productType } = whole.product;
  if (body.productType && body.productType.toUpperCase() !== productType)
    throw notInV3("the type of a product cannot be changed.");
  if (body.manageVariants === false && (body.productOptions ?? options ?? []).length > 0)
    throw notInV3("options always have variants of their own.");
  return {
    id,
    revision,
    ...changedVariants(whole, body),
    ...(await plainFields(call, body, whole.product)),
  };
}

/** What creates a product of catalog v3 from a v1 body: in stock, as v1 has it, unless the body counts it. */
export async function createBody(call: Call, body: Product) {
  const type = body.productType === "digital" ? "DIGITAL" : "PHYSICAL";
  const blank: WholeProduct = {
    product: { productType: type, options: [] },
    variants: [type === "PHYSICAL" ? { physicalProperties: {} } : {}],
    items: [],
  };
  const { options, variantsInfo } = changedVariants(blank, body) ?? {};
  const { trackInventory, quantity, inStock } = body.stock ?? {};
  const inventoryItem = trackInventory ? { quantity: quantity ?? 0 } : { inStock: inStock ?? true };
  const variants = (variantsInfo?.variants ?? []).map(
    ({ media: _, subscriptionPricesInfo: __, inventoryStatus: ___, ...variant }): VariantWithInventory => ({
      ...variant,
      inventoryItem,
    }),
  );
  const items = body.media?.items ?? [];
  return {
    productType: type,
    ...(await plainFields(call, body, {})),
    options,
    variantsInfo: { variants },
    ...(items.length > 0 && {
      media: { itemsInfo: { items: items.map(({ id, image }) => mediaOf(id, image?.url)) } },
    }),
  };
}

/** One of a product's media as it is sent: by id, else by address. */
export function mediaOf(id: string | null | undefined, url: string | null | undefined): ProductMediaV3 {
  return id ? { id } : { url };
}

/**
 * Info sections are shared between products in v3 and found by a unique name: ours tells the content, so that products
 * with the same section share it and a changed one is a new one.
 */
function infoSections(given: NonNullable<Product["additionalInfoSections"]>, present: ProductV3) {
  return given.map(({ title, description }) => {
    const known = present.infoSections?.find(
      (one) => one.title === title && (one.plainDescription ?? "") === (description ?? ""),
    );
    if (known?.id) return { id: known.id };
    const digest = createHash("sha256").update(`${title}\n${description}`).digest("hex").slice(0, 12);
    return { uniqueName: `${title} ${digest}`, title, plainDescription: description ?? "" };
  });
}
