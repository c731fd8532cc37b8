import type { Product } from "../../api/services/products/models/product.ts";
import type { Context } from "../../context/context.ts";
import { renderRecord } from "../../output/render.ts";
import { productDetails, productFields } from "../../resources/products/fields.ts";

/** Prints the details of a product, or the whole record in the other output formats. */
export async function printProduct({ streams, format, globals }: Context, record: Product): Promise<void> {
  const columns = productDetails.filter((one) => one.value(record) !== "");
  const { fields } = globals;
  await renderRecord({ streams, format, kind: "product", columns, fields, paths: productFields, record });
}
