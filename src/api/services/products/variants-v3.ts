import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { AggregationData, CursorMetadata, catalogQuery, catalogSearch } from "../../models/catalog-query.ts";
import { list, obj } from "../../models/fields.ts";
import { ReadOnlyVariant, VariantField } from "./models/variant-v3.ts";

const fields = list(VariantField, { maxSize: 100 });
const page = {
  ...pagedBy("cursor", "variants", "pagingMetadata", 1000),
} as const;

/** Variants of the whole store (catalog v3); they are written with their products. */
export const variantsV3 = service("variantsV3", {
  query: endpoint("POST /stores/v3/products/query-variants", {
    input: obj({ query: catalogQuery(1000), fields }),
    result: obj({ variants: list(ReadOnlyVariant), pagingMetadata: CursorMetadata }),
    ...page,
    summary: "List variants by variant or product ID",
  }),
  search: endpoint("POST /stores/v3/products/search-variants", {
    input: obj({ search: catalogSearch(1000), fields }),
    result: obj({
      variants: list(ReadOnlyVariant),
      pagingMetadata: CursorMetadata,
      aggregationData: AggregationData,
    }),
    required: ["search"],
    ...page,
    summary: "Search variants by text, price, stock or choices",
  }),
});
