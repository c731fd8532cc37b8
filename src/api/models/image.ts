import { date, decimal, num, obj, readonly, text } from "./fields.ts";

/** An image in the format of newer services; the official SDK converts it to `wix:image://v1/...` text. */
export const Image = obj({
  id: text(),
  url: text(),
  height: num(),
  width: num(),
  altText: text(),
  filename: text(),
  sizeInBytes: decimal({ readonly: true }),
  urlExpirationDate: readonly(date()),
  focalPoint: obj({ x: num(), y: num(), height: num(), width: num() }),
});
