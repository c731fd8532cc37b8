import type * as z from "zod/mini";
import { CatalogReference } from "../../../models/catalog-reference.ts";
import {
  bool,
  date,
  decimal,
  enumOf,
  guid,
  json,
  list,
  map,
  num,
  obj,
  readonly,
  text,
} from "../../../models/fields.ts";
import { Image } from "../../../models/image.ts";
import { MultiCurrencyPrice, price } from "../../../models/money.ts";
import { PageUrl } from "../../../models/page-url.ts";
import { ItemName, translatedText } from "../../../models/translated-text.ts";
import { DigitalFileType, Dimensions } from "../../products/models/product.ts";

const quantity = () => num({ min: 1, max: 100000 });
const itemId = () => text({ minLength: 1, maxLength: 36 });
const overriddenPrice = () => decimal({ min: 0, max: 999999999, maxScale: 3 });

/** Fields that apps store with an entity, by namespace. */
export const ExtendedFields = obj({ namespaces: map(json()) });

export const PaymentOption = enumOf(
  "FULL_PAYMENT_ONLINE",
  "FULL_PAYMENT_OFFLINE",
  "MEMBERSHIP",
  "DEPOSIT_ONLINE",
  "MEMBERSHIP_OFFLINE",
  "MEMBERSHIP_ONLINE_WITH_OFFLINE_REMAINDER",
);
export const TaxableAddress = obj({ addressType: enumOf("BUSINESS", "BILLING", "SHIPPING") });

export const ItemType = obj(
  { preset: enumOf("UNRECOGNISED", "PHYSICAL", "DIGITAL", "GIFT_CARD", "SERVICE"), custom: text() },
  { oneOf: [["preset", "custom"]] },
);
const Availability = obj({
  status: enumOf("AVAILABLE", "NOT_FOUND", "NOT_AVAILABLE", "PARTIALLY_AVAILABLE"),
  quantityAvailable: num(),
});
export const DescriptionLine = obj(
  {
    name: translatedText({ maxLength: 100 }, { maxLength: 200 }),
    plainText: translatedText({ maxLength: 600 }),
    colorInfo: obj({
      original: text({ maxLength: 500 }),
      translated: text({ maxLength: 500 }),
      code: text(),
    }),
  },
  { oneOf: [["plainText", "colorInfo"]] },
);
export const PhysicalProperties = obj({
  weight: num(),
  sku: text({ maxLength: 40 }),
  shippable: bool(),
  productDimensions: Dimensions,
  packageDimensions: Dimensions,
});
export const SubscriptionFrequency = enumOf("UNDEFINED", "DAY", "WEEK", "MONTH", "YEAR");
const SubscriptionOption = obj({
  subscriptionSettings: obj({
    frequency: SubscriptionFrequency,
    interval: num({ min: 1, max: 3650 }),
    autoRenewal: bool(),
    billingCycles: num({ min: 1 }),
    enableCustomerCancellation: bool(),
    freeTrialPeriod: obj({ frequency: SubscriptionFrequency, interval: num({ min: 1, max: 999 }) }),
    startDate: date(),
    billingSettings: obj({ anchorDay: num({ min: 1, max: 28 }) }),
    productPeriodAlignment: enumOf("ALIGNED_WITH_BILLING_PERIOD", "NOT_ALIGNED_WITH_BILLING_PERIOD"),
  }),
  title: translatedText({ minLength: 1, maxLength: 150 }),
  description: translatedText({ maxLength: 500 }),
});
const DigitalFile = obj({
  id: text({ minLength: 1, maxLength: 100 }),
  fileName: text({ minLength: 1, maxLength: 1000 }),
  fileType: DigitalFileType,
});
export const ServiceProperties = obj({
  scheduledDate: date(),
  numberOfParticipants: num({ min: 1, max: 10000 }),
  endDate: date(),
});
export const PriceDescription = translatedText({ minLength: 1, maxLength: 100 });
const Policy = obj({
  title: text({ minLength: 1, maxLength: 29 }),
  content: text({ minLength: 1, maxLength: 3000 }),
});

/** The modifiers that a buyer selected for an item, in groups such as toppings. */
export const modifierGroups = <Price extends z.core.$ZodType>(modifierPrice: Price) =>
  list(
    obj({
      id: itemId(),
      name: ItemName,
      modifiers: list(
        obj({ id: itemId(), quantity: quantity(), label: ItemName, details: ItemName, price: modifierPrice }),
        { minSize: 1, maxSize: 25 },
      ),
    }),
    { maxSize: 25 },
  );

const CatalogOverrideFields = obj({
  productName: ItemName,
  price: overriddenPrice(),
  fullPrice: overriddenPrice(),
  descriptionLines: list(DescriptionLine, { maxSize: 20 }),
  physicalProperties: PhysicalProperties,
  image: Image,
  paymentOption: obj({ value: PaymentOption }),
  depositAmount: decimal({ gt: 0, max: 999999999, maxScale: 3 }),
  savePaymentMethod: bool(),
  inventoryAppId: guid(),
  fixedQuantity: bool(),
});

/** The fields of an item of a cart. */
export const lineItemShape = {
  id: text({ format: "GUID", readonly: true }),
  quantity: quantity(),
  catalogReference: CatalogReference,
  productName: readonly(ItemName),
  url: readonly(PageUrl),
  price: readonly(MultiCurrencyPrice),
  fullPrice: readonly(MultiCurrencyPrice),
  priceBeforeDiscounts: readonly(MultiCurrencyPrice),
  lineItemPrice: readonly(MultiCurrencyPrice),
  descriptionLines: list(DescriptionLine, { readonly: true }),
  image: readonly(Image),
  availability: readonly(Availability),
  physicalProperties: readonly(PhysicalProperties),
  itemType: readonly(ItemType),
  subscriptionOptionInfo: readonly(SubscriptionOption),
  digitalFile: readonly(DigitalFile),
  paymentOption: readonly(PaymentOption),
  serviceProperties: readonly(ServiceProperties),
  rootCatalogItemId: text({ minLength: 1, maxLength: 36, readonly: true }),
  priceDescription: readonly(PriceDescription),
  depositAmount: readonly(MultiCurrencyPrice),
  selectedMembership: obj(
    { id: text({ minLength: 1, maxLength: 100 }), appId: guid() },
    { required: ["id", "appId"] },
  ),
  deliveryProfileId: text({ format: "GUID", readonly: true }),
  taxGroupId: text({ format: "GUID", readonly: true }),
  customLineItem: readonly(bool()),
  consentRequiredPaymentPolicy: text({ minLength: 1, maxLength: 2500, readonly: true }),
  priceUndetermined: readonly(bool()),
  fixedQuantity: readonly(bool()),
  catalogOverrideFields: CatalogOverrideFields,
  savePaymentMethod: readonly(bool()),
  taxableAddress: TaxableAddress,
  extendedFields: ExtendedFields,
  policies: list(Policy, { maxSize: 5, readonly: true }),
  inventoryAppId: guid(),
  membersOnly: readonly(bool()),
  modifierGroups: readonly(modifierGroups(MultiCurrencyPrice)),
  modifiersTotalPrice: readonly(MultiCurrencyPrice),
};

/** An item of a cart or a checkout that comes from a catalog. */
export const LineItem = obj(lineItemShape, { required: ["catalogReference"] });
export interface LineItem extends z.input<typeof LineItem> {}

/** An item to add to a cart. */
export const AddedLineItem = obj(lineItemShape, { required: ["catalogReference", "quantity"] });

/** An item of a cart that is not in a catalog, with its own name, price and type. */
export const CustomLineItem = obj(
  {
    id: text({ format: "GUID", readonly: true }),
    quantity: quantity(),
    price: price(),
    priceDescription: PriceDescription,
    descriptionLines: list(DescriptionLine, { maxSize: 10 }),
    media: Image,
    taxGroupId: guid(),
    productName: ItemName,
    url: PageUrl,
    itemType: ItemType,
    fullPrice: decimal(),
    quantityAvailable: num({ max: 100000 }),
    physicalProperties: PhysicalProperties,
    subscriptionOptionInfo: SubscriptionOption,
    digitalFile: DigitalFile,
    paymentOption: PaymentOption,
    serviceProperties: ServiceProperties,
    rootCatalogItemId: itemId(),
    depositAmount: decimal(),
    deliveryProfileId: guid(),
    catalogReference: CatalogReference,
    priceUndetermined: bool(),
    fixedQuantity: bool(),
    consentRequiredPaymentPolicy: text({ minLength: 1, maxLength: 1000, readonly: true }),
    savePaymentMethod: readonly(bool()),
    policies: list(Policy, { maxSize: 5 }),
    inventoryAppId: guid(),
    membersOnly: bool(),
    taxableAddress: TaxableAddress,
    modifierGroups: modifierGroups(decimal({ min: 0, max: 1e15, maxScale: 3 })),
  },
  { required: ["itemType", "price"] },
);
