import type * as z from "zod/mini";
import type { PlatformMedia } from "../../../../api/services/products/models/product.ts";
import { nodeCrypto } from "../../../../kernel/crypto.ts";
import { invalid } from "../../../kernel/invalid.ts";
import { PlatformError } from "../../../kernel/tx.ts";
import type { ProductFacts, WireMedia } from "./tables.ts";

const imageHost = "https://static.wixstatic.com/media/";

/** Kinds of media by the ending of their id; everything else is a picture. */
const kinds: Readonly<Record<string, string>> = {
  mp4: "video",
  mov: "video",
  webm: "video",
  mp3: "audio",
  wav: "audio",
  m4a: "audio",
  pdf: "document",
  doc: "document",
  docx: "document",
  zip: "zip",
};

/** The media item of an uploaded file (`mediaId`) or of an address on the web. */
export function mediaItem(source: { mediaId?: string | null; url?: string | null }): WireMedia {
  const id = source.mediaId || mediaIdOf(source.url ?? "");
  const title = source.url ? fileName(source.url) : "";
  const url = imageHost + id;
  const mediaType = kinds[ending(id)] ?? "image";
  const thumbnail = { url: `${url}/v1/fit/w_50,h_50,q_90/file.jpg`, width: 50, height: 50 };
  if (mediaType === "image") return { id, title, mediaType, image: { url }, thumbnail };
  const files = [{ url: `https://video.wixstatic.com/video/${id}/file`, format: ending(id) }];
  return mediaType === "video"
    ? { id, title, mediaType, video: { files }, thumbnail }
    : { id, title, mediaType };
}

/** A media item as the platform's newer services write it; undefined for what is neither picture nor video. */
export function platformMedia(item: WireMedia | undefined): z.input<typeof PlatformMedia> | undefined {
  if (!item?.id) return undefined;
  const { id, title, image, video } = item;
  const filename = title || id;
  if (image) {
    const { url, width, height, altText } = image;
    return { image: { id, url, width: width ?? 0, height: height ?? 0, altText: altText ?? "", filename } };
  }
  return video ? { video: { id, filename, resolutions: video.files ?? [] } } : undefined;
}

/** The platform's own addresses name the file; others get a name made from their text, so that twice is once. */
function mediaIdOf(url: string): string {
  if (!URL.canParse(url))
    throw invalid("media.url", "FORMAT", "must be a web address where there is no mediaId");
  if (url.startsWith(imageHost)) return url.slice(imageHost.length).split("/")[0] ?? "";
  const digest = nodeCrypto().hash("sha256", url).slice(0, 32);
  return `till_${digest}~mv2.${ending(fileName(url)) || "jpg"}`;
}

/** The last part of the path as people read it, without its percent-encoding. */
function fileName(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  return last.replace(/(%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString(),
  );
}

function ending(name: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** The media of a product after items are added (those it has already stay where they are). */
export function withMedia(media: ProductFacts["media"], added: readonly WireMedia[]): ProductFacts["media"] {
  return mediaOf([...media.items, ...added]);
}

/** The media of a product without the items of these ids; all of it goes where no ids are given. */
export function withoutMedia(media: ProductFacts["media"], ids: readonly string[]): ProductFacts["media"] {
  return mediaOf(ids.length === 0 ? [] : media.items.filter((item) => !ids.includes(item.id ?? "")));
}

/** A list of media, each id once; the first is the main one. */
export function mediaOf(items: readonly WireMedia[]): ProductFacts["media"] {
  const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
  const [mainMedia] = distinct;
  return { ...(mainMedia && { mainMedia }), items: distinct };
}

/** What to do with the media of one choice. */
export interface ChoiceMedia {
  option: string;
  choice: string;
  mediaIds: readonly string[];
}

/** The facts with media of the product attached to choices. Only one option of a product may have media. */
export function attachMedia(facts: ProductFacts, given: readonly ChoiceMedia[]): ProductFacts {
  const owner = facts.productOptions.find((option) =>
    option.choices.some((choice) => choice.media?.items?.length),
  );
  const other = given.find((one) => one.option !== (owner?.name ?? given[0]?.option));
  if (other !== undefined) {
    const message = `Only one option can have media, and "${owner?.name ?? given[0]?.option}" has it`;
    throw new PlatformError(400, "INVALID_CHOICE_MEDIA", message, { option: other.option });
  }
  return changeChoiceMedia(facts, given, (before, ids) => {
    const added = ids.map((id) => {
      const item = facts.media.items.find((one) => one.id === id);
      if (item !== undefined) return item;
      throw new PlatformError(404, "MEDIA_NOT_FOUND", `The product has no media ${id}`, { mediaId: id });
    });
    return mediaOf([...before, ...added]);
  });
}

/** The facts with media taken off some choices, or off all of them where none are given. */
export function detachMedia(facts: ProductFacts, given: readonly ChoiceMedia[]): ProductFacts {
  const all = facts.productOptions.flatMap((option) =>
    option.choices.map((choice) => ({ option: option.name, choice: choice.description, mediaIds: [] })),
  );
  return changeChoiceMedia(facts, given.length > 0 ? given : all, (before, ids) =>
    withoutMedia({ items: [...before] }, ids),
  );
}

/** The facts without media that the product no longer has, on its choices. */
export function pruneChoiceMedia(facts: ProductFacts): ProductFacts {
  const kept = new Set(facts.media.items.map((item) => item.id));
  const productOptions = facts.productOptions.map((option) => ({
    ...option,
    choices: option.choices.map((choice) =>
      choice.media
        ? { ...choice, media: mediaOf((choice.media.items ?? []).filter((item) => kept.has(item.id))) }
        : choice,
    ),
  }));
  return { ...facts, productOptions };
}

function changeChoiceMedia(
  facts: ProductFacts,
  given: readonly ChoiceMedia[],
  change: (before: readonly WireMedia[], ids: readonly string[]) => ProductFacts["media"],
): ProductFacts {
  const productOptions = facts.productOptions.map((option) => ({
    ...option,
    choices: option.choices.map((choice) => {
      const asked = given.filter((one) => one.option === option.name && one.choice === choice.description);
      if (asked.length === 0) return choice;
      return {
        ...choice,
        media: change(
          choice.media?.items ?? [],
          asked.flatMap((one) => one.mediaIds),
        ),
      };
    }),
  }));
  return { ...facts, productOptions };
}
