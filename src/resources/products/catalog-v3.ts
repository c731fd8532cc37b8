import { type Call, checkInput } from "../../api/caller.ts";
import type { CallOptions, WireInput } from "../../api/endpoint.ts";
import { pages, readAll } from "../../api/query/pages.ts";
import {
  brandsV3,
  type OptionV3,
  type Product,
  type ProductV3,
  products,
  productsV3,
  type ReadOnlyVariant,
  ribbonsV3,
  variantsV3,
} from "../../api/services/products.ts";
import type { Json } from "../../bulk/journal/step.ts";
import { exactSalePrice } from "../../files/discount.ts";
import type { OptionDraft, ProductDraft, VariantDraft } from "../../files/draft.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { sameJson } from "../../kernel/json.ts";
import { amountText, parseAmount, roundMoney } from "../../kernel/money.ts";
import { categories } from "../collections/categories-v3.ts";
import { stockV3 } from "../inventory/stock-v3.ts";
import { type Catalog, type Choice, type OnlyInV3, taxGroupsOnDemand } from "./catalog.ts";
import { collectionNames } from "./collection-names.ts";
import type { Upload } from "./media.ts";
import {
  availabilityOf,
  choiceMediaIds,
  notInV3,
  onlyInV3Of,
  optionChoices,
  productFromV3,
  type WholeProduct,
} from "./product-v3.ts";
import {
  completeProducts,
  filterInV3,
  pathInV3,
  productFieldsFor,
  productFilterFieldsV3,
  productSortPathsV3,
  readProducts,
  variantsWith,
  wholeProduct,
} from "./read-v3.ts";
import { keysOfRows } from "./shop-keys.ts";
import {
  comparedFields,
  managedVariants,
  optionsOf,
  sharedDiscount,
  variantFields,
  variantKey,
} from "./snapshot.ts";
import {
  addMissingStock,
  changedVariants,
  createBody,
  isStocked,
  labelsOf,
  overriddenVariants,
  sentMedia,
  sentOptions,
  updateBody,
  variantChanges,
} from "./write-v3.ts";

type SearchInput = Pick<WireInput<typeof products.query>, "query">;

/** What a command needs of a catalog of version 3. */
export interface CatalogV3Options {
  /** False: leaves out the stock of products, which saves a request per page. */
  stock?: boolean | undefined;
  /** Receives, by id, what the listed products have besides their fields. */
  onlyInV3?: Map<string, OnlyInV3> | undefined;
}

/** Returns a catalog of version 3: a product is read and written with all its variants. */
export function catalogV3(
  call: Call,
  admin: boolean,
  upload: Upload,
  { stock = true, onlyInV3 }: CatalogV3Options = {},
): Catalog {
  const collections = categories(call, admin);
  /** Keeps products that planning lists for sending. */
  let keep: ((listed: readonly WholeProduct[]) => void) | undefined;

  const needs = stock ? {} : { items: new Set<string>() };
  const listed = (whole: readonly WholeProduct[]) => {
    keep?.(whole);
    for (const one of whole) onlyInV3?.set(one.product.id, onlyInV3Of(one));
    return whole.map(productFromV3);
  };
  const read = async (field: "id" | "slug", values: readonly string[]) =>
    listed(await readProducts(call, admin, field, values, needs));

  async function search({ query }: SearchInput, options?: CallOptions) {
    const { filter, sort, cursorPaging } = query ?? {};
    const conditions = {
      ...(filter != null && { filter: filterInV3(filter) as typeof filter }),
      ...(sort != null && {
        sort: sort.map((key) => ({ ...key, fieldName: pathInV3(key.fieldName ?? "") })),
      }),
    };
    const { products, pagingMetadata } = await call(
      productsV3.search,
      {
        search: { ...(!cursorPaging?.cursor && conditions), cursorPaging },
        fields: productFieldsFor(admin),
      },
      options,
    );
    const found = await completeProducts(call, products ?? [], admin, needs);
    return { products: listed(found), pagingMetadata };
  }

  const whole = (id: string) => wholeProduct(call, id, true);
  const change = async (
    id: string,
    changes: (whole: WholeProduct) => Partial<ProductV3> | Promise<Partial<ProductV3>>,
  ): Promise<unknown> => {
    const now = await whole(id);
    const { revision } = now.product;
    const product = { id, revision, ...(await changes(now)) };
    // The record of the change needs the ids of new media for its undo.
    return await call(productsV3.update, { product, fields: product.media && ["MEDIA_ITEMS_INFO"] });
  };
  /** Changes the media of choices together with the variants, as v3 requires. */
  const changeChoices = (id: string, mediaIds: ChoiceMediaChange) =>
    change(id, (now) => ({
      ...overriddenVariants(now, () => undefined),
      options: sentOptions(now.product.options ?? []).map((option) => withMedia(option, mediaIds)),
    }));
  const changeMedia = (id: string, changed: (items: ReturnType<typeof sentMedia>) => typeof items) =>
    change(id, ({ product }) => ({ media: { itemsInfo: { items: changed(sentMedia(product)) } } }));

  const catalog: Catalog = {
    version: "v3",
    admin,
    list: {
      endpoint: { ...productsV3.query, name: "products.query" },
      fields: productFilterFieldsV3,
      sortPaths: productSortPathsV3,
      call: async (_endpoint, input, options) => (await search(input as SearchInput, options)) as never,
      // The list has no total.
      async count(filter) {
        const { count } = await call(productsV3.count, {
          filter: filter && (filterInV3(filter) as typeof filter),
          returnNonVisibleProducts: admin || undefined,
        });
        return count ?? undefined;
      },
    },
    async find(field, values) {
      if (field === "name") {
        const { call, endpoint } = catalog.list;
        const found: Product[] = [];
        for (const batch of batchesOf(values, 100)) {
          const query = { filter: { name: { $in: batch } } };
          found.push(...(await readAll<Product>(call, endpoint, { query })));
        }
        return found;
      }
      if (field !== "sku") return await read(field, values);
      const owners = await catalog.variants({ $in: values });
      const found = await read("id", [...new Set(owners.map(({ productId }) => productId))]);
      return found.filter(({ sku }) => sku && values.includes(sku));
    },
    async variants(code, { limit, field = "sku" } = {}) {
      return (await variantsWith(call, { [field]: code }, limit)).map(
        ({ variantId, productData, ...codes }) => ({
          code: codes[field] ?? "",
          productId: productData?.productId ?? "",
          product: productData?.name ?? "",
          variantId: variantId ?? undefined,
        }),
      );
    },
    keys(limit) {
      const all = pages<ProductV3>(call, productsV3.query, {}, { limit });
      const variants = pages<ReadOnlyVariant>(call, variantsV3.search, { search: {} });
      return [
        keysOfRows(all, ({ id, slug, name }) => [
          ["id", id],
          ["slug", slug],
          ["name", name],
        ]),
        keysOfRows(variants, ({ sku, barcode }) => [
          ["variant", sku],
          ["barcode", barcode],
        ]),
      ];
    },
    async currency() {
      const query = { cursorPaging: { limit: 1 } };
      return (
        (await call(productsV3.query, { query, fields: ["CURRENCY"] })).products?.[0]?.currency ?? undefined
      );
    },
    async labels(field) {
      const all = await readAll<{ name?: string }>(
        call,
        field === "brand" ? brandsV3.query : ribbonsV3.query,
      );
      return { [field]: new Set(all.flatMap(({ name }) => name || [])) };
    },
    availability: async (id, selection) => availabilityOf(await wholeProduct(call, id, false), selection),
    async create(product) {
      checkInput(products.create, { product });
      const body = await createBody(labelsOf(call), product);
      const { product: created, inventoryResults } = await call(productsV3.createWithInventory, {
        product: body,
      });
      const { id, name, slug } = created;
      const failure = isStocked(inventoryResults ?? {}, [body])
        ? undefined
        : await addMissingStock(call, new Map([[id, body]]));
      if (failure) {
        const hint = `Set its stock: till products stock set ${slug ?? id} --in-stock true`;
        const message = `"${name}" was created, but its stock could not be set: ${failure.message}`;
        throw new TillError(exitCodes.partial, message, { code: failure.code, hint });
      }
      return productFromV3(await whole(id));
    },
    change: (id, fields) => change(id, (now) => updateBody(labelsOf(call), now, fields)),
    remove: (productId) => call(productsV3.remove, { productId }),
    removeLabel: (id, label) => change(id, () => ({ [label]: null })),
    removeOptions: (id) => change(id, (now) => changedVariants(now, { productOptions: [] }) ?? {}),
    changeVariants: (id, changes) => change(id, (now) => overriddenVariants(now, variantChanges(changes))),
    resetVariants: (id) => change(id, resetVariants),
    media: {
      upload,
      async add(id, items) {
        if (items.some(({ choice }) => choice))
          throw notInV3(
            "media must be added to the product before they are attached to a choice.",
            "Add the media, then: till products media attach",
          );
        const added = items.map((item) => ("mediaId" in item ? { id: item.mediaId } : { url: item.url }));
        return await changeMedia(id, (present) => [...present, ...added]);
      },
      remove(id, mediaIds) {
        const removed = new Set(mediaIds);
        return changeMedia(id, (present) => present.filter((item) => !removed.has(item.id ?? "")));
      },
      attach: (id, choices) =>
        changeChoices(id, (choice, present) => {
          const own = choices.filter((one) => isSame(one, choice));
          const added = own.flatMap(({ mediaIds }) => mediaIds);
          return own.length > 0 ? [...new Set([...present, ...added])] : undefined;
        }),
      detach: (id, target) =>
        changeChoices(id, (choice) => (!target || isSame(target, choice) ? [] : undefined)),
    },
    stock: stockV3(call),
    collections,
    taxGroups: taxGroupsOnDemand(call),
    names: collectionNames(collections),
    async work() {
      const { productWorkV3 } = await import("./work-v3.ts");
      const { work, read } = productWorkV3(call, catalog, { stock });
      keep = (found) => read.keep(found);
      return work;
    },
    fit: draftInV3,
  };
  return catalog;
}

const isSame = (a: Choice, b: Choice) => a.option === b.option && a.choice === b.choice;

/** Returns the media of a choice after a change; undefined if they stay as they are. */
type ChoiceMediaChange = (choice: Choice, present: string[]) => readonly string[] | undefined;

/** Returns an option with other media for its choices. */
function withMedia(option: OptionV3, mediaIds: ChoiceMediaChange): OptionV3 {
  const choices = optionChoices(option).map((choice) => {
    const name = { option: option.name ?? "", choice: choice.name ?? "" };
    const items = mediaIds(name, choiceMediaIds(choice))?.map((mediaId) => ({ mediaId }));
    return items ? { ...choice, media: { items } } : choice;
  });
  return { ...option, choicesSettings: { choices } };
}

/** Returns the variants with the product's price, cost and weight, which are those of the first variant. */
function resetVariants(whole: WholeProduct): Partial<ProductV3> {
  const { priceData, costAndProfitData, weight } = productFromV3(whole);
  return overriddenVariants(whole, () => ({
    price: priceData?.price,
    cost: costAndProfitData?.itemCost ?? null,
    weight,
    sku: null,
    visible: true,
  }));
}

/** The fields that only variants have on v3. */
const ownOfVariants = ["sku", "price", "cost", "weight"] as const;

/**
 * Returns a draft that v3 can store. Only variants have SKUs, prices, costs and weights: the rows of variants settle them, and the row
 * of the product is for variants without an own value. Digital products have no weight, and options keep their types.
 */
function draftInV3(given: ProductDraft, product: Partial<Product> = {}): ProductDraft {
  const present = optionsOf(product);
  const draft = withSharedDiscount(soldOut(withKeptTypes(given, present)), product);
  if ((draft.type ?? product.productType) === "digital") {
    delete draft.weight;
    for (const variant of draft.variants) delete variant.weight;
  }
  const { options = present } = draft;
  if (options.length === 0 || draft.variants.length === 0) return draft;
  const { variants } = draft;
  const first = firstVariant(options, variants);
  // Missing variants follow the product if it is new, or has other choices now; else they stay as they are.
  if (first === undefined && !sameJson(choiceNames(options), choiceNames(present))) {
    const skus = new Set([...managedVariants(product).values()].map(({ variant }) => variant?.sku ?? ""));
    // Variants with different SKUs have none together.
    return skus.size > 1 ? { ...draft, sku: undefined } : draft;
  }
  const fields: Pick<ProductDraft, (typeof ownOfVariants)[number]> = {};
  for (const name of ownOfVariants) {
    const shared = draft[name];
    if (shared === undefined || variants.every((variant) => variant[name] === undefined)) continue;
    for (const variant of variants) variant[name] ??= shared;
    // The product shows what the first variant has, and the SKU that all share.
    if (name !== "sku") Object.assign(fields, { [name]: first?.[name] });
    else fields.sku = variants.every(({ sku }) => sku === shared) ? shared : undefined;
  }
  return { ...draft, ...fields };
}

/**
 * Returns a draft with its discount as its prices tell it: v3 stores the prices before and after it, and 5 off 20 is 25 percent off. A
 * file that says it in the other way would change the product again and again.
 */
function withSharedDiscount(draft: ProductDraft, product: Partial<Product>): ProductDraft {
  if (!draft.discount) return draft;
  const currency = product.priceData?.currency ?? "USD";
  const base = draft.price ?? comparedFields(product).price;
  const prices = new Map<string, Json | undefined>([
    ...[...managedVariants(product)].map(([key, variant]) => [key, variantFields(variant).price] as const),
    ...draft.variants.map(({ choices, price }) => [variantKey(choices), price] as const),
  ]);
  const all = prices.size === 0 ? [base] : [...prices.values()].map((price) => price ?? base);
  const pairs = all.flatMap((price) => {
    const full = typeof price === "string" ? parseAmount(price) : undefined;
    return full ? [{ full, actual: roundMoney(exactSalePrice(full, draft.discount), currency) }] : [];
  });
  // One that is larger than the price is refused as it is written.
  if (pairs.some(({ actual }) => actual.lt("0"))) return draft;
  const shared = sharedDiscount(pairs, currency);
  if (pairs.length < all.length || shared.type === "mixed" || shared.type === "NONE") return draft;
  return { ...draft, discount: `${amountText(shared.value)}${shared.type === "PERCENT" ? "%" : ""}` };
}

/** Returns a draft whose options have the types that the product's own have: v3 does not change them. */
function withKeptTypes({ options, ...draft }: ProductDraft, present: readonly OptionDraft[]): ProductDraft {
  const kept = options?.map((option): OptionDraft => {
    const { type = option.type } = present.find(({ name }) => name === option.name) ?? {};
    const choices = option.choices.map(({ value, description }) => ({
      value: type === "color" ? value : description,
      description,
    }));
    return type === option.type ? option : { ...option, type, choices };
  });
  return {
    ...draft,
    variants: draft.variants.map((variant) => ({ ...variant })),
    ...(kept && { options: kept }),
  };
}

/** Returns the variant of the first choices if there are all variants. */
function firstVariant(options: readonly OptionDraft[], variants: readonly VariantDraft[]) {
  const count = options.reduce((product, { choices }) => product * choices.length, 1);
  if (variants.length !== count) return undefined;
  return variants.find((variant) =>
    options.every(({ name, choices }) => variant.choices[name] === choices[0]?.description),
  );
}

const choiceNames = (options: readonly OptionDraft[]) =>
  options.map(({ name, choices }) => [name, choices.map(({ description }) => description)]);

/** Returns a draft that is sold out with all its variants sold out: only variants have stock. */
function soldOut(draft: ProductDraft): ProductDraft {
  const { line, options = [], variants, stock } = draft;
  const isSoldOut = stock !== undefined && "inStock" in stock && !stock.inStock;
  if (!isSoldOut || options.length === 0 || variants.length > 0) return draft;
  const choices = options.reduce<Record<string, string>[]>(
    (chosen, { name, choices }) =>
      chosen.flatMap((one) => choices.map(({ description }) => ({ ...one, [name]: description }))),
    [{}],
  );
  return { ...draft, variants: choices.map((choice) => ({ line, choices: choice, stock })) };
}
