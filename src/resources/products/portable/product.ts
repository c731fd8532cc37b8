import type { Product } from "../../../api/services/products/models/product.ts";
import type { ProductObject, StockObject } from "../../../files/snapshot/schema.ts";
import { sortedJson } from "../../../kernel/json.ts";
import type { OnlyInV3 } from "../catalog.ts";
import { draftOf } from "../draft.ts";
import { choiceMediaOf, fieldsOf, unitPriceOf } from "../snapshot.ts";

/** Where the platform serves pictures: their ids are the last part of the address. */
const imageHost = "https://static.wixstatic.com/media/";

/** Returns a product as an object of a snapshot. Costs are absent unless they were read. `only`: what is only in catalog v3. */
export function portableProduct(
  product: Product,
  collections: readonly string[],
  { costs, only = {} }: { costs: boolean; only?: OnlyInV3 | undefined },
): ProductObject {
  const draft = draftOf(product, collections, "till");
  const {
    handle: _handle,
    line: _line,
    id: _id,
    inventory: _stock,
    cost,
    discount,
    variants,
    ...plain
  } = draft;
  const seo = fieldsOf(product).seo ?? null;
  const readOnly = readOnlyOf(product, only);
  return {
    ...(plain as Omit<ProductObject, "_kind" | "slug">),
    _kind: "product",
    slug: draft.slug ?? "",
    ...(costs && { cost: cost ?? null }),
    discount:
      discount === undefined || discount.type === "NONE"
        ? null
        : { type: discount.type, value: discount.value },
    variants: variants.map(({ line: _, inventory: _stock, cost, ...variant }) => ({
      ...variant,
      ...(costs && { cost: cost ?? null }),
    })),
    media: (product.media?.items ?? []).flatMap(addressOf),
    ...((product.productOptions ?? []).length > 0 && { choiceMedia: choiceMediaOf(product) }),
    pricePerUnit: unitPriceOf(product),
    seo,
    ...(Object.keys(readOnly).length > 0 && { readOnly }),
  };
}

/** Returns the stock of a product as an object of a snapshot. */
export function portableStock(product: Product): StockObject {
  const { slug, inventory, variants } = draftOf(product, [], "till");
  return {
    _kind: "stock",
    slug: slug ?? "",
    ...inventory,
    ...(variants.length > 0 && {
      variants: variants.map(({ choices, inventory }) => ({ choices, ...inventory })),
    }),
  };
}

type MediaItem = NonNullable<NonNullable<Product["media"]>["items"]>[number];

/** Returns the address of a picture, without the parameters that resize it; for other files, the id. */
function addressOf({ id, image }: MediaItem): string[] {
  const url = image?.url ?? undefined;
  const address = url?.startsWith(imageHost) ? url.split("/v1/")[0] : url;
  return address ? [address] : id ? [id] : [];
}

/** Returns the id of a picture of the platform, or the address of another one. */
export const mediaIdOf = (address: string): string =>
  address.startsWith(imageHost) ? address.slice(imageHost.length) : address;

/** Returns the fields that till reads and has no way to write to each shop. */
function readOnlyOf(product: Product, only: OnlyInV3): Record<string, unknown> {
  const file = product.digitalFile?.fileName;
  const sizes = [product, ...(product.variants ?? []).map(({ variant }) => variant)].flatMap((one) => [
    one?.productDimensions,
    one?.packageDimensions,
  ]);
  const dimensions = distinct([...(only.dimensions ?? []), ...sizes.filter(isSize)]);
  const parts: Record<string, readonly unknown[]> = { ...only, dimensions };
  const found = Object.entries(parts).filter(([, { length }]) => length > 0);
  return { ...(file && { digitalFile: file }), ...Object.fromEntries(found) };
}

const distinct = (values: readonly unknown[]): unknown[] => [
  ...new Map(values.map((value) => [sortedJson(value), value])).values(),
];

const isSize = (size: Product["productDimensions"]): boolean =>
  Boolean(size?.length || size?.width || size?.height);
