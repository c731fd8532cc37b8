import type { Collection } from "../../../api/services/collections/models/collection.ts";
import type { Table } from "../../kernel/tx.ts";

/** The platform's built-in collection of everything (its id is not a GUID, there and here). */
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
