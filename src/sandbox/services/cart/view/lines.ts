import type { CartEstimate, LineItem } from "../../../../api/services/cart/models.ts";
import { roundMoney } from "../../../../kernel/money.ts";
import { whole, zero } from "../../../pricing/allocate.ts";
import type { PricedLine } from "../../../pricing/priced-cart.ts";
import type { LineDetail } from "../availability.ts";
import type { Estimate } from "../estimate.ts";
import type { WritePrice } from "./prices.ts";
import { showTax } from "./tax.ts";

/** Pairs lines with their prices, in order. */
export function pairLines({ lines, priced }: Pick<Estimate, "lines" | "priced">): [LineDetail, PricedLine][] {
  return lines.flatMap((detail, index): [LineDetail, PricedLine][] => {
    const pricedLine = priced.lines[index];
    return pricedLine ? [[detail, pricedLine]] : [];
  });
}

/** Returns the rounded unit price after discounts. The exact amount is the line's total. */
function pieceOf({ item, gross, discount }: PricedLine, currency: string) {
  return roundMoney(gross.minus(discount).div(whole(item.quantity)), currency);
}

/** Returns the fields that carts and checkouts share: name, options, image, prices and stock of a line. */
export function describeLine(
  [detail, pricedLine]: [LineDetail, PricedLine],
  currency: string,
  write: WritePrice,
) {
  const { line, catalogItem, availability } = detail;
  const { item, gross, discount } = pricedLine;
  const unit = item.covered ? zero : item.price;
  const full = catalogItem.fullPrice ?? unit;
  return {
    id: line.id,
    quantity: line.quantity,
    ...(line.catalogReference && { catalogReference: line.catalogReference }),
    productName: { original: catalogItem.name, translated: catalogItem.name },
    ...(catalogItem.url && { url: catalogItem.url }),
    price: write(pieceOf(pricedLine, currency)),
    fullPrice: write(full),
    priceBeforeDiscounts: write(unit),
    lineItemPrice: write(gross.minus(discount)),
    descriptionLines: catalogItem.descriptionLines,
    availability,
    ...(catalogItem.kind === "PHYSICAL" || catalogItem.sku
      ? {
          physicalProperties: {
            ...(catalogItem.weight !== undefined && { weight: catalogItem.weight }),
            ...(catalogItem.sku && { sku: catalogItem.sku }),
            shippable: catalogItem.kind === "PHYSICAL",
          },
        }
      : {}),
    itemType: catalogItem.isCustomKind ? { custom: catalogItem.kind } : { preset: catalogItem.kind },
    ...(catalogItem.subscription && { subscriptionOptionInfo: catalogItem.subscription }),
    paymentOption: item.covered ? "MEMBERSHIP" : (catalogItem.paymentOption ?? "FULL_PAYMENT_ONLINE"),
    ...(catalogItem.deposit && { depositAmount: write(catalogItem.deposit) }),
    ...((line.serviceProperties ?? line.custom?.serviceProperties) && {
      serviceProperties: line.serviceProperties ?? line.custom?.serviceProperties,
    }),
    rootCatalogItemId: line.custom?.rootCatalogItemId ?? line.catalogReference?.catalogItemId ?? line.id,
    ...(line.custom?.priceDescription && { priceDescription: line.custom.priceDescription }),
    ...(catalogItem.taxGroupId && { taxGroupId: catalogItem.taxGroupId }),
    customLineItem: line.custom !== undefined,
    priceUndetermined: line.custom?.priceUndetermined ?? false,
    fixedQuantity: line.custom?.fixedQuantity ?? line.catalogOverrideFields?.fixedQuantity ?? false,
    ...(line.catalogOverrideFields && { catalogOverrideFields: line.catalogOverrideFields }),
    ...(line.extendedFields && { extendedFields: line.extendedFields }),
    taxableAddress: { addressType: item.taxedAt },
    membersOnly: catalogItem.membersOnly ?? false,
  };
}

/** Returns the public view of a cart line. */
export function showCartLine(pair: [LineDetail, PricedLine], currency: string, write: WritePrice): LineItem {
  const [{ line, catalogItem }] = pair;
  return {
    ...describeLine(pair, currency, write),
    ...(catalogItem.image && { image: catalogItem.image }),
    ...(line.selectedMembership && { selectedMembership: line.selectedMembership }),
  };
}

type Calculated = NonNullable<CartEstimate["calculatedLineItems"]>[number];

/** Returns the price breakdown of a line. */
export function showCalculated(
  [{ line, catalogItem }, pricedLine]: [LineDetail, PricedLine],
  currency: string,
  write: WritePrice,
): Calculated {
  const { item, gross, discount, taxed, total } = pricedLine;
  const unit = item.covered ? zero : item.price;
  return {
    lineItemId: line.id,
    pricesBreakdown: {
      totalPriceAfterTax: write(total),
      totalPriceBeforeTax: write(taxed.taxable),
      taxDetails: { ...showTax(taxed, write), isItemTaxable: taxed.rate.gt(zero) },
      totalDiscount: write(discount),
      price: write(pieceOf(pricedLine, currency)),
      priceBeforeDiscounts: write(unit),
      priceBeforeDiscountsAndTax: write(unit),
      lineItemPrice: write(gross.minus(discount)),
      fullPrice: write(catalogItem.fullPrice ?? unit),
      ...(catalogItem.deposit && { depositAmount: write(catalogItem.deposit) }),
    },
    paymentOption: item.covered ? "MEMBERSHIP" : (catalogItem.paymentOption ?? "FULL_PAYMENT_ONLINE"),
    taxableAddress: { addressType: item.taxedAt },
  };
}
