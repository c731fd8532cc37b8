import type { Product } from "../../../api/services/products/models/product.ts";
import type { ModifierV3, ProductV3 } from "../../../api/services/products/models/product-v3.ts";

type TextFields = NonNullable<Product["customTextFields"]>;

/** Returns the text fields of a product, which are free-text modifiers in v3. */
export function textFieldsOf({ modifiers }: ProductV3): TextFields {
  return (modifiers ?? []).filter(isTextField).map(({ name, mandatory, freeTextSettings: settings }) => ({
    title: settings?.title ?? name,
    maxLength: settings?.maxCharCount ?? 500,
    mandatory: mandatory ?? false,
  }));
}

/** Returns all modifiers of a product with new text fields. Modifiers are identified by name and shared by products. */
export function modifiersWith(fields: TextFields, { modifiers }: ProductV3): ModifierV3[] {
  const others = (modifiers ?? []).filter((one) => !isTextField(one)).map(sentModifier);
  const texts = fields.map(({ title, maxLength, mandatory }) => ({
    name: (title ?? "").slice(0, 50),
    modifierRenderType: "FREE_TEXT",
    mandatory: mandatory ?? false,
    freeTextSettings: { title, minCharCount: 0, maxCharCount: maxLength ?? 500 },
  }));
  return [...others, ...texts];
}

function isTextField({ modifierRenderType }: ModifierV3): boolean {
  return modifierRenderType === "FREE_TEXT";
}

function sentModifier({ id, name, modifierRenderType, mandatory, choicesSettings }: ModifierV3): ModifierV3 {
  const choices = choicesSettings?.choices?.map(({ key: _, ...choice }) => choice);
  return { id, name, modifierRenderType, mandatory, ...(choices && { choicesSettings: { choices } }) };
}
