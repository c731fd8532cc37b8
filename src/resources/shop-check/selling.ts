import type { Call } from "../../api/caller.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { type DiscountRule, discountRules } from "../../api/services/discounts/discounts.ts";
import { deliveryProfiles } from "../../api/services/shipping/delivery-profiles.ts";
import type { DeliveryProfile } from "../../api/services/shipping/models.ts";
import { taxRegions } from "../../api/services/tax/tax.ts";
import { type TicketDefinitionV3, ticketDefinitions } from "../../api/services/tickets/ticket-definitions.ts";
import { eventCall, listEvents } from "../events/read.ts";
import { listRows } from "../listing.ts";
import type { Session } from "../resource.ts";
import { quotedWord, type ShopFinding } from "./finding.ts";

interface TaxRegion {
  country?: string | null;
  appId?: string | null;
}

const allOf = <Row>(call: Call, endpoint: Endpoint): AsyncIterable<Row> =>
  listRows<Row>({ call, endpoint, fields: [] }, { all: true }).rows;

const countryName = new Intl.DisplayNames("en", { type: "region" });
const nameOf = (code: string) => `${countryName.of(code) ?? code} (${code})`;

/** Yields countries that cannot be delivered to, and countries of delivery without a tax region. */
export async function* deliveryFindings(call: Call): AsyncGenerator<ShopFinding> {
  const delivered = new Set<string>();
  let isEverywhere = false;
  let hasProfile = false;
  const profiles = allOf<DeliveryProfile>(call, deliveryProfiles.query);
  for await (const { name = "", deliveryRegions, default: isDefault } of profiles) {
    hasProfile ||= isDefault === true;
    for (const region of deliveryRegions ?? []) {
      if (region.active === false) continue;
      if ((region.deliveryCarriers ?? []).length === 0) {
        const problem = "no carrier delivers there";
        const fix = `till shipping profiles add-carrier ${quotedWord(region.name ?? "")} 'Shipping labels' --amount 9.90 --title Post`;
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
  const regions = allOf<TaxRegion>(call, taxRegions.query);
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
  const rules = allOf<DiscountRule>(call, discountRules.query);
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
  const definitions = allOf<TicketDefinitionV3>(await session.call("admin"), ticketDefinitions.query);
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
