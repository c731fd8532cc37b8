import type { Handlers } from "../../../api/endpoint.ts";
import type { products as endpoints } from "../../../api/services/products/products.ts";
import type { Tx } from "../../kernel/tx.ts";
import { uploadedSize } from "../../services/media/index.ts";
import {
  attachMedia,
  type ChoiceMedia,
  detachMedia,
  mediaItem,
  pruneChoiceMedia,
  withMedia,
  withoutMedia,
} from "../../services/products/v1/media.ts";
import { productOf, saveProduct } from "../../services/products/v1/save.ts";
import { checkChoices } from "../../services/products/v1/variants.ts";

type Media = Pick<typeof endpoints, "addMedia" | "removeMedia" | "addChoicesMedia" | "removeChoicesMedia">;

/** Media of products and of option choices. */
export const productMedia: Handlers<Media, Tx> = {
  addMedia(tx, { id, media }) {
    const product = productOf(tx, id ?? "");
    const added = (media ?? []).map((source) => ({
      item: mediaItem(source, (id) => uploadedSize(tx, id)),
      choice: source.choice,
    }));
    const facts = {
      ...product,
      media: withMedia(
        product.media,
        added.map(({ item }) => item),
      ),
    };
    const attached = added.flatMap(({ item, choice }) =>
      choice ? [{ option: choice.option ?? "", choice: choice.choice ?? "", mediaIds: [item.id ?? ""] }] : [],
    );
    for (const { option, choice } of attached) checkChoices(product.productOptions, { [option]: choice });
    saveProduct(tx, product, attachMedia(facts, attached));
    return {};
  },
  removeMedia(tx, { id, mediaIds }) {
    const product = productOf(tx, id ?? "");
    const media = withoutMedia(product.media, mediaIds ?? []);
    saveProduct(tx, product, pruneChoiceMedia({ ...product, media }));
    return {};
  },
  addChoicesMedia(tx, { id, media }) {
    const product = productOf(tx, id ?? "");
    const given = choiceMedia(media);
    for (const { option, choice } of given) checkChoices(product.productOptions, { [option]: choice });
    saveProduct(tx, product, attachMedia(product, given));
    return {};
  },
  removeChoicesMedia(tx, { id, media }) {
    const product = productOf(tx, id ?? "");
    saveProduct(tx, product, detachMedia(product, choiceMedia(media)));
    return {};
  },
};

type Given = { option?: string | null; choice?: string | null; mediaIds?: string[] | null };

function choiceMedia(media: readonly Given[] | null | undefined): ChoiceMedia[] {
  return (media ?? []).map(({ option, choice, mediaIds }) => ({
    option: option ?? "",
    choice: choice ?? "",
    mediaIds: mediaIds ?? [],
  }));
}
