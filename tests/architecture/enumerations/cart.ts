import type { RecordedShop } from "./recorder.ts";

type Json = ReturnType<JSON["parse"]>;

const appId = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
const newYork = { country: "US", subdivision: "US-NY", city: "New York", postalCode: "10001" };

/** Fills carts, prices them and orders them, with taxes, fees, discounts, memberships and missing items. */
export async function exerciseCart(shop: RecordedShop): Promise<void> {
  const { call } = shop;
  const productOf = async (slug: string) =>
    (await call("products.query", { query: { filter: { slug } } })).products[0];
  const mug = await productOf("stoneware-mug");
  const item = (Colour: string, catalogItemId = mug.id) => ({
    catalogReference: { appId, catalogItemId, options: { options: { Colour } } },
    quantity: 1,
  });
  const cartOf = async (items: object): Promise<Json> =>
    (await call("carts.create", { cartInfo: {}, ...items })).cart;
  const estimate = async (id: string, shippingAddress: object = newYork) =>
    await call("carts.estimateTotals", { id, shippingAddress, calculateTax: true, calculateShipping: true });

  const many = await cartOf({ lineItems: [{ ...item("Oat"), quantity: 10_000 }, item("Moss"), item("Ink")] });
  await estimate(many.id);
  const gone = await productOf("porcelain-pitcher");
  const lost = await cartOf({
    lineItems: [{ catalogReference: { appId, catalogItemId: gone.id }, quantity: 1 }],
  });
  await call("products.remove", { id: gone.id });
  await estimate(lost.id);

  for (const addressType of ["BUSINESS", "BILLING", "SHIPPING"])
    await custom({ taxableAddress: { addressType } });
  for (const paymentOption of [
    "FULL_PAYMENT_ONLINE",
    "FULL_PAYMENT_OFFLINE",
    "MEMBERSHIP",
    "MEMBERSHIP_OFFLINE",
  ])
    await custom({ paymentOption });
  await custom({ paymentOption: "DEPOSIT_ONLINE", depositAmount: "1.00" });
  for (const frequency of ["DAY", "WEEK", "MONTH", "YEAR"])
    await custom({
      subscriptionOptionInfo: {
        title: { original: "Again and again" },
        subscriptionSettings: { frequency, interval: 1, autoRenewal: true },
      },
    });
  async function custom(more: object) {
    const line = {
      productName: { original: "Tour" },
      price: "5.00",
      quantity: 1,
      itemType: { preset: "SERVICE" },
    };
    const cart = await cartOf({ customLineItems: [{ ...line, ...more }] });
    await estimate(cart.id);
  }

  const { id } = await cartOf({ lineItems: [item("Oat")], couponCode: "WELCOME10" });
  await estimate(id, { country: "NZ", city: "Wellington" });
  await estimate(id);
  await call("taxRegions.create", {
    taxRegion: { country: "CA", appId: "7ac41c00-5a9d-4b0c-8a0d-000000000002" },
  });
  for (const value of ["on", "failing", "off"]) {
    await call("sandbox.configure", { name: "autoTax", value });
    await estimate(id, { country: "CA", subdivision: "CA-QC", city: "Montreal" });
  }
  for (const source of ["SERVICE_PLUGIN", "ITEM"])
    await call("sandbox.addFee", {
      fee: { code: source, name: source, price: "1.00", source, productIds: [mug.id] },
    });
  await call("deliveryProfiles.query", { query: {} }).then(
    async ({ deliveryProfiles: [{ deliveryRegions }] }) => {
      const region = deliveryRegions.find(({ destinations }: Json) =>
        destinations?.some((one: Json) => one.countryCode === "US"),
      );
      const carrier = region.deliveryCarriers.find(
        ({ appId: one }: Json) => one === "45c44b27-ca7b-4891-8c0d-1747d588b835",
      );
      const additionalCharges = [
        { description: "Handling", amount: "1.00" },
        { description: "Insurance", amount: "2.00" },
      ];
      await call("deliveryProfiles.updateDeliveryCarrier", {
        deliveryRegionId: region.id,
        deliveryCarrier: { ...carrier, additionalCharges },
      });
    },
  );
  await estimate(id);
  const { checkoutId } = await call("carts.createCheckout", {
    id,
    channelType: "WEB",
    shippingAddress: newYork,
    email: "ada@example.com",
  });
  for (const [type, vat] of [
    ["CPF", "529.982.247-25"],
    ["CNPJ", "11.222.333/0001-81"],
  ])
    await call("checkouts.update", {
      checkout: {
        id: checkoutId,
        billingInfo: {
          address: newYork,
          contactDetails: { firstName: "Ada", lastName: "Lind", vatId: { id: vat, type } },
        },
      },
    });
  await call("orders.get", { id: (await call("checkouts.createOrder", { id: checkoutId })).orderId });
  const customLineItems = [
    {
      productName: { original: "Jug" },
      price: { amount: "5.00" },
      quantity: 1,
      itemType: { preset: "PHYSICAL" },
    },
  ];
  const { calculatedDraftOrder } = await call("draftOrders.create", { draftOrder: { customLineItems } });
  const { id: draftOrderId, lineItems } = calculatedDraftOrder.draftOrder;
  for (const discountType of ["GLOBAL", "SPECIFIC_ITEMS", "SHIPPING"])
    await call("draftOrders.createDiscounts", {
      draftOrderId,
      discounts: [
        {
          discountType,
          percentage: "10",
          ...(discountType === "SPECIFIC_ITEMS" && { lineItemId: lineItems[0].lineItem.id }),
        },
      ],
    });

  await exerciseBackInStock(shop);
}

async function exerciseBackInStock({ call, took, advance }: RecordedShop): Promise<void> {
  const [product] = (await call("products.query", { query: { filter: { slug: "stoneware-mug" } } })).products;
  const moss = product.variants?.find(({ choices }: Json) => choices.Colour === "Moss");
  const ask = async (email: string) =>
    (
      await call("backInStock.create", {
        request: {
          email,
          catalogReference: { appId, catalogItemId: product.id, options: { variantId: moss?.id } },
        },
        itemDetails: {
          name: "Mug",
          price: "24.00",
          image: { url: "https://static.wixstatic.com/media/mug.jpg" },
        },
      })
    ).request.id;
  const ids = [await ask("ivo@example.com"), await ask("nobody@shop.invalid")];
  await call("backInStock.reportItemsBackInStock", {
    requestIds: ids,
    itemDetails: { name: "Mug", price: "24.00" },
  });
  const read = async () => {
    for (const id of ids) await call("backInStock.get", { id });
  };
  await read();
  await advance("2m");
  await read();
  // A request always has a status; the zero value selects none.
  const { requests } = await call("backInStock.query", { query: { filter: { status: "UNSPECIFIED" } } });
  took("Back-in-stock request status", "UNSPECIFIED", requests.length === 0 && "UNSPECIFIED");
}
