import type { BrowseAction } from "../../ui/screens/browse/browse-resource.ts";

/** Adds products to the current cart. */
export const addToCart: BrowseAction = {
  key: "b",
  name: "add to cart",
  help: "add to the current cart",
  target: "rows",
  questions: [
    { title: "Quantity", hint: "1" },
    { title: "Options", hint: "Size=Large, Colour=Ink" },
  ],
  args: (products, [quantity, options = ""]) => [
    ...["cart", "add", ...products],
    ...(quantity ? ["--quantity", quantity] : []),
    ...optionsOf(options).flatMap((option) => ["--option", option]),
  ],
};

/** Splits `Size=4,5, Colour=Ink` into two options: a comma separates options only before a further name. */
export function optionsOf(text: string): string[] {
  return text
    .split(/,(?=[^,=]+=)/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** The actions on products that need an admin. */
export const adminActions: readonly BrowseAction[] = [
  {
    key: "i",
    name: "add to collection",
    help: "add to a collection",
    target: "rows",
    questions: [{ title: "Collection", hint: "name, slug or id", required: true }],
    args: (products, [collection = ""]) => ["collections", "add", collection, ...products],
  },
  {
    key: "o",
    name: "remove from collection",
    help: "remove from a collection",
    target: "rows",
    questions: [{ title: "Collection", hint: "name, slug or id", required: true }],
    args: (products, [collection = ""]) => ["collections", "remove", collection, ...products],
  },
  {
    key: "d",
    name: "delete",
    help: "delete; z restores deleted products with new ids",
    target: "rows",
    args: (products) => ["products", "delete", ...products],
  },
];
