import type { TaxRequest, TaxResult } from "../../../api/services/tax/models.ts";
import { amountText, type Decimal, decimal, sum } from "../../../kernel/money.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { whole } from "../../pricing/allocate.ts";
import { type TaxedAmount, taxOn } from "../../pricing/tax.ts";
import { taxPlaceOf } from "./taxes.ts";

type Item = NonNullable<TaxRequest["lineItems"]>[number];

/** Returns the tax on items by jurisdiction. Throws PlatformError 400 if an address is missing or incomplete. */
export function calculateTax(tx: Tx, request: TaxRequest): TaxResult {
  const { externalId, addresses, lineItems } = request;
  const currency = request.currency ?? tx.setting("currency") ?? "USD";
  const taxed = (lineItems ?? []).map((item) => {
    const full = decimal(item.price ?? "0").times(whole(item.quantity ?? 1));
    const address = taxPlaceOf(tx, addressOf(request, item));
    const own = address && { ...address, included: item.taxIncludedInPrice ?? address.included };
    return { item, full, tax: taxOn(full, own, item.taxGroupId ?? undefined, currency) };
  });
  const total = (pick: (one: (typeof taxed)[number]) => Decimal) => amountText(sum(taxed.map(pick)));
  return {
    ...(externalId && { externalId }),
    currency,
    ...(addresses && { addresses }),
    taxSummary: {
      totalAmount: total(({ full, tax }) => full.plus(tax.added)),
      totalTax: total(({ tax }) => tax.tax),
      totalTaxableAmount: total(({ tax }) => tax.taxable),
      totalTaxIncludedInPrice: total(({ tax }) => tax.tax.minus(tax.added)),
      aggregatedTaxBreakdown: aggregated(taxed.flatMap(({ tax }) => tax.shares)),
    },
    lineItemTaxDetails: taxed.map(({ item, full, tax }) => detailsOf(item, full, tax)),
    errors: [],
  };
}

function detailsOf({ id, itemName, quantity, addressIndex, appId }: Item, full: Decimal, tax: TaxedAmount) {
  return {
    id,
    ...(itemName && { itemName }),
    quantity: quantity ?? 1,
    taxBreakdown: tax.shares.map((share) => ({
      ...placeOf(share),
      nonTaxableAmount: "0",
      taxAmount: amountText(share.tax),
      taxableAmount: amountText(tax.taxable),
    })),
    taxSummary: {
      fullPrice: amountText(full),
      taxAmount: amountText(tax.tax),
      taxableAmount: amountText(tax.taxable),
      ...(appId && { appId }),
    },
    ...(addressIndex && { addressIndex }),
    taxIncludedInPrice: tax.included,
  };
}

type Share = TaxedAmount["shares"][number];

const placeOf = ({ rate: { jurisdiction, level, rate, type, name } }: Share) => ({
  jurisdiction,
  jurisdictionType: level,
  rate: amountText(rate),
  taxType: type,
  taxName: name,
});

function aggregated(shares: readonly Share[]) {
  const groups = Map.groupBy(shares, (share) => JSON.stringify(placeOf(share)));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return [{ ...placeOf(first), aggregatedTaxAmount: amountText(sum(group.map(({ tax }) => tax))) }];
  });
}

function addressOf({ addresses }: TaxRequest, { id, addressIndex }: Item) {
  const index = addressIndex?.singleAddress ?? addressIndex?.multipleAddresses?.destination;
  if (index === undefined || index === null)
    throw rejection("INVALID_LINE_ITEM_ADDRESS_INDEX", `The item ${id} names no address`, { id });
  const address = addresses?.[index];
  if (!address) throw rejection("MISSING_TAXABLE_ADDRESS", `There is no address ${index}`, { id, index });
  if (!address.country)
    throw rejection("MISSING_COUNTRY_IN_ADDRESS", `The address ${index} has no country`, { index });
  if (address.country === "US" && !address.subdivision)
    throw rejection("MISSING_SUBDIVISION_IN_ADDRESS", `The address ${index} has no state`, { index });
  return address;
}

const rejection = (code: string, message: string, data: object) =>
  new PlatformError(400, code, message, data);
