/** What the sandbox does not emulate of catalog v1, for `till sandbox status`. */
export const catalogLimits: readonly string[] = [
  "Catalog v1: prices are not converted; convertedPriceData always equals priceData.",
  "Catalog v1: a changed slug leaves no redirect behind, and seoData is stored without being checked.",
  "Catalog v1: media is not uploaded or downloaded; a media id is accepted as it is, and a URL gets an id made from its text, without dimensions.",
  "Catalog v1: pre-order terms are stored and shown, pre-orders are not counted against their limit.",
  "Catalog v1: there is one stock location; variants have no stock per location.",
  "Catalog v1: customTextFields are read-only, as on the platform, and only the demo shop has any.",
  "Catalog v1: texts are stored as they are sent; HTML is neither cleaned nor translated.",
  "Catalog v1: queryStoreVariants filters and sorts by reading every product, so it is slow in a very large catalog.",
];
