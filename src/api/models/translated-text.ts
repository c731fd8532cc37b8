import { type Bounds, obj, text } from "./fields.ts";

/** Returns the schema of a text in the shop's language with an optional translation for the buyer. */
export const translatedText = (original: Bounds, translation: Bounds = original) =>
  obj({ original: text(original), translated: text(translation) });

/** The name of an item. */
export const ItemName = translatedText({ minLength: 1, maxLength: 200 }, { minLength: 1, maxLength: 400 });
