import type { Call } from "../../api/caller.ts";
import { Collection } from "../../api/services/collections/models/collection.ts";
import { Product } from "../../api/services/products/models/product.ts";
import { products } from "../../api/services/products/products.ts";
import { collectionKind } from "../collections/snapshot-kind.ts";
import { type Catalog, withCosts } from "../products/catalog.ts";
import { type CopyKind, copyOf } from "./kind.ts";

const media = (at: string) => [`${at}.mainMedia.**`, `${at}.items[].**`];

/** Returns the paths of the texts for search engines. */
export const seoTexts = (at: string): string[] =>
  ["tags[].type", "tags[].children", "tags[].props", "tags[].meta", "settings.keywords[].**"].map(
    (path) => `${at}.${path}`,
  );

/** Collections and products of catalog v1, with variants and stock. */
export function catalogV1Copies(call: Call, catalog: Catalog, costs: boolean): CopyKind[] {
  return [
    copyOf(call, collectionKind(catalog), {
      model: Collection,
      open: ["id", "name", "description", "slug", ...media("media"), ...seoTexts("seoSchema")],
    }),
    copyOf(
      call,
      {
        ...{ kind: "product", domain: "products", name: "products", keyed: true },
        ...{ call: "products.query", endpoint: products.query },
      },
      {
        model: Product,
        open: [
          ...["name", "slug", "description", "sku", "brand", "ribbon", "ribbons[].text", "numericId"],
          ...["collectionIds[]", "exportProductId", "inventoryItemId", "priceData.formatted.pricePerUnit"],
          ...["additionalInfoSections[].title", "additionalInfoSections[].description"],
          ...["customTextFields[].title", "digitalFile.id", "digitalFile.fileName", "productOptions[].name"],
          ...["productOptions[].choices[].value", "productOptions[].choices[].description"],
          ...media("productOptions[].choices[].media"),
          ...media("media"),
          ...["variants[].choices.*", "variants[].variant.sku"],
          ...seoTexts("seoData"),
        ],
        complete: (items) =>
          costs ? withCosts(catalog, items as Product[]) : items.map((item) => item as object),
      },
    ),
  ];
}
