import { date, decimal, num, obj, readonly, text } from "./fields.ts";

/** A picture as the newer services write it; the official SDK shows it as `wix:image://v1/...` text. */
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
