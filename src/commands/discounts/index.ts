import { valueAt } from "../../api/endpoint.ts";
import { storesAppId } from "../../api/models/app-ids.ts";
import type { DiscountRule, DiscountScope } from "../../api/services/discounts.ts";
import type { PrepareOptions } from "../../cli/generic/generic-resource.ts";
import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";
import { UsageError } from "../../kernel/errors.ts";
import { sameJson } from "../../kernel/json.ts";
import { countOf } from "../../kernel/text.ts";

const discount = "discounts.values[0]";
const kind = (discountType: string) => ({ [`${discount}.discountType`]: discountType });
/** All products of the shop. */
const everything = {
  scopes: [
    {
      id: "everything",
      type: "CATALOG_ITEM",
      catalogItemFilter: { catalogAppId: storesAppId },
    },
  ],
};

type Rule = DiscountRule;
const firstScope = `${discount}.specificItemsInfo.scopes[0]`;
const products = `${firstScope}.catalogItemFilter.catalogItemIds`;
const collections = `${firstScope}.customFilter.params.collectionIds`;

const scopesOf = ({ discounts }: Partial<Rule>): readonly DiscountScope[] =>
  (discounts?.values?.[0]?.specificItemsInfo?.scopes ?? []) as DiscountScope[];
const idsIn = (scope: DiscountScope | undefined, path: string): string[] => {
  const ids = valueAt(scope, path);
  return Array.isArray(ids) ? ids : [];
};
const productPath = "catalogItemFilter.catalogItemIds";
const collectionPath = "customFilter.params.collectionIds";

/** Returns what a rule discounts, for people: `all products`, `2 products`, `1 collection`. */
function itemsText(rule: Partial<Rule>): string {
  const parts = scopesOf(rule).map((scope) => {
    const [one, many] = [idsIn(scope, productPath).length, idsIn(scope, collectionPath).length];
    if (one > 0) return countOf(one, "product");
    if (many > 0) return countOf(many, "collection");
    return scope.type === "CATALOG_ITEM" ? "all products" : "items of an app";
  });
  return parts.join(", ");
}

/** Returns the condition of a rule, for people: `from 300`, `3 items or more`. */
function conditionText({ trigger }: Partial<Rule>): string {
  const { subtotalRange, itemQuantityRange, triggerType } = trigger ?? {};
  const range = subtotalRange ?? itemQuantityRange;
  if (range == null) return triggerType ?? "";
  const unit = itemQuantityRange ? " items" : "";
  const { from, to } = range;
  if (from != null && to != null) return `${from} to ${to}${unit}`;
  return from != null ? `from ${from}${unit}` : `up to ${to}${unit}`;
}

/**
 * Completes the items of a rule: products and collections by name become ids, and each kind a scope of its own. A condition on
 * the number of items counts those that are discounted.
 */
async function completeItems(input: unknown, { context, before }: PrepareOptions): Promise<unknown> {
  const { discountRule, ...rest } = input as { discountRule: Rule };
  const [scope, ...others] = scopesOf(discountRule);
  const [old] = scopesOf((before ?? {}) as Partial<Rule>);
  const given = (path: string) => {
    const ids = idsIn(scope, path);
    return sameJson(ids as never, idsIn(old, path) as never) ? [] : ids;
  };
  const [productNames, collectionNames] = [given(productPath), given(collectionPath)];
  const isNamed = productNames.length + collectionNames.length > 0;
  const present = scope === undefined ? scopesOf((before ?? {}) as Partial<Rule>) : [scope, ...others];
  const scopes = isNamed ? await scopesFor(context, productNames, collectionNames) : present;
  const [value, ...more] = discountRule.discounts?.values ?? [];
  const trigger =
    discountRule.trigger ?? (isNamed ? (before as Partial<Rule> | undefined)?.trigger : undefined);
  const range = trigger?.itemQuantityRange;
  const counted = isNamed || !range?.scopes?.length ? scopes : range.scopes;
  return {
    ...rest,
    discountRule: {
      ...discountRule,
      ...(isNamed && { discounts: { values: [{ ...value, specificItemsInfo: { scopes } }, ...more] } }),
      ...(range && { trigger: { ...trigger, itemQuantityRange: { ...range, scopes: counted } } }),
    },
  };
}

async function scopesFor(
  context: PrepareOptions["context"],
  products: readonly string[],
  collections: readonly string[],
): Promise<DiscountScope[]> {
  const { openCatalog, findProduct } = await import("../../resources/products/read.ts");
  const { findCollection } = await import("../../resources/collections/collections.ts");
  if (products.length > 50)
    throw new UsageError("A rule names at most 50 products.", {
      field: "--product",
      hint: "Put them into a collection, and name that with --collection.",
    });
  const catalog = await openCatalog(context, "admin");
  const productIds: string[] = [];
  for (const name of products) productIds.push((await findProduct(catalog, name)).id);
  const collectionIds: string[] = [];
  for (const name of collections) collectionIds.push((await findCollection(catalog.collections, name)).id);
  const ofProducts: DiscountScope = {
    id: "products",
    type: "CATALOG_ITEM",
    catalogItemFilter: { catalogAppId: storesAppId, catalogItemIds: productIds },
  };
  const ofCollections: DiscountScope = {
    id: `collections_${storesAppId}`,
    type: "CUSTOM_FILTER",
    customFilter: { appId: storesAppId, params: { collectionIds } },
  };
  return [
    ...(productIds.length > 0 ? [ofProducts] : []),
    ...(collectionIds.length > 0 ? [ofCollections] : []),
  ];
}

/** `till discounts …` */
export const discounts = genericGroup({
  name: "discounts",
  service: "discountRules",
  kind: "discountRule",
  reference: { name: "<rule>", describe: "id or name" },
  matchKeys: ["name"],
  fields: {
    id: { filter: "text" },
    name: { grow: true, filter: "text" },
    active: { filter: "boolean" },
    createdDate: { filter: "date" },
    updatedDate: { filter: "date" },
    "activeTimeInfo.start": { label: "From", as: "date", filter: "date" },
    "activeTimeInfo.end": { label: "Until", as: "date", filter: "date" },
    status: {
      words: { LIVE: ["live", "good"], EXPIRED: ["expired", "dim"], PENDING: ["not started", "warn"] },
      filter: { here: ["LIVE", "EXPIRED", "PENDING"] },
    },
    usageCount: { label: "Used", as: "number", filter: { here: "number" } },
    type: { path: "discounts.values.discountType" },
    percent: { path: "discounts.values.percentage", as: "number" },
    amountOff: { path: "discounts.values.fixedAmount" },
    price: { path: "discounts.values.fixedPrice" },
    appliesTo: { label: "Applies to", value: itemsText },
    trigger: { label: "Condition", words: (rule) => [conditionText(rule as Partial<Rule>)] },
    revision: {},
  },
  list: "name status type percent appliesTo activeTimeInfo.start activeTimeInfo.end usageCount id",
  get: "name id status active activeTimeInfo.start activeTimeInfo.end type percent amountOff price appliesTo trigger usageCount revision",
  flags: [
    { flags: "--name <text>", field: "name", describe: "name" },
    {
      flags: "--percent <n>",
      field: `${discount}.percentage`,
      also: kind("PERCENTAGE"),
      describe: "percentage off",
    },
    {
      flags: "--amount <amount>",
      field: `${discount}.fixedAmount`,
      also: kind("FIXED_AMOUNT"),
      describe: "amount off: 5.00",
    },
    {
      flags: "--price <amount>",
      field: `${discount}.fixedPrice`,
      also: kind("FIXED_PRICE"),
      describe: "fixed price: 5.00",
    },
    {
      flags: "--from <time>",
      field: "activeTimeInfo.start",
      time: "start",
      describe: "first day or time: 2030-05-01",
    },
    {
      flags: "--until <time>",
      field: "activeTimeInfo.end",
      time: "end",
      describe: "last day or time: friday, 2030-05-31",
    },
    { flags: "--active <bool>", field: "active", describe: "active", choices: ["true", "false"] },
    {
      flags: "--subtotal-from <amount>",
      field: "trigger.subtotalRange.from",
      also: { "trigger.triggerType": "SUBTOTAL_RANGE", "trigger.subtotalRange.scopes": everything.scopes },
      describe: "minimum subtotal of the cart",
    },
    {
      flags: "--product <product>",
      field: products,
      repeat: true,
      describe: "only this product, by slug, SKU or id (repeatable)",
    },
    {
      flags: "--collection <collection>",
      field: collections,
      repeat: true,
      describe: "only products of this collection, by name or slug (repeatable)",
    },
    {
      flags: "--quantity-from <n>",
      field: "trigger.itemQuantityRange.from",
      also: { "trigger.triggerType": "ITEM_QUANTITY_RANGE" },
      describe: "minimum number of these items in the cart",
    },
    {
      flags: "--quantity-to <n>",
      field: "trigger.itemQuantityRange.to",
      also: { "trigger.triggerType": "ITEM_QUANTITY_RANGE" },
      describe: "maximum number of these items in the cart",
    },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      "till discounts list # all rules and their status",
      'till discounts list --filter "status = LIVE" --json # only live rules, as JSON',
    ]),
    getVerb(resource, [
      'till discounts get "Big basket" # by name',
      'till discounts get "Big basket" --jq .usageCount # how often it was used',
    ]),
    {
      ...createVerb(
        resource,
        [
          "till discounts create --name Spring --percent 10 # 10% off all products, starting now",
          'till discounts create --name "Three mugs" --percent 15 --product stoneware-mug --quantity-from 3 # for three mugs or more',
          'till discounts create --name "Table week" --percent 10 --collection Tableware --until 2099-01-01T00:00:00Z # a collection',
          'till discounts create --name "Big spender" --amount 20 --subtotal-from 300 --until 2099-01-01T00:00:00Z # 20 off carts of at least 300',
        ],
        { discounts: { values: [{ targetType: "SPECIFIC_ITEMS", specificItemsInfo: everything }] } },
      ),
      prepare: completeItems,
    },
    {
      ...updateVerb(resource, [
        'till discounts update "Big basket" --percent 12.5 # change the percentage',
        'till discounts update "Big basket" --active false # deactivate a rule',
        'till discounts update "Big basket" --collection Tableware # only for a collection',
      ]),
      prepare: completeItems,
    },
    deleteVerb(resource, [
      'till discounts delete "Opening week" # asks for confirmation',
      'till discounts delete "Opening week" --yes # without confirmation',
    ]),
  ],
});
