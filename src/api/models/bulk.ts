import type * as z from "zod/mini";
import { bool, json, list, num, obj, text } from "./fields.ts";

export const ItemMetadata = obj({
  id: text(),
  originalIndex: num(),
  success: bool(),
  error: obj({ code: text(), description: text(), data: json() }),
});
export const BulkResults = list(obj({ itemMetadata: ItemMetadata }));
export const BulkActionMetadata = obj({
  totalSuccesses: num(),
  totalFailures: num(),
  undetailedFailures: num(),
});

/** Returns the result of a bulk call that returns each item under `key`. */
export const bulkResults = <Key extends string, Item extends z.core.$ZodType>(key: Key, item: Item) =>
  obj({
    results: list(
      obj({ itemMetadata: ItemMetadata, [key]: item } as Record<Key, Item> & {
        itemMetadata: typeof ItemMetadata;
      }),
    ),
    bulkActionMetadata: BulkActionMetadata,
  });
/** The result of a bulk call that returns no items. */
export const plainBulkResults = obj({ results: BulkResults, bulkActionMetadata: BulkActionMetadata });
