import type { Product } from "../../../api/services/products/models/product.ts";

/** The match of a draft: an existing product, a new one, or why the draft must not be imported. */
export type Match =
  | { is: "existing"; product: Product; mediaSources?: readonly string[] }
  | { is: "new"; slug: string }
  | Rejection;

/** Why a draft must not be imported. `line`: default is that of the draft. */
export interface Rejection {
  is: "rejected";
  line?: number;
  column: string;
  value: string;
  rule: string;
  message: string;
}
