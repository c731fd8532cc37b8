import type { Context } from "../../context/context.ts";
import { EditedStock, editedStock, stockEdit } from "../../resources/products/edit.ts";
import { portableStock } from "../../resources/products/portable.ts";
import { openCatalog } from "../../resources/products/read.ts";
import type { EditKind } from "./kind.ts";
import { planProductEdits } from "./plan.ts";
import { type Chosen, editCommand } from "./run.ts";
import { checkFields, openProducts } from "./select.ts";

/** Edits the stock of products. */
export const run = editCommand(open);

async function open(context: Context, chosen: Chosen): Promise<EditKind<EditedStock>> {
  checkFields(context, "inventory");
  const catalog = await openCatalog(context, "admin");
  const read = await openProducts(context, catalog, chosen, { costs: false, plural: "inventory" });
  const products = new Map(read.map((product) => [product.id, product]));
  const shown = new Map([...products].map(([id, product]) => [id, editedStock(portableStock(product))]));
  return {
    ...{ plural: "inventory", singular: "product", job: "inventory.set" },
    schema: EditedStock,
    objects: read.map(({ id, name, slug }) => ({
      ...{ id, label: name ?? "", slug: slug ?? "" },
      fields: { ...shown.get(id) },
    })),
    notes: ["Stock is a quantity, or inStock (true or false) if it is not counted."],
    plan: (edits) =>
      planProductEdits(context, edits, {
        ...{ catalog, products },
        compare: ({ object, document }) => stockEdit(object.id, shown.get(object.id) ?? {}, document),
      }),
    work: () => catalog.work(),
  };
}
