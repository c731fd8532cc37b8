import { createHash } from "node:crypto";
import type { Call } from "../../../api/caller.ts";
import { createWireClient } from "../../../api/client.ts";
import type { InventoryItemPart } from "../../../api/services/inventory/models/inventory-item-v3.ts";
import type { ProductMediaV3 } from "../../../api/services/products/models/media-v3.ts";
import type { Product } from "../../../api/services/products/models/product.ts";
import type { ProductV3 } from "../../../api/services/products/models/product-v3.ts";
import type { VariantWithInventory } from "../../../api/services/products/models/variant-v3.ts";
import { productsV3 } from "../../../api/services/products/products-v3.ts";
import { changedVariants, notInV3, overriddenVariants, type VariantChange } from "./changes.ts";
import type { Labels } from "./labels.ts";
import { namedChoices } from "./options.ts";
import { modifiersWith } from "./text-fields.ts";
import type { WholeProduct } from "./whole.ts";

/** The fields of v1 products that cannot be set in v3. */
const unsupported = ["productDimensions", "packageDimensions"] as const;

/** Returns the client for products of catalog v3. */
export function v3Client(call: Call) {
  return createWireClient({ productsV3 }, call).productsV3;
}

/** Returns the v3 fields of a v1 body, except for variants. Creates brands and ribbons that do not exist. */
async function plainFields(labels: Labels, body: Product, present: ProductV3): Promise<ProductV3> {
  for (const field of unsupported) {
    const value = body[field];
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
    throw notInV3(`${field} cannot be set here.`);
  }
  const { name, slug, visible, description, brand, ribbon, additionalInfoSections, seoData, taxGroupId } =
    body;
  const brandId = brand && (await labels.brandId(brand));
  const ribbonId = ribbon && (await labels.ribbonId(ribbon));
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
    ...(body.pricePerUnitData !== undefined && { physicalProperties: physicalPropertiesWith(body, present) }),
  };
}

/** Returns the physical properties with the base unit of the price per unit, without changing the others. */
function physicalPropertiesWith({ pricePerUnitData: unit }: Product, { physicalProperties }: ProductV3) {
  const { fulfillerId, shippingGroupId, deliveryProfileId } = physicalProperties ?? {};
  return {
    ...(fulfillerId && { fulfillerId }),
    ...(shippingGroupId && { shippingGroupId }),
    ...(deliveryProfileId && { deliveryProfileId }),
    ...(unit && { pricePerUnit: { quantity: unit.baseQuantity, measurementUnit: unit.baseMeasurementUnit } }),
  };
}

/** Returns the v3 update for a v1 change, with the revision that was read. */
export async function updateBody(labels: Labels, whole: WholeProduct, body: Product): Promise<ProductV3> {
  const { id, revision, options, productType } = whole.product;
  if (body.productType && body.productType.toUpperCase() !== productType)
    throw notInV3("the type of a product cannot be changed.");
  if (body.manageVariants === false && (body.productOptions ?? options ?? []).length > 0)
    throw notInV3("products with options always have managed variants.");
  return {
    id,
    revision,
    ...changedVariants(whole, body),
    ...(await plainFields(labels, body, whole.product)),
  };
}

/** The fields of a new product that a v1 body does not have, by the choices of a variant. */
export interface NewVariants {
  change(choices: Record<string, string>): VariantChange | undefined;
  stock(choices: Record<string, string>): InventoryItemPart | undefined;
}

/** Returns the v3 product for a v1 create call. Without stock in `newVariants` or tracked stock, the product is in stock, as in v1. */
export async function createBody(labels: Labels, body: Product, newVariants?: NewVariants) {
  const type = body.productType === "digital" ? "DIGITAL" : "PHYSICAL";
  const blank: WholeProduct = {
    product: { productType: type, options: [] },
    variants: [type === "PHYSICAL" ? { physicalProperties: {} } : {}],
    items: [],
  };
  const plain = changedVariants(blank, body) ?? { options: [], variantsInfo: { variants: blank.variants } };
  const whole = { ...blank, product: { ...blank.product, ...plain }, variants: plain.variantsInfo.variants };
  const { options, variantsInfo } = newVariants
    ? overriddenVariants(whole, (_, choices) => newVariants.change(choices))
    : plain;
  const { trackInventory, quantity, inStock } = body.stock ?? {};
  const inventoryItem = trackInventory ? { quantity: quantity ?? 0 } : { inStock: inStock ?? true };
  const variants = variantsInfo.variants.map(
    ({ media: _, subscriptionPricesInfo: __, inventoryStatus: ___, ...variant }): VariantWithInventory => ({
      ...variant,
      inventoryItem: newVariants?.stock(namedChoices(options, variant)) ?? inventoryItem,
    }),
  );
  const items = body.media?.items ?? [];
  return {
    productType: type,
    // The platform requires the object even if it is empty.
    ...(type === "PHYSICAL" && { physicalProperties: {} }),
    ...(await plainFields(labels, body, {})),
    options,
    variantsInfo: { variants },
    ...(items.length > 0 && {
      media: { itemsInfo: { items: items.map(({ id, image }) => mediaOf(id, image?.url)) } },
    }),
  };
}

/** Returns a media item for a request: by id, else by URL. */
export function mediaOf(id: string | null | undefined, url: string | null | undefined): ProductMediaV3 {
  return id ? { id } : { url };
}

/** The media of a product as they are sent back unchanged. */
export function sentMedia({ media }: ProductV3): ProductMediaV3[] {
  return (media?.itemsInfo?.items ?? []).map((item) => ({
    ...mediaOf(item.id, item.url),
    ...(item.altText && { altText: item.altText }),
  }));
}

/**
 * Returns info sections for a request. In v3 they are shared by products and have a unique name; ours contains a hash of
 * the content, so that equal sections are shared and a changed section becomes a new one.
 */
function infoSections(sections: NonNullable<Product["additionalInfoSections"]>, present: ProductV3) {
  return sections.map(({ title, description }) => {
    const known = present.infoSections?.find(
      (one) => one.title === title && (one.plainDescription ?? "") === (description ?? ""),
    );
    if (known?.id) return { id: known.id };
    const digest = createHash("sha256").update(`${title}\n${description}`).digest("hex").slice(0, 12);
    return { uniqueName: `${title} ${digest}`, title, plainDescription: description ?? "" };
  });
}
