import type { PlatformMedia } from "../../../api/services/products.ts";
import { nodeCrypto } from "../../../kernel/crypto.ts";
import { invalid, PlatformError } from "../../kernel/tx.ts";
import type { ProductFacts, WireMedia } from "./tables.ts";

const imageHost = "https://static.wixstatic.com/media/";

/** The width and height of the images that the sandbox draws, in pixels. */
export const drawnSize = 160;

/** Media types by file extension. The default is image. */
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

/** The size and the name of an uploaded picture. */
export type Uploaded = { width: number; height: number; title: string } | undefined;

/** Returns the media item of a file of the shop (`mediaId`) or a web address. `find` returns facts about an uploaded picture. */
export function storedMedia(
  source: { mediaId?: string | null; url?: string | null },
  find: (id: string) => Uploaded = () => undefined,
): WireMedia {
  const id = source.mediaId || mediaIdOf(source.url ?? "");
  const uploaded = find(id);
  const title = uploaded?.title ?? (source.url ? fileName(source.url) : "");
  const { width = drawnSize, height = drawnSize } = uploaded ?? {};
  const url = imageHost + id;
  const mediaType = kinds[ending(id)] ?? "image";
  const thumbnail = { url: `${url}/v1/fit/w_50,h_50,q_90/file.jpg`, width: 50, height: 50 };
  if (mediaType === "image") return { id, title, mediaType, image: { url, width, height }, thumbnail };
  const files = [{ url: `https://video.wixstatic.com/video/${id}/file`, format: ending(id) }];
  return mediaType === "video"
    ? { id, title, mediaType, video: { files }, thumbnail }
    : { id, title, mediaType };
}

/** Converts a media item to the format of newer services. Returns undefined unless it is an image or a video. */
export function platformMedia(item: WireMedia | undefined): PlatformMedia | undefined {
  if (!item?.id) return undefined;
  const { id, title, image, video } = item;
  const filename = title || id;
  if (image) {
    const { url, width, height, altText } = image;
    return { image: { id, url, width: width ?? 0, height: height ?? 0, altText: altText ?? "", filename } };
  }
  return video ? { video: { id, filename, resolutions: video.files ?? [] } } : undefined;
}

/** Returns the media id of an address: the file name of platform addresses, otherwise a hash of the address. */
function mediaIdOf(url: string): string {
  if (!URL.canParse(url)) throw invalid("media.url", "FORMAT", "must be a web address if mediaId is missing");
  if (url.startsWith(imageHost)) return url.slice(imageHost.length).split(/[/?#]/)[0] ?? "";
  const digest = nodeCrypto().hash("sha256", url).slice(0, 32);
  return `till_${digest}~mv2.${ending(fileName(url)) || "jpg"}`;
}

/** Returns the last path segment, percent-decoded. */
function fileName(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  return last.replace(/(%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString(),
  );
}

function ending(name: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** Returns the product's media with added items. Existing ones keep their position. */
export function withMedia(media: ProductFacts["media"], added: readonly WireMedia[]): ProductFacts["media"] {
  return mediaFacts([...media.items, ...added]);
}

/** Returns the product's media without the items of some ids, or without any items if there are no ids. */
export function withoutMedia(media: ProductFacts["media"], ids: readonly string[]): ProductFacts["media"] {
  return mediaFacts(ids.length === 0 ? [] : media.items.filter((item) => !ids.includes(item.id ?? "")));
}

/** Returns media items without duplicates. The first is the main item. */
export function mediaFacts(items: readonly WireMedia[]): ProductFacts["media"] {
  const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
  const [mainMedia] = distinct;
  return { mainMedia, items: distinct };
}

/** A media change of one choice. */
export interface ChoiceMedia {
  option: string;
  choice: string;
  mediaIds: readonly string[];
}

/** Attaches media of the product to choices. Only one option of a product can have media. */
export function attachMedia(facts: ProductFacts, given: readonly ChoiceMedia[]): ProductFacts {
  const owner = facts.productOptions.find((option) =>
    option.choices.some((choice) => choice.media?.items?.length),
  );
  const other = given.find((one) => one.option !== (owner?.name ?? given[0]?.option));
  if (other !== undefined) {
    const message = `Only one option can have media, and "${owner?.name ?? given[0]?.option}" already does`;
    throw new PlatformError(400, "INVALID_CHOICE_MEDIA", message, { option: other.option });
  }
  return changeChoiceMedia(facts, given, (before, ids) => {
    const added = ids.map((id) => {
      const item = facts.media.items.find((one) => one.id === id);
      if (item !== undefined) return item;
      throw new PlatformError(404, "MEDIA_NOT_FOUND", `The product has no media ${id}`, { mediaId: id });
    });
    return mediaFacts([...before, ...added]);
  });
}

/** Removes media from some choices, or from all if none are given. */
export function detachMedia(facts: ProductFacts, given: readonly ChoiceMedia[]): ProductFacts {
  const all = facts.productOptions.flatMap((option) =>
    option.choices.map((choice) => ({ option: option.name, choice: choice.description, mediaIds: [] })),
  );
  return changeChoiceMedia(facts, given.length > 0 ? given : all, (before, ids) =>
    withoutMedia({ items: [...before] }, ids),
  );
}

/** Removes media that the product no longer has from its choices. */
export function pruneChoiceMedia(facts: ProductFacts): ProductFacts {
  const remaining = new Set(facts.media.items.map((item) => item.id));
  const productOptions = facts.productOptions.map((option) => ({
    ...option,
    choices: option.choices.map((choice) =>
      choice.media
        ? {
            ...choice,
            media: mediaFacts((choice.media.items ?? []).filter((item) => remaining.has(item.id))),
          }
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
      const requested = given.filter(
        (one) => one.option === option.name && one.choice === choice.description,
      );
      if (requested.length === 0) return choice;
      return {
        ...choice,
        media: change(
          choice.media?.items ?? [],
          requested.flatMap((one) => one.mediaIds),
        ),
      };
    }),
  }));
  return { ...facts, productOptions };
}
