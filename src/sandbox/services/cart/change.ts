import { isDeepStrictEqual } from "node:util";
import type * as z from "zod/mini";
import type { Cart } from "../../../api/services/cart/models.ts";
import type { MerchantDiscount } from "../../../api/services/discounts/discounts.ts";
import { invalid } from "../../kernel/invalid.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { usableCoupon } from "../discounts/index.ts";
import { checkContact } from "./contacts.ts";
import type { AddedItem } from "./line-item.ts";
import { type Availability, addLines } from "./lines.ts";
import type { StoredCart, StoredLine, StoredReduction, WireCustomItem } from "./tables.ts";

/** The input of a cart update. Lists replace the existing ones; an empty coupon code removes the coupon. */
export interface CartChange {
  cartInfo?: Partial<Cart> | null | undefined;
  couponCode?: string | null | undefined;
  merchantDiscounts?: readonly z.input<typeof MerchantDiscount>[] | null | undefined;
  lineItems?: readonly AddedItem[] | null | undefined;
  customLineItems?: readonly WireCustomItem[] | null | undefined;
  /** Comma-separated paths below `cartInfo`. Only these change; those without a value are cleared. */
  cartFieldmask?: string | null | undefined;
}

const writable = [
  "buyerNote",
  "contactInfo",
  "overrideCheckoutUrl",
  "selectedShippingOption",
  "extendedFields",
  "businessLocationId",
  "buyerLanguage",
] as const;

/** Returns the cart after an update, not stored. */
export function changedCart(tx: Tx, before: StoredCart, change: CartChange): StoredCart {
  const { cartInfo, couponCode, merchantDiscounts } = change;
  if (cartInfo?.revision && cartInfo.revision !== before.revision) {
    const message = `The cart was changed: its revision is ${before.revision}, not ${cartInfo.revision}`;
    throw new PlatformError(409, "REVISION_MISMATCH", message, { currentRevision: before.revision });
  }
  const after = withInfo(before, cartInfo ?? {}, change.cartFieldmask);
  if (couponCode === "") delete after.couponCode;
  else if (couponCode) after.couponCode = usableCoupon(tx, couponCode).code;
  if (merchantDiscounts) {
    rejectBuyerDiscounts(tx, merchantDiscounts);
    after.merchantDiscounts = merchantDiscounts.map(reductionOf);
  }
  after.lines = replacedLines(tx, before.lines, change, "reported");
  return after;
}

function withInfo(before: StoredCart, info: Partial<Cart>, mask: string | null | undefined): StoredCart {
  const named = mask
    ? new Set(
        mask.split(",").map(
          (path) =>
            path
              .trim()
              .replace(/^cart(Info)?\./, "")
              .split(".")[0],
        ),
      )
    : undefined;
  checkContact("cartInfo.contactInfo", info.contactInfo);
  const after: StoredCart = { ...before };
  const changed = writable.filter((key) => (named ? named.has(key) : info[key] !== undefined));
  for (const key of changed) Object.assign(after, { [key]: info[key] ?? undefined });
  if (changed.includes("contactInfo")) {
    const address = info.contactInfo?.address ?? undefined;
    Object.assign(after, { shippingAddress: address });
  }
  const { email, contactId } = info.buyerInfo ?? {};
  if (named ? named.has("buyerInfo") : info.buyerInfo)
    after.buyerInfo = { ...before.buyerInfo, ...(email && { email }), ...(contactId && { contactId }) };
  return after;
}

/** Throws PlatformError 403 if a buyer sets merchant discounts. */
function rejectBuyerDiscounts(tx: Tx, discounts: readonly object[]): void {
  if (tx.caller.role === "admin" || discounts.length === 0) return;
  const message = "merchantDiscounts requires permission to manage the shop";
  throw new PlatformError(403, "PERMISSION_DENIED", message, {});
}

/** Returns a merchant discount as it is stored. Throws InvalidInput if it has neither amount nor percentage. */
function reductionOf(given: z.input<typeof MerchantDiscount>, index = 0): StoredReduction {
  const amount = given.amount?.amount;
  if (!amount && !given.percentage)
    throw invalid(`merchantDiscounts[${index}].amount`, "REQUIRED_ONE_OF_FIELD", "or percentage must be set");
  return amount ? { amount } : { percentage: given.percentage ?? 0 };
}

/** Replaces catalog lines, custom lines or both. Lines of an item that stays keep their IDs. */
export function replacedLines(
  tx: Tx,
  before: readonly StoredLine[],
  change: Pick<CartChange, "lineItems" | "customLineItems">,
  availability: Availability = "required",
) {
  const { lineItems, customLineItems } = change;
  if (!lineItems && !customLineItems) return [...before];
  const remaining = before.filter((line) => (line.custom ? !customLineItems : !lineItems));
  const added = { lineItems: lineItems ?? [], customLineItems: customLineItems ?? [] };
  const after = addLines(tx, remaining, added, availability);
  const free = before.filter(({ id }) => !after.some((line) => line.id === id));
  return after.map((line) => {
    const index = free.findIndex((one) => isSameItem(one, line));
    const [known] = index === -1 || before.includes(line) ? [] : free.splice(index, 1);
    return known ? { ...line, id: known.id } : line;
  });
}

const isSameItem = (one: StoredLine, other: StoredLine) =>
  isDeepStrictEqual(one.catalogReference, other.catalogReference) &&
  isDeepStrictEqual(one.custom?.productName, other.custom?.productName);
