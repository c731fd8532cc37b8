import type { Call } from "../api/caller.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { type DiscountRule, discountRules } from "../api/services/discounts/discounts.ts";
import type { Order } from "../api/services/orders/models.ts";
import type { Product } from "../api/services/products/products.ts";
import { deliveryProfiles } from "../api/services/shipping/delivery-profiles.ts";
import type { DeliveryProfile } from "../api/services/shipping/models.ts";
import { taxRegions } from "../api/services/tax/tax.ts";
import { type TicketDefinitionV3, ticketDefinitions } from "../api/services/tickets/ticket-definitions.ts";
import { streamBatches } from "../kernel/batches.ts";
import { day } from "../kernel/durations.ts";
import { eventCall, listEvents } from "./events/read.ts";
import { listRows } from "./listing.ts";
import { orderGateway } from "./orders/gateway.ts";
import { listTransactions } from "./orders/payments.ts";
import { listOrders } from "./orders/resource.ts";
import type { Authorization, PaymentGateway } from "./payments/gateway.ts";
import type { Session } from "./resource.ts";
import { ticketGateway } from "./tickets/gateway.ts";

/** Something that keeps buyers from buying. */
export interface ShopFinding {
  /** The name of the check: `price`, `stock`, `sku`, `delivery` … */
  check: string;
  /** What it is about: a product, country, rule, event or order. */
  subject: string;
  problem: string;
  /** The command that fixes it. */
  fix: string;
}

/** Quotes a word of a command line for a shell, if necessary. */
export const quotedWord = (word: string): string =>
  /^[\w./:=+%@,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

type Variant = NonNullable<Product["variants"]>[number];

/** Yields the problems of a visible product; hidden products are skipped, except for SKUs, which `skus` collects. */
export function* productFindings(product: Product, skus: Map<string, string>): Generator<ShopFinding> {
  const { slug, id, name, manageVariants } = product;
  const subject = name ?? slug ?? id;
  const variants = manageVariants ? (product.variants ?? []) : [];
  const checked: CheckedProduct = {
    product,
    subject,
    word: quotedWord(slug || id),
    named: variants.map((variant) => ({
      variant,
      flags: choiceFlags(variant),
      title: `${subject}, ${choicesOf(variant)}`,
    })),
  };
  yield* skuFindings(checked, skus);
  if (product.visible !== false) yield* visibleFindings(checked);
}

/** A product, its name and its reference on a command line, and its variants with their names and flags. */
interface CheckedProduct {
  product: Product;
  subject: string;
  word: string;
  named: readonly { variant: Variant; flags: string; title: string }[];
}

/** Yields the SKUs that the product shares with another one, or that its variants share. */
function* skuFindings(
  { product: { sku }, subject, word, named }: CheckedProduct,
  skus: Map<string, string>,
): Generator<ShopFinding> {
  const owned =
    named.length === 0
      ? [{ sku, title: subject, fix: `till products update ${word} --set sku=NEW-SKU` }]
      : named.map(({ variant, flags, title }) => ({
          sku: variant.variant?.sku,
          title,
          fix: `till products variants update ${word}${flags} --sku NEW-SKU`,
        }));
  for (const [text, group] of Map.groupBy(owned, (one) => one.sku ?? "")) {
    const [first, second] = group;
    if (text === "" || first === undefined) continue;
    const before = skus.get(text);
    if (before === undefined) skus.set(text, first.title);
    else
      yield {
        check: "sku",
        subject: first.title,
        problem: `its SKU ${text} is also that of ${before}`,
        fix: first.fix,
      };
    if (second !== undefined)
      yield {
        check: "sku",
        subject,
        problem: `${group.length} variants share the SKU ${text}`,
        fix: second.fix,
      };
  }
}

/** Yields what is wrong with a product that customers see. */
function* visibleFindings({ product, subject, word, named }: CheckedProduct): Generator<ShopFinding> {
  const { stock, media } = product;
  const shown = named.filter(({ variant }) => variant.variant?.visible !== false);
  const prices =
    shown.length > 0
      ? shown.map(({ variant }) => variant.variant?.priceData?.price)
      : [product.priceData?.price ?? product.price?.price];
  if (prices.every((price) => !price)) {
    yield {
      check: "price",
      subject,
      problem: "is visible and has no price",
      fix: `till products update ${word} --set price=19.99`,
    };
  }
  if (stock?.inStock === false) {
    yield {
      check: "stock",
      subject,
      problem: "is visible and out of stock",
      fix: `till inventory set ${word} --quantity 10`,
    };
  }
  if (named.length > 0 && shown.length === 0) {
    yield {
      check: "variants",
      subject,
      problem: "is visible, but all of its variants are hidden",
      fix: `till products variants update ${word}${named[0]?.flags ?? ""} --visible true`,
    };
  }
  const bare = shown.filter(({ variant }) => !variant.variant?.sku);
  const [first] = bare;
  if (first !== undefined) {
    const count =
      bare.length === 1 ? `the variant ${choicesOf(first.variant)} has` : `${bare.length} variants have`;
    yield {
      check: "sku",
      subject,
      problem: `${count} no SKU`,
      fix: `till products variants update ${word}${first.flags} --sku NEW-SKU`,
    };
  }
  const broken = (media?.items ?? []).filter((item) => mediaUrl(item) === undefined);
  for (const item of broken)
    yield {
      check: "media",
      subject,
      problem: `its media item ${item.id} has no URL`,
      fix: `till products media remove ${word} ${quotedWord(item.id ?? "")}`,
    };
}

type MediaItem = NonNullable<NonNullable<Product["media"]>["items"]>[number];

/** Returns the URL of a media item, if it has one. */
export function mediaUrl({ image, video, thumbnail }: MediaItem): string | undefined {
  return image?.url || video?.files?.[0]?.url || thumbnail?.url || undefined;
}

const choicesOf = ({ choices }: Variant): string => Object.values(choices ?? {}).join(", ");

const choiceFlags = ({ choices }: Variant): string =>
  Object.entries(choices ?? {})
    .map(([name, value]) => ` --option ${quotedWord(`${name}=${String(value)}`)}`)
    .join("");

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
  const delivered = new Set<string>();
  let isEverywhere = false;
  let hasProfile = false;
  const profiles = listAll<DeliveryProfile>(call, deliveryProfiles.query);
  for await (const { name = "", deliveryRegions, default: isDefault } of profiles) {
    hasProfile ||= isDefault === true;
    for (const region of deliveryRegions ?? []) {
      if (region.active === false) continue;
      if ((region.deliveryCarriers ?? []).length === 0) {
        const problem = "no carrier delivers there";
        const fix = `till shipping profiles add-carrier ${quotedWord(region.name ?? "")} "Shipping labels" --amount 9.90 --title Post`;
        yield { check: "delivery", subject: region.name ?? "", problem, fix };
        continue;
      }
      if (!isDefault) continue;
      const countries = (region.destinations ?? []).flatMap(({ countryCode }) => countryCode ?? []);
      if (countries.length === 0) isEverywhere = true;
      for (const country of countries) delivered.add(country);
    }
    if ((deliveryRegions ?? []).every(({ active }) => active === false) && isDefault) {
      const fix = `till shipping profiles add-region ${quotedWord(name ?? "")} --name Everywhere --country US`;
      yield { check: "delivery", subject: name ?? "", problem: "the profile delivers to no country", fix };
    }
  }
  const taxed = new Set<string>();
  let calculator = "APP_ID";
  const regions = listAll<TaxRegion>(call, taxRegions.query);
  for await (const { country, appId } of regions) {
    if (country) taxed.add(country);
    // The calculator of another region; `till tax calculators` lists all of them.
    if (appId) calculator = appId;
  }
  if (!isEverywhere && hasProfile) {
    for (const country of [...taxed].sort()) {
      if (delivered.has(country)) continue;
      const fix = `till shipping profiles add-region 'General profile' --name ${quotedWord(countryName.of(country) ?? country)} --country ${country}`;
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
    const fix = `till tax regions create --country ${country} --app ${calculator}`;
    yield { check: "tax", subject: nameOf(country), problem: "has delivery, but no tax region", fix };
  }
}

/** Yields active discount rules that can never apply. `products`: the ids of all products. */
export async function* discountFindings(
  call: Call,
  products: ReadonlySet<string>,
): AsyncGenerator<ShopFinding> {
  const rules = listAll<DiscountRule>(call, discountRules.query);
  for await (const rule of rules) {
    if (rule.active === false) continue;
    const problem = neverApplies(rule, products);
    if (problem === undefined) continue;
    const subject = rule.name ?? rule.id ?? "";
    yield {
      check: "discount",
      subject,
      problem,
      fix: `till discounts update ${quotedWord(subject)} --active false`,
    };
  }
}

function neverApplies(
  { status, trigger, discounts }: DiscountRule,
  products: ReadonlySet<string>,
): string | undefined {
  if (status === "EXPIRED") return "is active, but its time has ended";
  const range = trigger?.subtotalRange ?? trigger?.itemQuantityRange;
  if (range?.from != null && range.to != null && Number(range.from) > Number(range.to))
    return "its condition starts above its end";
  const scopes = discounts?.values?.[0]?.specificItemsInfo?.scopes ?? [];
  const ids = scopes.map(({ catalogItemFilter }) => catalogItemFilter?.catalogItemIds ?? []);
  const isNamed = scopes.length > 0 && ids.every((some) => some.length > 0);
  if (isNamed && ids.flat().every((id) => !products.has(id)))
    return "all products that it names were deleted";
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
    const fix = `till tickets definitions create ${quotedWord(slug ?? id)} --name Standard --price 20 --fee no-fee`;
    yield { check: "tickets", subject: title ?? slug ?? "", problem: "no tickets are on sale", fix };
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
      for (const { number, authorizations } of page) {
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

const about = (item: string, number: string) => ({ check: "payment", subject: `${item} ${number}` });

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
    const payments = found.find(({ orderId }) => orderId === id)?.payments ?? [];
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
