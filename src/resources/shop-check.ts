import type { Call } from "../api/caller.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { type DiscountRule, discountRules } from "../api/services/discounts.ts";
import type { Order } from "../api/services/orders.ts";
import type { Product } from "../api/services/products.ts";
import { type DeliveryProfile, deliveryProfiles } from "../api/services/shipping.ts";
import { taxRegions } from "../api/services/tax.ts";
import { type TicketDefinitionV3, ticketDefinitions } from "../api/services/tickets.ts";
import { streamBatches } from "../kernel/batches.ts";
import { shellWord } from "../kernel/command-line.ts";
import { day } from "../kernel/durations.ts";
import { countOf } from "../kernel/text.ts";
import type { CheckKind } from "./check-kinds.ts";
import { eventCall, listEvents } from "./events/read.ts";
import { listRows } from "./listing.ts";
import { orderGateway } from "./orders/gateway.ts";
import { listTransactions } from "./orders/payments.ts";
import { listOrders } from "./orders/resource.ts";
import type { Authorization, PaymentGateway } from "./payments/gateway.ts";
import { hasText } from "./products/filter.ts";
import type { Session } from "./resource.ts";
import { ticketGateway } from "./tickets/gateway.ts";

/** Something that keeps buyers from buying. */
export interface ShopFinding {
  check: CheckKind;
  /** What it is about: a product, country, rule, event or order. */
  subject: string;
  problem: string;
  /** The command that fixes it; absent if only you know the right value, such as a price. */
  fix?: string;
}

type Variant = NonNullable<Product["variants"]>[number];

/** What is remembered of all products, to find duplicates: SKU or name -> the first product or variant that has it. */
export interface Seen {
  skus: Map<string, string>;
  names: Map<string, string>;
}

/** Yields the problems of a product. Of hidden products only shared SKUs, broken choices and stock without a price matter. */
export function* productFindings(product: Product, seen: Seen, version: "v1" | "v3"): Generator<ShopFinding> {
  const { slug, id, name, manageVariants } = product;
  const subject = name ?? slug ?? id;
  const variants = manageVariants ? (product.variants ?? []) : [];
  const checked: CheckedProduct = {
    product,
    subject,
    word: shellWord(slug || id),
    named: variants.map((variant) => ({
      variant,
      title: `${subject}, ${choicesOf(variant)}`,
    })),
  };
  yield* skuFindings(checked, seen.skus);
  yield* choiceFindings(checked);
  if (product.visible === false) return yield* hiddenFindings(checked);
  yield* visibleFindings(checked);
  yield* contentFindings(checked, seen.names, version);
}

/** A product, its name and its reference on a command line, and its variants with their names and flags. */
interface CheckedProduct {
  product: Product;
  subject: string;
  word: string;
  named: readonly { variant: Variant; title: string }[];
}

/** Yields the SKUs that the product shares with another one, or that its variants share. */
function* skuFindings(
  { product: { sku }, subject, named }: CheckedProduct,
  skus: Map<string, string>,
): Generator<ShopFinding> {
  const owned =
    named.length === 0
      ? [{ sku, title: subject }]
      : named.map(({ variant, title }) => ({ sku: variant.variant?.sku, title }));
  for (const [text, group] of Map.groupBy(owned, (one) => one.sku ?? "")) {
    const [first, second] = group;
    if (text === "" || first === undefined) continue;
    const before = skus.get(text);
    if (before === undefined) skus.set(text, first.title);
    else yield { check: "sku", subject: first.title, problem: `its SKU ${text} is also that of ${before}` };
    if (second !== undefined)
      yield { check: "sku", subject, problem: `${group.length} variants share the SKU ${text}` };
  }
}

/** Yields options that nobody can choose from, and variants whose choices do not fit the options. */
function* choiceFindings({ product, subject, named }: CheckedProduct): Generator<ShopFinding> {
  const options = product.productOptions ?? [];
  const finding = (problem: string): ShopFinding => ({ check: "choices", subject, problem });
  const offered = new Map(
    options.map(({ name, choices }) => [
      name ?? "",
      new Set((choices ?? []).map((choice) => choice.description ?? "")),
    ]),
  );
  for (const [name, choices] of offered)
    if (choices.size === 0) yield finding(`its option ${name} has no choices`);
  const [first, ...others] = named.flatMap(({ variant }) => {
    const chosen = Object.entries(variant.choices ?? {});
    const foreign = chosen.find(([name, choice]) => !offered.get(name)?.has(choice));
    if (foreign) return [`${foreign.join(" ")}, which the product does not offer`];
    const open = [...offered.keys()].find((name) => !chosen.some(([chosenName]) => chosenName === name));
    return open === undefined ? [] : [`no choice of ${open}`];
  });
  if (first === undefined) return;
  const are = others.length === 1 ? "is" : "are";
  const more = others.length === 0 ? "" : `; ${countOf(others.length, "other variant")} ${are} broken, too`;
  yield finding(`a variant has ${first}${more}`);
}

const priceOf = ({ variant }: Variant) => variant?.priceData?.price;

/** Yields stock that could be sold if the product had a price. */
function* hiddenFindings({ product, subject, named }: CheckedProduct): Generator<ShopFinding> {
  const { stock } = product;
  const prices = named.length > 0 ? named.map(({ variant }) => priceOf(variant)) : [product.priceData?.price];
  const quantity = stock?.trackInventory ? (stock.quantity ?? 0) : 0;
  if (quantity > 0 && prices.every((price) => !price))
    yield { check: "unpriced", subject, problem: `has ${quantity} in stock, and no price` };
}

/** Yields what is wrong with a product that customers see. */
function* visibleFindings({ product, subject, word, named }: CheckedProduct): Generator<ShopFinding> {
  const { stock, media } = product;
  const shown = named.filter(({ variant }) => variant.variant?.visible !== false);
  const prices =
    shown.length > 0
      ? shown.map(({ variant }) => priceOf(variant))
      : [product.priceData?.price ?? product.price?.price];
  if (prices.every((price) => !price))
    yield { check: "price", subject, problem: "is visible and has no price" };
  if (stock?.inStock === false) {
    yield {
      check: "stock",
      subject,
      problem: "is visible and out of stock",
      fix: `till products update ${word} --set visible=false`,
    };
  }
  if (named.length > 0 && shown.length === 0) {
    yield {
      check: "variants",
      subject,
      problem: "is visible, but all of its variants are hidden",
      fix: `till products update ${word} --set visible=false`,
    };
  }
  const bare = shown.filter(({ variant }) => !variant.variant?.sku);
  const [first] = bare;
  if (first !== undefined) {
    const count =
      bare.length === 1 ? `the variant ${choicesOf(first.variant)} has` : `${bare.length} variants have`;
    yield { check: "missing-sku", subject, problem: `${count} no SKU` };
  }
  const broken = (media?.items ?? []).filter((item) => mediaUrl(item) === undefined);
  for (const item of broken)
    yield {
      check: "media",
      subject,
      problem: `its media item ${item.id} has no URL`,
      fix: `till products media remove ${word} ${shellWord(item.id ?? "")}`,
    };
}

/** Yields what people miss on the page of a product. `names`: the visible products by name. */
function* contentFindings(
  { product, subject, word }: CheckedProduct,
  names: Map<string, string>,
  version: "v1" | "v3",
): Generator<ShopFinding> {
  const name = (product.name ?? "").trim().toLowerCase();
  const other = name === "" ? undefined : names.get(name);
  if (other !== undefined) yield { check: "name", subject, problem: `${other} has the same name` };
  else names.set(name, product.slug || product.id);
  const items = product.media?.items ?? [];
  if (items.length === 0) yield { check: "picture", subject, problem: "has no picture" };
  if (!hasText(product.description)) yield { check: "description", subject, problem: "has no description" };
  const pictures = items.filter(({ image }) => image);
  const silent = pictures.filter(({ image }) => !image?.altText).length;
  if (silent === 0) return;
  const problem = `${silent} of ${countOf(pictures.length, "picture")} ${silent === 1 ? "has" : "have"} no alternative text`;
  // Catalog v1 has no call that sets them.
  const fix = `till products update ${word} --set 'altText = if(altText = null, name, altText)'`;
  yield { check: "alt", subject, problem, ...(version === "v3" && { fix }) };
}

type MediaItem = NonNullable<NonNullable<Product["media"]>["items"]>[number];

/** Returns the URL of a media item, if it has one. */
export function mediaUrl({ image, video, thumbnail }: MediaItem): string | undefined {
  return image?.url || video?.files?.[0]?.url || thumbnail?.url || undefined;
}

const choicesOf = ({ choices }: Variant): string => Object.values(choices ?? {}).join(", ");

interface TaxRegion {
  country?: string | null;
  appId?: string | null;
}

const listAll = <Row>(call: Call, endpoint: Endpoint): AsyncIterable<Row> =>
  listRows<Row>({ call, endpoint, fields: [] }, { all: true }).rows;

const countryName = new Intl.DisplayNames("en", { type: "region" });
const nameOf = (code: string) => `${countryName.of(code) ?? code} (${code})`;

/** Yields countries that cannot be delivered to, and countries of delivery without a tax region. */
export async function* deliveryFindings(call: Call): AsyncGenerator<ShopFinding> {
  /** The countries of the regions, and those that a carrier delivers to. */
  const [named, delivered] = [new Set<string>(), new Set<string>()];
  let isEverywhere = false;
  let defaultProfile: string | undefined;
  const profiles = listAll<DeliveryProfile>(call, deliveryProfiles.query);
  for await (const { id, name, deliveryRegions, default: isDefault } of profiles) {
    if (isDefault) defaultProfile = name || id || "";
    for (const region of deliveryRegions ?? []) {
      if (region.active === false) continue;
      const countries = (region.destinations ?? []).flatMap(({ countryCode }) => countryCode ?? []);
      if (isDefault && countries.length === 0) isEverywhere = true;
      if (isDefault) for (const country of countries) named.add(country);
      if ((region.deliveryCarriers ?? []).length === 0)
        yield { check: "delivery", subject: region.name ?? "", problem: "no carrier delivers there" };
      else if (isDefault) for (const country of countries) delivered.add(country);
    }
    if ((deliveryRegions ?? []).every(({ active }) => active === false) && isDefault) {
      yield { check: "delivery", subject: name ?? "", problem: "the profile delivers to no country" };
    }
  }
  const taxed = new Set<string>();
  let calculator = "APP_ID";
  const regions = listAll<TaxRegion>(call, taxRegions.query);
  for await (const { country, appId } of regions) {
    if (country) taxed.add(country);
    // The calculator of another region; `till settings tax calculators` lists all of them.
    if (appId) calculator = appId;
  }
  if (!isEverywhere && defaultProfile !== undefined) {
    for (const country of [...taxed].sort()) {
      if (named.has(country)) continue;
      const fix = `till settings shipping profiles add-region ${shellWord(defaultProfile)} --name ${shellWord(countryName.of(country) ?? country)} --country ${country}`;
      yield {
        check: "delivery",
        subject: nameOf(country),
        problem: "has a tax region, but no delivery",
        fix,
      };
    }
  }
  for (const country of [...delivered].sort()) {
    if (taxed.has(country)) continue;
    const fix = `till settings tax regions create --country ${country} --app ${calculator}`;
    yield { check: "tax", subject: nameOf(country), problem: "has delivery, but no tax region", fix };
  }
}

/** Yields active discount rules that can never apply. `existing` returns those of these ids that products have. */
export async function* discountFindings(
  call: Call,
  existing: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): AsyncGenerator<ShopFinding> {
  const rules = listAll<DiscountRule>(call, discountRules.query);
  for await (const rule of rules) {
    if (rule.active === false) continue;
    const problem = await neverApplies(rule, existing);
    if (problem === undefined) continue;
    const subject = rule.name ?? rule.id ?? "";
    yield {
      check: "discount",
      subject,
      problem,
      fix: `till discounts update ${shellWord(subject)} --active false`,
    };
  }
}

async function neverApplies(
  { status, trigger, discounts }: DiscountRule,
  existing: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string | undefined> {
  if (status === "EXPIRED") return "is active, but its time has ended";
  const range = trigger?.subtotalRange ?? trigger?.itemQuantityRange;
  if (range?.from != null && range.to != null && Number(range.from) > Number(range.to))
    return "its condition starts above its end";
  const scopes = discounts?.values?.[0]?.specificItemsInfo?.scopes ?? [];
  const ids = scopes.map(({ catalogItemFilter }) => catalogItemFilter?.catalogItemIds ?? []);
  const isNamed = scopes.length > 0 && ids.every((some) => some.length > 0);
  if (isNamed && (await existing(ids.flat())).size === 0) return "all products that it names were deleted";
  return undefined;
}

/** Yields upcoming ticketed events of which no ticket is on sale. */
export async function* eventFindings(session: Session): AsyncGenerator<ShopFinding> {
  const call = await eventCall(session);
  const onSale = new Set<string>();
  const scheduled = new Set<string>();
  const definitions = listAll<TicketDefinitionV3>(await session.call("admin"), ticketDefinitions.query);
  for await (const { eventId, hidden, saleStatus, salesDetails } of definitions) {
    if (hidden || salesDetails?.soldOut) continue;
    if (saleStatus === "SALE_SCHEDULED") scheduled.add(eventId ?? "");
    else if (saleStatus !== "SALE_ENDED") onSale.add(eventId ?? "");
  }
  for await (const { id = "", title, slug, status, registration } of listEvents(call, { all: true }).rows) {
    if (registration?.initialType !== "TICKETING" || !/^(UPCOMING|STARTED)$/.test(status ?? "")) continue;
    if (onSale.has(id) || scheduled.has(id)) continue;
    yield { check: "tickets", subject: title ?? slug ?? id, problem: "no tickets are on sale" };
  }
}

/** Authorizations of cards end after about a week, or when the platform voids them. */
const lifetime = 7 * day;
/** How long before its end an authorization is reported. */
const notice = 2 * day;

/** Yields authorized payments of orders and ticket orders that end soon, and approved orders whose authorization ended. */
export async function* authorizationFindings(call: Call, now: number): AsyncGenerator<ShopFinding> {
  const gateways: [string, PaymentGateway][] = [
    ["orders", orderGateway(call)],
    ["tickets orders", ticketGateway(call)],
  ];
  for (const [group, gateway] of gateways) {
    for await (const page of gateway.authorized()) {
      for (const { number, authorizations = [] } of page) {
        const ends = authorizations.filter(({ state }) => state === "AUTHORIZED").map(endOf);
        const end = Math.min(...ends);
        if (end - now > notice) continue;
        const date = new Date(end).toISOString().slice(0, 10);
        const problem =
          end > now ? `its authorization ends on ${date}` : `its authorization ended on ${date}`;
        yield { ...about(gateway.itemName, number), problem, fix: `till ${group} capture ${number}` };
      }
    }
  }
  yield* expiredFindings(call);
}

const about = (item: string, number: string) => ({ check: "payment", subject: `${item} ${number}` }) as const;

/** Returns when an authorization ends, in milliseconds; infinity if that is unknown or it is captured before. */
function endOf({ authorizedAt, scheduled }: Authorization): number {
  if (scheduled?.action === "capture") return Number.POSITIVE_INFINITY;
  if (scheduled) return Date.parse(scheduled.at);
  const time = Date.parse(authorizedAt ?? "");
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time + lifetime;
}

const batchSize = 100;

/** Yields approved orders that are unpaid because the platform voided their authorization at its end. */
async function* expiredFindings(call: Call): AsyncGenerator<ShopFinding> {
  const filter = "status = APPROVED and paymentStatus in (NOT_PAID, CANCELED) and archived = false";
  const { rows } = listOrders(call, { filter, all: true });
  for await (const batch of streamBatches(rows, batchSize)) yield* await expiredAuthorizations(call, batch);
}

async function expiredAuthorizations(call: Call, orders: readonly Order[]): Promise<ShopFinding[]> {
  const { found } = await listTransactions(
    call,
    orders.map(({ id }) => id),
  );
  return orders.flatMap(({ id, number = "" }) => {
    const payments = found.get(id)?.payments ?? [];
    const details = payments.map(({ regularPaymentDetails }) => regularPaymentDetails?.authorizationDetails);
    const ended = details.find(
      (detail) => detail?.void?.status === "SUCCEEDED" && detail.void.reason === "SCHEDULED",
    );
    if (ended === undefined || payments.some(({ status }) => status === "AUTHORIZED")) return [];
    const date = String(ended?.void?.voidedDate ?? "").slice(0, 10);
    const problem = `is approved and unpaid: its authorization ended on ${date}`;
    return [{ ...about("order", number ?? ""), problem, fix: `till orders cancel ${number}` }];
  });
}

/** Yields the paid orders that wait longer than this to be fulfilled, the oldest first. `waiting` and `now`: milliseconds. */
export async function* unfulfilledFindings(
  call: Call,
  { now, waiting }: { now: number; waiting: number },
): AsyncGenerator<ShopFinding> {
  const before = new Date(now - waiting).toISOString();
  const filter = `status = APPROVED and paymentStatus in (PAID, PARTIALLY_REFUNDED) and fulfillmentStatus in (NOT_FULFILLED, PARTIALLY_FULFILLED) and archived = false and createdDate < "${before}"`;
  for await (const { number, createdDate, fulfillmentStatus } of listOrders(call, {
    filter,
    sort: "createdDate",
    all: true,
  }).rows) {
    const days = Math.floor((now - Date.parse(String(createdDate))) / day);
    const part = fulfillmentStatus === "PARTIALLY_FULFILLED" ? "partly fulfilled" : "not fulfilled";
    const problem = `is paid, and ${part} for ${countOf(days, "day")}`;
    yield {
      check: "unfulfilled",
      subject: `order ${number}`,
      problem,
      fix: `till orders fulfill ${number}`,
    };
  }
}
