import type * as z from "zod/mini";
import { date, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";

const webUrl = () => text({ format: "WEB_URL" });

export const ImageV3 = obj({
  id: text({ maxLength: 400 }),
  url: webUrl(),
  height: num({ readonly: true }),
  width: num({ readonly: true }),
  altText: text({ maxLength: 200 }),
  filename: text({ readonly: true }),
  sizeInBytes: text({ readonly: true }),
  urlExpirationDate: readonly(date()),
});

export const VideoV3 = obj({
  id: text({ maxLength: 400 }),
  url: webUrl(),
  resolutions: readonly(
    list(obj({ url: webUrl(), height: num(), width: num(), format: text(), filename: text() })),
  ),
  filename: text({ readonly: true }),
  posters: readonly(list(ImageV3)),
  durationInMilliseconds: num({ readonly: true }),
});

/** A picture or video of a product, set by the id of an uploaded file or by a URL. */
export const ProductMediaV3 = obj(
  {
    id: text({ minLength: 1, maxLength: 200 }),
    url: webUrl(),
    image: readonly(ImageV3),
    video: readonly(VideoV3),
    altText: text({ minLength: 1, maxLength: 1000 }),
    displayName: text({ maxLength: 80 }),
    mediaType: readonly(enumOf("IMAGE", "VIDEO")),
    thumbnail: obj({ url: webUrl(), height: num(), width: num(), altText: text() }),
    uploadId: readonly(guid()),
  },
  { oneOf: [["id", "url"]] },
);
export interface ProductMediaV3 extends z.input<typeof ProductMediaV3> {}

/** All media of a product; `main` is the first item. */
export const MediaV3 = obj({
  main: readonly(ProductMediaV3),
  itemsInfo: obj({ items: list(ProductMediaV3, { maxSize: 50 }) }),
});

/** References to media of the product. */
export const MediaReferences = obj({
  items: list(
    obj({ mediaId: text({ minLength: 1, maxLength: 200 }), url: webUrl() }, { oneOf: [["mediaId", "url"]] }),
    { maxSize: 15 },
  ),
});
