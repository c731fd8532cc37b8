import { storesAppId } from "../../api/models/app-ids.ts";
import type { Event } from "../../api/services/events.ts";
import type { DataField } from "../../api/services/site-data.ts";
import { amountText, type Decimal, decimal, roundMoney } from "../../kernel/money.ts";
import { createCategory } from "../collections/categories.ts";
import { collections as collectionsV1 } from "../collections/collections.ts";
import { categories as categoriesV3, type StoredCategory } from "../collections/placements.ts";
import { coupons } from "../discounts/discounts.ts";
import { assign, eventCategories, insertCategory, type StoredEventCategory } from "../events/categories.ts";
import { events, instantOf, type StoredEvent } from "../events/events.ts";
import { activeControls, controlId, controlOf } from "../events/forms.ts";
import { insertEvent } from "../events/lifecycle.ts";
import { catalogVersion } from "../kernel/catalog-version.ts";
import { slugOf } from "../kernel/entities.ts";
import { changeSetting } from "../kernel/settings.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import { addMember, memberByEmail } from "../members/members.ts";
import { addFulfillment } from "../orders/fulfillments.ts";
import { placeOrder } from "../orders/place.ts";
import { shopOf } from "../products/v1/products.ts";
import { products as productsV1 } from "../products/v1/tables.ts";
import { products as productsV3 } from "../products/v3/tables.ts";
import { collections as dataCollections, inferFields, newCollection } from "../site-data/collections.ts";
import { insertItem } from "../site-data/items.ts";
import { createDefinition } from "../tickets/definitions.ts";
import { eventHooks } from "../tickets/lifecycle-hooks.ts";
import { addProduct, createCollection, type DemoCollection, type DemoProduct } from "./catalog-v1.ts";
import { addProductV3 } from "./catalog-v3.ts";
import { seedTx } from "./seed-tx.ts";
import { choiceName, type Entry, productNamed, type ShopData, seedSlug } from "./shop-data.ts";
import { seedDiscounts, seedGiftCards, seedShipping, seedTax } from "./shop-settings-seed.ts";

type Question = NonNullable<Entry<"events">["form"]>[number];

/**
 * Adds the contents of a seed file. Ids are derived from names, so that they stay the same when other entries are added
 * or removed. Emits no events.
 */
export function seedShopData(tx: StoreTx, data: ShopData): void {
  for (const [name, value] of Object.entries(data.settings ?? {})) changeSetting(tx, name, value);
  const ids = seedCatalog(tx, data);
  const idsOf = (kind: keyof Ids, names: readonly string[]) =>
    names.flatMap((name) => ids[kind].get(name) ?? []);
  seedShipping(tx, data.shipping ?? []);
  seedTax(tx, data.tax ?? []);
  seedGiftCards(tx, data.giftCards ?? []);
  seedDiscounts(tx, data.discounts ?? [], idsOf);
  for (const coupon of data.coupons ?? []) seedCoupon(seedTx(tx, `coupon ${coupon.code}`), coupon, ids);
  for (const member of data.members ?? [])
    seedMember(seedTx(tx, `member ${member.email.toLowerCase()}`), member);
  for (const [index, order] of (data.orders ?? []).entries())
    seedOrder(tx, `order ${index + 1}`, order, { products: data.products ?? [], ids });
  for (const event of data.events ?? []) seedEvent(tx, event);
  for (const collection of data.siteData ?? [])
    seedSiteData(seedTx(tx, `site data ${collection.id}`), collection);
}

/** Ids by name and by slug. */
interface Ids {
  products: Map<string, string>;
  collections: Map<string, string>;
}

function seedCatalog(tx: StoreTx, { products = [], collections = [] }: ShopData): Ids {
  const ids: Ids = { products: new Map(), collections: new Map() };
  const catalog = catalogVersion(tx) === "V3_CATALOG" ? catalogV3(tx) : catalogV1(tx);
  const slugs = new Map<string, string>();
  for (const { name, description = "", ...rest } of collections) {
    const slug = seedSlug({ name, ...rest });
    rejectExisting(catalog.hasCollection(slug), "collection", slug);
    const id = catalog.addCollection(seedTx(tx, `collection ${slug}`), { name, slug, description });
    for (const key of [name, slug]) {
      slugs.set(key, slug);
      ids.collections.set(key, id);
    }
  }
  for (const product of products) {
    const slug = seedSlug(product);
    rejectExisting(catalog.hasProduct(slug), "product", slug);
    const own = (product.collections ?? []).map((name) => slugs.get(name) ?? name);
    const id = catalog.addProduct(seedTx(tx, `product ${slug}`), demoProduct(product, slug, own));
    for (const key of [product.name, slug]) ids.products.set(key, id);
  }
  return ids;
}

/** Adds collections and products to one catalog version; each returns the id. */
interface Catalog {
  hasCollection(slug: string): boolean;
  hasProduct(slug: string): boolean;
  addCollection(tx: StoreTx, collection: DemoCollection): string;
  addProduct(tx: StoreTx, product: DemoProduct): string;
}

function rejectExisting(exists: boolean, what: string, name: string): void {
  if (!exists) return;
  throw new PlatformError(409, "ALREADY_SEEDED", `This sandbox already contains the ${what} "${name}"`, {
    name,
  });
}

function catalogV1(tx: StoreTx): Catalog {
  const collections = new Map<string, string>();
  return {
    hasCollection: (slug) => tx.findBy(collectionsV1, "slug", slug) !== undefined,
    hasProduct: (slug) => tx.findBy(productsV1, "slug", slug) !== undefined,
    addCollection(own, collection) {
      const id = createCollection(own, collection);
      collections.set(collection.slug, id);
      return id;
    },
    addProduct: (own, product) => addProduct(own, shopOf(tx), product, collections),
  };
}

function catalogV3(tx: StoreTx): Catalog {
  const categories = new Map<string, StoredCategory>();
  return {
    hasCollection: (slug) => tx.findBy(categoriesV3, "slug", slug) !== undefined,
    hasProduct: (slug) => tx.findBy(productsV3, "slug", slug) !== undefined,
    addCollection(own, collection) {
      const category = createCategory(own, collection);
      categories.set(collection.slug, category);
      return category.id;
    },
    addProduct: (own, product) => addProductV3(own, shopOf(tx), product, categories),
  };
}

function demoProduct(product: Entry<"products">, slug: string, collections: readonly string[]): DemoProduct {
  const { price, digital, discount, pictures = [], options, variants = [], stock = true, ...rest } = product;
  const { collections: _, ...plain } = rest;
  const combinations = combinationsOf(options ?? {});
  const own = combinations.map(
    (choices) => variants.find((variant) => sameChoices(variant.choices, choices)) ?? { choices },
  );
  const counted = own.some(({ stock }) => stock !== undefined);
  return {
    ...plain,
    slug,
    amount: price,
    productType: digital ? "digital" : "physical",
    collections,
    pictures,
    age: 0,
    units: counted ? own.map((one) => one.stock ?? Number(stock)) : stock,
    discount: discount
      ? "percent" in discount
        ? { type: "PERCENT", value: discount.percent }
        : { type: "AMOUNT", value: discount.amount }
      : undefined,
    ...(options && { options, variants: own.map(({ choices, stock, ...values }) => values) }),
  };
}

/** Returns the choices of every variant by option name; those of the last option change fastest. */
function combinationsOf(options: Readonly<Record<string, readonly string[]>>): Record<string, string>[] {
  return Object.entries(options).reduce<Record<string, string>[]>(
    (all, [option, choices]) =>
      all.flatMap((known) => choices.map((choice) => ({ ...known, [option]: choiceName(choice) }))),
    [{}],
  );
}

function sameChoices(given: Record<string, string>, choices: Record<string, string>): boolean {
  return Object.entries(choices).every(([option, choice]) => given[option] === choice);
}

function seedCoupon(tx: StoreTx, given: Entry<"coupons">, ids: Ids): void {
  const { products, collections, percent, amount, minimumSubtotal, code, ...rest } = given;
  const idsIn = (names: readonly string[] | undefined, known: Map<string, string>) =>
    names?.flatMap((name) => known.get(name) ?? []);
  const id = tx.newId();
  tx.put(coupons, id, {
    name: code,
    ...rest,
    id,
    code: code.toUpperCase(),
    used: 0,
    percent: percent?.toString(),
    amount: amount?.toString(),
    minimumSubtotal: minimumSubtotal?.toString(),
    productIds: idsIn(products, ids.products),
    collectionIds: idsIn(collections, ids.collections),
  });
}

function seedMember(tx: StoreTx, { email, password, firstName, lastName }: Entry<"members">): void {
  rejectExisting(memberByEmail(tx, email) !== undefined, "member", email);
  const nickname = firstName ?? email.split("@")[0] ?? email;
  addMember(tx, {
    id: tx.newId(),
    email,
    password,
    emailVerified: true,
    profile: { firstName: firstName || undefined, lastName: lastName || undefined, nickname, language: "en" },
  });
}

/** Adds an order, which leaves the stock as declared. It is the member's if a member has its address. */
function seedOrder(
  tx: StoreTx,
  name: string,
  given: Entry<"orders">,
  { products, ids }: { products: readonly Entry<"products">[]; ids: Ids },
): void {
  const {
    email,
    firstName,
    lastName,
    items,
    address,
    shipping = 0,
    payment = "approved",
    daysAgo: age = 0,
  } = given;
  const contactDetails = { firstName, lastName };
  const person = { contactDetails, ...(address && { address }) };
  const memberId = memberByEmail(tx, email)?.id;
  const currency = tx.setting("currency");
  const order = placeOrder(seedTx(tx, name, { age }), {
    lineItems: items.map(({ product: ordered, quantity = 1, choices }) => {
      const product = productNamed([...products], ordered);
      const variant = product?.variants?.find((one) => choices && sameChoices(one.choices, choices));
      const price = decimal((variant?.price ?? product?.price ?? 0).toString());
      return {
        quantity,
        productName: { original: product?.name ?? ordered },
        catalogReference: {
          appId: storesAppId,
          catalogItemId: ids.products.get(ordered) ?? "",
          ...(choices && { options: { options: choices } }),
        },
        itemType: { preset: product?.digital ? "DIGITAL" : "PHYSICAL" },
        descriptionLines: Object.entries(choices ?? {}).map(([option, choice]) => ({
          name: { original: option },
          plainText: { original: choice },
        })),
        price: { amount: amountText(roundMoney(reduced(price, product?.discount), currency)) },
      };
    }),
    buyerInfo: { email, ...(memberId && { memberId }) },
    billingInfo: person,
    recipientInfo: person,
    ...(address && {
      shippingInfo: {
        title: "Shipping",
        code: "shipping",
        logistics: { shippingDestination: person },
        cost: { price: { amount: shipping.toString() } },
      },
    }),
    payment: { outcome: payment },
    leavesStock: true,
  });
  if (given.fulfilled)
    addFulfillment(seedTx(tx, `${name} fulfillment`, { age }), order.id, {
      lineItems: order.lineItems.map(({ id }) => ({ id })),
    });
}

function reduced(price: Decimal, discount: Entry<"products">["discount"]): Decimal {
  if (!discount) return price;
  if ("amount" in discount) return price.minus(decimal(discount.amount.toString()));
  return price.minus(price.times(decimal(discount.percent.toString())).div(decimal("100")));
}

/** Returns a question of a form as the platform's call to add it sends it. */
function questionOf({ label, type = "text", required: mandatory = false, options }: Question) {
  switch (type) {
    case "dropdown":
      return { dropdown: { label, mandatory, options } };
    case "radio":
      return { radioButton: { label, options } };
    case "checkbox":
      return { checkbox: { label, mandatory, options } };
    case "date":
      return { date: { label, mandatory } };
    case "phone":
      return { phone: { label, mandatory } };
    case "address":
      return { address: { labels: { addressLine: label }, full: true, mandatory } };
    default:
      return { text: { label, mandatory, multiLine: type === "textarea" } };
  }
}

/** Returns a form with more questions. */
function withQuestions(form: StoredEvent["form"], questions: readonly Question[]): StoredEvent["form"] {
  const controls = activeControls(form);
  const added = questions.map((question, index) => {
    const sent = questionOf(question);
    return controlOf(sent, controlId(sent, String(index + 1)), controls.length + index);
  });
  return { ...form, controls: [...controls, ...added] };
}

function seedEvent(tx: StoreTx, given: Entry<"events">): void {
  const { title, slug, description, timeZone = "UTC", category, draft = false, rsvp, tickets } = given;
  const name = seedSlug({ name: title, slug });
  rejectExisting(tx.findBy(events, "slug", name) !== undefined, "event", title);
  const event: Partial<Event> = {
    title,
    ...(name !== slugOf(title) && { seoSettings: { slug: name } }),
    ...(description && { shortDescription: description }),
    dateAndTimeSettings: {
      startDate: instantOf(given.start, timeZone),
      endDate: instantOf(given.end ?? given.start, timeZone, given.end ? 0 : defaultHours),
      timeZoneId: timeZone,
    },
    location: given.online
      ? { type: "ONLINE" }
      : { type: "VENUE", name: given.location ?? title, locationTbd: given.location === undefined },
    registration: tickets
      ? { initialType: "TICKETING" }
      : {
          initialType: "RSVP",
          rsvp: rsvp ? { limit: rsvp.limit, waitlistEnabled: rsvp.waitlist ?? false } : undefined,
        },
  };
  const created = insertEvent(seedTx(tx, `event ${name}`), event, draft, eventHooks);
  const { id, registration } = created;
  if (given.form) tx.put(events, id, { ...created, form: withQuestions(created.form, given.form) });
  if (category) assign(tx, categoryNamed(tx, category), [id]);
  const currency = registration.tickets?.currency ?? "USD";
  for (const { price, limit, ...ticket } of tickets ?? []) {
    createDefinition(seedTx(tx, `ticket ${name} ${ticket.name}`), {
      ...ticket,
      eventId: id,
      feeType: Number(price) === 0 ? "NO_FEE" : "FEE_INCLUDED",
      ...(limit !== undefined && { initialLimit: limit }),
      pricingMethod: { fixedPrice: { value: price.toString(), currency } },
    });
  }
}

/** Adds a collection of site data. A reference with lists of IDs in items is a multi-reference. */
function seedSiteData(
  tx: StoreTx,
  { id, name, permissions, fields = {}, items = [] }: Entry<"siteData">,
): void {
  rejectExisting(tx.get(dataCollections, id) !== undefined, "data collection", id);
  const declared = Object.entries(fields).map(([key, field]): DataField => {
    if (typeof field === "string") return { key, type: field };
    const target = { referencedCollectionId: field.references };
    return items.some((item) => Array.isArray(item[key]))
      ? { key, type: "MULTI_REFERENCE", typeMetadata: { multiReference: target } }
      : { key, type: "REFERENCE", typeMetadata: { reference: target } };
  });
  const inferred = inferFields(items).filter(({ key }) => !Object.hasOwn(fields, key ?? ""));
  const given = { displayName: name, permissions, fields: [...declared, ...inferred] };
  const collection = newCollection(tx, id, given);
  tx.put(dataCollections, id, collection);
  for (const item of items) insertItem(tx, collection, undefined, item);
}

/** The duration of an event without an end. */
const defaultHours = 2;

function categoryNamed(tx: StoreTx, name: string): StoredEventCategory {
  const known = [...tx.each(eventCategories)].find((one) => one.name === name);
  return known ?? insertCategory(seedTx(tx, `event category ${name}`), name, ["MANUAL"]);
}
