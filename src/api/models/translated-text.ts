import { type Bounds, obj, text } from "./fields.ts";

/** Text in the shop's main language and, where there is one, its translation for the buyer. */
export const translatedText = (original: Bounds, translation: Bounds = original) =>
  obj({ original: text(original), translated: text(translation) });

/** The name of an item. */
export const ItemName = translatedText({ minLength: 1, maxLength: 200 }, { minLength: 1, maxLength: 400 });
