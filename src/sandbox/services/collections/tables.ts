import type { Collection } from "../../../api/services/collections/collections.ts";
import type { Table } from "../../kernel/tx.ts";

/** The id of the platform's built-in collection of all products. It is not a GUID. */
export const allProductsId = "00000000-000000-000000-000000000001";

export interface StoredCollection extends Collection {
  id: string;
  name: string;
  slug: string;
  visible: boolean;
  numberOfProducts: number;
}

export const collections: Table<StoredCollection> = {
  name: "collections",
  columns: {
    slug: { type: "text", unique: true, value: (doc) => doc.slug },
    name: { type: "text", value: (doc) => doc.name },
    visible: { type: "number", value: (doc) => (doc.visible ? 1 : 0) },
  },
};
