import type * as z from "zod/mini";
import { bool, date, enumOf, num, obj, readonly, text } from "../../../models/fields.ts";
import { Image } from "../../../models/image.ts";

const policy = { visible: bool(), content: text() };
const fill = () => obj({ color: text(), image: Image }, { oneOf: [["color", "image"]] });

/** The fields, policies and appearance of the checkout page. */
export const CheckoutSettings = obj({
  checkoutPolicies: obj({
    termsAndConditions: obj(policy),
    privacyPolicy: obj(policy),
    returnPolicy: obj(policy),
    digitalItemPolicy: obj(policy),
    contactUs: obj(policy),
    customPolicy: obj({ ...policy, title: text() }),
  }),
  checkoutFields: obj({
    subscriptionCheckbox: obj({ visible: bool(), checkedByDefault: bool(), splitByChannel: bool() }),
    policyAgreementCheckbox: obj({ visible: bool(), checkedByDefault: bool() }),
    giftCardRedeemEnabled: bool(),
    mitEnabled: bool(),
    delayCaptureEnabled: bool(),
    captureBeforeExpiryEnabled: bool(),
  }),
  checkoutBrand: obj({
    header: obj({
      text: text({ maxLength: 55 }),
      textColor: text(),
      logo: obj({ size: enumOf("SMALL", "MEDIUM", "LARGE"), image: Image }),
      alignment: enumOf("SIDE", "CENTER"),
      displayCheckoutLabel: bool(),
      continueShopping: obj({ hidden: bool(), displayType: enumOf("TEXT", "ICON") }),
      backgroundFill: fill(),
      dividerColor: text(),
    }),
    mainSection: obj({
      formBackgroundFill: fill(),
      summaryBackgroundFill: fill(),
      dividerColor: text(),
      tintedBoxColor: text(),
      expressButtonsCornerRadius: enumOf("RECTANGLE", "PILL"),
      cornerRadius: num({ max: 100 }),
    }),
    footer: obj({ backgroundFill: fill(), dividerColor: text() }),
    global: obj({ selectionColor: text(), placeOrderButtonColor: text(), buttonColor: text() }),
  }),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  checkoutBillingFields: enumOf("All_FIELDS", "MINIMUM_REQUIRED_FIELDS"),
});
export interface CheckoutSettings extends z.input<typeof CheckoutSettings> {}
