import { printObject } from "../../cli/generic/print.ts";
import { announceWriting } from "../../cli/write-notice.ts";
import type { Context } from "../../context/context.ts";
import { findProduct, openCatalog } from "../../resources/products/read.ts";
import { productResource } from "../../resources/products/resource.ts";

/** Returns the command that removes the brand or the ribbon of a product and prints it. */
export function removeField(field: "brand" | "ribbon") {
  return async (context: Context, [reference = ""]: string[]): Promise<undefined> => {
    const catalog = await openCatalog(context);
    const id = (await findProduct(catalog, reference)).id;
    await announceWriting(context);
    await catalog.removeLabel(id, field);
    await printObject(context, productResource, await findProduct(catalog, id, { costs: true }));
  };
}
