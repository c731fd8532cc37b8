import type { Act } from "../resource.ts";

/** What goes into the cart, under references that say which variant where there are several. */
export const addToCart: Act = {
  key: "b",
  does: "add to cart",
  help: "put into your current cart",
  about: "rows",
  asks: [
    { title: "How many", hint: "1" },
    { title: "Options", hint: "such as Size=Large, Colour=Ink" },
  ],
  words: (products, [quantity, options = ""]) => [
    ...["cart", "add", ...products],
    ...(quantity ? ["--quantity", quantity] : []),
    ...optionsOf(options).flatMap((option) => ["--option", option]),
  ],
};

/** `Size=4,5, Colour=Ink` as two options: a comma parts them only before a further name. */
export function optionsOf(text: string): string[] {
  return text
    .split(/,(?=[^,=]+=)/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** What can be done with products by those who look after the shop. */
export const keeperActs: readonly Act[] = [
  {
    key: "i",
    does: "put in",
    help: "put into a collection",
    about: "rows",
    asks: [{ title: "Collection", hint: "name, slug or id", needed: true }],
    words: (products, [collection = ""]) => ["collections", "add", collection, ...products],
  },
  {
    key: "o",
    does: "take out",
    help: "take out of a collection",
    about: "rows",
    asks: [{ title: "Collection", hint: "name, slug or id", needed: true }],
    words: (products, [collection = ""]) => ["collections", "remove", collection, ...products],
  },
  {
    key: "d",
    does: "delete",
    help: "delete; z brings back what was deleted, under new ids",
    about: "rows",
    words: (products) => ["products", "delete", ...products],
  },
];
