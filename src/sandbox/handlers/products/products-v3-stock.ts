import type { Handlers } from "../../../api/endpoint.ts";
import type { InventoryItemPart } from "../../../api/services/inventory/inventory-v3.ts";
import type { ProductWithInventory } from "../../../api/services/products/models-v3.ts";
import type { productsV3 as endpoints } from "../../../api/services/products/products-v3.ts";
import { bulkResponse, forEachItem, type ItemResult } from "../../kernel/documents/bulk.ts";
import { checkRevision } from "../../kernel/documents/entities.ts";
import type { Tx } from "../../kernel/tx.ts";
import { createItem, itemAt, setItem } from "../../services/inventory/index.ts";
import {
  checkChangedProduct,
  checkChangedProducts,
  checkNewProduct,
  checkNewProducts,
  createEach,
} from "../../services/products/v3/check.ts";
import { changeProduct, newProduct } from "../../services/products/v3/facts.ts";
import { showInventoryItem } from "../../services/products/v3/kinds.ts";
import { insertProduct, productOf, replaceProduct } from "../../services/products/v3/products.ts";
import type { StoredItem, StoredProductV3 } from "../../services/products/v3/tables.ts";
import { requestedFields, showProduct } from "../../services/products/v3/view.ts";

type Calls = Pick<
  typeof endpoints,
  "createWithInventory" | "updateWithInventory" | "bulkCreateWithInventory" | "bulkUpdateWithInventory"
>;

/** Products together with the inventory of their variants at the default location. */
export const productStock: Handlers<Calls, Tx> = {
  createWithInventory(tx, { product, returnEntity, fields }) {
    const given = product ?? {};
    checkNewProduct(given);
    return answerOne(tx, create(tx, given), given, returnEntity, fields);
  },
  updateWithInventory(tx, { product, returnEntity, fields }) {
    const given = product ?? {};
    checkChangedProduct(given);
    return answerOne(tx, update(tx, given), given, returnEntity, fields);
  },
  bulkCreateWithInventory(tx, { products, returnEntity, fields }) {
    const given = products ?? [];
    checkNewProducts(given);
    const made = createEach(tx, given, (one) => create(tx, one));
    return answerMany(tx, given, made, returnEntity, fields);
  },
  bulkUpdateWithInventory(tx, { products, returnEntity, fields }) {
    const given = (products ?? []).map(({ product }) => product ?? {});
    checkChangedProducts(products ?? []);
    const made = forEachItem(tx, given, (one) => update(tx, one));
    return answerMany(tx, given, made, returnEntity, fields);
  },
};

function create(tx: Tx, given: ProductWithInventory): StoredProductV3 {
  return insertProduct(tx, newProduct(tx, given));
}

function update(tx: Tx, given: ProductWithInventory): StoredProductV3 {
  const before = productOf(tx, given.id ?? "");
  checkRevision(before, given.revision, "product");
  return replaceProduct(tx, changeProduct(tx, before, given));
}

type ResponseOptions = {
  returnEntity: boolean | null | undefined;
  fields: readonly string[] | null | undefined;
};

function answerOne(
  tx: Tx,
  product: StoredProductV3,
  given: ProductWithInventory,
  returnEntity: ResponseOptions["returnEntity"],
  fields: ResponseOptions["fields"],
) {
  const includes = requestedFields(tx, fields);
  const stocked = stock(tx, [[product, given]]);
  return {
    product: showProduct(tx, productOf(tx, product.id), includes),
    inventoryResults: bulkResponse(stocked, "item", returnEntity ? showInventoryItem : undefined),
  };
}

function answerMany(
  tx: Tx,
  given: readonly ProductWithInventory[],
  results: readonly ItemResult<StoredProductV3>[],
  returnEntity: ResponseOptions["returnEntity"],
  fields: ResponseOptions["fields"],
) {
  const includes = requestedFields(tx, fields);
  const pairs = results.flatMap(({ done }, index): [StoredProductV3, ProductWithInventory][] =>
    done === undefined ? [] : [[done, given[index] ?? {}]],
  );
  const stocked = stock(tx, pairs);
  const show = (product: StoredProductV3) => showProduct(tx, productOf(tx, product.id), includes);
  return {
    productResults: bulkResponse(results, "item", returnEntity ? show : undefined),
    inventoryResults: bulkResponse(stocked, "item", returnEntity ? showInventoryItem : undefined),
  };
}

/** Sets the inventory of the variants, in the order of the request. */
function stock(tx: Tx, pairs: readonly [StoredProductV3, ProductWithInventory][]): ItemResult<StoredItem>[] {
  const parts = pairs.flatMap(([product, given]) =>
    (given.variantsInfo?.variants ?? []).flatMap(({ inventoryItem }, index) => {
      const variantId = product.variantsInfo.variants[index]?.id ?? "";
      return inventoryItem ? [{ productId: product.id, variantId, part: inventoryItem }] : [];
    }),
  );
  return forEachItem(tx, parts, ({ productId, variantId, part }) => putStock(tx, productId, variantId, part));
}

function putStock(tx: Tx, productId: string, variantId: string, part: InventoryItemPart): StoredItem {
  const { inStock, quantity, preorderInfo } = part;
  const given = {
    ...(typeof inStock === "boolean" && { inStock }),
    ...(typeof quantity === "number" && { quantity }),
    ...(preorderInfo && { preorderInfo }),
  };
  const known = itemAt(tx, variantId, undefined);
  return known === undefined ? createItem(tx, { ...given, productId, variantId }) : setItem(tx, known, given);
}
