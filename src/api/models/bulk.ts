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
