import type {
  ModifierV3,
  OptionV3,
  ProductWithInventory,
  VariantWithInventory,
} from "../../api/services/products/models-v3.ts";
import { amountFromJson, amountText } from "../../kernel/money.ts";
import type { StoredOption, StoredProduct, StoredVariant } from "../services/products/v1/tables.ts";
import { isManaged } from "../services/products/v1/variants.ts";

const amount = (value: number | null | undefined) => ({ amount: amountText(amountFromJson(value ?? 0)) });

/** Converts a catalog v1 product to a catalog v3 create request. */
export function toProductV3(product: StoredProduct): ProductWithInventory {
  const { name, slug, visible, brand, ribbon, pricePerUnitData: unit } = product;
  const options = isManaged(product) ? product.productOptions : [];
  const productType = product.productType === "digital" ? "DIGITAL" : "PHYSICAL";
  return {
    name,
    slug,
    visible,
    productType,
    plainDescription: product.description ?? "",
    media: { itemsInfo: { items: product.media.items.map(({ id }) => ({ id })) } },
    ...(brand && { brand: { name: brand } }),
    ...(ribbon && { ribbon: { name: ribbon } }),
    infoSections: (product.additionalInfoSections ?? []).map(({ title, description }) => ({
      uniqueName: title,
      title,
      plainDescription: description,
    })),
    options: options.map(toOption),
    modifiers: (product.customTextFields ?? []).map(toModifier),
    ...(unit && {
      physicalProperties: {
        pricePerUnit: { quantity: unit.baseQuantity, measurementUnit: unit.baseMeasurementUnit },
      },
    }),
    variantsInfo: { variants: product.variants.map((variant) => toVariant(product, variant, productType)) },
  };
}

const renderTypeOf = (option: Pick<StoredOption, "optionType"> | undefined) =>
  option?.optionType === "color" ? "SWATCH_CHOICES" : "TEXT_CHOICES";

function toOption({ name, optionType, choices }: StoredOption): OptionV3 {
  const isColour = optionType === "color";
  return {
    name,
    optionRenderType: renderTypeOf({ optionType }),
    choicesSettings: {
      choices: choices.map(({ description, value }) => ({
        name: description,
        choiceType: isColour ? "ONE_COLOR" : "CHOICE_TEXT",
        ...(isColour && { colorCode: value }),
      })),
    },
  };
}

function toModifier(field: NonNullable<StoredProduct["customTextFields"]>[number]): ModifierV3 {
  const title = field.title ?? "";
  return {
    name: title.slice(0, 50),
    modifierRenderType: "FREE_TEXT",
    mandatory: field.mandatory ?? false,
    freeTextSettings: { title, minCharCount: 0, maxCharCount: field.maxLength ?? 500 },
  };
}

function toVariant(
  product: StoredProduct,
  { choices, variant, stock }: StoredVariant,
  type: string,
): VariantWithInventory {
  const { price, discountedPrice } = variant.priceData ?? {};
  const cost = variant.costAndProfitData?.itemCost;
  const unit = product.pricePerUnitData;
  const settings = unit && { quantity: unit.totalQuantity, measurementUnit: unit.totalMeasurementUnit };
  return {
    visible: variant.visible ?? true,
    ...(variant.sku && { sku: variant.sku }),
    choices: Object.entries(choices).map(([optionName, choiceName]) => ({
      optionChoiceNames: {
        optionName,
        choiceName,
        renderType: renderTypeOf(product.productOptions.find(({ name }) => name === optionName)),
      },
    })),
    price: {
      actualPrice: amount(discountedPrice),
      ...(price !== discountedPrice && { compareAtPrice: amount(price) }),
    },
    ...(typeof cost === "number" && { revenueDetails: { cost: amount(cost) } }),
    ...(type === "PHYSICAL" && {
      physicalProperties: { weight: variant.weight, ...(settings && { pricePerUnit: { settings } }) },
    }),
    inventoryItem: stock.trackQuantity ? { quantity: stock.quantity ?? 0 } : { inStock: stock.inStock },
  };
}
