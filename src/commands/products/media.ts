import type { Product } from "../../api/services/products.ts";
import { printObject } from "../../cli/generic/print.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { mediaSource } from "../../resources/products/body.ts";
import type { Choice } from "../../resources/products/catalog.ts";
import { plannedSource, uploadedSources } from "../../resources/products/media.ts";
import { findProduct, openCatalog } from "../../resources/products/read.ts";
import { productResource } from "../../resources/products/resource.ts";
import { mediaUrls, parseChoice } from "../../resources/products/snapshot.ts";

interface ChoiceOption {
  choice?: string;
}

/** Prints the media of a product, the main one first. */
export async function list(context: Context, [reference = ""]: string[]): Promise<undefined> {
  const { media } = await findProduct(await openCatalog(context), reference);
  await context.print(media?.items ?? [], {
    kind: "media",
    fields: {
      id: { grow: true },
      mediaType: { label: "Type" },
      title: { grow: true },
      url: {
        path: "image.url",
        label: "URL",
        value: ({ image, video }) => image?.url ?? video?.files?.[0]?.url ?? "",
        grow: true,
      },
    },
    empty: "The product has no media.",
  });
}

/** Adds media to a product and prints all its media. */
export async function add(
  context: Context,
  [reference = "", ...sources]: string[],
  options: ChoiceOption,
): Promise<undefined> {
  const catalog = await openCatalog(context);
  const product = await findProduct(catalog, reference);
  const choice = readChoice(options, product);
  const folder = { folder: context.cwd, readable: context.readable };
  const planned = await Promise.all(sources.map((source) => plannedSource(asTyped(source), folder)));
  const ids = await uploadedSources(planned, catalog.media.upload);
  const items = ids.map((source) => ({ ...mediaSource(source), ...(choice && { choice }) }));
  await catalog.media.add(product.id, items);
  await list(context, [product.id]);
}

/** Removes the given media of a product, or all of it, and prints the rest. TillError 5 for unknown media. */
export async function remove(
  context: Context,
  [reference = "", ...ids]: string[],
  { yes }: { yes?: boolean },
): Promise<undefined> {
  const catalog = await openCatalog(context);
  const product = await findProduct(catalog, reference);
  const existing = mediaUrls(product);
  const missing = ids.find((id) => !existing.includes(id));
  if (missing !== undefined) {
    const message = `"${product.name}" has no media "${missing}". Nothing was removed.`;
    throw new TillError(exitCodes.notFound, message, {
      hint: `List its media: till products media list ${product.slug}`,
    });
  }
  if (ids.length === 0)
    await context.asks({ text: `Remove all ${existing.length} media of "${product.name}"?`, yes });
  const mediaIds = ids.length > 0 ? ids : existing;
  await catalog.media.remove(product.id, mediaIds);
  await list(context, [product.id]);
}

/** Shows media of a product only with one option choice, and prints the product. */
export async function attach(
  context: Context,
  [reference = "", ...mediaIds]: string[],
  options: ChoiceOption,
): Promise<undefined> {
  if (options.choice === undefined) {
    throw new UsageError("--choice is required.", {
      field: "--choice",
      hint: "For example: --choice Colour=Ink",
    });
  }
  const catalog = await openCatalog(context);
  const product = await findProduct(catalog, reference);
  const [option, choice] = parseChoice(options.choice, product);
  const id = product.id;
  await catalog.media.attach(id, [{ option, choice, mediaIds }]);
  await printObject(context, productResource, await findProduct(catalog, id, { costs: true }));
}

/** Removes media from one option choice, or from all of them, and prints the product, which keeps the media. */
export async function detach(
  context: Context,
  [reference = ""]: string[],
  options: ChoiceOption,
): Promise<undefined> {
  const catalog = await openCatalog(context);
  const product = await findProduct(catalog, reference);
  const choice = readChoice(options, product);
  const id = product.id;
  await catalog.media.detach(id, choice);
  await printObject(context, productResource, await findProduct(catalog, id, { costs: true }));
}

/** Returns the option and choice that `--choice` names. */
function readChoice({ choice: text }: ChoiceOption, product: Product): Choice | undefined {
  if (text === undefined) return undefined;
  const [option, choice] = parseChoice(text, product);
  return { option, choice };
}

/** Returns a source as it was meant: `mug.jpg` is a file, because the platform's ids of pictures contain a hash. */
const asTyped = (source: string): string =>
  /^[^/\\:]+\.(png|jpe?g|gif|webp)$/i.test(source) && !/~mv2|[0-9a-f]{16}/i.test(source)
    ? `./${source}`
    : source;
