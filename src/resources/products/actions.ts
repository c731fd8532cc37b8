import type { BrowseAction } from "../../ui/screens/browse/browse-resource.ts";

/** What goes into the cart, under references that say which variant where there are several. */
export const addToCart: BrowseAction = {
  key: "b",
  name: "add to cart",
  help: "put into your current cart",
  target: "rows",
  questions: [
    { title: "How many", hint: "1" },
    { title: "Options", hint: "such as Size=Large, Colour=Ink" },
  ],
  args: (products, [quantity, options = ""]) => [
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
export const adminActions: readonly BrowseAction[] = [
  {
    key: "i",
    name: "put in",
    help: "put into a collection",
    target: "rows",
    questions: [{ title: "Collection", hint: "name, slug or id", required: true }],
    args: (products, [collection = ""]) => ["collections", "add", collection, ...products],
  },
  {
    key: "o",
    name: "take out",
    help: "take out of a collection",
    target: "rows",
    questions: [{ title: "Collection", hint: "name, slug or id", required: true }],
    args: (products, [collection = ""]) => ["collections", "remove", collection, ...products],
  },
  {
    key: "d",
    name: "delete",
    help: "delete; z brings back what was deleted, under new ids",
    target: "rows",
    args: (products) => ["products", "delete", ...products],
  },
];
