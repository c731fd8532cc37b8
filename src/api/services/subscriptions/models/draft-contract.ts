import type * as z from "zod/mini";
import { AddressWithContact } from "../../../models/address.ts";
import { bool, date, enumOf, guid, json, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { WeightUnit } from "../../cart/models/cart.ts";
import { OrderShipping } from "../../orders/models/order.ts";
import { OrderLineItem } from "../../orders/models/order-line-item.ts";
import { OrderPrice, OrderPriceSummary } from "../../orders/models/order-price.ts";
import { Tags } from "../../products/models/product-v3.ts";

const ChangeType = enumOf("EMPTY", "ADDED", "CHANGED", "REMOVED");
const cycle = () => num({ min: 1 });

/** The cycle from which changes apply, or the only cycle that they apply to. */
export const DraftContractTarget = obj(
  { contractTarget: obj({ nextCycleNumber: cycle() }), cycleTarget: obj({ cycleNumber: cycle() }) },
  { oneOf: [["contractTarget", "cycleTarget"]] },
);

/** A draft of changes to a subscription contract. */
export const DraftContract = obj({
  id: readonly(guid()),
  subscriptionContractId: guid(),
  target: DraftContractTarget,
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  createdBy: readonly(obj({ userId: guid(), appId: guid(), memberId: guid() })),
  status: readonly(enumOf("DRAFT", "COMMITTED")),
  lineItems: list(
    obj({
      lineItem: OrderLineItem,
      changeType: ChangeType,
      changed: obj({ quantityBeforeChange: num(), priceBeforeChange: OrderPrice }),
    }),
    { maxSize: 100 },
  ),
  priceSummary: readonly(OrderPriceSummary),
  currency: readonly(text({ format: "CURRENCY" })),
  weightUnit: readonly(WeightUnit),
  tags: Tags,
  shippingDetails: obj({
    shippingInfo: OrderShipping,
    changeType: ChangeType,
    changed: obj({ shippingInfoBeforeChange: OrderShipping }),
  }),
  recipientDetails: obj({
    recipientInfo: AddressWithContact,
    changeType: ChangeType,
    changed: obj({ recipientInfoBeforeChange: AddressWithContact }),
  }),
});
export interface DraftContract extends z.input<typeof DraftContract> {}

/** A draft with its calculation errors. */
export const CalculatedDraftContract = obj({
  draftSubscriptionContract: DraftContract,
  calculationErrors: obj({ taxCalculationError: json() }),
});

/** Whether a contract can be changed, or why not. */
export const ContractDraftability = obj({
  draftable: bool(),
  nonDraftableReasons: list(
    obj({
      reason: enumOf(
        "SUBSCRIPTION_CONTRACT_NOT_FOUND",
        "UNSUPPORTED_CATALOG",
        "UNSUPPORTED_CHANNEL_TYPE",
        "CURRENCY_MISMATCH",
        "WEIGHT_UNIT_MISMATCH",
        "DRAFT_ALREADY_EXISTS_FOR_ANOTHER_OWNER",
        "LAST_CYCLE",
        "GRACE_PERIOD",
        "UNSUPPORTED_STATUS",
        "SUBSCRIPTION_NOT_EDITABLE",
        "MULTIPLE_CATALOGS",
      ),
    }),
    { maxSize: 10 },
  ),
  currentCycle: num(),
});
