/** What the sandbox does not emulate of catalog v3, for `till sandbox status`. */
export const catalogV3Limits: readonly string[] = [
  "Catalog versions: a sandbox runs one generation and answers every call of the other with 428, also the v1 reads that the platform still answers on v3 sites.",
  "Categories: there is the tree of @wix/stores alone, without a key, and no built-in category of all products.",
  "Categories: deleting one deletes all below it, hiding one hides them; six levels is the most. Extended fields have no schema.",
  "Catalog v3: search looks for words in name, description, SKU and barcode, whatever `search.fields` says; aggregations answer 501, and $matchItems takes one condition an item.",
  "Catalog v3: calls by filter have done their work when they answer; their job id names nothing.",
  "Catalog v3: descriptions become headings and paragraphs when they are turned from HTML into rich content or back.",
  "Catalog v3: any location id is taken as it is; only the default location counts for a product's availability.",
  "Catalog v3: barcodes are unique, SKUs are not; field masks are ignored: the fields that are sent are the change.",
  "Catalog v3: tags are stored without being known, extended fields without a schema, digital files by their id.",
];
