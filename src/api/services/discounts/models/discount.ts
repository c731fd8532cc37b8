import { enumOf, guid, list, num, obj, text } from "../../../models/fields.ts";
import { MultiCurrencyPrice } from "../../../models/money.ts";
import { translatedText } from "../../../models/translated-text.ts";

export const DiscountScope = enumOf("GLOBAL", "SPECIFIC_ITEMS", "SHIPPING");
const DiscountRule = obj({
  id: guid(),
  name: translatedText({ minLength: 1, maxLength: 256 }, { minLength: 1, maxLength: 500 }),
  amount: MultiCurrencyPrice,
});
const source = { oneOf: [["coupon", "merchantDiscount", "discountRule"]] };

/** A discount by the merchant, as an amount or a percentage. */
export const MerchantDiscount = obj({ amount: MultiCurrencyPrice, percentage: num({ min: 0.01, max: 100 }) });

/** A discount of a cart. */
export const CartDiscount = obj(
  {
    coupon: obj({ id: text(), code: text(), amount: MultiCurrencyPrice }),
    merchantDiscount: MerchantDiscount,
    discountRule: DiscountRule,
    lineItemIds: list(guid(), { maxSize: 300 }),
    discountType: DiscountScope,
  },
  source,
);

const ItemCombination = obj({
  count: num({ min: 1, max: 100000 }),
  lineItems: list(
    obj({ lineItemId: guid(), discountAmount: MultiCurrencyPrice, quantity: num({ min: 1, max: 100000 }) }),
    { minSize: 1, maxSize: 100 },
  ),
});
/** A discount as applied by a calculation. */
export const AppliedDiscount = obj(
  {
    id: guid(),
    coupon: obj({ id: text(), code: text(), amount: MultiCurrencyPrice, name: text() }),
    merchantDiscount: MerchantDiscount,
    discountRule: DiscountRule,
    discountType: DiscountScope,
    lineItemIds: list(guid()),
    lineItemDiscounts: list(obj({ id: guid(), totalDiscountAmount: MultiCurrencyPrice }), { maxSize: 300 }),
    subscriptionCycles: num({ min: 1, max: 999 }),
    itemCombinations: list(ItemCombination, { maxSize: 1000 }),
  },
  source,
);
