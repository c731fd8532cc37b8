import { jobFlags } from "../../cli/bulk-flags.ts";
import type { Flag, Unnamed, Verb } from "../../cli/command.ts";
import { allFlag, filterFlag } from "../../cli/flags.ts";
import { productFilterFlag } from "../../cli/product-flags.ts";

const productsArg = {
  name: "[products...]",
  describe: "ids, slugs or SKUs; - reads NDJSON records from stdin",
};
const flags: readonly Flag[] = [
  { ...allFlag, describe: "open everything, at most 500 objects" },
  { flags: "--file <file>", describe: "continue with text that an earlier edit kept" },
  // A text with mistakes is opened again.
  ...jobFlags.filter(({ flags }) => flags !== "--skip-invalid"),
];
const notes =
  "The editor is $VISUAL or $EDITOR. What you save becomes a job, with preview, confirmation and undo. After a mistake the file opens again, with a comment above the line.\nLearn more: till help guide edit";

/** Completes filters like those of products, and `--fields` with the fields that can be edited. */
const loadProducts = async () => {
  const { productResource } = await import("../../resources/products/resource.ts");
  const { editedProductFields } = await import("../../resources/products/edit.ts");
  return { ...productResource, columns: [], recordFields: editedProductFields };
};

/** `till products edit` */
export const editProducts: Unnamed<Verb> = {
  args: [productsArg],
  flags: [
    productFilterFlag,
    ...flags,
    {
      flags: "--no-costs",
      describe: "leave out costs, which take one request per product on catalog v1",
    },
  ],
  examples: [
    "till products edit stoneware-mug wool-throw # two products by slug",
    "till products edit --filter \"brand = 'Flax & Fjord'\" --fields price,name # two fields of many products",
  ],
  notes,
  resource: loadProducts,
  ownsTerminal: true,
  load: () => import("../../edit/products.ts"),
};

/** `till collections edit` */
export const editCollections: Unnamed<Verb> = {
  args: [{ name: "[collections...]", describe: "ids, slugs or names; - reads NDJSON records from stdin" }],
  flags: [filterFlag('name startsWith "T"'), ...flags],
  examples: [
    "till collections edit tableware # by slug",
    "till collections edit --all --dry-run # all of them; only show what would change",
  ],
  notes,
  resource: async () => (await import("../../resources/collections/resource.ts")).collectionResource,
  ownsTerminal: true,
  load: () => import("../../edit/collections.ts"),
};

/** `till products stock edit` */
export const editStock: Unnamed<Verb> = {
  args: [productsArg],
  flags: [productFilterFlag, ...flags],
  examples: [
    "till products stock edit stoneware-mug # the stock of each variant",
    'till products stock edit --filter "stock < 5" # everything that is running low',
  ],
  notes,
  resource: loadProducts,
  ownsTerminal: true,
  load: async () => ({ run: (await import("../../edit/products.ts")).editInventory }),
};
