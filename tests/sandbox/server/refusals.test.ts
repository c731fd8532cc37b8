import { expect, test } from "vitest";
import { createCaller } from "../../../src/api/caller.ts";
import { type Role, walk } from "../../../src/api/endpoint.ts";
import { giftCardsAppId } from "../../../src/api/models/app-ids.ts";
import { services } from "../../../src/api/services/all.ts";
import { productsV3, variantsV3 } from "../../../src/api/services/products.ts";
import { sandbox } from "../../../src/api/services/sandbox/sandbox.ts";
import { cartV2 } from "../../architecture/samples/cart-v2.ts";
import { catalogV3 } from "../../architecture/samples/catalog-v3.ts";
import { catalogV3Groups } from "../../architecture/samples/catalog-v3-groups.ts";
import { checkout } from "../../architecture/samples/checkout.ts";
import { events } from "../../architecture/samples/events.ts";
import { localDelivery } from "../../architecture/samples/local-delivery.ts";
import { members } from "../../architecture/samples/members.ts";
import { orders } from "../../architecture/samples/orders.ts";
import { base, createSampleSandboxes, type PreparedSamples } from "../../architecture/samples/sample-set.ts";
import { shopSettings } from "../../architecture/samples/shop-settings.ts";
import { tickets } from "../../architecture/samples/tickets.ts";

/** Refusals of the sandbox that no other test sees: what is called, and the code of the answer. */

type Json = ReturnType<JSON["parse"]>;

interface Shop {
  /** Makes a call, with the role that it requires. */
  ask(name: string, input: object, role?: Role): Promise<Json>;
  /** Returns the sample input of a call. */
  sample(name: string): Json;
}

/** The last call is refused with this code, or one of its items. */
type Refusals = Record<string, (shop: Shop) => Promise<unknown>>;

const endpoints = new Map(walk({ ...services, sandbox }));
const worlds = createSampleSandboxes();

function testRefusals(area: string, set: PreparedSamples, refusals: Refusals): void {
  test.each(Object.entries(refusals))(`${area}: %s`, async (code, run) => {
    const { send, headers, inputOf, close } = await worlds.open(set);
    const ask: Shop["ask"] = async (name, input, role) => {
      const endpoint = endpoints.get(name);
      if (!endpoint) throw new Error(`Unknown call ${name}`);
      const headersFor = async () => headers[role ?? endpoint.role];
      return await createCaller({ send, baseUrl: base, headersFor })({ ...endpoint, open: false }, input);
    };
    const outcome = await run({ ask, sample: inputOf }).catch(
      ({ code, message }: { code: string; message: string }) => ({ code, message }),
    );
    // A bulk call answers with the codes of its items.
    expect(JSON.stringify(outcome)).toContain(`"code":"${code}"`);
    close();
  });
}

const nobody = "00000000-0000-4000-8000-0000000000ff";
const app = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

testRefusals("tips", shopSettings, {
  PERSON_IDENTITY_NOT_FOUND: ({ ask }) => ask("tips.getChoice", { purchaseFlowId: nobody }),
  TIP_NOT_FOUND: ({ ask }) => ask("tips.getByOrder", { orderId: nobody }),
  TIP_SETTINGS_NOT_FOUND: ({ ask, sample }) =>
    ask("tips.preview", { ...sample("tips.preview"), tipSettingsId: nobody }),
  INVALID_TIP: ({ ask, sample }) =>
    ask("tips.setOnOrder", {
      draftOrderId: nobody,
      tip: { ...sample("tips.setOnOrder").tip, amount: "1.00" },
    }),
  CANNOT_HAVE_MORE_THAN_ONE_DEFAULT_PRESET: ({ ask }) =>
    ask("tipSettings.create", {
      tipSettings: { paymentTerminalId: "b", presets: [5, 6].map((value) => ({ value, default: true })) },
    }),
  DEFAULT_SETTINGS_ALREADY_EXISTS: ({ ask }) => ask("tipSettings.createDefault", { tipSettings: {} }),
});

testRefusals("gift cards", shopSettings, {
  GIFT_CARD_DISABLED: async ({ ask, sample }) => {
    await ask("giftCards.disable", sample("giftCards.disable"));
    await ask("giftCards.disable", sample("giftCards.disable"));
  },
  TRANSACTION_NOT_FOUND: ({ ask, sample }) =>
    ask("giftVouchers.voidTransaction", { ...sample("giftVouchers.voidTransaction"), transactionId: nobody }),
});

testRefusals("shipping", shopSettings, {
  INVALID_QUANTITY_VALUE: ({ ask }) =>
    ask("shippingOptions.create", {
      shippingOption: {
        title: "Bike",
        rates: [{ amount: "3", conditions: [{ type: "BY_TOTAL_QUANTITY", operator: "GTE", value: "1.5" }] }],
      },
    }),
  DELIVERY_PROFILES_LIMIT_EXCEEDED: async ({ ask }) => {
    for (const serial of times(200))
      await ask("deliveryProfiles.create", { deliveryProfile: { name: `Profile ${serial}` } });
  },
  DELIVERY_REGION_NOT_FOUND: ({ ask }) =>
    ask("deliveryProfiles.getByDeliveryRegion", { deliveryRegionId: nobody }),
  DELIVERY_CARRIER_NOT_FOUND: ({ ask, sample }) =>
    ask("deliveryProfiles.setCarrierActive", {
      ...sample("deliveryProfiles.setCarrierActive"),
      rowId: nobody,
    }),
  UNKNOWN_DELIVERY_CARRIER: ({ ask, sample }) =>
    ask("deliveryProfiles.addDeliveryCarrier", {
      ...sample("deliveryProfiles.addDeliveryCarrier"),
      deliveryCarrier: { appId: nobody, backupRate: { title: "Post", amount: "9" } },
    }),
  NO_DELIVERY_REGION_FOUND: async ({ ask, sample }) => {
    const { deliveryProfiles } = await ask("deliveryProfiles.query", { query: {} });
    for (const { id, deliveryRegions } of deliveryProfiles)
      for (const region of deliveryRegions)
        await ask("deliveryProfiles.removeDeliveryRegion", {
          deliveryProfileId: id,
          deliveryRegionId: region.id,
        });
    return await ask("deliverySolutions.get", sample("deliverySolutions.get"));
  },
  REQUIRED_COUNTRY: ({ ask, sample }) =>
    ask("deliverySolutions.get", { ...sample("deliverySolutions.get"), destination: { city: "Ulm" } }),
});

testRefusals("tax", shopSettings, {
  TAX_REGION_ID_NOT_FOUND: ({ ask, sample }) => {
    const { manualTaxMapping } = sample("manualTaxMappings.create");
    return ask("manualTaxMappings.create", {
      manualTaxMapping: { ...manualTaxMapping, taxRegionId: nobody },
    });
  },
  ...Object.fromEntries(
    (
      [
        ["INVALID_LINE_ITEM_ADDRESS_INDEX", {}, { multipleAddresses: { origin: 0 } }],
        ["MISSING_TAXABLE_ADDRESS", {}, { singleAddress: 1 }],
        ["MISSING_COUNTRY_IN_ADDRESS", { country: undefined }, { singleAddress: 0 }],
        ["MISSING_SUBDIVISION_IN_ADDRESS", { subdivision: undefined }, { singleAddress: 0 }],
      ] as const
    ).map(([code, change, addressIndex]): [string, Refusals[string]] => [
      code,
      ({ ask, sample }) => {
        const { addresses, lineItems } = sample("taxCalculation.calculate");
        return ask("taxCalculation.calculate", {
          addresses: [{ ...addresses[0], ...change }],
          lineItems: [{ ...lineItems[0], addressIndex }],
        });
      },
    ]),
  ),
});

testRefusals("discounts", shopSettings, {
  MAX_DISCOUNT_RULES_REACHED: async ({ ask, sample }) => {
    for (const _ of times(101)) await ask("discountRules.create", sample("discountRules.create"));
  },
});

testRefusals("checkout templates and texts", shopSettings, {
  CANNOT_UPDATE_CHECKOUT_TEMPLATE_WITH_EMPTY_ITEMS: ({ ask, sample }) =>
    ask("checkoutTemplates.update", {
      checkoutTemplate: {
        ...sample("checkoutTemplates.update").checkoutTemplate,
        lineItems: [],
        customLineItems: [],
      },
    }),
  CANNOT_CREATE_CHECKOUT_FROM_INACTIVE_TEMPLATE: async ({ ask, sample }) => {
    await ask("checkoutTemplates.update", sample("checkoutTemplates.update"));
    await ask("checkoutTemplates.createCheckout", sample("checkoutTemplates.createCheckout"));
  },
  REQUIRED_APP_NOT_INSTALLED: ({ ask, sample }) =>
    ask("checkoutContent.get", { ...sample("checkoutContent.get"), appId: nobody }),
  TRANSLATIONS_NOT_FOUND: ({ ask, sample }) =>
    ask("checkoutContent.get", { ...sample("checkoutContent.get"), languageCode: "de" }),
});

testRefusals("control", shopSettings, {
  NO_SNAPSHOTS: ({ ask }) => ask("sandbox.saveSnapshot", { name: "before" }),
});

testRefusals("cart v2", cartV2, {
  DUPLICATE_LINE_ITEM_UPDATES: ({ ask, sample }) => {
    const { cartId, lineItems } = sample("cartsV2.updateLineItems");
    return ask("cartsV2.updateLineItems", { cartId, lineItems: [...lineItems, ...lineItems] });
  },
  COUPON_ALREADY_EXISTS: async ({ ask, sample }) => {
    await ask("cartsV2.addCoupon", sample("cartsV2.addCoupon"));
    await ask("cartsV2.addCoupon", sample("cartsV2.addCoupon"));
  },
  MAX_COUPONS_PER_CART_EXCEEDED: async ({ ask, sample }) => {
    const { cartId } = sample("cartsV2.addCoupon");
    await ask("cartsV2.addCoupon", sample("cartsV2.addCoupon"));
    await ask("cartsV2.addCoupon", { cartId, coupon: { code: "FREESHIP" } });
  },
  COUPON_NOT_FOUND_IN_CART: ({ ask, sample }) =>
    ask("cartsV2.removeCoupon", { ...sample("cartsV2.removeCoupon"), couponId: nobody }),
  GIFT_CARD_NOT_FOUND_IN_CART: ({ ask, sample }) =>
    ask("cartsV2.removeGiftCard", { ...sample("cartsV2.removeGiftCard"), giftCardId: nobody }),
  DELIVERY_METHOD_MISSING_LINE_ITEMS: async ({ ask, sample }) => {
    const { cart } = await ask("cartsV2.create", { cart: {} });
    await ask("cartsV2.setDeliveryMethod", { ...sample("cartsV2.setDeliveryMethod"), cartId: cart.id });
  },
  INVALID_PRICE_VERIFICATION_TOKEN: ({ ask, sample }) =>
    ask("cartsV2.placeOrder", { ...sample("cartsV2.placeOrder"), priceVerificationToken: "b3RoZXI" }),
  MAX_LINE_ITEMS_EXCEEDED: async ({ ask, sample }) => {
    const { customItems } = sample("currentCartV2.addLineItems");
    for (const _ of times(4))
      await ask("currentCartV2.addLineItems", { customItems: times(100).map(() => customItems[0]) });
  },
});

/** Puts an item into a checkout of its own, and orders it. */
const order = async ({ ask }: Shop, item: object, more: object = {}) => {
  const box = { productName: { original: "Box" }, price: "18", quantity: 1, itemType: { preset: "DIGITAL" } };
  const { checkout } = await ask("checkouts.create", {
    channelType: "WEB",
    customLineItems: [{ ...box, ...item }],
    ...more,
  });
  return await ask("checkouts.createOrder", { id: checkout.id });
};
const monthly = {
  title: { original: "Monthly" },
  subscriptionSettings: { frequency: "MONTH", interval: 1, autoRenewal: true },
};

testRefusals("checkout", checkout, {
  EMPTY_CHECKOUT: async ({ ask, sample }) => {
    const { id, lineItemIds } = sample("checkouts.removeLineItems");
    await ask("checkouts.removeLineItems", { id, lineItemIds });
    return await ask("checkouts.createOrder", { id });
  },
  MEMBERS_ONLY_ITEM: (shop) => order(shop, { membersOnly: true }),
  GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD: (shop) =>
    order(shop, { itemType: { preset: "GIFT_CARD" } }, { giftCardCode: "TILLGIFT50" }),
  COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD: (shop) =>
    order(shop, { itemType: { preset: "GIFT_CARD" } }, { couponCode: "WELCOME10" }),
  SUBSCRIPTION_WITH_GIFT_CARD: (shop) =>
    order(shop, { subscriptionOptionInfo: monthly }, { giftCardCode: "TILLGIFT50" }),
  SUBSCRIPTION_WITH_ZERO_TOTAL: (shop) => order(shop, { subscriptionOptionInfo: monthly, price: "0" }),
  REDEEM_GIFT_CARD_ERROR: async (shop) => {
    const { ask, sample } = shop;
    const { id } = sample("checkouts.createOrder");
    const { giftCards } = await ask("giftCards.query", { query: {} });
    for (const card of giftCards.filter(({ disabledDate }: Json) => !disabledDate))
      await ask("giftCards.disable", { giftCardId: card.id });
    return await ask("checkouts.createOrder", { id });
  },
  SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE: async ({ ask, sample }) => {
    const { id } = sample("checkouts.createOrder");
    const { checkout } = await ask("checkouts.get", { id });
    const [{ shippingOptions }] = checkout.shippingInfo.carrierServiceOptions;
    const { code } = shippingOptions[0];
    await ask("checkouts.update", {
      checkout: { id, shippingInfo: { selectedCarrierServiceOption: { code } } },
    });
    await ask("shippingOptions.remove", { shippingOptionId: code });
    return await ask("checkouts.createOrder", { id });
  },
  CART_NOT_FOUND: ({ ask }) => ask("cartsV2.get", { cartId: nobody }),
  FIXED_QUANTITY_ITEM: async ({ ask }) => {
    const item = { productName: { original: "Box" }, price: "18", quantity: 1, fixedQuantity: true };
    const { cart } = await ask("carts.create", {
      cartInfo: {},
      customLineItems: [{ ...item, itemType: { preset: "DIGITAL" } }],
    });
    const [{ id }] = cart.lineItems;
    return await ask("carts.updateLineItemsQuantity", { id: cart.id, lineItems: [{ id, quantity: 2 }] });
  },
  GIFT_CARD_IS_EMPTY: async ({ ask, sample }) => {
    await ask("giftVouchers.redeem", { code: "TILLGIFT50", appId: giftCardsAppId, amount: { value: "50" } });
    const { id } = sample("checkouts.createOrder");
    return await ask("checkouts.update", { checkout: { id }, giftCardCode: "TILLGIFT50" });
  },
  GIFT_CARD_CURRENCY_MISMATCH: async ({ ask, sample }) => {
    const card = { currency: "EUR", code: "EUROCARD2500", source: "MANUAL" };
    await ask("giftCards.create", { giftCard: { ...card, initialValue: { amount: "25.00" } } });
    const { id } = sample("checkouts.createOrder");
    return await ask("checkouts.update", { checkout: { id }, giftCardCode: card.code });
  },
  INVALID_GIFT_CARD_STATUS: async ({ ask }) => {
    await ask("giftVouchers.redeem", { code: "TILLGIFT50", appId: giftCardsAppId, amount: { value: "50" } });
    return await ask("cartsV2.create", { cart: {}, giftCards: [{ code: "TILLGIFT50" }] });
  },
});

testRefusals("subscriptions that have ended", checkout, {
  SUBSCRIPTION_CONTRACT_NOT_DRAFTABLE: async (shop) => {
    const { subscriptionSettings } = monthly;
    const once = {
      ...monthly,
      subscriptionSettings: { ...subscriptionSettings, autoRenewal: false, billingCycles: 1 },
    };
    const { subscriptionId } = await order(shop, { subscriptionOptionInfo: once });
    await shop.ask("sandbox.advance", { by: "60d" });
    return await shop.ask("draftContracts.create", {
      subscriptionContractId: subscriptionId,
      target: { contractTarget: { nextCycleNumber: 20 } },
    });
  },
});

testRefusals("events", events, {
  EVENTS_SETTINGS_NOT_FOUND: ({ ask, sample }) => {
    const { eventsSettings } = sample("eventsSettings.update");
    return ask("eventsSettings.update", { eventsSettings: { ...eventsSettings, id: nobody } });
  },
  POLICIES_LIMIT_REACHED: async ({ ask, sample }) => {
    for (const _ of times(4)) await ask("eventPolicies.create", sample("eventPolicies.create"));
  },
});

testRefusals("tickets and guests", tickets, {
  MEMBER_IDENTITY_NOT_FOUND: ({ ask, sample }) =>
    ask("rsvps.listCurrent", sample("rsvps.listCurrent"), "admin"),
  GIFT_CARDS_NOT_ACCEPTED: ({ ask, sample }) =>
    ask("eventCheckout.checkout", { ...sample("eventCheckout.checkout"), giftCardCode: "TILLGIFT50" }),
  NOT_ENOUGH_TICKETS: async ({ ask, sample }) => {
    const { ticketDefinition: given } = sample("ticketDefinitions.create");
    const fixed = { pricingMethod: { fixedPrice: { value: "5", currency: "USD" } } };
    const { ticketDefinition } = await ask("ticketDefinitions.create", {
      ticketDefinition: { ...given, ...fixed, initialLimit: 2 },
    });
    const ticketQuantities = [{ ticketDefinitionId: ticketDefinition.id, quantity: 3 }];
    return await ask("eventCheckout.reserve", { eventId: given.eventId, ticketQuantities });
  },
  UNSUPPORTED_PRICING_OPTION: async ({ ask, sample }) => {
    const { ticketDefinition } = await ask("ticketDefinitions.create", sample("ticketDefinitions.create"));
    const { eventId, id } = ticketDefinition;
    return await ask("eventCheckout.reserve", {
      eventId,
      ticketQuantities: [{ ticketDefinitionId: id, quantity: 1 }],
    });
  },
});

testRefusals("members", members, {
  ROLE_ALREADY_EXISTS: ({ ask }) =>
    ask("memberRoleDefinitions.create", { roleKey: "vip", roleTitle: "Again" }),
  FIELDS_LIMIT_REACHED: async ({ ask }) => {
    for (const serial of times(101))
      await ask("memberCustomFields.create", { field: { name: `Field ${serial}` } });
  },
  WISHLIST_ITEMS_LIMIT_EXCEEDED: async ({ ask }) => {
    for (const serial of times(101))
      await ask("wishlists.addItem", { catalogReference: { appId: app, catalogItemId: `item-${serial}` } });
  },
  WISHLIST_NOT_FOUND: ({ ask }) => ask("wishlists.getById", { id: nobody }),
});

testRefusals("orders", orders, {
  ACTIVITY_NOT_FOUND: ({ ask, sample }) =>
    ask("orders.removeActivity", { ...sample("orders.removeActivity"), activityId: nobody }),
  SET_DEPOSIT_NOT_ALLOWED_IN_EDIT_MODE: ({ ask, sample }) =>
    ask("draftOrders.setDeposit", {
      ...sample("draftOrders.setDeposit"),
      draftOrderId: sample("draftOrders.commit").draftOrderId,
    }),
  DUPLICATED_LINE_ITEM_IDS: ({ ask, sample }) => {
    const [item] = sample("draftOrders.create").draftOrder.customLineItems;
    const customLineItems = [1, 2].map(() => ({ ...item, id: nobody }));
    return ask("draftOrders.create", { draftOrder: { customLineItems } });
  },
  MAX_ITEMS_REACHED: async ({ ask, sample }) => {
    const { draftOrderId, customLineItems } = sample("draftOrders.addLineItems");
    for (const _ of times(4))
      await ask("draftOrders.addLineItems", {
        draftOrderId,
        customLineItems: times(100).map(() => customLineItems[0]),
      });
  },
  CREATE_ORDER_FAILED_VALIDATIONS: async ({ ask }) => {
    const { calculatedDraftOrder } = await ask("draftOrders.createEmpty", {});
    return await ask("draftOrders.createOrder", { draftOrderId: calculatedDraftOrder.draftOrder.id });
  },
});

testRefusals("payments", orders, {
  REFUND_NOT_FOUND: ({ ask, sample }) =>
    ask("orderTransactions.updateRefund", { ...sample("orderTransactions.updateRefund"), refundId: nobody }),
  REFUND_TRANSACTION_NOT_FOUND: ({ ask, sample }) =>
    ask("orderTransactions.updateRefund", {
      ...sample("orderTransactions.updateRefund"),
      transaction: { paymentId: nobody, refundStatus: "SUCCEEDED" },
    }),
  SHIPPING_NOT_FOUND: async ({ ask, sample }) => {
    const { lineItems, channelInfo } = sample("orders.create").order;
    const priceSummary = { total: { amount: "27.50" } };
    const { order } = await ask("orders.create", {
      order: { status: "APPROVED", lineItems, priceSummary, channelInfo },
    });
    return await ask("orderBilling.calculateRefund", { orderId: order.id, refundItems: { shipping: {} } });
  },
  INVALID_ADDITIONAL_FEE_REFUND_AMOUNT: async ({ ask, sample }) => {
    const { lineItems, channelInfo } = sample("orders.create").order;
    const additionalFees = [
      { name: "Wrapping", price: { amount: "2.00" }, priceAfterTax: { amount: "2.00" } },
    ];
    const { order } = await ask("orders.create", {
      order: {
        ...{ status: "APPROVED", lineItems, channelInfo, additionalFees },
        priceSummary: { total: { amount: "30.00" } },
      },
    });
    const [fee] = order.additionalFees;
    return await ask("orderBilling.calculateRefund", {
      orderId: order.id,
      refundItems: { additionalFees: [{ additionalFeeId: fee.id, amount: { amount: "3.00" } }] },
    });
  },
  NOT_MEMBERSHIP_PAYMENT: ({ ask, sample }) =>
    ask("orderBilling.voidMemberships", sample("orderBilling.generateReceipts")),
  MEMBERSHIP_PAYMENT_NOT_CHARGED: async ({ ask, sample }) => {
    await ask("orderBilling.voidMemberships", sample("orderBilling.voidMemberships"));
    return await ask("orderBilling.voidMemberships", sample("orderBilling.voidMemberships"));
  },
  RECEIPT_ALREADY_EXIST: async ({ ask, sample }) => {
    await ask("orderBilling.generateReceipts", sample("orderBilling.generateReceipts"));
    return await ask("orderBilling.generateReceipts", sample("orderBilling.generateReceipts"));
  },
  INVALID_PAYMENT_TYPE: ({ ask, sample }) =>
    ask("orderBilling.generateReceipts", sample("orderBilling.voidMemberships")),
  CURRENCY_MISMATCH: ({ ask, sample }) =>
    ask("orderBilling.redeemGiftCard", { ...sample("orderBilling.redeemGiftCard"), currency: "EUR" }),
  INVALID_PRICE_AMOUNT: async ({ ask, sample }) => {
    const { order: given } = sample("orders.create");
    const lineItems = given.lineItems.map((line: Json) => ({ ...line, price: { amount: "0" } }));
    const priceSummary = { subtotal: { amount: "0" }, total: { amount: "0" } };
    const { order } = await ask("orders.create", {
      order: { ...given, shippingInfo: undefined, lineItems, priceSummary },
    });
    return await ask("orderInvoices.generate", { orderId: order.id });
  },
});

testRefusals("subscriptions", localDelivery, {
  SUBSCRIPTION_CONTRACT_NOT_FOUND: ({ ask, sample }) =>
    ask("draftContracts.create", { ...sample("draftContracts.create"), subscriptionContractId: nobody }),
  ALREADY_COMMITTED: async ({ ask, sample }) => {
    await ask("draftContracts.commit", sample("draftContracts.commit"));
    return await ask("draftContracts.updateLineItems", sample("draftContracts.updateLineItems"));
  },
  LINE_ITEM_IS_REMOVED: async ({ ask, sample }) => {
    const { draftSubscriptionContractId, lineItemChanges } = sample("draftContracts.updateLineItems");
    const [{ lineItemId }] = lineItemChanges;
    const change = (more: object) =>
      ask("draftContracts.updateLineItems", {
        draftSubscriptionContractId,
        lineItemChanges: [{ lineItemId, ...more }],
      });
    await change({ newQuantity: 0 });
    return await change({ newPrice: "1.00" });
  },
  NO_SUBSCRIPTION_LINE_ITEMS_AFTER_COMMIT: async ({ ask, sample }) => {
    const { draftSubscriptionContractId, lineItemChanges } = sample("draftContracts.updateLineItems");
    const [{ lineItemId }] = lineItemChanges;
    await ask("draftContracts.updateLineItems", {
      draftSubscriptionContractId,
      lineItemChanges: [{ lineItemId, newQuantity: 0 }],
    });
    return await ask("draftContracts.commit", sample("draftContracts.commit"));
  },
});

const eggCup = (sample: Shop["sample"], more: object): Json => ({
  product: { ...sample("productsV3.create").product, brand: undefined, ...more },
});
const priced = (more: object = {}) => ({ price: { actualPrice: { amount: "8.50" } }, ...more });

testRefusals("catalog v3", catalogV3, {
  DOESNT_SUPPORT_FREE_TEXT: ({ ask, sample }) => {
    const { customization } = sample("customizationsV3.update");
    return ask("customizationsV3.update", {
      customization: { ...customization, freeTextInput: { title: "Words", maxCharCount: 5 } },
    });
  },
  MODIFIER_SETTINGS_NOT_SUPPORTED_FOR_PRODUCT_OPTION: ({ ask, sample }) => {
    const { customization } = sample("customizationsV3.update");
    return ask("customizationsV3.update", {
      customization: { ...customization, modifierSettings: { mandatory: true } },
    });
  },
  DOESNT_SUPPORT_CHOICES: async ({ ask, sample }) => {
    const { customization } = await ask("customizationsV3.create", sample("customizationsV3.create"));
    return await ask("customizationsV3.addChoices", {
      ...sample("customizationsV3.addChoices"),
      customizationId: customization.id,
    });
  },
  CHOICE_NOT_FOUND: ({ ask, sample }) =>
    ask("customizationsV3.updateChoices", {
      ...sample("customizationsV3.updateChoices"),
      choices: [{ choice: { id: nobody, name: "Gone" } }],
    }),
  CHOICES_LIMIT_EXCEEDED: async ({ ask, sample }) => {
    const { customizationId } = sample("customizationsV3.addChoices");
    for (const round of times(11))
      await ask("customizationsV3.addChoices", {
        customizationId,
        choices: times(100).map((serial) => ({
          name: `Choice ${round} ${serial}`,
          choiceType: "ONE_COLOR",
          colorCode: "#00ff00",
        })),
      });
  },
  DUPLICATE_PRODUCT_OPTIONS: ({ ask, sample }) => {
    const choices = [{ name: "L", choiceType: "CHOICE_TEXT" }];
    const option = { name: "Size", optionRenderType: "TEXT_CHOICES", choicesSettings: { choices } };
    return ask("productsV3.create", eggCup(sample, { options: [option, option] }));
  },
  CHOICE_NOT_EXIST: ({ ask, sample }) => {
    const choices = [{ choiceId: nobody, name: "L", choiceType: "CHOICE_TEXT" }];
    const option = { name: "Size", optionRenderType: "TEXT_CHOICES", choicesSettings: { choices } };
    return ask("productsV3.create", eggCup(sample, { options: [option] }));
  },
  INVALID_SUBSCRIPTION_DISCOUNT_AMOUNT: ({ ask, sample }) => {
    const discount = { amountOff: "9.00" };
    const subscription = {
      title: "Monthly",
      frequency: "MONTH",
      interval: 1,
      description: "Each month",
      autoRenewal: true,
      discount,
    };
    return ask(
      "productsV3.create",
      eggCup(sample, { subscriptionDetails: { subscriptions: [subscription], allowOneTimePurchases: true } }),
    );
  },
  ERROR_ALL_SUBSCRIPTIONS_HIDDEN_FOR_SUBSCRIPTION_ONLY_PRODUCT: ({ ask, sample }) => {
    const subscriptions = [
      {
        title: "Monthly",
        frequency: "MONTH",
        interval: 1,
        description: "Each month",
        autoRenewal: true,
        visible: false,
      },
    ];
    return ask(
      "productsV3.create",
      eggCup(sample, { subscriptionDetails: { subscriptions, allowOneTimePurchases: false } }),
    );
  },
  INFO_SECTION_ERROR_OCCURRED: ({ ask, sample }) =>
    ask("productsV3.create", eggCup(sample, { infoSections: [{ id: nobody }] })),
  DUPLICATE_RIBBON_IN_ADDITIONAL: ({ ask, sample }) =>
    ask("productsV3.create", eggCup(sample, { additionalRibbons: [{ name: "New" }, { name: "New" }] })),
  DUPLICATE_BARCODE_ERROR: ({ ask, sample }) => {
    const choices = ["L", "M"].map((name) => ({ name, choiceType: "CHOICE_TEXT" }));
    const option = { name: "Size", optionRenderType: "TEXT_CHOICES", choicesSettings: { choices } };
    const variants = ["L", "M"].map((choiceName) =>
      priced({
        barcode: "4006381333931",
        choices: [{ optionChoiceNames: { optionName: "Size", choiceName, renderType: "TEXT_CHOICES" } }],
      }),
    );
    return ask("productsV3.create", eggCup(sample, { options: [option], variantsInfo: { variants } }));
  },
  VARIANT_ID_ALREADY_EXISTS: async ({ ask, sample }) => {
    const { variants } = await ask("variantsV3.query", sample("variantsV3.query"));
    const taken = [priced({ id: variants[0].variantId ?? variants[0].id })];
    return await ask("productsV3.create", eggCup(sample, { variantsInfo: { variants: taken } }));
  },
  TOO_MANY_TAGS: async ({ ask, sample }) => {
    const { productIds } = sample("productsV3.bulkUpdateTags");
    let answer: unknown;
    for (const round of times(11))
      answer = await ask("productsV3.bulkUpdateTags", {
        productIds,
        assignTags: { publicTags: { tagIds: times(10).map((serial) => `t${round}-${serial}`) } },
      });
    return answer;
  },
  TOO_MANY_INFO_SECTIONS_ERROR: async ({ ask, sample }) => {
    const { products } = sample("productsV3.bulkAddInfoSections");
    const infoSectionIds: string[] = [];
    for (const serial of times(40)) {
      const section = { title: `Section ${serial}`, uniqueName: `section-${serial}` };
      infoSectionIds.push((await ask("infoSectionsV3.create", { infoSection: section })).infoSection.id);
    }
    let answer: unknown;
    for (const round of times(4))
      answer = await ask("productsV3.bulkAddInfoSections", {
        products: products.map(({ productId }: Json) => ({ productId })),
        infoSectionIds: infoSectionIds.slice(round * 10, round * 10 + 10),
      });
    return answer;
  },
  SUBSCRIPTION_ITEM_UNSUPPORTED: async ({ ask, sample }) => {
    const subscription = {
      ...{ title: "Monthly", frequency: "MONTH", interval: 1, description: "Each month", autoRenewal: true },
      discount: { amountOff: "1.00" },
    };
    const { product } = await ask(
      "productsV3.create",
      eggCup(sample, {
        subscriptionDetails: { subscriptions: [subscription], allowOneTimePurchases: true },
      }),
    );
    const [{ id }] = product.subscriptionDetails.subscriptions;
    const catalogReference = {
      ...{ appId: app, catalogItemId: product.id },
      options: { subscriptionOptionId: id },
    };
    return await ask("draftOrders.create", {
      draftOrder: { catalogLineItems: [{ catalogReference, quantity: 1 }] },
    });
  },
  REQUESTED_QUANTITY_MUST_BE_NON_NEGATIVE_DECREASING: ({ ask, sample }) => {
    const { inventoryItem } = sample("inventoryItemsV3.update");
    return ask("inventoryItemsV3.update", { inventoryItem: { ...inventoryItem, quantity: -1 } });
  },
  MIN_QUANTITY_LIMIT_REACHED: async ({ ask, sample }) => {
    const [{ inventoryItemId }] = sample("inventoryItemsV3.bulkDecrement").decrementData;
    let answer: unknown;
    for (const _ of times(2))
      answer = await ask("inventoryItemsV3.bulkDecrement", {
        decrementData: [{ inventoryItemId, decrementBy: 99_999 }],
        restrictInventory: false,
      });
    return answer;
  },
});

test.each(["actualPrice", "compareAtPrice", "cost"])(
  "an adjustment by which %s would be negative changes nothing",
  async (field) => {
    const { send, headers, inputOf, close } = await worlds.open(catalogV3);
    const call = createCaller({ send, baseUrl: base, headersFor: async () => headers.admin });
    const { filter } = inputOf("productsV3.bulkAdjustVariantsByFilter") as Json;
    const variants = async () =>
      JSON.stringify(await call(variantsV3.query, inputOf("variantsV3.query") as Json));
    const before = await variants();
    await call(productsV3.bulkAdjustVariantsByFilter, { filter, [field]: { amount: "-1000000" } });
    expect(await variants()).toBe(before);
    close();
  },
);

testRefusals("product groups", catalogV3Groups, {
  MEMBER_LIMIT_EXCEEDED: async ({ ask, sample }) => {
    const { productGroupId, productIds } = sample("productGroupsV3.assign");
    const { product } = await ask("productsV3.get", { productId: productIds[0], fields: [] });
    let answer: unknown;
    for (const serial of times(110)) {
      const { name, productType, physicalProperties, options } = product;
      const [{ price, choices }] = product.variantsInfo.variants;
      const variantsInfo = { variants: [{ price, choices }] };
      const made = await ask("productsV3.create", {
        product: { name: `${name} ${serial}`, productType, physicalProperties, options, variantsInfo },
      });
      answer = await ask("productGroupsV3.assign", { productGroupId, productIds: [made.product.id] });
    }
    return answer;
  },
  UNSUPPORTED_GROUPING_CUSTOMIZATION_RENDER_TYPE: async ({ ask }) => {
    const { customization } = await ask("customizationsV3.create", {
      customization: {
        name: "Card",
        customizationType: "MODIFIER",
        customizationRenderType: "FREE_TEXT",
        freeTextInput: { title: "Your words", maxCharCount: 200 },
      },
    });
    return await ask("productGroupsV3.create", {
      productGroup: { name: "Words", groupingCustomizationId: customization.id },
    });
  },
});
