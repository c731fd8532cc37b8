import type { Product } from "../../../api/services/products/products.ts";
import type { KeyedNumbers, UniqueKeys } from "../../../bulk/plan/stage.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import type { ProductKey } from "../../../files/list/keys.ts";
import type { RemovedBlanks } from "./blanks.ts";

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

/** The products of drafts, or why a draft has none; a draft that is absent is new. */
export interface Found {
  products: Map<ProductDraft, Product | Rejection>;
  /** Products by those slugs that were looked up. */
  slugs?: ReadonlyMap<string, Product>;
}

/** What all drafts of a file share. */
export interface MatchOptions {
  dialect: string;
  /** Collects the slugs of new products. */
  taken: UniqueKeys;
  /** Collects the line of each matched product: two handles for one product are ambiguous. */
  claimed: KeyedNumbers;
  /** Collects the line of each SKU. */
  skus: KeyedNumbers;
  /** Returns whether another product still has an SKU after the job. Default: yes. */
  keepsSku?(productId: string, sku: string): boolean;
  /** Drafts without a command must exist. */
  updateOnly?: boolean;
  /** What identifies drafts. Default: the handle. */
  key?: ProductKey;
  /** Removes the blanks around names and SKUs, and counts them here. */
  blanks?: RemovedBlanks;
  /** Returns the keys of the shop that differ from one only by case or blanks. */
  similar?(value: string): Promise<string[]>;
}
