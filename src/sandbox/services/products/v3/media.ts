import type { ProductMediaV3 } from "../../../../api/services/products/models-v3.ts";
import { ruleViolation } from "../../../kernel/documents/entities.ts";
import { PlatformError } from "../../../kernel/tx.ts";
import { mediaItem, platformMedia, type Uploaded } from "../v1/media.ts";
import type { StoredOptionV3, StoredProductChoice } from "./tables.ts";

/** Returns a product's media for ids and addresses. The first is the main item. */
export function readMedia(
  given: readonly ProductMediaV3[],
  find: (id: string) => Uploaded,
): {
  main?: ProductMediaV3;
  itemsInfo: { items: ProductMediaV3[] };
} {
  const items = given.map((one) => readMediaItem(one, find));
  const ids = items.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw ruleViolation("product.media.itemsInfo.items", "DUPLICATE_MEDIA_ERROR", `contains ${twice} twice`);
  const [main] = items;
  return { ...(main && { main }), itemsInfo: { items } };
}

function readMediaItem(given: ProductMediaV3, find: (id: string) => Uploaded): ProductMediaV3 {
  const { id, url, altText, displayName } = given;
  const source = { mediaId: id ?? null, url: id ? null : (url ?? given.image?.url ?? null) };
  const item = mediaItem(source, find);
  const media = platformMedia(item);
  const thumbnail = item.thumbnail;
  return {
    id: item.id ?? "",
    ...media,
    mediaType: media?.video ? "VIDEO" : "IMAGE",
    ...(altText && { altText }),
    ...((displayName || item.title) && { displayName: displayName || item.title }),
    ...(thumbnail?.url && { thumbnail: { url: thumbnail.url, width: 50, height: 50 } }),
  };
}

/** Resolves the media of choices from the product's media. Throws PlatformError 404 for other media. */
export function linkMedia(
  options: readonly StoredOptionV3[],
  items: readonly ProductMediaV3[],
): StoredOptionV3[] {
  const find = (id: string | null | undefined) => {
    const item = items.find((one) => one.id === id);
    if (item !== undefined) return item;
    throw new PlatformError(404, "PRODUCT_MEDIA_NOT_EXIST", `The product has no media ${id}`, {
      mediaId: id,
    });
  };
  const link = ({ media, linkedMedia, ...choice }: StoredProductChoice): StoredProductChoice => {
    const requested = (media?.items ?? linkedMedia ?? []).map((one) =>
      "mediaId" in one && one.mediaId ? String(one.mediaId) : idOf(one),
    );
    return { ...choice, ...(requested.length > 0 && { linkedMedia: requested.map(find) }) };
  };
  return options.map((option) => ({
    ...option,
    choicesSettings: { choices: option.choicesSettings.choices.map(link) },
  }));
}

function idOf({ id, url }: ProductMediaV3): string | null | undefined {
  return id || mediaItem({ url: url ?? null }).id;
}
