import type * as z from "zod/mini";
import { bool, date, decimal, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { ImageV3 } from "./media-v3.ts";

/** Fields that are returned on request only. */
export const CustomizationField = enumOf("ASSIGNED_PRODUCTS_COUNT", "CHOICE_DISPLAY_IMAGE");
export const CustomizationType = enumOf("PRODUCT_OPTION", "MODIFIER");
export const CustomizationRenderType = enumOf("FREE_TEXT", "TEXT_CHOICES", "SWATCH_CHOICES");
export const ChoiceType = enumOf("CHOICE_TEXT", "ONE_COLOR", "MULTIPLE_COLORS", "IMAGE");

/** The surcharge of a choice or text, as decimal text. */
export const addedPrice = () => decimal({ min: 0, max: 999999999.99, maxScale: 3 });

/** The swatch of a choice: at most one of the three fields. */
export const choiceValue = {
  colorCode: text({ minLength: 3, maxLength: 20 }),
  colorCodes: obj({ colorCodes: list(text({ minLength: 3, maxLength: 20 }), { minSize: 2, maxSize: 2 }) }),
  image: ImageV3,
};
export const choiceValueOneOf = ["colorCode", "colorCodes", "image"] as const;

export const CustomizationChoice = obj(
  {
    ...choiceValue,
    id: text({ readonly: true }),
    choiceType: ChoiceType,
    key: text({ readonly: true }),
    name: text({ minLength: 1, maxLength: 50 }),
    defaultAddedPrice: addedPrice(),
    displayImage: ImageV3,
    primaryChoiceIds: list(guid(), { maxSize: 4 }),
  },
  { oneOf: [choiceValueOneOf] },
);
export interface CustomizationChoice extends z.input<typeof CustomizationChoice> {}

/** The bounds of a text that a buyer enters; `titleMax` is the maximum length of the title. */
export const freeText = (titleMax: number) =>
  obj({
    minCharCount: num({ min: 0 }),
    maxCharCount: num({ min: 0, max: 500 }),
    defaultAddedPrice: addedPrice(),
    title: text({ minLength: 1, maxLength: titleMax }),
    key: text({ readonly: true }),
  });

/** An option or a modifier of catalog v3, which many products can share. */
export const Customization = obj(
  {
    modifierSettings: obj({ defaultMandatory: bool() }),
    freeTextInput: freeText(100),
    choicesSettings: obj({
      choices: list(CustomizationChoice, { minSize: 1, maxSize: 1000 }),
      sortOrder: enumOf("DEFAULT", "BY_NAME", "BY_PRODUCT_COUNT", "MANUAL"),
    }),
    id: text({ readonly: true }),
    revision: text({ readonly: true }),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    key: text({ readonly: true }),
    name: text({ minLength: 1, maxLength: 50 }),
    customizationType: CustomizationType,
    customizationRenderType: CustomizationRenderType,
    assignedProductsCount: num({ readonly: true }),
  },
  { oneOf: [["freeTextInput", "choicesSettings"]] },
);
export interface Customization extends z.input<typeof Customization> {}
