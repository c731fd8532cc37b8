import { createHash } from "node:crypto";
import { type BulkResponse, itemOutcomes, requireAllDone } from "../../api/bulk-results.ts";
import type { Call } from "../../api/caller.ts";
import { inventoryItemsV3 } from "../../api/services/inventory.ts";
import {
  brandsV3,
  type InventoryItemPart,
  type ModifierV3,
  type OptionV3,
  type Product,
  type ProductMediaV3,
  type ProductV3,
  ribbonsV3,
  type UnitSettings,
  type VariantV3,
  type VariantWithInventory,
} from "../../api/services/products.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { amountFromJson, amountText, type Decimal, decimal } from "../../kernel/money.ts";
import type { VariantChange } from "./catalog.ts";
import {
  actualPrice,
  choicesKey,
  combinations,
  discountFromPrices,
  fullPrice,
  isTextField,
  namedChoices,
  notInV3,
  optionChoices,
  type ProductParts,
  sharedSku,
  type WholeProduct,
} from "./product-v3.ts";
import { readProducts } from "./read-v3.ts";
import { type AnyProduct, type FieldsOfV3, roundedSalePrice, type SharedDiscount } from "./snapshot.ts";

/** The fields of products that cannot be set in v3. */
const unsupported = ["productDimensions", "packageDimensions"] as const;

/** Returns the v3 fields of a product, except for variants. Creates brands and ribbons that do not exist. */
async function plainFields(
  labels: Labels,
  body: AnyProduct,
  present: Partial<ProductV3>,
): Promise<Partial<ProductV3>> {
  for (const field of unsupported) {
    const value = body[field];
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
    throw notInV3(`${field} cannot be set here.`);
  }
  const { name, slug, visible, description, brand, ribbon, additionalInfoSections, seoData, taxGroupId } =
    body;
  const brandId = brand && (await labels.brand.idOf(brand));
  const ribbonId = ribbon && (await labels.ribbon.idOf(ribbon));
  return {
    ...(name !== undefined && { name }),
    ...(slug && { slug }),
    ...(typeof visible === "boolean" && { visible }),
    ...(description !== undefined && { plainDescription: description }),
    ...(brand !== undefined && { brand: brandId ? { id: brandId } : null }),
    ...(ribbon !== undefined && { ribbon: ribbonId ? { id: ribbonId } : null }),
    ...(additionalInfoSections && { infoSections: infoSections(additionalInfoSections, present) }),
    ...(seoData && { seoData }),
    ...(taxGroupId !== undefined && { taxGroupId }),
    ...(body.catalogV3 && ownFields(body.catalogV3, present)),
    ...(body.customTextFields && { modifiers: modifiersWith(body.customTextFields, present) }),
    ...(body.pricePerUnitData !== undefined && { physicalProperties: physicalPropertiesWith(body, present) }),
  };
}

/** Returns the fields that only v3 has. Subscriptions keep their ids by their titles. */
function ownFields(
  { tags, privateTags, subscriptions, oneTimePurchase }: FieldsOfV3,
  { tags: now, subscriptionDetails }: Partial<ProductV3>,
): Partial<ProductV3> {
  const present = subscriptionDetails?.subscriptions ?? [];
  const idOf = (title: unknown) => present.find((one) => one.title === title)?.id ?? undefined;
  const sent =
    subscriptions?.map((subscription) => ({
      ...(subscription as SubscriptionV3),
      id: idOf(subscription.title),
    })) ?? present;
  return {
    ...((tags || privateTags) && {
      tags: {
        publicTags: { tagIds: tags ?? now?.publicTags?.tagIds ?? [] },
        privateTags: { tagIds: privateTags ?? now?.privateTags?.tagIds ?? [] },
      },
    }),
    ...((subscriptions || typeof oneTimePurchase === "boolean") && {
      subscriptionDetails:
        sent.length === 0
          ? null
          : {
              subscriptions: sent,
              allowOneTimePurchases: oneTimePurchase ?? subscriptionDetails?.allowOneTimePurchases ?? true,
            },
    }),
  };
}

type SubscriptionV3 = NonNullable<NonNullable<ProductV3["subscriptionDetails"]>["subscriptions"]>[number];

/** Returns the physical properties with the base unit of the price per unit, without changing the others. */
function physicalPropertiesWith(
  { pricePerUnitData: unit }: Partial<Product>,
  { physicalProperties }: Partial<ProductV3>,
) {
  const { fulfillerId, shippingGroupId, deliveryProfileId } = physicalProperties ?? {};
  return {
    fulfillerId: fulfillerId || undefined,
    shippingGroupId: shippingGroupId || undefined,
    deliveryProfileId: deliveryProfileId || undefined,
    pricePerUnit: unit
      ? { quantity: unit.baseQuantity, measurementUnit: unit.baseMeasurementUnit }
      : undefined,
  };
}

/** Returns the update that changes a product, with the revision that was read. Fields that `body` does not have stay as they are. */
export async function updateBody(
  labels: Labels,
  whole: WholeProduct,
  body: AnyProduct,
): Promise<Partial<ProductV3>> {
  const { id, revision, options, productType } = whole.product;
  if (body.productType && body.productType.toUpperCase() !== productType)
    throw notInV3("the type of a product cannot be changed.");
  if (body.manageVariants === false && (body.productOptions ?? options ?? []).length > 0)
    throw notInV3("products with options always have managed variants.");
  return {
    id,
    revision,
    ...changedVariants(whole, body),
    ...(await plainFields(labels, body, whole.product)),
  };
}

/** What a new product has besides its fields, by the choices of a variant. */
export interface NewVariants {
  change(choices: Record<string, string>): OwnChange | undefined;
  stock(choices: Record<string, string>): InventoryItemPart | undefined;
}

/** Returns a new product for a request. Without stock in `newVariants` or tracked stock, it is in stock, as in v1. */
export async function createBody(labels: Labels, body: AnyProduct, newVariants?: NewVariants) {
  const type = body.productType === "digital" ? "DIGITAL" : "PHYSICAL";
  const blank: ProductParts = {
    product: { productType: type, options: [] },
    variants: [type === "PHYSICAL" ? { physicalProperties: {} } : {}],
    items: [],
  };
  const plain = changedVariants(blank, body) ?? { options: [], variantsInfo: { variants: blank.variants } };
  const whole = { ...blank, product: { ...blank.product, ...plain }, variants: plain.variantsInfo.variants };
  const { options, variantsInfo } = newVariants
    ? overriddenVariants(
        whole,
        (_, choices) => newVariants.change(choices),
        body.discount ? givenDiscount(body.discount) : undefined,
      )
    : plain;
  const { trackInventory, quantity, inStock } = body.stock ?? {};
  const inventoryItem = trackInventory ? { quantity: quantity ?? 0 } : { inStock: inStock ?? true };
  const variants = variantsInfo.variants.map(
    ({ media, subscriptionPricesInfo, inventoryStatus, ...variant }): VariantWithInventory => ({
      ...variant,
      inventoryItem: newVariants?.stock(namedChoices(options, variant)) ?? inventoryItem,
    }),
  );
  const items = body.media?.items ?? [];
  return {
    productType: type,
    // The platform requires the object even if it is empty.
    physicalProperties: type === "PHYSICAL" ? {} : undefined,
    ...(await plainFields(labels, body, {})),
    options,
    variantsInfo: { variants },
    ...(items.length > 0 && {
      media: { itemsInfo: { items: items.map(({ id, image }) => keptMedia(id, image?.url)) } },
    }),
  };
}

/** Returns a media item for a request: by id, else by URL. */
export function keptMedia(id: string | null | undefined, url: string | null | undefined): ProductMediaV3 {
  return id ? { id } : { url };
}

/** Returns a media item for a request, from a media id of the platform or a URL. */
export function newMedia(source: string): ProductMediaV3 {
  return /^https?:\/\//.test(source) ? { url: source } : { id: source };
}

/** The media of a product as they are sent back unchanged. */
export function sentMedia({ media }: ProductV3): ProductMediaV3[] {
  return (media?.itemsInfo?.items ?? []).map((item) => ({
    ...keptMedia(item.id, item.url),
    altText: item.altText || undefined,
    displayName: item.displayName || undefined,
  }));
}

/**
 * Returns info sections for a request. In v3 they are shared by products and have a unique name; ours contains a hash of
 * the content, so that equal sections are shared and a changed section becomes a new one.
 */
function infoSections(sections: NonNullable<Product["additionalInfoSections"]>, present: Partial<ProductV3>) {
  return sections.map(({ title, description }) => {
    const known = present.infoSections?.find(
      (infoSection) =>
        infoSection.title === title && (infoSection.plainDescription ?? "") === (description ?? ""),
    );
    if (known?.id) return { id: known.id };
    const digest = createHash("sha256").update(`${title}\n${description}`).digest("hex").slice(0, 12);
    return { uniqueName: `${title} ${digest}`, title, plainDescription: description ?? "" };
  });
}

type Amount = number | null | undefined;

/** The changes of a variant. Absent keys change nothing. */
interface OwnChange {
  price?: Amount;
  cost?: Amount;
  weight?: Amount;
  sku?: string | null | undefined;
  barcode?: string | null | undefined;
  visible?: boolean | null | undefined;
  /** The quantity for the price per unit. */
  holds?: UnitSettings | null | undefined;
  /** The id of the digital file. */
  file?: string | null | undefined;
}

/**
 * Returns options and variants after a change of product fields. Price, cost and weight apply to the variants with the
 * same value as the first variant, a discount applies to all variants. Returns undefined if no variant changes.
 */
export function changedVariants(whole: ProductParts, body: AnyProduct) {
  const { sku, weight, priceData, costAndProfitData, discount, productOptions } = body;
  const { pricePerUnitData: unit, digitalFile } = body;
  const { barcode } = body.catalogV3 ?? {};
  const change: OwnChange = {
    ...(typeof priceData?.price === "number" && { price: priceData.price }),
    ...(costAndProfitData?.itemCost !== undefined && { cost: costAndProfitData?.itemCost }),
    ...(weight !== undefined && { weight }),
    ...(sku !== undefined && { sku }),
    ...(barcode !== undefined && { barcode }),
    ...(unit !== undefined && {
      holds: unit && { quantity: unit.totalQuantity, measurementUnit: unit.totalMeasurementUnit },
    }),
    ...(digitalFile && { file: digitalFile.id }),
  };
  if (Object.keys(change).length === 0 && !discount && !productOptions) return undefined;
  const present = whole.product.options ?? [];
  const options = productOptions ? newOptions(productOptions, present) : sentOptions(present);
  const managed = options.length > 0;
  if (managed && sku && sharedSku(whole.variants) === undefined)
    throw notInV3("the variants of this product have different SKUs, so the product has none.");
  if (managed && barcode)
    throw notInV3("the variants of this product have barcodes, so the product has none.");
  const currency = whole.product.currency ?? "USD";
  const before = discountFromPrices(whole);
  const after = discount ? givenDiscount(discount) : before;
  const [first] = whole.variants;
  // When options are first added or all removed, the first variant keeps its id and its stock.
  const retained = (present.length === 0) === managed ? first : undefined;
  const byChoices = new Map(
    whole.variants.map((variant) => [choicesKey(namedChoices(present, variant)), variant] as const),
  );
  const variants = combinations(options).map((choices, index) => {
    const known = byChoices.get(choicesKey(choices)) ?? (index === 0 ? retained : undefined);
    const variant = known ?? copyOf(first ?? {});
    const applicable = Object.fromEntries(
      Object.entries(change).filter(([field]) => !inherited.has(field) || follows(variant, first, field)),
    );
    return {
      ...wholeVariant(variant, applicable, { before, after, currency }),
      choices: sentChoices(options, choices),
    };
  });
  if (before === after) checkDiscount(whole, variants, before);
  return { options, variantsInfo: { variants } };
}

/**
 * Returns options and variants after changes to some variants; `changeOf` returns the change of a variant. `discount`: that of the
 * product, which its prices do not always tell.
 */
export function overriddenVariants(
  whole: ProductParts,
  changeOf: (variant: VariantV3, choices: Record<string, string>) => OwnChange | undefined,
  discount = discountFromPrices(whole),
) {
  const options = whole.product.options ?? [];
  const currency = whole.product.currency ?? "USD";
  const variants = whole.variants.map((variant) => {
    const choices = namedChoices(options, variant);
    const change = changeOf(variant, choices) ?? {};
    return {
      ...wholeVariant(variant, change, { before: discount, after: discount, currency }),
      choices: sentChoices(options, choices),
    };
  });
  checkDiscount(whole, variants, discount);
  return { options: sentOptions(options), variantsInfo: { variants } };
}

/**
 * Throws UsageError if new prices would change the discount of a product: v3 stores only the rounded prices before and
 * after it. 10% off 0.07 is 0.06, which is 14% off, so that undoing the change would restore another discount.
 */
function checkDiscount(
  { variants, product }: ProductParts,
  changed: VariantV3[],
  discount: SharedDiscount,
): void {
  if (discount.type !== "PERCENT") return;
  const currency = product.currency ?? "USD";
  const kept = discountFromPrices({ product, variants: changed });
  const isKept = ({ price }: VariantV3) =>
    kept.type !== "mixed" && roundedSalePrice(fullPrice(price), kept, currency).eq(actualPrice(price));
  if (variants.every(isKept)) return;
  const percent = amountText(discount.value);
  throw notInV3(
    `a new price is too small for the discount of ${percent}%, which rounding would change.`,
    "Change the discount together with the price.",
  );
}

/** Returns a function that finds the change of a variant among those of several choices. */
export function variantChanges(
  updates: readonly VariantChange[],
): (variant: VariantV3, choices: Record<string, string>) => OwnChange {
  return (_, choices) => {
    const changes = updates.filter((update) =>
      Object.entries(update.choices).every(([option, choice]) => choices[option] === choice),
    );
    return Object.assign({}, ...changes.map(({ choices, ...fields }) => fields));
  };
}

/** Returns the discount of a request in the form of v1. */
export function givenDiscount({ type, value }: NonNullable<Product["discount"]>): SharedDiscount {
  const known = (["AMOUNT", "PERCENT"] as const).find((one) => one === type);
  return known && value ? { type: known, value: amountFromJson(value) } : { type: "NONE" };
}

/** The fields of a product that its variants have, too, unless they have their own. */
const inherited: ReadonlySet<string> = new Set(["price", "cost", "weight"]);

/** Whether a variant has the product's value of a field, which is that of the first variant. */
function follows(variant: VariantV3, first: VariantV3 | undefined, field: string): boolean {
  if (first === undefined) return true;
  if (field === "price") return fullPrice(variant.price).eq(fullPrice(first.price));
  if (field === "cost") return costOf(variant) === costOf(first);
  return weightOf(variant) === weightOf(first);
}

const costOf = ({ revenueDetails }: VariantV3) => revenueDetails?.cost?.amount ?? undefined;
const weightOf = ({ physicalProperties }: VariantV3) => physicalProperties?.weight ?? 0;

/** Returns the whole variant with a change, because an update removes omitted fields. */
function wholeVariant(
  variant: VariantV3,
  change: OwnChange,
  { before, after, currency }: { before: SharedDiscount; after: SharedDiscount; currency: string },
): VariantV3 {
  const sku = "sku" in change ? change.sku : variant.sku;
  const cost = "cost" in change ? amountOrNone(change.cost) : costOf(variant);
  const weight = "weight" in change ? (change.weight ?? 0) : variant.physicalProperties?.weight;
  const { id, physicalProperties: physical, digitalProperties: digital } = variant;
  const barcode = "barcode" in change ? change.barcode : variant.barcode;
  const file = "file" in change ? change.file : digital?.digitalFile?.id;
  const settings = "holds" in change ? change.holds : physical?.pricePerUnit?.settings;
  return {
    id: id || undefined,
    visible: change.visible ?? variant.visible ?? true,
    sku: sku || undefined,
    barcode: barcode || undefined,
    price: newPrice(variant.price, change.price, { before, after, currency }),
    revenueDetails: cost === undefined ? undefined : { cost: { amount: cost } },
    physicalProperties: physical
      ? { ...physical, weight, pricePerUnit: settings ? { settings } : undefined }
      : undefined,
    digitalProperties: file ? { digitalFile: { id: file } } : undefined,
  };
}

function newPrice(
  price: VariantV3["price"],
  full: Amount,
  { before, after, currency }: { before: SharedDiscount; after: SharedDiscount; currency: string },
) {
  if (typeof full !== "number" && before === after) {
    const { actualPrice, compareAtPrice } = price ?? {};
    return {
      actualPrice: { amount: actualPrice?.amount },
      compareAtPrice: compareAtPrice?.amount ? { amount: compareAtPrice.amount } : undefined,
    };
  }
  if (after.type === "mixed") {
    const hint = "Set its compare-at prices with: till api productsV3.update";
    throw notInV3(
      "the variants of this product have different discounts, which one price cannot express.",
      hint,
    );
  }
  const target: Decimal = typeof full === "number" ? amountFromJson(full) : fullPrice(price);
  if (target.lt(decimal("0")))
    throw new UsageError(`The price ${amountText(target)} must not be negative.`, { field: "price" });
  const sent = priceInfo(target, after, currency);
  if (decimal(sent.actualPrice?.amount ?? "0").lt(decimal("0")))
    throw new UsageError(`The discount is larger than the price ${amountText(target)}.`, { field: "price" });
  return sent;
}

function amountOrNone(amount: Amount): string | undefined {
  return typeof amount === "number" ? amountText(amountFromJson(amount)) : undefined;
}

/** Returns a copy of a variant without its unique fields. */
function copyOf({ id, barcode, sku, ...variant }: VariantV3): VariantV3 {
  return variant;
}

/** Returns a price with its discount in the format of catalog v3. */
export function priceInfo(
  full: Decimal,
  discount: SharedDiscount,
  currency: string,
): NonNullable<VariantV3["price"]> {
  const actual = roundedSalePrice(full, discount, currency);
  return {
    actualPrice: { amount: amountText(actual) },
    compareAtPrice: actual.eq(full) ? undefined : { amount: amountText(full) },
  };
}

type Option = NonNullable<Product["productOptions"]>[number];
type Choice = ReturnType<typeof optionChoices>[number];

/** Returns a variant's choices for a request: by name, with the render type that the platform requires. */
function sentChoices(
  options: readonly OptionV3[],
  choices: Record<string, string>,
): NonNullable<VariantV3["choices"]> {
  return Object.entries(choices).map(([optionName, choiceName]) => {
    const renderType = options.find(({ name }) => name === optionName)?.optionRenderType ?? undefined;
    return { optionChoiceNames: { optionName, choiceName, renderType } };
  });
}

/** Returns the options of a product for a request. Existing options and choices keep their ids and media. */
function newOptions(options: readonly Option[], present: readonly OptionV3[]): OptionV3[] {
  return options.map(({ name, optionType, choices }) => {
    const known = present.find((option) => option.name === name);
    const isColor = optionType === "color";
    return {
      id: known?.id || undefined,
      name,
      optionRenderType: known?.optionRenderType ?? (isColor ? "SWATCH_CHOICES" : "TEXT_CHOICES"),
      choicesSettings: {
        choices: (choices ?? []).map(({ value, description }) => {
          const existing = optionChoices(known).find((choice) => choice.name === description);
          if (existing) return sentChoice(existing);
          return {
            name: description,
            choiceType: isColor ? "ONE_COLOR" : "CHOICE_TEXT",
            colorCode: isColor ? value : undefined,
          };
        }),
      },
    };
  });
}

/** Returns the unchanged options of a product for a request, which must contain them with the variants. */
export function sentOptions(options: readonly OptionV3[]): OptionV3[] {
  return options.map((option) => ({
    id: option.id,
    name: option.name,
    optionRenderType: option.optionRenderType,
    choicesSettings: { choices: optionChoices(option).map(sentChoice) },
  }));
}

function sentChoice({ choiceId, name, choiceType, colorCode, media }: Choice): Choice {
  return { choiceId, name, choiceType, colorCode: colorCode || undefined, media: media ?? undefined };
}

/** Returns all modifiers of a product with new text fields. Modifiers are identified by name and shared by products. */
function modifiersWith(
  fields: NonNullable<Product["customTextFields"]>,
  { modifiers }: Partial<ProductV3>,
): ModifierV3[] {
  const others = (modifiers ?? []).filter((modifier) => !isTextField(modifier)).map(sentModifier);
  const texts = fields.map(({ title, maxLength, mandatory }) => ({
    name: (title ?? "").slice(0, 50),
    modifierRenderType: "FREE_TEXT",
    mandatory: mandatory ?? false,
    freeTextSettings: { title, minCharCount: 0, maxCharCount: maxLength ?? 500 },
  }));
  return [...others, ...texts];
}

function sentModifier({ id, name, modifierRenderType, mandatory, choicesSettings }: ModifierV3): ModifierV3 {
  const choices = choicesSettings?.choices?.map(({ key, ...choice }) => choice);
  return { id, name, modifierRenderType, mandatory, choicesSettings: choices && { choices } };
}

/** A new product in a request. */
export type NewProduct = Awaited<ReturnType<typeof createBody>>;

/** Returns whether the response of a create says that each variant of the new products has its stock. */
export function isStocked(
  response: BulkResponse & { error?: unknown },
  bodies: readonly NewProduct[],
): boolean {
  const variants = bodies.flatMap(({ variantsInfo }) => variantsInfo.variants);
  const outcomes = itemOutcomes(
    response,
    variants.map(() => undefined),
  );
  return !response.error && variants.every((_, index) => outcomes.get(index)?.ok);
}

/**
 * Creates the inventory items that a bulk create omitted. Returns why this failed: the products exist all the same, and
 * tracked stock is checked by a step of its own.
 */
export async function addMissingStock(
  call: Call,
  made: ReadonlyMap<string, NewProduct>,
): Promise<TillError | undefined> {
  try {
    const ids = new Set(made.keys());
    const found = await readProducts(call, true, "id", [...ids], { variants: ids, items: ids });
    const missing = found.flatMap(({ product, variants, items }) => {
      const stocked = new Set(items.map(({ variantId }) => variantId));
      const given = new Map(
        (made.get(product.id)?.variantsInfo.variants ?? []).map((variant) => [
          choicesKey(namedChoices(product.options ?? [], variant)),
          variant.inventoryItem,
        ]),
      );
      return variants.flatMap((variant) => {
        const part = given.get(choicesKey(namedChoices(product.options ?? [], variant)));
        if (part === undefined || stocked.has(variant.id)) return [];
        return [{ productId: product.id, variantId: variant.id, ...part }];
      });
    });
    for (const batch of batchesOf(missing, 1000))
      requireAllDone(
        await call(inventoryItemsV3.bulkCreate, { inventoryItems: batch }),
        batch.map(() => undefined),
        (count) => `the stock of ${count} variants was not set`,
      );
    return undefined;
  } catch (error) {
    if (error instanceof TillError) return error;
    throw error;
  }
}

/** The ids of brands, or of ribbons, by name. Those that are new are created; each name is requested once. */
interface LabelIds {
  idOf(name: string): Promise<string | undefined>;
  /** Gets or creates names that are not known yet, a hundred a request. */
  load(names: readonly string[]): Promise<void>;
}

/** The brands and ribbons of a shop. */
export type Labels = Readonly<Record<"brand" | "ribbon", LabelIds>>;

/** Returns the brands and ribbons of a shop. */
export function labelsOf(call: Call): Labels {
  return {
    brand: labelIds(
      async (brandName) => (await call(brandsV3.getOrCreate, { brandName })).brand?.id,
      (brandNames) => call(brandsV3.bulkGetOrCreate, { brandNames }),
    ),
    ribbon: labelIds(
      async (ribbonName) => (await call(ribbonsV3.getOrCreate, { ribbonName })).ribbon?.id,
      (ribbonNames) => call(ribbonsV3.bulkGetOrCreate, { ribbonNames }),
    ),
  };
}

function labelIds(
  get: (name: string) => Promise<string | null | undefined>,
  getAll: (names: string[]) => Promise<BulkResponse>,
): LabelIds {
  const ids = new Map<string, Promise<string | undefined>>();
  /** Keeps an id for other requests, unless its own request fails. */
  const remember = (name: string, id: Promise<string | undefined>) => {
    ids.set(name, id);
    id.catch(() => ids.delete(name));
  };
  return {
    async idOf(name) {
      const known = await ids.get(name);
      if (known !== undefined) return known;
      const id = get(name).then((found) => {
        // Without one, the products would lose what they have.
        if (found) return found;
        throw new TillError(exitCodes.failure, `The platform returned no id for "${name}".`, {
          code: "NO_ID",
        });
      });
      remember(name, id);
      return await id;
    },
    // Those that the response does not name as done are requested alone later.
    async load(requested) {
      const names = [...new Set(requested)].filter((name) => name !== "" && !ids.has(name));
      if (names.length < 2) return;
      for (const chunk of batchesOf(names, maxLabels)) {
        const none = chunk.map(() => undefined);
        const found = getAll(chunk).then((response) => itemOutcomes(response, none));
        for (const [index, name] of chunk.entries())
          remember(
            name,
            found.then((outcomes) => {
              const outcome = outcomes.get(index);
              return outcome?.ok ? outcome.id : undefined;
            }),
          );
        await found;
      }
    },
  };
}

/** The maximum number of names in one request. */
const maxLabels = 100;
