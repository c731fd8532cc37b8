import type * as models from "../contract/cart.gen.ts";
import document from "../contract/cart.json" with { type: "json" };
import { readContract } from "../contract/contract.ts";
import type * as sharedTypes from "../contract/models.gen.ts";
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/cart.gen.ts";
export type * from "../contract/models.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { currentCart, carts, currentCartV2, cartsV2, totals } =
  contract.services as unknown as models.Services;
export const Cart = contract.models.Cart as Schema<models.Cart>;
export type Cart = models.Cart;
export const CartSummary = contract.models.CartSummary as Schema<models.CartSummary>;
export type CartSummary = models.CartSummary;
export const CartV2 = contract.models.CartV2 as Schema<models.CartV2>;
export type CartV2 = models.CartV2;
export const LineItem = sharedModels.models.LineItem as Schema<sharedTypes.LineItem>;
export type LineItem = sharedTypes.LineItem;
