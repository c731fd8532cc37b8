import type { Handlers, Service } from "../../../src/api/endpoint.ts";
import { storeCategories as categoryEndpoints } from "../../../src/api/services/collections.ts";
import { inventoryItemsV3 as itemEndpoints } from "../../../src/api/services/inventory.ts";
import {
  brandsV3 as brandEndpoints,
  customizationsV3 as customizationEndpoints,
  infoSectionsV3 as infoSectionEndpoints,
  type ProductV3,
  productsV3 as productEndpoints,
  ribbonsV3 as ribbonEndpoints,
  type VariantV3,
  variantsV3 as variantEndpoints,
} from "../../../src/api/services/products.ts";
import { storeCategories } from "../../../src/sandbox/collections/category-calls.ts";
import { inventoryItemsV3 } from "../../../src/sandbox/inventory/items-v3-calls.ts";
import { documentTables } from "../../../src/sandbox/kernel/schema.ts";
import type { Store } from "../../../src/sandbox/kernel/store.ts";
import type { Tx } from "../../../src/sandbox/kernel/tx.ts";
import { productsV3, variantsV3 } from "../../../src/sandbox/products/v3/calls.ts";
import { customizationsV3 } from "../../../src/sandbox/products/v3/customization-calls.ts";
import { brandsV3, infoSectionsV3, ribbonsV3 } from "../../../src/sandbox/products/v3/reference-calls.ts";
import { openTestShop } from "../../support/test-shop.ts";
import { bindHandlers, type Calls } from "./direct-calls.ts";

/** An event, without the parts that change between runs. */
export type CatalogEvent = [
  type: string,
  payload: Record<string, never> & { [key: string]: ReturnType<JSON["parse"]> },
];

export interface ShopV3Sandbox {
  store: Store;
  products: Calls<typeof productEndpoints>;
  variants: Calls<typeof variantEndpoints>;
  items: Calls<typeof itemEndpoints>;
  brands: Calls<typeof brandEndpoints>;
  ribbons: Calls<typeof ribbonEndpoints>;
  sections: Calls<typeof infoSectionEndpoints>;
  customizations: Calls<typeof customizationEndpoints>;
  categories: Calls<typeof categoryEndpoints>;
  tick(ms: number): void;
  /** Returns the events since the last call: `brand_created` and the envelope. */
  events(): CatalogEvent[];
  /** Returns everything that is stored. */
  everything(): string;
  /** Creates a product without options, for 10.00 by default. */
  create(product?: Partial<ProductV3>, variant?: VariantV3): ProductV3 & { id: string; revision: string };
  /** Creates a product in sizes S and L, with stock. */
  createSized(
    units?: readonly number[],
    more?: Partial<ProductV3>,
  ): ProductV3 & { id: string; revision: string };
  get(id: string): ProductV3;
}

const all = ["CURRENCY", "MERCHANT_DATA", "PLAIN_DESCRIPTION", "DESCRIPTION", "URL", "MEDIA_ITEMS_INFO"];
const more = ["INFO_SECTION", "VARIANT_OPTION_CHOICE_NAMES", "SUBSCRIPTION_PRICES_INFO", "MIN_PRICE_VARIANT"];

/** Returns an option "Size" with these choices, created with its product. */
export const size = (...names: string[]) => ({
  name: "Size",
  optionRenderType: "TEXT_CHOICES",
  choicesSettings: { choices: names.map((name) => ({ name, choiceType: "CHOICE_TEXT" })) },
});
export const sized = (name: string) => [
  { optionChoiceNames: { optionName: "Size", choiceName: name, renderType: "TEXT_CHOICES" } },
];
export const price = (amount: string, compareAt?: string) => ({
  actualPrice: { amount },
  ...(compareAt && { compareAtPrice: { amount: compareAt } }),
});

/** Opens an empty v3 shop in memory. Calls run as in the router: validated, one transaction each, results parsed by their schema. */
export function openShopV3Sandbox(): ShopV3Sandbox {
  const { store, tick, newEvents } = openTestShop({
    seed: "empty",
    catalog: "v3",
    now: "2026-03-01T08:00:00.000Z",
  });
  const bind = <S extends Service>(endpoints: S, handlers: Handlers<S, Tx>) =>
    bindHandlers(store, endpoints, handlers, { strict: true });
  const products = bind(productEndpoints, productsV3);
  const items = bind(itemEndpoints, inventoryItemsV3);
  return {
    store,
    products,
    items,
    variants: bind(variantEndpoints, variantsV3),
    brands: bind(brandEndpoints, brandsV3),
    ribbons: bind(ribbonEndpoints, ribbonsV3),
    sections: bind(infoSectionEndpoints, infoSectionsV3),
    customizations: bind(customizationEndpoints, customizationsV3),
    categories: bind(categoryEndpoints, storeCategories),
    tick,
    events: () =>
      newEvents().map(({ type, payload }) => [
        type.replace(/^wix\.(stores\.catalog\.v3|categories\.v1)\./, ""),
        payload as never,
      ]),
    everything: () =>
      JSON.stringify(
        documentTables(store.db).map(({ sql }) =>
          store.db.prepare(`SELECT id, doc FROM ${sql} ORDER BY id`).all(),
        ),
      ),
    create(product = {}, variant = {}) {
      const given = { name: "Mug", productType: "PHYSICAL", ...product };
      const physical = given.productType === "PHYSICAL" && { physicalProperties: {} };
      const variantsInfo = { variants: [{ price: price("10"), ...variant }] };
      return products.create({ product: { variantsInfo, ...physical, ...given }, fields: [...all, ...more] })
        .product as never;
    },
    createSized(units = [3, 0], given = {}) {
      const variants = ["S", "L"].map((name, index) => ({
        choices: sized(name),
        price: price(index === 0 ? "10" : "12.5"),
        sku: `TEE-${name}`,
        ...(units[index] !== undefined && { inventoryItem: { quantity: units[index] } }),
      }));
      const product = {
        name: "Tee",
        productType: "PHYSICAL",
        physicalProperties: {},
        options: [size("S", "L")],
        ...given,
      };
      const created = products.createWithInventory({
        product: { ...product, variantsInfo: { variants } } as never,
        fields: [...all, ...more],
      });
      return created.product as never;
    },
    get: (id) => products.get({ productId: id, fields: [...all, ...more] }).product as ProductV3,
  };
}
