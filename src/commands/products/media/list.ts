import type { Product } from "../../../api/services/products/models/product.ts";
import type { Context } from "../../../context/context.ts";
import type { ExitCode } from "../../../kernel/errors.ts";
import { renderList } from "../../../output/render.ts";
import { column } from "../../../output/table.ts";
import { catalogClient, findProduct } from "../../../resources/products/read.ts";

type Item = NonNullable<NonNullable<NonNullable<Product["media"]>["items"]>[number]>;

/** Prints the media of a product, the main one first. */
export async function run(context: Context, [reference = ""]: string[]): Promise<ExitCode | undefined> {
  const { media } = await findProduct(await catalogClient(context), reference);
  await printMedia(context, media?.items ?? []);
  return undefined;
}

/** Prints media items. */
export async function printMedia(
  { streams, format, globals }: Context,
  rows: readonly Item[],
): Promise<void> {
  await renderList<Item>({
    streams,
    format,
    kind: "media",
    fields: globals.fields,
    columns: [
      column<Item>("ID", ({ id }) => id ?? "", { grow: true, path: "id" }),
      column<Item>("KIND", ({ mediaType }) => mediaType ?? "", { path: "mediaType" }),
      column<Item>("TITLE", ({ title }) => title ?? "", { grow: true, path: "title" }),
      column<Item>("ADDRESS", ({ image, video }) => image?.url ?? video?.files?.[0]?.url ?? "", {
        grow: true,
        path: "image.url",
      }),
    ],
    rows,
    empty: "The product has no media.",
  });
}
